import type { CallRequest } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import { accountNamed } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { mandateOf } from './mandate.ts'
import { newOrderOf } from './requests.ts'

type BasketOrder = CallRequest<'Basket/Preview'>['orders'][number]

/** The orders of a basket as inputs of the desk; each instruction, too, is read only once. */
export async function basketInputs(
  asked: readonly BasketOrder[],
  clOrdIDOf: (line: number) => string,
  context: CallContext<Caller>,
  store: Store,
) {
  const mandates = new Map<number | undefined, Awaited<ReturnType<typeof mandateOf>>>()
  for (const { instructionID } of asked)
    if (!mandates.has(instructionID))
      mandates.set(instructionID, await mandateOf(instructionID, context.caller, store))
  const orders = await namedLines(asked, context.caller, store)
  return orders.map((order, index) =>
    newOrderOf({ ...order, clOrdID: clOrdIDOf(index + 1) }, context, mandates.get(order.instructionID)),
  )
}

/** Lines with the firm's numbers of their accounts. Each name is looked up once, however many lines have it. */
export async function namedLines<Line extends { readonly account: string }>(
  lines: readonly Line[],
  caller: Caller,
  store: Pick<Store, 'forTenant'>,
): Promise<Line[]> {
  const numbers = new Map<string, string>()
  for (const { account } of lines)
    if (!numbers.has(account)) numbers.set(account, await accountNamed(store, caller, account))
  return lines.map((line) => ({ ...line, account: numbers.get(line.account) ?? line.account }))
}
