import {
  type AuditChange,
  type CallOutput,
  type CallRequest,
  type Refusal,
  type RequestAction,
  type RequestRemark,
  type RequestStatus,
  refuse,
  statusAfter,
} from '@tradebook/contract'
import type { CallContext, Caller } from '../../http/handlers.ts'
import { settingsInForce } from '../../platform/settings.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { Completion } from './completion.ts'
import type { DraftParts } from './drafts.ts'
import { type Person, personSignedIn } from './person.ts'
import {
  addEvent,
  assignedOf,
  type RequestRow,
  reasonInWords,
  requestChange,
  requestSeenBy,
  statusOf,
} from './request-rows.ts'

export interface ReviewParts extends DraftParts {
  readonly store: Store
  readonly completion: Completion
}

type Approved = CallOutput<'Customer/ApproveAndSubmitCustomerAccountCreationRequest'>

/** A reviewer rejects a request, or returns it to its owner for correction. */
export async function reject(
  parts: ReviewParts,
  asked: CallRequest<'Customer/RejectCustomerAccountCreationRequest'>,
  context: CallContext<Caller>,
): Promise<{ status: RequestStatus } | Refusal> {
  const { id, reason, returnForCorrection } = asked
  const remarks = returnForCorrection ? asked.remarks : []
  const reviewer = personSignedIn(context)
  return context.write(async (tx, changed) => {
    const action = returnForCorrection ? 'returnForCorrection' : 'reject'
    const decided = await decide(tx, parts, { id, action, reason, remarks, reviewer, changed })
    if ('refusal' in decided) return decided
    const mail = returnForCorrection ? 'requestReturned' : 'requestRejected'
    await parts.mails.add(tx, decided.row, mail, { reason })
    return { status: decided.status }
  })
}

/**
 * A reviewer approves a request. Approval is kept first, then the depository is asked: whatever happens meanwhile, the
 * request goes on from where it stands.
 */
export async function approve(
  parts: ReviewParts,
  { id }: CallRequest<'Customer/ApproveAndSubmitCustomerAccountCreationRequest'>,
  context: CallContext<Caller>,
): Promise<Approved | Refusal> {
  const { tenantId } = context.caller
  const reviewer = personSignedIn(context)
  const { memberCode } = await settingsInForce(parts.store, tenantId, null)
  const decided = await context.write(async (tx, changed) => {
    const outcome = await decide(tx, parts, { id, action: 'approve', reason: null, reviewer, changed })
    // Known to be missing before the depository is asked.
    return 'refusal' in outcome || memberCode !== '' ? outcome : refuse('noMemberCode')
  })
  if ('refusal' in decided) return decided
  const completed = await parts.completion.complete(tenantId, id, reviewer)
  if ('refusal' in completed) return completed
  const assigned = assignedOf(completed)
  return {
    status: statusOf(completed),
    reason: reasonInWords(completed.reason, context.translate),
    customerId: assigned?.customerId ?? null,
    accountNumber: assigned?.accountNumber ?? null,
    cscsAccount: assigned?.cscsAccount ?? null,
    chn: assigned?.chn ?? null,
  }
}

/** Changes the state of a request as its table says, with a line of its history. Who comes second is refused. */
async function decide(
  tx: Tx,
  { clock }: ReviewParts,
  {
    id,
    action,
    reason,
    remarks = [],
    reviewer,
    changed,
  }: {
    readonly id: number
    readonly action: RequestAction
    readonly reason: string | null
    readonly remarks?: readonly RequestRemark[]
    readonly reviewer: Person
    readonly changed: (change: AuditChange) => void
  },
): Promise<{ readonly row: RequestRow; readonly status: RequestStatus } | Refusal> {
  const row = await requestSeenBy(reviewer, id)(tx).forUpdate().executeTakeFirst()
  if (!row) return refuse('unknownAccountRequest')
  if (row.user_id === reviewer.userId) return refuse('accountRequestOwn')
  const status = statusAfter(action, 'reviewer', statusOf(row))
  if (status === undefined) return refuse('accountRequestChanged', { status: statusOf(row) })
  if (action === 'approve' && (await hasEdited(tx, id, reviewer))) return refuse('accountRequestEdited')
  const after = await tx
    .updateTable('account_requests')
    .set({ status, reason, remarks: JSON.stringify(remarks) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  changed(requestChange(row, after))
  await addEvent(tx, row, { at: clock.now(), action, status, reason, by: reviewer })
  return { row, status }
}

/** Whether the reviewer changed the request since it was submitted last: another person approves that. */
async function hasEdited(tx: Tx, id: number, { userId }: Person): Promise<boolean> {
  const eventsOf = (action: RequestAction) =>
    tx
      .selectFrom('account_request_events')
      .select((eb) => eb.fn.max('id').as('last'))
      .where('request_id', '=', id)
      .where('action', '=', action)
  const edited = await eventsOf('save').where('user_id', '=', userId).executeTakeFirst()
  const submitted = await eventsOf('submit').executeTakeFirst()
  return (edited?.last ?? 0n) > (submitted?.last ?? 0n)
}
