import { randomUUID } from 'node:crypto'
import {
  type CallOutput,
  type CallRequest,
  isFinal,
  type OrdStatus,
  orderStates,
  type Refusal,
  type RefusalName,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'

/** So many cancels wait at the desk at once: fewer than it lets wait of one user. */
const AT_ONCE = 256
/**
 * So often open orders are read at most. A basket that another process sends stops a moment later, and what it
 * entered until then is found by the next reading. Others keep trading meanwhile, so it does not go on for ever.
 */
const MOST_READINGS = 4
const open = (Object.keys(orderStates) as OrdStatus[]).filter((status) => !isFinal(status))
/** Nothing is known of this cancel, and nothing better of the next one. */
const stops: readonly RefusalName[] = ['unavailable', 'outcomeUnknown', 'busy']

export interface CancellingDependencies {
  readonly desk: Pick<DeskPort, 'submit'>
  readonly store: Store
  /** Stops the baskets that are being sent for a user. Awaits the answers to lines that this process has sent. */
  readonly stopBaskets: (user: Pick<Caller, 'tenantId' | 'userId'>) => Promise<void>
}

/**
 * Cancels the open orders of a filter, each by a request of its own: it is checked, journalled and audited
 * like any other cancel, and waits its turn among everybody's. The caller's own baskets stop first, and open orders
 * are read again until each was asked for once. Sent again, it cancels what is still open.
 */
export async function cancelAll(
  filter: CallRequest<'Order/sendCancelAllOrders'>,
  context: CallContext<Caller>,
  { desk, store, stopBaskets }: CancellingDependencies,
): Promise<CallOutput<'Order/sendCancelAllOrders'> | Refusal> {
  const { tenantId, userId } = context.caller
  await stopBaskets({ tenantId, userId })
  const origin = originOf(context)
  const asked = new Set<string>()
  let cancelled = 0
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const orderIDs = (await openOrderIDs(filter, context.caller, store)).filter((id) => !asked.has(id))
    if (orderIDs.length === 0) break
    for (let at = 0; at < orderIDs.length; at += AT_ONCE) {
      const some = orderIDs.slice(at, at + AT_ONCE)
      const answers = await Promise.all(
        some.map((orderID) => desk.submit({ kind: 'cancelOrder', origin, clOrdID: randomUUID(), orderID })),
      )
      for (const orderID of some) asked.add(orderID)
      for (const answer of answers) {
        if (answer.kind === 'order') cancelled += 1
        else if (answer.kind === 'refused' && stops.includes(answer.refusal.refusal)) return answer.refusal
      }
    }
  }
  return { cancelled, refused: asked.size - cancelled }
}

/** Of the accounts that the caller may use, oldest first. */
async function openOrderIDs(
  { account, securityID, side }: CallRequest<'Order/sendCancelAllOrders'>,
  { tenantId, permissions, accounts }: Caller,
  store: Store,
): Promise<string[]> {
  const rows = await store.forTenant(tenantId).read((tx) => {
    let orders = tx.selectFrom('orders').select('order_id').where('ord_status', 'in', open)
    // A part of a bulk order ends with it, and that is of no account.
    orders = orders.where((eb) =>
      eb.or([eb('bulk_order_id', 'is', null), eb('bulk_order_id', '=', eb.ref('order_id'))]),
    )
    if (!permissions.has('TRADE_ALL_ACCOUNTS'))
      orders = orders.where('bulk_order_id', 'is', null).where('account', 'in', [...accounts, ''])
    if (account !== undefined) orders = orders.where('account', '=', account)
    if (securityID !== undefined) orders = orders.where('security_id', '=', securityID)
    if (side !== undefined) orders = orders.where('side', '=', side)
    return orders.orderBy('order_id').execute()
  })
  return rows.map(({ order_id }) => String(order_id))
}
