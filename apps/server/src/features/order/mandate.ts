import type { PriceKobo, Quantity, Refusal, Side } from '@tradebook/contract'
import { refuse } from '@tradebook/contract'
import type { Mandate } from '@tradebook/orders'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'

/**
 * What a client's instruction allows the orders of the dealer who has taken it; `undefined` where an order names none.
 * What of it is left is decided by the desk.
 */
export async function mandateOf(
  instructionID: number | undefined,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  store: Pick<Store, 'forTenant'>,
): Promise<Mandate | Refusal | undefined> {
  if (instructionID === undefined) return undefined
  const row = await store
    .forTenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('instructions')
        .select(['account', 'security_id', 'side', 'order_qty', 'price', 'until', 'closed_at'])
        .select(['taken_by', 'taken_by_name'])
        .where('id', '=', instructionID)
        .executeTakeFirst(),
    )
  if (!row) return refuse('unknownInstruction')
  if (row.closed_at !== null) return refuse('instructionClosed', { instructionID })
  if (row.taken_by === null) return refuse('instructionNotTaken', { instructionID })
  if (row.taken_by !== userId)
    return refuse('instructionTaken', { instructionID, userName: row.taken_by_name ?? '' })
  return {
    account: row.account,
    securityID: row.security_id,
    side: row.side as Side,
    orderQty: row.order_qty as Quantity,
    price: row.price as PriceKobo | null,
    until: row.until,
  }
}
