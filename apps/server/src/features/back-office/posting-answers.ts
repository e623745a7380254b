import { type CallOutput, type Refusal, type TransferState, withoutBalance } from '@tradebook/contract'
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

/** The recorded request that a maker made under a posting id. */
export const recordedRequest = (tx: Tx, makerId: number, postingID: string) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('maker_id', '=', makerId)
    .where('posting_id', '=', postingID)
    .executeTakeFirst()
