import { type CallRequest, kobo, paymentReference, type Refusal, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { ExternalTransfer } from '../../desk/decisions/firm.ts'
import type { PostedBefore } from '../../desk/decisions/transfer-request.ts'
import {
  answerOf,
  isRequestFor,
  type Posted,
  postedBefore,
  recordedPosting,
} from '../../desk/record/recorded-requests.ts'
import { refusalOfOwn } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type PaymentRow, payeeOf, paymentRows } from './payment-rows.ts'

/**
 * Who decides a payment request, of people who post, decline and cancel it at once. Each decides on the locked row. Who
 * posts it claims the row first and then asks the desk; the database keeps only a posting of a claimed row, and keeps
 * the row claimed while there is one. So a claim that was forgotten can be passed over, however late its posting comes.
 */

type CashTransfer = Extract<ExternalTransfer, { readonly type: 'deposit' | 'withdrawal' }>

interface Claimed {
  readonly transfer: CashTransfer
  readonly recorded: PostedBefore | undefined
}

/**
 * Takes a request for the person who posts it, so that nobody else decides it meanwhile. One that is posted already is
 * answered to the person who did, who may send it again.
 */
export async function claim(
  tx: Tx,
  caller: Caller,
  { id, narration }: CallRequest<'BackOffice/PostPaymentRequest'>,
): Promise<Claimed | Posted | Refusal> {
  const row = await lockedPayment(tx, id)
  if (!row) return refuse('unknownPayment', { id })
  const own = refusalOfOwn(caller, row.account)
  if (own) return own
  const transfer = {
    ...{ account: row.account, type: row.type, amount: kobo(row.amount) },
    ...{ reference: paymentReference(id, row.reference), narration },
    ...(row.type === 'withdrawal' && { payee: { bankCode: row.bank_code, number: row.bank_account } }),
  } as CashTransfer
  const posted = await recordedPosting(tx, id)
  if (posted?.maker_id === caller.userId && isRequestFor(posted, transfer)) return answerOf(posted)
  // Who presses twice sends the same posting twice, and the desk answers both with the one that it makes.
  const isOwnClaim = row.is_being_posted && row.decider_id === caller.userId
  const refusal = isOwnClaim ? undefined : refusalToDecide(row)
  if (refusal) return refusal
  if (row.maker_id === caller.userId) return refuse('transferOwn')
  if (row.type === 'withdrawal') {
    const payee = await payeeOf(tx, row.account)
    if (payee?.bankCode !== row.bank_code || payee?.number !== row.bank_account)
      return refuse('payeeChanged', { id })
  }
  await decide(tx, row, caller, { state: 'taken' })
  return { transfer, recorded: await postedBefore(tx, transfer) }
}

/** The desk refused to post it: it waits again, unless it was posted after all. */
export const release = (store: Store, { tenantId, userId }: Caller, id: number) =>
  store.forTenant(tenantId).write(async (tx) => {
    const row = await lockedPayment(tx, id)
    if (row?.state !== 'taken' || row.shown_state !== 'waiting' || row.decider_id !== userId) return
    await tx
      .updateTable('payment_requests')
      .set({ state: 'waiting', decider_id: null, decided_at: null })
      .where('id', '=', id)
      .execute()
  })

/** Why a request is neither posted nor declined nor cancelled now. */
export function refusalToDecide({ id, shown_state, is_being_posted }: PaymentRow): Refusal | undefined {
  if (shown_state !== 'waiting') return refuse('paymentDecided', { id })
  return is_being_posted ? refuse('paymentBeingPosted', { id }) : undefined
}

/** Of a request that is locked. */
export const decide = (
  tx: Tx,
  { id }: PaymentRow,
  { userId }: Caller,
  decision: {
    readonly state: 'taken' | 'declined' | 'cancelled'
    readonly reason?: string
    readonly is_settled?: boolean
  },
) =>
  tx
    .updateTable('payment_requests')
    .set({ ...decision, decider_id: userId, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/**
 * A request as it is now and stays until the transaction ends: nobody else decides it, and the desk, whose postings refer
 * to it, records none of it. Read after the lock, for the one who held it may have posted it.
 */
export async function lockedPayment(tx: Tx, id: number): Promise<PaymentRow | undefined> {
  await tx.selectFrom('payment_requests').select('id').where('id', '=', id).forUpdate().execute()
  return paymentRows(tx).where('payment_requests.id', '=', id).executeTakeFirst()
}
