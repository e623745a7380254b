import {
  type AccountType,
  type AuditChange,
  applicantName,
  type CallRequest,
  type DocumentKind,
  documentKinds,
  documentLimits,
  documentsOf,
  isRefusal,
  isStorableText,
  lagosDate,
  type Refusal,
  type RequestParty,
  RequestStatus,
  refuse,
  statusAfter,
  type TextKey,
} from '@tradebook/contract'
import {
  type RegistrationField,
  registrationFieldNames,
  registrationSchema,
} from '@tradebook/contract/schemas/registration'
import { signatoryDraft } from '@tradebook/contract/schemas/registration-drafts'
import { fieldTitle, partTitle } from '@tradebook/contract/schemas/registration-texts'
import type { CallContext } from '../../http/handlers.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { Clock } from '../../platform/clock.ts'
import { addSignIn, personFrom } from '../../platform/customer-sign-in.ts'
import { keepIdentities } from '../../platform/identities.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { voidPasswordLinks } from '../../platform/password-links.ts'
import type { Tx } from '../../store/store.ts'
import { changedParts, keepChanges } from './changes.ts'
import type { DocumentChecks } from './document-checks.ts'
import type { RequestMails } from './mails.ts'
import type { Person } from './person.ts'
import {
  addEvent,
  fieldsOf,
  type RequestFields,
  type RequestRow,
  requestChange,
  standing,
  statusOf,
  typeOf,
} from './request-rows.ts'

export interface DraftParts {
  readonly clock: Pick<Clock, 'now'>
  readonly mails: RequestMails
  /** The day by which people must be of age. */
  readonly marketDate: () => string
}

type Sent = Omit<CallRequest<'Customer/UpdateCustomerAccountCreationRequest'>, 'id' | 'accessToken'>
interface CheckedFile extends Omit<UploadedFile, 'bytes'> {
  readonly bytes: Buffer
}

/** The answer to a request that was kept. */
export interface Saved {
  readonly id: number
  readonly status: RequestStatus
}

/** The files of a call as they are kept; the refusal of the first that is not what it claims. */
export async function checkedFiles(
  checks: DocumentChecks,
  person: Person,
  files: readonly UploadedFile[],
): Promise<readonly CheckedFile[] | Refusal> {
  const checked: CheckedFile[] = []
  for (const file of files) {
    const bytes = await checks.check(person, file.type, file.bytes)
    if (isRefusal(bytes)) return bytes
    if (!bytes) return refuse('documentInvalid', { kind: file.part })
    checked.push({ ...file, bytes })
  }
  return checked
}

/** The person's own request that is open, begun now if there is none. Its row is locked. */
export async function openRequest(
  tx: Tx,
  { clock }: DraftParts,
  person: Person,
  accountType: AccountType,
): Promise<RequestRow> {
  const { tenantId, userId } = person
  await tx
    .insertInto('account_requests')
    .values({
      ...{ tenant_id: tenantId, user_id: userId, status: RequestStatus.draft, account_type: accountType },
      ...{ fields: '{}', remarks: '[]', applicant_name: '', creation_time: new Date(clock.now()) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('account_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', RequestStatus.completed)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * The request of a person who signed a form on paper, begun now by one of the staff. With an e-mail address it has a user
 * of its own, who signs in once the address is confirmed and a password chosen. Its row is locked.
 */
export async function openFromPaper(
  tx: Tx,
  parts: DraftParts,
  { tenantId, userId: byId }: Person,
  sent: CallRequest<'Customer/CreateCustomer'>,
): Promise<RequestRow | Refusal> {
  const fields = mergedFields({}, { ...sent, removedDocuments: [] })
  const missing = paperNames(sent.accountType).filter((name) => !fields?.[name])
  const owner = fields && personFrom(fields)
  if (fields?.emailAddress && !owner) missing.push('emailAddress')
  if (missing.length > 0) return incomplete(missing.map(fieldTitle))
  const by = { tenantId, byId, at: parts.clock.now() }
  const userId = owner ? await addSignIn(tx, owner, by) : null
  return tx
    .insertInto('account_requests')
    .values({
      ...{ tenant_id: tenantId, user_id: userId, made_by: byId, status: RequestStatus.draft },
      ...{ account_type: sent.accountType, fields: '{}', remarks: '[]', applicant_name: '' },
      creation_time: new Date(parts.clock.now()),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What a paper form is begun with: who it is. */
const paperNames = (type: AccountType): RegistrationField[] =>
  type === 'corporate' ? ['companyName'] : ['firstName', 'surname']

/**
 * Keeps what was sent of a request in the transaction of the call, and submits it when that is asked for. The row is
 * locked. What is not sent stays as it is.
 */
export async function keepDraft(
  tx: Tx,
  parts: DraftParts,
  row: RequestRow,
  {
    person,
    sent,
    files,
    context,
    changed,
  }: {
    readonly person: Person
    readonly sent: Sent
    readonly files: readonly CheckedFile[]
    readonly context: CallContext
    readonly changed: (change: AuditChange) => void
  },
): Promise<Saved | Refusal> {
  const status = statusOf(row)
  const action = sent.submit ? 'submit' : 'save'
  const party = partiesOf(row, person).find((one) => statusAfter(action, one, status) !== undefined)
  const next = party && statusAfter(action, party, status)
  if (next === undefined) return refuse('accountRequestNotEditable', { status })
  const isOwner = party === 'owner'
  if (sent.revision !== undefined && sent.revision !== row.revision) return refuse('accountRequestRevised')
  const accountType = sent.accountType ?? typeOf(row)
  const fields = mergedFields(fieldsOf(row), sent)
  if (!fields) return incomplete([fieldTitle('signatories')])
  const tooLarge = await keepDocuments(tx, row, sent.removedDocuments, files, parts.clock.now())
  if (tooLarge) return tooLarge
  // What waits for approval stays whole, no matter who changes it.
  const isWhole = sent.submit || status === RequestStatus.pending || status === RequestStatus.failed
  const submitted = isWhole ? await submittedFields(tx, parts, row, accountType, fields) : fields
  if (isRefusal(submitted) && isMissing(submitted)) return submitted
  const now = new Date(parts.clock.now())
  const by = { byId: person.userId, at: now.getTime() }
  const userId =
    row.made_by === null ? row.user_id : await followAddress(tx, row, submitted as RequestFields, by)
  if (isRefusal(userId)) return userId
  const after = await tx
    .updateTable('account_requests')
    .set({
      ...{ ...standing(row, next, now.getTime()), user_id: userId },
      ...{ account_type: accountType, fields: JSON.stringify(submitted) },
      applicant_name: applicantName(accountType, submitted as RequestFields),
      ...(sent.submit && { submitted_at: now, submitted_on: lagosDate(now.getTime()) }),
      ...(sent.submit && { reason: null, remarks: '[]' }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  changed(requestChange(row, after))
  if (isWhole) await keepIdentities(tx, row, submitted as RequestFields)
  const documents = [...sent.removedDocuments, ...files.map(({ part }) => part as DocumentKind)]
  const changes = { before: row, after, parts: changedParts(row, after, documents) }
  // Nobody has read what was never submitted.
  if (row.submitted_at !== null) await keepChanges(tx, changes, person, now)
  if (!isOwner && changes.parts.length > 0)
    await parts.mails.add(tx, after, 'requestEdited', (translate) => ({
      parts: changes.parts.map((part) => translate(partTitle(part))).join('\n'),
    }))
  // A draft is saved with every step; its history has a line for what others did, or wait for.
  if (sent.submit || !isOwner || next !== status)
    await addEvent(tx, row, {
      ...{ at: now.getTime(), action: sent.submit ? 'submit' : 'save', status: next, by: person },
    })
  if (sent.submit) {
    await tx.updateTable('users').set({ is_registering: false }).where('id', '=', userId).execute()
    await parts.mails.add(tx, after, 'requestReceived', {}, context.culture)
  }
  return { id: row.id, status: next }
}

/** As whom a person may change a request: staff stand for the owner of one that they entered from a paper form. */
function partiesOf(row: RequestRow, person: Person): RequestParty[] {
  const isOwners = row.user_id === person.userId || (row.made_by !== null && person.maintains)
  return [...(isOwners ? ['owner' as const] : []), ...(person.isReviewer ? ['reviewer' as const] : [])]
}

/**
 * The user of a request from a paper form has the name and the address that the form has now, until one of them signs in. One is
 * made with the first address, and deleted when the form has none any more. Answers the user's id; a refusal where the
 * user can sign in by the address that was removed.
 */
async function followAddress(
  tx: Tx,
  { tenant_id: tenantId, user_id: userId }: RequestRow,
  fields: RequestFields,
  { byId, at }: { readonly byId: number; readonly at: number },
): Promise<number | null | Refusal> {
  const owner = personFrom(fields)
  if (userId === null) return owner ? addSignIn(tx, owner, { tenantId, byId, at }) : null
  const unused = tx
    .updateTable('users')
    .where('id', '=', userId)
    .where('is_email_confirmed', '=', false)
    .where('last_login_time', 'is', null)
    .returning('id')
  if (owner) {
    const { userName: user_name, emailAddress: email_address, name, surname } = owner
    const moved = await unused
      .where('email_address', '!=', email_address)
      .set({ email_address })
      .executeTakeFirst()
    await unused.set({ user_name, email_address, name, surname }).execute()
    // A link goes to the address that was chosen last: who chose it has decided how the user signs in.
    if (moved) await recordInfluences(tx, [{ tenantId, userId, byId, kind: 'address', at }])
  }
  if (owner || fields.emailAddress) return userId
  const removed = await unused.set({ deletion_time: new Date(at), is_active: false }).executeTakeFirst()
  if (!removed) return incomplete([fieldTitle('emailAddress')])
  await voidPasswordLinks(tx, userId, at)
  return null
}

const isMissing = (value: RequestFields | Refusal): value is Refusal => typeof value.refusal === 'string'

/** The fields with what was sent; `undefined` for signatories that cannot be read. */
function mergedFields(kept: RequestFields, sent: Sent): RequestFields | undefined {
  const merged: Record<string, unknown> = { ...kept }
  for (const name of registrationFieldNames) {
    if (name === 'signatories') continue
    const value = sent[name]
    if (value === undefined) continue
    const plain = typeof value === 'string' ? value.trim() : value
    if (plain === null || plain === '') delete merged[name]
    else merged[name] = plain
  }
  if (sent.signatories) {
    const signatories = sent.signatories.map((each) => (typeof each === 'string' ? fromJson(each) : each))
    if (signatories.includes(undefined)) return undefined
    merged.signatories = signatories
  }
  return merged
}

/** A signatory as a form sends it, with empty texts where it has none; `undefined` for anything else. */
function fromJson(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const members = value as Readonly<Record<string, unknown>>
    const texts = Object.keys(signatoryDraft.shape).map((name): [string, string] => [
      name,
      typeof members[name] === 'string' ? members[name] : '',
    ])
    if (!texts.every(([, text]) => isStorableText(text))) return undefined
    return signatoryDraft.safeParse(Object.fromEntries(texts)).data
  } catch {
    return undefined
  }
}

/** The fields of a type of account as they are submitted, without those of other types; or what is missing of them. */
async function submittedFields(
  tx: Tx,
  { marketDate }: DraftParts,
  row: RequestRow,
  accountType: AccountType,
  fields: RequestFields,
): Promise<RequestFields | Refusal> {
  const owner = await tx
    .selectFrom('users')
    .select('is_email_confirmed')
    .where('id', '=', row.user_id)
    .executeTakeFirst()
  // Who signed a form on paper proved nothing by mail, and signs in only once the address is confirmed.
  const isFromPaper = row.made_by !== null
  if (!owner?.is_email_confirmed && !isFromPaper) return refuse('emailNotVerified')
  const checked = registrationSchema(accountType, marketDate(), isFromPaper).safeParse(fields)
  const wrong = (checked.error?.issues ?? []).map(({ path }) => fieldTitle(path[0] as RegistrationField))
  const kept = await tx
    .selectFrom('account_request_documents')
    .select('kind')
    .where('request_id', '=', row.id)
    .execute()
  const needed = documentsOf(accountType)
  const missing = needed.filter((kind) => !kept.some((document) => document.kind === kind))
  const keys = [...wrong, ...missing.map((kind) => documentKinds[kind].title)]
  if (keys.length > 0 || !checked.data) return incomplete(keys)
  await tx
    .deleteFrom('account_request_documents')
    .where('request_id', '=', row.id)
    .where('kind', 'not in', needed)
    .execute()
  return checked.data as RequestFields
}

const incomplete = (keys: readonly TextKey[]): Refusal => {
  const fields = [...new Set(keys)]
  return refuse('accountRequestIncomplete', { fields: fields.join() }, { fields })
}

/** Keeps and removes documents; the refusal when all of the request are too large together. */
async function keepDocuments(
  tx: Tx,
  { tenant_id, id: request_id }: RequestRow,
  removed: readonly string[],
  files: readonly CheckedFile[],
  now: number,
): Promise<Refusal | undefined> {
  if (removed.length > 0)
    await tx
      .deleteFrom('account_request_documents')
      .where('request_id', '=', request_id)
      .where('kind', 'in', removed)
      .execute()
  for (const { part: kind, name, type, bytes } of files) {
    const content = { name, type, size: bytes.length, content: bytes, uploaded_at: new Date(now) }
    await tx
      .insertInto('account_request_documents')
      .values({ tenant_id, request_id, kind, ...content })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'request_id', 'kind']).doUpdateSet(content))
      .execute()
  }
  const { bytes } = await tx
    .selectFrom('account_request_documents')
    .select((eb) => eb.fn.sum<bigint | null>('size').as('bytes'))
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow()
  if (Number(bytes ?? 0) <= documentLimits.bytesOfRequest) return undefined
  return refuse('documentsTooLarge', { megabytes: documentLimits.bytesOfRequest / (1024 * 1024) })
}
