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
  const orders = await namedOrders(asked, context.caller, store)
  return orders.map((order, index) =>
    newOrderOf({ ...order, clOrdID: clOrdIDOf(index + 1) }, context, mandates.get(order.instructionID)),
  )
}

/** Orders with the firm's numbers of their accounts. Each name is looked up once, however many lines have it. */
async function namedOrders(
  orders: readonly BasketOrder[],
  caller: Caller,
  store: Pick<Store, 'forTenant'>,
): Promise<BasketOrder[]> {
  const numbers = new Map<string, string>()
  for (const { account } of orders)
    if (!numbers.has(account)) numbers.set(account, await accountNamed(store, caller, account))
  return orders.map((order) => ({ ...order, account: numbers.get(order.account) ?? order.account }))
}
