import {
  type CallOutput,
  type Kobo,
  type Refusal,
  refuse,
  shownNaira,
  type TransferState,
  withoutBalance,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { DeskAnswer } from '../../desk/inputs.ts'
import type { Tx } from '../../store/store.ts'

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

/** What of a request to post cash tells whether it was made before. */
export interface AskedCash {
  readonly account: string
  readonly type: string
  readonly amount: Kobo
  readonly reference: string
}

/** Why cash is not posted a second time: the newest posting of the same reference, unless it is the one that the person knows of. */
export async function refusalOfRepeat(
  tx: Tx,
  { account, type, amount, reference }: AskedCash,
  known: number | undefined,
): Promise<Refusal | undefined> {
  const earlier = await tx
    .selectFrom('transfer_requests')
    .select(['id', 'reference', 'market_date', 'maker_name'])
    .where('account', '=', account)
    .where('type', '=', type)
    .where('amount', '=', amount)
    .where(sql`lower(reference)`, '=', reference.toLowerCase())
    .where('state', '<>', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return undefined
  const id = Number(earlier.id)
  if (id === known) return undefined
  const { market_date: date, maker_name: maker } = earlier
  const values = { id, reference: earlier.reference, amount: shownNaira(amount), date, maker }
  return refuse('postedBefore', values, { id })
}

/** The recorded request that a maker made under a posting id. */
export const recordedRequest = (tx: Tx, makerId: number, postingID: string) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('maker_id', '=', makerId)
    .where('posting_id', '=', postingID)
    .executeTakeFirst()

/** The answer to a request under a posting id that its maker has used: what came of it, or a refusal of other contents. */
export const answerAgain = (
  { id, state, posting_id }: NonNullable<Awaited<ReturnType<typeof recordedRequest>>>,
  isSame: boolean,
): Posted | Refusal =>
  isSame
    ? { id: Number(id), status: postingStatuses[state as TransferState] }
    : refuse('postingIDUsed', { postingID: posting_id })
