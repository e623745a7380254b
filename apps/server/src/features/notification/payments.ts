import type { PaymentState } from '@tradebook/contract'
import { sql } from 'kysely'
import { paymentState, postingOf } from '../../store/payment-state.ts'
import type { Tx } from '../../store/store.ts'
import type { ChangedPayment } from './rules.ts'

/**
 * The payment requests whose state is another than people were notified of, marked as notified in the transaction that
 * notifies of them: at most so many, oldest first. What became of their postings is in the record of these alone.
 */
export async function paymentsToNotify(tx: Tx, most: number): Promise<ChangedPayment[]> {
  const { rows } = await sql<{
    id: number
    type: ChangedPayment['type']
    account: string
    amount: bigint
    customer: string
    state: PaymentState
    reason: string | null
    maker_id: number
    at: Date
  }>`
    WITH changed AS (
      SELECT payment_requests.id, ${paymentState} AS state,
        coalesce(transfer_requests.reason, payment_requests.reason) AS reason,
        coalesce(transfer_requests.decided_at, payment_requests.decided_at, payment_requests.made_at) AS at
      FROM payment_requests LEFT JOIN transfer_requests ON ${postingOf}
      WHERE NOT payment_requests.is_settled AND payment_requests.notified IS DISTINCT FROM ${paymentState}
      ORDER BY payment_requests.id LIMIT ${most}
    ), notified AS (
      UPDATE payment_requests AS payment
      SET notified = changed.state, is_settled = changed.state IN ('posted', 'reversed', 'declined', 'cancelled')
      FROM changed WHERE payment.id = changed.id
      RETURNING payment.id, type, account, amount, changed.state, changed.reason, maker_id, changed.at
    )
    SELECT notified.*, customers.name AS customer FROM notified
    JOIN trading_accounts USING (account) JOIN customers ON customers.id = trading_accounts.customer_id
    ORDER BY notified.id`.execute(tx)
  return rows.map(({ maker_id: makerId, at: time, ...row }) => ({ ...row, makerId, time }))
}
