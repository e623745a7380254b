import type { CallRequest } from '@tradebook/contract'
import { accountNamed } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'

export type BasketOrder = CallRequest<'Basket/Preview'>['orders'][number]

/** Orders with the firm's numbers of their accounts. Each name is looked up once, however many lines have it. */
export async function namedOrders(
  orders: readonly BasketOrder[],
  caller: Caller,
  store: Pick<Store, 'forTenant'>,
): Promise<BasketOrder[]> {
  const numbers = new Map<string, string>()
  for (const { account } of orders)
    if (!numbers.has(account)) numbers.set(account, await accountNamed(store, caller, account))
  return orders.map((order) => ({ ...order, account: numbers.get(order.account) ?? order.account }))
}
