import type { PaymentState } from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'

/** How a payment request stands follows from the posting that was made of it, which keeps its own state. */

/** Joins to a payment request its posting, which whoever took it made under an id that its number makes. */
export const postingOf = sql<SqlBool>`(transfer_requests.tenant_id = payment_requests.tenant_id
  AND transfer_requests.account = payment_requests.account
  AND transfer_requests.posting_id = 'payment-' || payment_requests.id
  AND transfer_requests.type = payment_requests.type AND transfer_requests.amount = payment_requests.amount)`

/** One that was taken and has no posting was lost on the way to the desk: it waits still. */
export const paymentState = sql<PaymentState>`(CASE payment_requests.state
  WHEN 'taken' THEN CASE transfer_requests.state
    WHEN 'pending' THEN 'pending' WHEN 'rejected' THEN 'declined' WHEN 'posted' THEN 'posted'
    WHEN 'approved' THEN 'posted' ELSE 'waiting' END
  ELSE payment_requests.state END)`
