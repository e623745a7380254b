import {
  type AuditChange,
  type AuditRow,
  askedAsText,
  auditList,
  type CallRequest,
  changedAsText,
  type ListQuery,
  recordedAsJson,
  recordedInWords,
} from '@tradebook/contract'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { aboutText, customerNamesOf } from '../../platform/customer-keys.ts'
import type { Translate } from '../../platform/localisation.ts'
import { HOST } from '../../store/host.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { directionOf, isByKey, rowOrder } from '../../store/row-order.ts'
import type { AuditLog, Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const number = sql.ref('audit_log.id')
const exception = sql<string | null>`coalesce(audit_log.exception_message, audit_log.exception)`

const storedRows: StoredList<(typeof auditList)['columns']> = {
  list: auditList,
  key: number,
  columns: {
    // Rows are numbered in the order in which they were written.
    executionTime: { value: sql.ref('audit_log.execution_time'), order: number },
    userName: stored('audit_log.user_name'),
    serviceName: stored('audit_log.service_name'),
    methodName: stored('audit_log.method_name'),
    hasException: { value: exception },
    exception: { value: exception },
    parameters: stored('audit_log.parameters'),
    clientIpAddress: stored('audit_log.client_ip_address'),
  },
}

type Asked = Partial<CallRequest<'ReportEventLog/GetReportEventLogs'>>

/**
 * The audit trail. Time, outcome, user, the thing that was changed, and calls other than those of orders have
 * indexes; what is narrowed by anything else is looked for among the newest of these.
 */
export function auditSource(input: Asked, translate: Translate): ListSource<Row, AuditRow> {
  const order = rowOrder(storedRows, input.sorting)
  const { from, to, hasException, entity, entityId, about, ...rest } = input
  const conditions = [
    ...timeConditions(from, to),
    ...outcomeCondition(hasException),
    ...(entity || entityId ? [ofEntity(entity, entityId)] : []),
  ]
  const { asked, isAll } = indexed(rest)
  return {
    parts: async (tx) => {
      const narrowed = conditions.reduce<Query>((query, condition) => query.where(condition), auditRows(tx))
      // Of a customer all rows are looked at, however long ago: nobody is told that something is everything when it is not.
      const all = about ? narrowed.where(await aboutText(tx, 'audit_log', about)) : narrowed
      const rows = filtered(all, storedRows, rest)
      // Refused calls have an index; those that were done are nearly all.
      if (about || (isAll && isByKey(order))) return [{ rows }]
      const first = isAll ? rows : filtered(all, storedRows, asked)
      return [{ rows, among: { rows: first, keys: [number], direction: directionOf(order) } }]
    },
    order,
    item: (row) => toItem(row, translate),
  }
}

/** What of the other filters an index answers: a user, or calls of a service other than that of orders. */
function indexed(rest: ListQuery): { asked: ListQuery; isAll: boolean } {
  const { skipCount: _, maxResultCount: __, sorting: ___, ...filters } = rest
  const { userName, serviceName, methodName } = filters
  const asked: ListQuery = userName
    ? { userName }
    : serviceName && serviceName !== 'Order'
      ? { serviceName, methodName }
      : {}
  const isAll = Object.entries(filters).every(([name, value]) => !value || name in asked || name in FILE)
  return { asked, isAll }
}

/** What a file is asked for besides filters. */
const FILE = { format: true, columns: true }

/**
 * Rows are numbered as they are written, which a call does at its end, and have the time of its beginning. So the
 * numbers are looked for a minute further than the time, which no call outlasts.
 */
function timeConditions(from: string | undefined, to: string | undefined): RawBuilder<SqlBool>[] {
  const at = sql.ref('audit_log.execution_time')
  const idFrom = (time: string, minutes: number) =>
    sql`(select audit_id_from(${time}::timestamptz + ${minutes} * interval '1 minute'))`
  return [
    ...(from ? [sql<SqlBool>`(${number} >= ${idFrom(from, -1)} and ${at} >= ${from}::timestamptz)`] : []),
    ...(to ? [sql<SqlBool>`(${number} < ${idFrom(to, 1)} and ${at} < ${to}::timestamptz)`] : []),
  ]
}

/** Both outcomes are all rows. */
function outcomeCondition(asked: readonly string[] = []): RawBuilder<SqlBool>[] {
  const [outcome, another] = new Set(asked)
  if (outcome === undefined || another !== undefined) return []
  return [outcome === 'true' ? sql<SqlBool>`${exception} is not null` : sql<SqlBool>`${exception} is null`]
}

const ofEntity = (entity: string | undefined, entityId: string | undefined): RawBuilder<SqlBool> =>
  sql<SqlBool>`${number} in (select audit_id from audit_changes where ${sql.join(
    [...(entity ? [sql`entity = ${entity}`] : []), ...(entityId ? [sql`entity_id = ${entityId}`] : [])],
    sql` and `,
  )})`

/** The changes of a row in their order, as JSON. */
const changes = sql<readonly AuditChange[] | null>`(
  select json_agg(json_build_object('entity', entity, 'id', entity_id, 'before', before, 'after', after) order by number)
  from audit_changes where audit_changes.tenant_id = audit_log.tenant_id and audit_changes.audit_id = audit_log.id)`

const link = (comparison: RawBuilder<SqlBool>) => sql<
  string | null
>`(select encode(hash, 'hex') from audit_hashes
  where audit_hashes.tenant_id = audit_log.tenant_id and ${comparison} order by audit_id desc limit 1)`

/** So many rows that wait for their link are counted through; more wait only where nothing is chained any more. */
const WAITING = 10_000

/**
 * The row's number in the firm's chain; the number in the table counts the rows of other firms, too. Rows behind the
 * head are counted on from it. One that is not chained although the chain went on has no number: it was added.
 */
const position = sql<string>`coalesce(
  (select position from audit_hashes
   where audit_hashes.tenant_id = audit_log.tenant_id and audit_hashes.audit_id = audit_log.id),
  (select rows + (select coalesce(max(position), 0) from audit_heads)
   from (select count(*) as rows
     from (select from audit_log waiting
       where waiting.id > (select coalesce(max(audit_id), 0) from audit_heads) and waiting.id <= audit_log.id
       limit ${WAITING}) waiting) waiting
   where rows between 1 and ${WAITING - 1}),
  - audit_log.id
)`

type Row = Selectable<AuditLog> & {
  readonly changes: readonly AuditChange[] | null
  readonly hash: string | null
  readonly previous_hash: string | null
  readonly position: string
  readonly customer_names: string | null
}
type Query = SelectQueryBuilder<Database, 'audit_log', Row>

const auditRows = (tx: Tx): Query =>
  tx
    .selectFrom('audit_log')
    .selectAll('audit_log')
    .select([
      changes.as('changes'),
      link(sql`audit_hashes.audit_id = audit_log.id`).as('hash'),
      link(sql`audit_hashes.audit_id < audit_log.id`).as('previous_hash'),
      position.as('position'),
      customerNamesOf(tx, 'audit_log').as('customer_names'),
    ])

function toItem(row: Row, translate: Translate): AuditRow {
  const recorded = {
    serviceName: row.service_name,
    methodName: row.method_name,
    parameters: row.parameters,
    exception: row.exception_message ?? row.exception,
    customData: row.custom_data,
    changes: row.changes ?? [],
  }
  const words = recordedInWords(recorded, translate)
  return {
    ...recorded,
    id: String(row.position),
    tenantId: row.tenant_id === HOST ? null : row.tenant_id,
    userId: row.user_id,
    userName: row.user_name,
    executionTime: row.execution_time.toISOString(),
    executionDuration: row.execution_duration,
    clientIpAddress: row.client_ip_address,
    clientName: row.client_name,
    browserInfo: row.browser_info,
    hasException: recorded.exception === null ? 'false' : 'true',
    impersonatorUserId: row.impersonator_user_id,
    impersonatorTenantId: row.impersonator_tenant_id,
    call: words.call,
    customerName: row.customer_names,
    reason: words.reason,
    asked: [...words.asked],
    askedText: askedAsText(words),
    remarks: words.remarks,
    changes: [...words.changes],
    changed: changedAsText(words),
    ...recordedAsJson(recorded),
    hash: row.hash,
    // A row that is not chained yet follows nothing yet.
    previousHash: row.hash === null ? null : row.previous_hash,
  }
}
