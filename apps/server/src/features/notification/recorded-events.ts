import { type Announcement, ExecType, type Refusal } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import {
  type DecidedPosting,
  ENDED_BY_DESK,
  type FinalExecution,
  type OrderRule,
  orderRules,
  type SecurityNews,
  tradeChangeRules,
  type WaitingPosting,
} from './rules.ts'

/** How many executions one transaction reads at most: those of two seconds of many orders, of which most displace each other. */
export const EXECUTIONS_AT_ONCE = 4_000
/** How many news, and how many of each other kind of event, one transaction reads at most. */
export const EVENTS_AT_ONCE = 1_000

/**
 * The largest sequence that an execution of the firm or news has, 0 without any. The desk commits sequences
 * in ascending order, so every event up to this one is visible to the statements that follow. Each of those
 * sees what was committed before it began: without this common bound, an execution that is committed after
 * the executions were read and before the news were would be passed over.
 */
export async function lastSequence(tx: Tx, tenantId: number): Promise<bigint> {
  const { last } = await tx
    .selectNoFrom(({ fn, selectFrom, lit }) =>
      fn<bigint>('greatest', [
        selectFrom('executions')
          .select(({ fn }) => fn.max('sequence').as('sequence'))
          .where('tenant_id', '=', tenantId),
        selectFrom('news').select(({ fn }) => fn.max('id').as('id')),
        selectFrom('transfer_requests')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('tenant_id', '=', tenantId),
        selectFrom('transfer_requests')
          .select(({ fn }) => fn.max('decided').as('decided'))
          .where('tenant_id', '=', tenantId)
          .where('decided', 'is not', null),
        lit(0),
      ]).as('last'),
    )
    .executeTakeFirstOrThrow()
  return last
}

/** Whether the account has users, and the order was entered by none of them. */
const isOfOthers = sql<boolean>`EXISTS (
  SELECT FROM user_trading_accounts u WHERE (u.tenant_id, u.account) = (o.tenant_id, o.account)
  HAVING count(*) > 0 AND NOT coalesce(bool_or(u.user_id = o.user_id), false))`

const statesWhere = (applies: (rule: OrderRule) => boolean): string[] =>
  Object.entries(orderRules).flatMap(([state, rule]) => (applies(rule) ? [state] : []))

/** The executions after `cursor`, up to `last`, that left an order in a state with a rule, oldest first. */
export async function executionsBetween(
  tx: Tx,
  tenantId: number,
  cursor: bigint,
  last: bigint,
): Promise<FinalExecution[]> {
  const rows = await tx
    .selectFrom('executions as e')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.order_id', '=', 'e.order_id'),
    )
    .select([
      'e.sequence',
      'e.exec_type as execType',
      'e.last_px as lastPx',
      'e.last_qty as lastQty',
      'e.ord_status as ordStatus',
      'e.order_id as orderID',
      'e.cl_ord_id as clOrdID',
      'o.user_id as userId',
      'o.user_name as userName',
      'o.account',
      'o.bulk_order_id as bulkOrderID',
      'o.security_id as securityID',
      'o.side',
      'o.order_qty as orderQty',
      'e.cum_qty as cumQty',
      'e.filled_value as filledValue',
      'o.refusal',
      'e.text',
      'e.transact_time as time',
    ])
    .where('e.tenant_id', '=', tenantId)
    .where('e.sequence', '>', cursor)
    .where('e.sequence', '<=', last)
    .where((eb) =>
      eb.or([
        eb('e.exec_type', 'in', Object.keys(tradeChangeRules)),
        eb(
          'e.ord_status',
          'in',
          statesWhere((rule) => !rule.isEndedByDesk && !rule.isOfOthers),
        ),
        eb.and([
          eb(
            'e.ord_status',
            'in',
            statesWhere((rule) => rule.isOfOthers === true),
          ),
          eb('e.exec_type', '=', ExecType.new),
          isOfOthers,
        ]),
        eb.and([
          eb(
            'e.ord_status',
            'in',
            statesWhere((rule) => rule.isEndedByDesk === true),
          ),
          eb('e.text', 'like', `${ENDED_BY_DESK}%`),
        ]),
      ]),
    )
    .orderBy('e.sequence')
    .limit(EXECUTIONS_AT_ONCE)
    .execute()
  return rows.map((row) => ({ ...row, refusal: row.refusal as Refusal | null }))
}

/** The news of securities after `cursor`, up to `last`, oldest first. */
export async function newsBetween(tx: Tx, cursor: bigint, last: bigint): Promise<SecurityNews[]> {
  const rows = await tx
    .selectFrom('news')
    .select(['id as sequence', 'headline', 'source', 'security_ids as securityIDs', 'orig_time as time'])
    .select('announcement')
    .where('id', '>', cursor)
    .where('id', '<=', last)
    .where(sql<boolean>`cardinality(security_ids) > 0`)
    .orderBy('id')
    .limit(EVENTS_AT_ONCE)
    .execute()
  return rows.map((row) => ({ ...row, announcement: row.announcement as Announcement | null }))
}

/** The postings after `cursor`, up to `last`, that wait for approval, oldest first. */
export const postingsBetween = (
  tx: Tx,
  tenantId: number,
  cursor: bigint,
  last: bigint,
): Promise<WaitingPosting[]> =>
  tx
    .selectFrom('transfer_requests')
    .select([
      'id as sequence',
      'type',
      'account',
      'amount',
      'maker_id as makerId',
      'maker_name as makerName',
      'made_at as time',
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '>', cursor)
    .where('id', '<=', last)
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(EVENTS_AT_ONCE)
    .$castTo<WaitingPosting>()
    .execute()

/** What was decided after `cursor`, up to `last`, about postings that waited, oldest first. */
export async function decisionsBetween(
  tx: Tx,
  tenantId: number,
  cursor: bigint,
  last: bigint,
): Promise<DecidedPosting[]> {
  const rows = await tx
    .selectFrom('transfer_requests')
    .select(['decided', 'id', 'account', 'maker_id', 'decider_name', 'state', 'decided_at', 'made_at'])
    .select(['amount', sql<string | null>`details -> 'of' ->> 'type'`.as('of')])
    .where('tenant_id', '=', tenantId)
    .where('decided', '>', cursor)
    .where('decided', '<=', last)
    // Of what they withdrew themselves nobody is told.
    .whereRef('decider_id', '<>', 'maker_id')
    .orderBy('decided')
    .limit(EVENTS_AT_ONCE)
    .execute()
  return rows.map((row) => ({
    sequence: row.decided ?? 0n,
    id: row.id,
    account: row.account,
    makerId: row.maker_id,
    deciderName: row.decider_name,
    isApproved: row.state === 'approved',
    ...(row.state === 'approved' &&
      row.amount !== null &&
      (row.of === 'deposit' || row.of === 'withdrawal') && {
        reversed: { type: row.of, amount: row.amount },
      }),
    time: row.decided_at ?? row.made_at,
  }))
}
