import {
  type CallRequest,
  type CustomerDocument,
  type DocumentKind,
  documentKinds,
  type FileKind,
  isRefusal,
  documentsOf as kindsOfType,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type ChangeRow, customerLocked, keptOf, refusalOfOwnCustomer, typeOf, waitingOf } from './changes.ts'

/**
 * Documents of a customer after the account was opened. Each is a correction that waits for a second person; once it is
 * made, the document is the current one of its kind, and the one before stays.
 */

export interface DocumentParts {
  readonly store: Store
  readonly clock: { now(): number }
  readonly documentChecks: {
    /** The bytes as they are kept; `undefined` of what is not what it claims to be. */
    check(
      who: Pick<Caller, 'tenantId' | 'userId'>,
      type: FileKind,
      bytes: Uint8Array,
    ): Promise<Buffer | undefined | Refusal>
  }
}

/** What a correction keeps of the document before it: given with a request, or since. */
interface Earlier {
  readonly name: string
  readonly request?: number
  readonly document?: number
}

export async function addDocument(
  { clock, documentChecks }: DocumentParts,
  { id, kind, reason }: CallRequest<'Customer/AddDocument'>,
  { caller, files: [file], write }: CallContext<Caller>,
): Promise<{ readonly changeId: number } | Refusal> {
  if (!file) return refuse('documentMissing')
  const content = await documentChecks.check(caller, file.type, file.bytes)
  if (isRefusal(content)) return content
  if (!content) return refuse('documentInvalid', { kind })
  const { tenantId: tenant_id, userId: maker_id, userName: maker_name } = caller
  const { name, type } = file
  const at = new Date(clock.now())
  return write<{ changeId: number } | Refusal>(async (tx) => {
    const row = await customerLocked(tx, id)
    if (!row) return refuse('unknownCustomer', { customerId: id })
    const own = await refusalOfOwnCustomer(tx, caller, id)
    if (own) return own
    if (!kindsOfType(typeOf(row)).includes(kind)) return notOfType(kind)
    const waiting = await waitingOf(tx, id, [kind])
    if (waiting) return refuse('customerChangeWaits', { makerName: waiting.maker_name })
    const before = (await documentsOf(tx, id)).find((one) => one.kind === kind)
    const { id: changeId } = await tx
      .insertInto('customer_changes')
      .values({
        ...{ tenant_id, customer_id: id, reason, state: 'waiting', maker_id, maker_name, made_at: at },
        before: JSON.stringify({ [kind]: before ? earlierOf(before) : null }),
        after: JSON.stringify({ [kind]: { name } }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('customer_documents')
      .values({
        ...{ tenant_id, customer_id: id, change_id: changeId, kind, name, type },
        ...{ size: content.length, content, uploaded_at: at },
      })
      .execute()
    return { changeId }
  })
}

/** A document that customers of the type do not have. */
const notOfType = (kind: DocumentKind): Refusal => {
  const { title } = documentKinds[kind]
  return refuse('customerFieldsWrong', { fields: title }, { fields: [title] })
}

const earlierOf = ({ name, request, document }: CustomerDocument): Earlier => ({
  name,
  ...(request !== null && { request }),
  ...(document !== null && { document }),
})

/** The document of a correction; nothing of a correction of fields. */
export const documentOfChange = (tx: Tx, changeId: number) =>
  tx
    .selectFrom('customer_documents')
    .select(['id', 'kind', 'name'])
    .where('change_id', '=', changeId)
    .executeTakeFirst()

/** What a correction of a document changes, as the audit trail keeps it. */
export function documentChange(
  change: ChangeRow,
  { kind, name }: { readonly kind: string; readonly name: string },
) {
  const earlier = keptOf(change).before[kind] as Earlier | null
  return {
    ...{ entity: 'Customer', id: String(change.customer_id) },
    before: { [kind]: earlier?.name ?? null },
    after: { [kind]: name },
  }
}

/** A document of a customer as it was sent. */
export async function readDocument(
  store: Store,
  { id, document }: CallRequest<'Customer/GetCustomerDocument'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
): Promise<FileAnswer | Refusal> {
  const kept = await store
    .forTenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('customer_documents')
        .select(['name', 'type', 'content'])
        .where('customer_id', '=', id)
        .where('id', '=', document)
        .executeTakeFirst(),
    )
  if (!kept) return refuse('unknownDocument')
  return {
    ...{ name: kept.name, type: kept.type, rows: () => 1 },
    body: (async function* () {
      yield kept.content
    })(),
  }
}

/** Every document of a customer that was approved, the newest of each kind first: that one is current. */
export async function documentsOf(tx: Tx, customerId: number): Promise<CustomerDocument[]> {
  const since = await tx
    .selectFrom('customer_documents as document')
    .innerJoin('customer_changes as change', (join) =>
      join.onRef('change.tenant_id', '=', 'document.tenant_id').onRef('change.id', '=', 'document.change_id'),
    )
    .select(['document.id', 'document.kind', 'document.name', 'document.uploaded_at'])
    .select(['change.reason', 'change.maker_name', 'change.decider_name', 'change.decided_at'])
    .where('document.customer_id', '=', customerId)
    .where('change.state', '=', 'made')
    .orderBy('change.decided_at', 'desc')
    .orderBy('document.id', 'desc')
    .execute()
  const withRequests = await tx
    .selectFrom('account_request_documents as document')
    .innerJoin('account_requests as request', (join) =>
      join
        .onRef('request.tenant_id', '=', 'document.tenant_id')
        .onRef('request.id', '=', 'document.request_id'),
    )
    .select(['request.id', 'document.kind', 'document.name', 'document.uploaded_at', 'request.reviewed_by'])
    .where('request.customer_id', '=', customerId)
    .orderBy('request.id', 'desc')
    .execute()
  const seen = new Set<string>()
  return [
    ...since.map((row) => ({
      ...{ kind: row.kind as DocumentKind, name: row.name, request: null, document: row.id },
      ...{ uploadedAt: row.uploaded_at.toISOString(), reason: row.reason, givenBy: row.maker_name },
      ...{ approvedBy: row.decider_name, approvedAt: row.decided_at?.toISOString() ?? null },
    })),
    ...withRequests.map((row) => ({
      ...{ kind: row.kind as DocumentKind, name: row.name, request: row.id, document: null },
      ...{ uploadedAt: row.uploaded_at.toISOString(), reason: null, givenBy: null },
      ...{ approvedBy: row.reviewed_by, approvedAt: null },
    })),
  ].map((one) => {
    const isCurrent = !seen.has(one.kind)
    seen.add(one.kind)
    return { ...one, isCurrent }
  })
}
