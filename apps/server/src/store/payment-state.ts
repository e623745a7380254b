import type { PaymentState } from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'

/** How a payment request stands follows from the posting that was made of it, which keeps its own state. */

/** Joins to a payment request its posting: there is one at most. */
export const postingOf = sql<SqlBool>`(transfer_requests.tenant_id = payment_requests.tenant_id
  AND transfer_requests.payment_request = payment_requests.id)`

/** Why the posting of a payment request was taken back; null where it was not. */
export const reversalReason = sql<
  string | null
>`(SELECT coalesce(reversal.narration, '') FROM ledger_entries AS reversal
  WHERE reversal.tenant_id = payment_requests.tenant_id AND reversal.reverses = transfer_requests.posted
    AND reversal.kind IN ('deposit', 'withdrawal'))`

const postedOrReversed = sql`(CASE WHEN ${reversalReason} IS NULL THEN 'posted' ELSE 'reversed' END)`

/** One that was taken and has no posting is on the way to the desk, or was lost there: it waits still. */
export const paymentState = sql<PaymentState>`(CASE payment_requests.state
  WHEN 'taken' THEN CASE transfer_requests.state
    WHEN 'pending' THEN 'pending' WHEN 'rejected' THEN 'declined'
    WHEN 'posted' THEN ${postedOrReversed} WHEN 'approved' THEN ${postedOrReversed} ELSE 'waiting' END
  ELSE payment_requests.state END)`

/** The same of a row that is not joined to its posting. */
export const paymentStateOfRow = sql<PaymentState>`(SELECT ${paymentState}
  FROM (VALUES (true)) AS one LEFT JOIN transfer_requests ON ${postingOf})`

/** How long a person who posts a request keeps others from deciding it, in seconds: the desk answers sooner, or the server ended. */
const CLAIM_SECONDS = 30

/** Whether somebody posts it right now. Any other that waits can be decided: what is then posted late has no request that is taken. */
export const isBeingPosted = sql<boolean>`(${paymentState} = 'waiting' AND payment_requests.state = 'taken'
  AND payment_requests.decided_at > now() - make_interval(secs => ${sql.lit(CLAIM_SECONDS)}))`
