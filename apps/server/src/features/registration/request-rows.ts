import {
  type AccountRequest,
  type AccountRequestRow,
  type AccountType,
  type AuditChange,
  accountRequestList,
  type DocumentKind,
  english,
  firmSettings,
  type ListQuery,
  type OwnAccountRequest,
  type RequestAction,
  type RequestEvent,
  type RequestStatus,
  type TextKey,
  waitingStatuses,
} from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'
import { type Selectable, sql } from 'kysely'
import type { Depository } from '../../platform/depository.ts'
import { warningsOf } from '../../platform/identities.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { AccountRequests } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { changesOf } from './changes.ts'
import type { Person } from './person.ts'

/** Requests for accounts as rows, and as the calls answer them. */

export type RequestRow = Selectable<AccountRequests>

/** The fields of a request as they are kept: those that hold something. */
export type RequestFields = Readonly<Record<string, unknown>>

export const fieldsOf = ({ fields }: Pick<RequestRow, 'fields'>): RequestFields => fields as RequestFields
export const statusOf = ({ status }: Pick<RequestRow, 'status'>): RequestStatus => status as RequestStatus
export const typeOf = (row: Pick<RequestRow, 'account_type'>): AccountType => row.account_type as AccountType

/** A request that the person may see: an own one, or of the firm whose staff the person is. */
export const requestSeenBy =
  ({ userId, seesAll }: Person, id: number) =>
  (tx: Tx) => {
    const requests = tx.selectFrom('account_requests').selectAll().where('id', '=', id)
    return seesAll ? requests : requests.where('user_id', '=', userId)
  }

/** The person's newest request. */
export const newestOf = (tx: Tx, { userId }: Person): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('account_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What changed of a request, as the audit trail keeps it: the members that differ. */
export function requestChange(before: RequestRow, after: RequestRow): AuditChange {
  const [was, is] = [membersOf(before), membersOf(after)]
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const only = (members: RequestFields) =>
    Object.fromEntries(names.map((name) => [name, members[name] ?? null]))
  return { entity: 'AccountRequest', id: String(before.id), before: only(was), after: only(is) }
}

const membersOf = (row: RequestRow): RequestFields => ({
  ...fieldsOf(row),
  ...{ status: row.status, accountType: row.account_type, reason: row.reason },
  // As the depository assigned them; the fields are what the person said.
  ...{ customerId: row.customer_id, accountNumber: row.account },
  ...{ assignedCscsAccount: row.cscs_account, assignedChn: row.chn },
})

/** What every change of a request sets: its state, another revision, and since when it waits for staff. */
export const standing = (
  row: Pick<RequestRow, 'status' | 'waits_since'>,
  status: RequestStatus,
  at: number,
) => ({
  status,
  revision: sql<number>`account_requests.revision + 1`,
  waits_since: !waitingStatuses.includes(status)
    ? null
    : status === statusOf(row)
      ? row.waits_since
      : new Date(at),
})

/** What is done with a request, as its history keeps it; `by` null: the depository. */
export async function addEvent(
  tx: Tx,
  { tenant_id, id: request_id }: Pick<RequestRow, 'tenant_id' | 'id'>,
  event: {
    readonly at: number
    readonly action: RequestAction
    readonly status: RequestStatus
    readonly reason?: string | null
    readonly by: Pick<Person, 'userId' | 'userName'> | null
  },
): Promise<void> {
  await tx
    .insertInto('account_request_events')
    .values({
      ...{ tenant_id, request_id, at: new Date(event.at), action: event.action, status: event.status },
      ...{
        reason: event.reason ?? null,
        user_id: event.by?.userId ?? null,
        user_name: event.by?.userName ?? null,
      },
      // Staff are notified of what has begun to wait for them.
      is_notified: event.action === 'save' || !waitingStatuses.includes(event.status),
    })
    .execute()
}

/** Why a request failed, stored as the key of its words. */
export type FailureText = Extract<TextKey, `Registration.Failed.${string}`>

/** Why a request stands as it does, in the reader's language, to its owner without what it says of other customers; what somebody wrote, and the depository's text, as it is. */
export function reasonInWords(
  reason: string | null,
  translate: (key: TextKey) => string,
  isOwner = false,
): string | null {
  if (reason === null || !isFailureText(reason)) return reason
  return translate((isOwner && textsOfOwner[reason]) || reason)
}

/** What would tell the owner about another customer, without that. */
const textsOfOwner: Readonly<Record<string, TextKey | undefined>> = {
  'Registration.Failed.cscsAccount': 'Registration.Failed.cscsAccount.own',
  'Registration.Failed.chn': 'Registration.Failed.chn.own',
}

const isFailureText = (reason: string): reason is FailureText =>
  reason.startsWith('Registration.Failed.') && Object.hasOwn(english, reason)

/** A request as who may see it reads it. Its owner is not shown who reviewed it. */
export async function requestShown(
  tx: Tx,
  row: RequestRow,
  viewer: Person,
  translate: (key: TextKey) => string,
  depository: Pick<Depository, 'isByHand'>,
): Promise<AccountRequest> {
  const owner = await tx
    .selectFrom('users')
    .select('user_name')
    .where('id', '=', row.user_id)
    .executeTakeFirst()
  const documents = await tx
    .selectFrom('account_request_documents')
    .select(['kind', 'name', 'type', 'size', 'uploaded_at'])
    .where('request_id', '=', row.id)
    .orderBy('kind')
    .execute()
  const events = await tx
    .selectFrom('account_request_events')
    .selectAll()
    .where('request_id', '=', row.id)
    .orderBy('id')
    .execute()
  const kept = fieldsOf(row)
  const fields = Object.fromEntries(
    registrationFieldNames.map((name) => [name, kept[name] ?? (name === 'signatories' ? [] : null)]),
  ) as Pick<AccountRequest, (typeof registrationFieldNames)[number]>
  return {
    ...fields,
    id: row.id,
    revision: row.revision,
    status: statusOf(row),
    accountType: typeOf(row),
    userName: owner?.user_name ?? null,
    reason: reasonInWords(row.reason, translate, !viewer.seesAll),
    remarks: row.remarks as AccountRequest['remarks'],
    creationTime: row.creation_time.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    documents: documents.map(({ kind, name, type, size, uploaded_at }) => ({
      ...{ kind: kind as DocumentKind, name, type, bytes: size, uploadedAt: uploaded_at.toISOString() },
    })),
    history: events.map(
      (event): RequestEvent => ({
        at: event.at.toISOString(),
        action: event.action as RequestAction,
        status: event.status as RequestStatus,
        // Why a request was approved in spite of its warnings names other customers.
        reason:
          event.action === 'approve' && !viewer.seesAll
            ? null
            : reasonInWords(event.reason, translate, !viewer.seesAll),
        by: viewer.seesAll || event.user_id === viewer.userId ? event.user_name : null,
      }),
    ),
    isFromPaper: row.made_by !== null,
    ...(viewer.seesAll && row.user_id !== viewer.userId
      ? { warnings: await warningsOf(tx, row), changes: await changesOf(tx, row) }
      : { warnings: [], changes: [] }),
    isNumberedByHand: depository.isByHand,
    assigned: await assignedOf(tx, row),
  }
}

/** What the completion of a request assigned; null before. */
async function assignedOf(
  tx: Tx,
  { customer_id, account, cscs_account, chn }: RequestRow,
): Promise<AccountRequest['assigned']> {
  if (customer_id === null || account === null || cscs_account === null || chn === null) return null
  const numbers = { customerId: customer_id, accountNumber: account, cscsAccount: cscs_account, chn }
  return { ...numbers, payIn: await payInOf(tx) }
}

/** How customers of the firm pay in; empty where it does not say. */
export const payInOf = async (tx: Tx): Promise<string> => {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', firmSettings.payIn.name)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return row?.value ?? ''
}

const id = sql.ref('account_requests.id')

const storedRequests: StoredList<(typeof accountRequestList)['columns']> = {
  list: accountRequestList,
  key: id,
  columns: {
    applicantName: stored('account_requests.applicant_name'),
    accountType: stored('account_requests.account_type'),
    status: stored('account_requests.status'),
    submittedOn: stored('account_requests.submitted_on'),
    waitsSince: stored('account_requests.waits_since'),
    reviewedBy: stored('account_requests.reviewed_by'),
    userName: stored('users.user_name'),
    emailAddress: stored('users.email_address'),
    creationTime: { value: sql.ref('account_requests.creation_time'), order: id },
    id: { value: id, order: id },
  },
}

type ListRow = RequestRow & { user_name: string | null; email_address: string | null }

const requestRows = (tx: Tx) =>
  tx
    .selectFrom('account_requests')
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'account_requests.tenant_id')
        .onRef('users.id', '=', 'account_requests.user_id'),
    )
    .selectAll('account_requests')
    .select(['users.user_name', 'users.email_address'])

/** The requests of a firm. */
export const requestSource = (input: ListQuery): ListSource<ListRow, AccountRequestRow> => ({
  parts: (tx) => [{ rows: filtered(requestRows(tx), storedRequests, input) }],
  order: rowOrder(storedRequests, input.sorting),
  item: toItem,
})

/** When something was done with a request last: what was only begun has no history yet. */
const changedAt = sql<Date>`coalesce(
  (select max(at) from account_request_events
   where account_request_events.tenant_id = account_requests.tenant_id
     and account_request_events.request_id = account_requests.id),
  account_requests.creation_time)`

/** A person's own requests, newest first; their owner is not shown who reviewed them. */
export const ownRequests = (
  userId: number,
  translate: (key: TextKey) => string,
): ListSource<ListRow & { readonly changed_at: Date }, OwnAccountRequest> => ({
  parts: (tx) => [
    {
      rows: requestRows(tx).select(changedAt.as('changed_at')).where('account_requests.user_id', '=', userId),
    },
  ],
  order: rowOrder(storedRequests, 'id desc'),
  item: (row) => ({
    ...toItem(row),
    reviewedBy: null,
    reason: reasonInWords(row.reason, translate, true),
    changedAt: row.changed_at.toISOString(),
  }),
})

const toItem = (row: ListRow): AccountRequestRow => ({
  id: row.id,
  status: statusOf(row),
  accountType: typeOf(row),
  applicantName: row.applicant_name,
  userName: row.user_name,
  emailAddress: row.email_address,
  creationTime: row.creation_time.toISOString(),
  submittedAt: row.submitted_at?.toISOString() ?? null,
  submittedOn: row.submitted_on,
  waitsSince: row.waits_since?.toISOString() ?? null,
  reviewedBy: row.reviewed_by,
})
