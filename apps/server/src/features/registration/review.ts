import {
  type AuditChange,
  applicantName,
  type CallOutput,
  type CallRequest,
  isOwnName,
  isRefusal,
  type Refusal,
  type RequestAction,
  type RequestRemark,
  RequestStatus,
  type RequestWarning,
  refuse,
  statusAfter,
} from '@tradebook/contract'
import { depositoryNumbers } from '@tradebook/contract/schemas/registration'
import type { Logger } from 'pino'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Depository, DepositoryAccount } from '../../platform/depository.ts'
import { isChnHeld, isCscsAccountHeld } from '../../platform/depository-numbers.ts'
import { warningsOf } from '../../platform/identities.ts'
import { approvalRulesOf, approversOf } from '../../platform/influences.ts'
import { keepNumbers } from '../../platform/numbers-by-hand.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { Completion } from './completion.ts'
import type { DraftParts } from './drafts.ts'
import { ownerOf, type Person, personSignedIn } from './person.ts'
import {
  addEvent,
  fieldsOf,
  type RequestRow,
  reasonInWords,
  requestChange,
  requestSeenBy,
  standing,
  statusOf,
  typeOf,
} from './request-rows.ts'

export interface ReviewParts extends DraftParts {
  readonly store: Store
  readonly completion: Completion
  readonly depository: Pick<Depository, 'isByHand'>
  readonly log: Logger
}

/** A warning without what it says of the other. */
type NamedWarning = Pick<RequestWarning, 'kind' | 'requestId' | 'accountNumber'>
type Approved = CallOutput<'Customer/ApproveAndSubmitCustomerAccountCreationRequest'>

/** A reviewer rejects a request, or returns it to its owner for correction. */
export async function reject(
  parts: ReviewParts,
  asked: CallRequest<'Customer/RejectCustomerAccountCreationRequest'>,
  context: CallContext<Caller>,
): Promise<{ status: RequestStatus } | Refusal> {
  const { id, revision, reason, returnForCorrection } = asked
  const remarks = returnForCorrection ? asked.remarks : []
  const reviewer = personSignedIn(context)
  return context.write(async (tx, changed) => {
    const action = returnForCorrection ? 'returnForCorrection' : 'reject'
    const decision = { id, revision, action, reason, remarks, reviewer, changed } as const
    const decided = await decide(tx, parts, decision)
    if (isRefusal(decided)) return decided
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
  asked: CallRequest<'Customer/ApproveAndSubmitCustomerAccountCreationRequest'>,
  context: CallContext<Caller>,
): Promise<Approved | Refusal> {
  const { caller, clientIpAddress, browserInfo } = context
  const { tenantId } = caller
  const { id, revision, reason = null, warnings = [] } = asked
  const reviewer = personSignedIn(context)
  const { memberCode } = await settingsInForce(parts.store, tenantId, null)
  const rules = await approvalRulesOf(parts.store, tenantId, parts.marketDate())
  const decided = await context.write(async (tx, changed) => {
    const approval = { id, revision, action: 'approve', reason, warnings, reviewer, rules, changed } as const
    const outcome = await decide(tx, parts, approval)
    if (isRefusal(outcome)) return outcome
    // Known to be missing before the depository is asked.
    if (memberCode === '') return refuse('noMemberCode')
    if (!parts.depository.isByHand) return outcome
    const numbers = await numbersGiven(tx, outcome.row, asked)
    if (isRefusal(numbers)) return numbers
    await keepNumbers(tx, tenantId, id, numbers)
    return outcome
  })
  if (isRefusal(decided)) return decided
  const completed = await goOn(parts, tenantId, id, { caller: reviewer, clientIpAddress, browserInfo })
  return {
    status: completed ? statusOf(completed) : RequestStatus.approved,
    reason: completed ? reasonInWords(completed.reason, context.translate) : null,
    customerId: completed?.customer_id ?? null,
    accountNumber: completed?.account ?? null,
    cscsAccount: completed?.cscs_account ?? null,
    chn: completed?.chn ?? null,
  }
}

/** The depository's numbers as the person who approves entered them, else as the request has them. Nobody else may have them. */
async function numbersGiven(
  tx: Tx,
  row: RequestRow,
  { cscsAccount, chn }: { readonly cscsAccount?: string | undefined; readonly chn?: string | undefined },
): Promise<DepositoryAccount | Refusal> {
  const fields = fieldsOf(row)
  const entered = depositoryNumbers.safeParse({
    cscsAccount: cscsAccount ?? fields.cscsAccount,
    chn: chn ?? fields.chn,
  })
  if (!entered.success) return refuse('depositoryNumbersMissing')
  const numbers = entered.data
  await lockOfFirm(tx, 'depositoryNumbers', row.tenant_id)
  if (await isCscsAccountHeld(tx, numbers.cscsAccount))
    return refuse('cscsAccountHeld', { cscsAccount: numbers.cscsAccount })
  if (await isChnHeld(tx, numbers.chn)) return refuse('chnHeld', { chn: numbers.chn })
  return numbers
}

/**
 * What is approved stays approved: whatever keeps it from going on now is met again when it goes on by itself, and is
 * answered as a silent depository is, by nothing.
 */
async function goOn(
  { completion, log }: ReviewParts,
  ...[tenantId, requestId, by]: Parameters<Completion['complete']>
): Promise<RequestRow | undefined> {
  try {
    const completed = await completion.complete(tenantId, requestId, by)
    if (!isRefusal(completed)) return completed
    log.error({ refusal: completed.refusal, tenantId, requestId }, 'an approved request cannot continue')
  } catch (err) {
    log.error({ err, tenantId, requestId }, 'an approved request cannot continue')
  }
  return undefined
}

/** Changes the state of a request as its table says, with a line of its history. Who comes second is refused. */
async function decide(
  tx: Tx,
  { clock }: ReviewParts,
  {
    id,
    revision,
    action,
    reason,
    remarks = [],
    warnings = [],
    reviewer,
    rules,
    changed,
  }: {
    readonly id: number
    readonly revision: number | undefined
    readonly action: RequestAction
    readonly reason: string | null
    readonly remarks?: readonly RequestRemark[]
    /** Those that the reviewer read. */
    readonly warnings?: readonly NamedWarning[]
    readonly reviewer: Person
    /** What the firm asks of approvals; of an approval. */
    readonly rules?: Awaited<ReturnType<typeof approvalRulesOf>>
    readonly changed: (change: AuditChange) => void
  },
): Promise<{ readonly row: RequestRow; readonly status: RequestStatus } | Refusal> {
  const row = await requestSeenBy(reviewer, id)(tx).forUpdate().executeTakeFirst()
  if (!row) return refuse('unknownAccountRequest')
  if (row.user_id === reviewer.userId) return refuse('accountRequestOwn')
  const status = statusAfter(action, 'reviewer', statusOf(row))
  if (status === undefined) return refuse('accountRequestChanged', { status: statusOf(row) })
  const edits = await editsOf(tx, row)
  if (action === 'approve') {
    if (edits.by.has(reviewer.userId)) return refuse('accountRequestEdited')
    const madeAt = (row.submitted_at ?? row.creation_time).getTime()
    const approvers = rules && (await approversOf(tx, rules, madeAt))
    for (const makerId of edits.by) {
      if (makerId === null || reviewer.userId === null) continue
      const refusal = approvers?.refusalOf(reviewer.userId, { makerId, madeAt })
      if (refusal) return refusal
    }
  }
  // Who names no revision may have read an earlier one.
  const isKnown = action === 'approve' ? edits.areNone : !edits.sinceSubmitted
  if (revision === undefined ? !isKnown : revision !== row.revision) return refuse('accountRequestRevised')
  const refusal = action === 'approve' ? await refusalOfApproval(tx, row, reason, warnings) : undefined
  if (refusal) return refusal
  const after = await tx
    .updateTable('account_requests')
    .set({
      ...standing(row, status, clock.now()),
      // Why it was approved in spite of its warnings is for reviewers, and is in the history.
      ...{ reason: action === 'approve' ? null : reason, remarks: JSON.stringify(remarks) },
      ...{ reviewed_by: reviewer.userName, read_revision: row.revision },
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  changed(requestChange(row, after))
  await addEvent(tx, row, { at: clock.now(), action, status, reason, by: reviewer })
  return { row, status }
}

async function refusalOfApproval(
  tx: Tx,
  row: RequestRow,
  reason: string | null,
  read: readonly NamedWarning[],
): Promise<Refusal | undefined> {
  if ((await ownerOf(tx, row)) !== 'active') return refuse('accountRequestOfNobody')
  // Requests that were submitted before the form asked for it.
  const { bankAccountName } = fieldsOf(row)
  const customerName = applicantName(typeOf(row), fieldsOf(row))
  const accountName = typeof bankAccountName === 'string' ? bankAccountName : ''
  if (!isOwnName(accountName, customerName, typeOf(row)))
    return refuse('bankAccountNotOwn', { accountName, customerName })
  const warnings = (await warningsOf(tx, row)).map(nameOf)
  if (warnings.length > 0 && reason === null) return refuse('accountRequestDoubtful')
  const known = new Set(read.map(nameOf))
  return warnings.every((name) => known.has(name)) ? undefined : refuse('accountRequestRevised')
}

/** Another has an account sooner or later: only one who never made a request is known by it. */
const nameOf = ({ kind, requestId, accountNumber }: NamedWarning): string =>
  JSON.stringify([kind, requestId ?? accountNumber])

/**
 * What was changed of a request after it was submitted first: nothing, by whom else than its owner, and whether somebody
 * else has since it was submitted last.
 */
async function editsOf(
  tx: Tx,
  { id, user_id }: RequestRow,
): Promise<{
  readonly areNone: boolean
  readonly by: ReadonlySet<number | null>
  readonly sinceSubmitted: boolean
}> {
  const events = await tx
    .selectFrom('account_request_events')
    .select(['action', 'user_id'])
    .where('request_id', '=', id)
    .where('action', 'in', ['save', 'submit'] satisfies RequestAction[])
    .orderBy('id')
    .execute()
  // Who submitted a paper form answers for all of it.
  const saves = events.filter((event) => event.action === 'save' || event.user_id !== user_id)
  return {
    areNone: events.length === 1,
    by: new Set(saves.map((save) => save.user_id)),
    sinceSubmitted: events.at(-1)?.action === 'save',
  }
}
