import {
  type CallOutput,
  type Refusal,
  refuse,
  type TransferState,
  withoutBalance,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import type { ExternalTransfer } from '../decisions/firm.ts'
import {
  comparedReference,
  isSameRequest,
  type PostedBefore,
  type Requested,
} from '../decisions/transfer-request.ts'
import type { DeskAnswer } from '../inputs.ts'
import { requestedOf } from './transfer-request-row.ts'

/** The requests on record: the desk knows those of the last market days and those that wait; older ones are answered from here. */

export type Posted = CallOutput<'BackOffice/PostCashEntry'>

/** What a request to post came to, as its maker is answered. */
export const postingStatuses: Readonly<Record<TransferState, Posted['status']>> = {
  posted: 'posted',
  approved: 'posted',
  pending: 'awaitingApproval',
  rejected: 'rejected',
}

/** @param isShown whether the caller is shown what the account has in cash. */
export function postingAnswer(answer: DeskAnswer, isShown: boolean): Posted | Refusal {
  if (answer.kind === 'refused') return isShown ? answer.refusal : withoutBalance(answer.refusal)
  if (answer.kind !== 'transfer') throw new Error(`the desk answered ${answer.kind}`)
  return { id: answer.id, status: postingStatuses[answer.state] }
}

/** What the record has that the desk does not know of a posting that is asked for. */
interface OnRecord {
  /** The request that its maker made under its id. */
  readonly earlier: RecordedRequest | undefined
  /** The newest posting of the same that was not rejected, no matter by whom. */
  readonly recorded: PostedBefore | undefined
}

/** The desk knows the requests of the last market days and those that wait; older ones are on record. */
export async function recordOf(
  tx: Tx,
  {
    makerId,
    postingID,
    transfer,
  }: { readonly makerId: number; readonly postingID: string; readonly transfer: ExternalTransfer },
): Promise<OnRecord> {
  return {
    earlier: await recordedRequest(tx, makerId, postingID),
    recorded: await postedBefore(tx, transfer),
  }
}

/** The newest posting of the same that was not rejected, by anybody. */
export async function postedBefore(tx: Tx, transfer: ExternalTransfer): Promise<PostedBefore | undefined> {
  const { account, type } = transfer
  const rows = await tx
    .selectFrom('transfer_requests')
    .select(['id', 'reference', 'market_date', 'maker_name'])
    .where('account', '=', account)
    .where('type', '=', type)
    .where('state', '<>', 'rejected')
    // What was taken back was not posted.
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM ledger_entries WHERE ledger_entries.reverses = transfer_requests.posted)`,
    )
    .where((row) =>
      'amount' in transfer
        ? row('amount', '=', transfer.amount)
        : row.and({ security_id: transfer.securityID, quantity: transfer.quantity }),
    )
    .orderBy('id', 'desc')
    .execute()
  const asked = comparedReference(transfer.reference)
  // Not by the database, which knows other letter cases than the desk.
  const row = rows.find(({ reference }) => comparedReference(reference) === asked)
  return (
    row && {
      id: Number(row.id),
      reference: row.reference,
      marketDate: row.market_date,
      makerName: row.maker_name,
    }
  )
}

/** The recorded request that a maker made by hand under a posting id; the desk knows only those of the last market days. */
export const recordedRequest = (tx: Tx, makerId: number, postingID: string) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('maker_id', '=', makerId)
    .where('posting_id', '=', postingID)
    .where('payment_request', 'is', null)
    .executeTakeFirst()

/** The recorded posting of a payment request: at most one, no matter who made it. */
export const recordedPosting = (tx: Tx, paymentRequest: number) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('payment_request', '=', paymentRequest)
    .executeTakeFirst()

type RecordedRequest = NonNullable<Awaited<ReturnType<typeof recordedRequest>>>

/** The answer to a request under a posting id that its maker has used: what came of it, or the refusal of another request. */
export const answerAgain = (earlier: RecordedRequest, asked: Requested): Posted | Refusal =>
  isRequestFor(earlier, asked)
    ? answerOf(earlier)
    : refuse('postingIDUsed', { postingID: earlier.posting_id })

/** Whether a recorded request asks for just this. */
export const isRequestFor = (earlier: RecordedRequest, asked: Requested): boolean =>
  isSameRequest(requestedOf(earlier), asked)

/** What came of a recorded request. */
export const answerOf = ({ id, state }: RecordedRequest): Posted => ({
  id: Number(id),
  status: postingStatuses[state as TransferState],
})
