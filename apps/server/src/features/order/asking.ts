import { isFinal, type Refusal, refuse, type StockOrder } from '@tradebook/contract'
import { orderIsFinal } from '@tradebook/orders'
import type { DeskPort } from '../../desk/desk-port.ts'
import type { ClientInput, DeskAnswer } from '../../desk/inputs.ts'
import type { CallContext } from '../../http/handlers.ts'
import { accountNamed } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { findOrder, refusalFor, stockOrderOf, wasAsked } from './record.ts'

interface AskingOptions {
  readonly desk: Pick<DeskPort, 'submit'>
  readonly store: Store
}

/** How calls ask the desk about orders, and what they may know of the record for that. */
export function openAsking({ desk, store }: AskingOptions) {
  /** Submits an input to the desk, and translates its answer. */
  async function ask(input: ClientInput, { caller }: CallContext<Caller>): Promise<StockOrder | Refusal> {
    const answer = await desk.submit(input)
    try {
      return await worded(answer, input, caller)
    } catch (error) {
      // This very request may have been done, now or before.
      if (error instanceof DatabaseUnavailable) return refuse('outcomeUnknown')
      throw error
    }
  }

  /** A repeated request finds its first answer in the record. */
  async function worded(
    answer: DeskAnswer,
    input: ClientInput,
    caller: Caller,
  ): Promise<StockOrder | Refusal> {
    switch (answer.kind) {
      case 'order':
        return stockOrderOf(answer)
      case 'repeat':
        return recorded(answer.orderID, caller)
      case 'refused':
        return answer.refusal.refusal === 'unknownOrder' &&
          (input.kind === 'replaceOrder' || input.kind === 'cancelOrder')
          ? refusedOrRepeated(input, answer.refusal, caller)
          : answer.refusal
      default:
        throw new Error(`the desk answered an order with ${answer.kind}`)
    }
  }

  async function recorded(orderID: string, caller: Caller): Promise<StockOrder | Refusal> {
    const found = await findOrder(store, caller, orderID)
    if (!found) return refuse('unknownOrder', { orderID })
    return refusalFor(caller, found.order) ?? stockOrderOf(found)
  }

  /** An order that the desk does not know any more because it is over. */
  async function foundOver(orderID: string, caller: Caller): ReturnType<typeof findOrder> {
    const found = await findOrder(store, caller, orderID)
    return found && isFinal(found.order.ordStatus) ? found : undefined
  }

  /** The desk keeps living orders alone. A request about one that is over is refused, unless this very request ended it. */
  async function refusedOrRepeated(
    input: Extract<ClientInput, { kind: 'replaceOrder' | 'cancelOrder' }>,
    refusal: Refusal,
    caller: Caller,
  ): Promise<StockOrder | Refusal> {
    const over = await foundOver(input.orderID, caller)
    if (!over) return refusal
    if (await wasAsked(store, over.order, input)) return stockOrderOf(over)
    return orderIsFinal(over.order)
  }

  /** What is asked with the firm's numbers of its accounts, which may be named by their CSCS accounts, too. */
  async function named<Asked extends object>(
    asked: Asked,
    { caller }: { readonly caller: Caller },
  ): Promise<Asked> {
    const numbers = await Promise.all(
      accountMembers.map(async (member) => {
        const name = (asked as Readonly<Record<string, unknown>>)[member]
        return typeof name === 'string' ? [[member, await accountNamed(store, caller, name)] as const] : []
      }),
    )
    return { ...asked, ...Object.fromEntries(numbers.flat()) }
  }

  return { ask, foundOver, named }
}

/** The members by which calls name accounts. */
const accountMembers = ['account', 'buyAccount', 'sellAccount'] as const
