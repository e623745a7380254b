import { randomUUID } from 'node:crypto'
import {
  isWanted,
  NOTIFICATIONS_KEPT,
  NOTIFICATIONS_SENT_AT_ONCE,
  type NotificationName,
  type Permission,
  preferencesFrom,
  reviewPermission,
  type TextKey,
  UNWANTED_NOTIFICATIONS,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import { columnsOf } from '../../desk/record/set-insert.ts'
import { textsOfUsers } from '../../platform/settings.ts'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { requestsToNotify } from './account-requests.ts'
import { type DerivedForUser, ofSeveral, oneForEachCause, withCause } from './one-cause.ts'
import { paymentsToNotify } from './payments.ts'
import {
  decisionsBetween,
  EVENTS_AT_ONCE,
  EXECUTIONS_AT_ONCE,
  executionsBetween,
  lastSequence,
  newsBetween,
  postingsBetween,
} from './recorded-events.ts'
import {
  alike,
  type ChangedPayment,
  type DecidedPosting,
  type DerivedNotification,
  derivedFromDecision,
  derivedFromExecution,
  derivedFromNews,
  derivedFromPayment,
  derivedFromPosting,
  derivedFromRequest,
  derivedFromReversal,
  type FinalExecution,
  type Recipients,
  type SecurityNews,
  type StoredProperties,
  type WaitingPosting,
  type WaitingRequest,
} from './rules.ts'

export type NotificationRow = Selectable<Database['notifications']>

/**
 * Derives a firm's notifications from the executions and news that were persisted since its cursors, and
 * advances these: in the transaction `tx`, so that each event is derived from exactly once. What is done with
 * requests for accounts has no sequence and is marked instead; its notifications stand where the journal does.
 *
 * @returns the newest of what was added for each user, in the order of the events, and whether there may be more to derive.
 */
export async function deriveNotifications(
  tx: Tx,
  tenantId: number,
): Promise<{ readonly newest: NotificationRow[]; readonly isMore: boolean }> {
  const { sequence: cursor, news: newsCursor } = await tx
    .selectFrom('notification_cursors')
    .select(['sequence', 'news'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const lastOfJournal = await lastSequence(tx, tenantId)
  const requests = await requestsToNotify(tx, EVENTS_AT_ONCE)
  const payments = await paymentsToNotify(tx, EVENTS_AT_ONCE)
  if (lastOfJournal <= cursor && requests.length === 0 && payments.length === 0)
    return { newest: [], isMore: false }
  const last = lastOfJournal < cursor ? cursor : lastOfJournal
  const executions = await executionsBetween(tx, tenantId, cursor, last)
  const news = await newsBetween(tx, newsCursor, last)
  const postings = await postingsBetween(tx, tenantId, cursor, last)
  const decisions = await decisionsBetween(tx, tenantId, cursor, last)
  // Where one of them has more, only what comes before that is derived from: the cursor is one for all.
  const full = [
    ...(executions.length === EXECUTIONS_AT_ONCE ? [executions] : []),
    ...[news, postings, decisions].filter(({ length }) => length === EVENTS_AT_ONCE),
  ]
  const end = smallest([last, ...full.flatMap((events) => events.at(-1)?.sequence ?? [])])

  const recipients = await recipientsOf(tx, { executions, news, postings, decisions, payments, requests })
  const derived = [
    ...executions.map((execution) => derivedFromExecution(execution, recipients)),
    ...news.map((item) => derivedFromNews(item, recipients)),
    ...postings.map((posting) => derivedFromPosting(posting, recipients)),
    ...decisions.map(derivedFromDecision),
    ...decisions.map((decided) => derivedFromReversal(decided, recipients)),
    ...payments.map((payment) => derivedFromPayment(payment, end, recipients)),
    ...requests.map((request) => derivedFromRequest(request, end, recipients)),
  ].filter(
    (notification) => notification !== undefined && notification.sequence <= end,
  ) as DerivedNotification[]
  const added = await add(tx, tenantId, await wanted(tx, derived))
  await sweep(tx, tenantId, added)
  await tx
    .updateTable('notification_cursors')
    .set({ sequence: end, news: newsCursor > end ? newsCursor : end })
    .where('tenant_id', '=', tenantId)
    .execute()
  return {
    newest: newestSent(added),
    isMore: full.length > 0 || [requests, payments].some(({ length }) => length === EVENTS_AT_ONCE),
  }
}

/**
 * Adds what users asked to be told, in the transaction of what it is about. It stands where the journal does.
 *
 * @returns the newest of what was added for each user.
 */
export async function addNotifications(
  tx: Tx,
  tenantId: number,
  told: readonly Omit<DerivedNotification, 'sequence'>[],
): Promise<NotificationRow[]> {
  const sequence = await lastSequence(tx, tenantId)
  const added = await add(
    tx,
    tenantId,
    told.map((one) => ({ ...one, sequence })),
  )
  await sweep(tx, tenantId, added)
  return newestSent(added)
}

/** The active users of the firm with a permission, by their roles or as their own. */
async function holdersOf(tx: Tx, permission: Permission): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE is_active AND deletion_time IS NULL AND (
      EXISTS (SELECT FROM user_permissions p WHERE p.user_id = users.id AND permission = ${permission})
      OR EXISTS (
        SELECT FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
        WHERE r.user_id = users.id AND permission = ${permission}
      )) ORDER BY id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Events {
  readonly executions: readonly FinalExecution[]
  readonly news: readonly SecurityNews[]
  readonly postings: readonly WaitingPosting[]
  readonly decisions: readonly DecidedPosting[]
  readonly payments: readonly ChangedPayment[]
  readonly requests: readonly WaitingRequest[]
}

async function recipientsOf(
  tx: Tx,
  { executions, news, postings, decisions, payments, requests }: Events,
): Promise<Recipients> {
  const reversals = decisions.filter(({ reversed }) => reversed)
  const accounts = [...new Set([...executions, ...payments, ...reversals].map(({ account }) => account))]
  const securityIDs = [...new Set(news.flatMap((item) => item.securityIDs))]
  const users = await tx
    .selectFrom('user_trading_accounts')
    .select(['account', 'user_id'])
    .where('account', '=', sql<string>`ANY(${accounts}::text[])`)
    .execute()
  const watchlists = await tx
    .selectFrom('watchlists')
    .select(['user_id', 'security_ids'])
    .where(sql<boolean>`security_ids && ${securityIDs}::text[]`)
    .execute()
  const ofAccount = Map.groupBy(users, ({ account }) => account)
  const ofWatcher = Map.groupBy(watchlists, (list) => list.user_id)
  return {
    approvers: postings.length > 0 ? await holdersOf(tx, 'APPROVE_LEDGER') : [],
    posters: payments.length > 0 ? await holdersOf(tx, 'POST_LEDGER') : [],
    reviewers: requests.length > 0 ? await holdersOf(tx, reviewPermission) : [],
    usersOf: new Map([...ofAccount].map(([account, rows]) => [account, rows.map((row) => row.user_id)])),
    watchedBy: new Map(
      [...ofWatcher].map(([userId, lists]) => [userId, new Set(lists.flatMap((list) => list.security_ids))]),
    ),
  }
}

/** The same for those of its users who want it. */
async function wanted(tx: Tx, derived: readonly DerivedNotification[]): Promise<DerivedNotification[]> {
  const userIds = [...new Set(derived.flatMap((notification) => notification.userIds))]
  const unwanted = await textsOfUsers(tx, UNWANTED_NOTIFICATIONS, userIds)
  const preferences = new Map(userIds.map((userId) => [userId, preferencesFrom(unwanted.get(userId))]))
  return derived.map((notification) => ({
    ...notification,
    userIds: notification.userIds.filter((userId) => {
      const own = preferences.get(userId)
      return own !== undefined && isWanted(own, notification.name)
    }),
  }))
}

/**
 * Adds one row for each user who still exists. Of one cause a user has one unread row: what is unread of it
 * is taken back, and counted in the new one, which keeps its id. What the newer ones would displace is not added.
 *
 * @returns what was added.
 */
async function add(
  tx: Tx,
  tenantId: number,
  derived: readonly DerivedNotification[],
): Promise<NotificationRow[]> {
  const users = await usersThere(tx, [...new Set(derived.flatMap(({ userIds }) => userIds))])
  const incoming = derived.flatMap(({ userIds, ...notification }) =>
    userIds.filter((id) => users.has(id)).map((userId): DerivedForUser => ({ userId, ...notification })),
  )
  if (incoming.length === 0) return []
  const taken = await takeBack(tx, tenantId, incoming.filter(withCause))
  const kept = newestKept(oneForEachCause([...taken, ...incoming]))
  const added: NotificationRow[] = []
  for (let from = 0; from < kept.length; from += ROWS_AT_ONCE) {
    const rows = kept.slice(from, from + ROWS_AT_ONCE).map((row) => rowOf(tenantId, row))
    await insert(tx, tenantId, rows)
    added.push(...rows)
  }
  return added
}

/** So many rows are made before others have their turn: an order waits for them. */
const ROWS_AT_ONCE = 100

async function insert(tx: Tx, tenantId: number, rows: readonly NotificationRow[]): Promise<void> {
  const columns = columnsOf(rows, {
    user_id: ['int', (row) => row.user_id],
    sequence: ['bigint', (row) => row.sequence],
    id: ['uuid', (row) => row.id],
    name: ['text', (row) => row.name],
    text_name: ['text', (row) => row.text_name],
    entity_id: ['text', (row) => row.entity_id],
    properties: ['jsonb', (row) => JSON.stringify(row.properties)],
    creation_time: ['timestamptz', (row) => row.creation_time.getTime()],
  })
  await sql`
    INSERT INTO notifications
      (tenant_id, user_id, sequence, id, name, text_name, entity_id, properties, creation_time)
    SELECT ${tenantId}::int, * FROM unnest(${columns[0]}::int[], ${columns[1]}::bigint[], ${columns[2]}::uuid[],
      ${columns[3]}::text[], ${columns[4]}::text[], ${columns[5]}::text[], ${columns[6]}::jsonb[],
      ${columns[7]}::timestamptz[])`.execute(tx)
}

/** Those of these users whom the firm has. */
async function usersThere(tx: Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx.selectFrom('users').select('id').where('id', 'in', userIds).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Those that stay when all of them have been added: of each user the newest of each kind. */
function newestKept(derived: readonly DerivedForUser[]): DerivedForUser[] {
  const after = new Map<string, number>()
  return derived
    .toReversed()
    .filter(({ userId, name }) => {
      const key = `${userId} ${name}`
      const newer = after.get(key) ?? 0
      after.set(key, newer + 1)
      return newer < NOTIFICATIONS_KEPT
    })
    .toReversed()
}

const rowOf = (tenantId: number, derived: DerivedForUser): NotificationRow => ({
  tenant_id: tenantId,
  user_id: derived.userId,
  sequence: derived.sequence,
  id: derived.id ?? randomUUID(),
  name: derived.name,
  text_name: ofSeveral(derived) ?? derived.textName,
  entity_id: derived.entityId,
  properties: derived.properties,
  is_read: false,
  creation_time: derived.time,
})

/** Deletes the unread rows that have the cause of one of these, and returns them. */
async function takeBack(
  tx: Tx,
  tenantId: number,
  incoming: readonly DerivedForUser[],
): Promise<DerivedForUser[]> {
  if (incoming.length === 0) return []
  const [one, other] = alike
  const { rows } = await sql<NotificationRow>`
    DELETE FROM notifications USING (
      SELECT DISTINCT * FROM unnest(
        ${incoming.map(({ userId }) => userId)}::int[],
        ${incoming.map(({ name }) => name)}::text[],
        ${incoming.map(({ properties }) => properties[one] ?? '')}::text[],
        ${incoming.map(({ properties }) => properties[other] ?? '')}::text[]
      ) AS n (user_id, name, one, other)
    ) AS incoming
    WHERE notifications.tenant_id = ${tenantId} AND NOT is_read
      AND notifications.user_id = incoming.user_id AND notifications.name = incoming.name
      AND coalesce(properties->>${one}::text, '') = incoming.one
      AND coalesce(properties->>${other}::text, '') = incoming.other
    RETURNING notifications.*`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    sequence: row.sequence,
    name: row.name as NotificationName,
    textName: row.text_name as TextKey,
    textOfSeveral: row.text_name as TextKey,
    entityId: row.entity_id,
    properties: row.properties as StoredProperties,
    time: row.creation_time,
  }))
}

/** Of the users and kinds of these rows, deletes all but the newest. Those of one sequence are ordered by their time. */
async function sweep(tx: Tx, tenantId: number, added: readonly NotificationRow[]): Promise<void> {
  if (added.length === 0) return
  const kinds = [...new Map(added.map((row) => [`${row.user_id} ${row.name}`, row])).values()]
  // Materialised: PostgreSQL would otherwise look for the oldest that is kept once for each row.
  await sql`
    WITH kept AS MATERIALIZED (
      SELECT kind.user_id, kind.name, oldest.sequence, oldest.creation_time, oldest.id
      FROM unnest(${kinds.map((row) => row.user_id)}::int[], ${kinds.map(({ name }) => name)}::text[])
        AS kind (user_id, name),
      LATERAL (
        SELECT sequence, creation_time, id FROM notifications
        WHERE tenant_id = ${tenantId} AND user_id = kind.user_id AND name = kind.name
        ORDER BY sequence DESC, creation_time DESC, id DESC OFFSET ${NOTIFICATIONS_KEPT - 1} LIMIT 1
      ) AS oldest
    )
    DELETE FROM notifications USING kept
    WHERE tenant_id = ${tenantId} AND notifications.user_id = kept.user_id AND notifications.name = kept.name
      AND (notifications.sequence, notifications.creation_time, notifications.id)
        < (kept.sequence, kept.creation_time, kept.id)`.execute(tx)
}

/** What a person is sent: of each user the newest few, in the order of the events. */
function newestSent(added: readonly NotificationRow[]): NotificationRow[] {
  const ofUsers = [...Map.groupBy(added, (row) => row.user_id).values()]
  const sent = new Set(ofUsers.flatMap((rows) => rows.slice(-NOTIFICATIONS_SENT_AT_ONCE)))
  return added.filter((row) => sent.has(row))
}

const smallest = (of: readonly bigint[]): bigint => of.reduce((a, b) => (a < b ? a : b))
