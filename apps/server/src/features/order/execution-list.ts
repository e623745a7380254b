import {
  averageNaira,
  type CallRequest,
  type Columns,
  type ExecInst,
  type Execution,
  executionList,
  kobo,
  type ListQuery,
  type PriceKobo,
  type Quantity,
  type Refusal,
  toNaira,
} from '@tradebook/contract'
import { textsOf } from '@tradebook/orders'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { mayBeSeenBy } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Among, ListSource } from '../../store/list-rows.ts'
import { directionOf, isByKey, type RowOrder, rowOrder } from '../../store/row-order.ts'
import type { Database, Executions, Orders } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import {
  averagePx,
  filtered,
  type Indexed,
  indexedOf,
  keywordIn,
  type StoredList,
  stored,
  timeOf,
} from '../../store/stored-list.ts'
import { searchedAccount, searchedRequest, searchedSecurity } from './order-search.ts'

const number = sql.ref('executions.sequence')
const orderNumber = sql.ref('orders.order_id')

const storedExecutions: StoredList<(typeof executionList)['columns']> = {
  list: executionList,
  key: number,
  columns: {
    // Executions are numbered in the order of their time.
    transactTime: timeOf('executions', 'transact_time', number, 'sequence'),
    securityID: searchedSecurity,
    side: stored('orders.side'),
    execType: stored('executions.exec_type'),
    lastQty: stored('executions.last_qty'),
    lastPx: stored('executions.last_px'),
    cumQty: stored('executions.cum_qty'),
    leavesQty: stored('executions.leaves_qty'),
    avgPx: { value: averagePx('executions') },
    ordStatus: stored('executions.ord_status'),
    account: searchedAccount,
    execID: { value: number, order: number },
    orderID: stored('executions.order_id'),
    clOrdID: searchedRequest(stored('executions.cl_ord_id')),
  },
}

type ExecutionRow = Selectable<Executions> &
  Pick<Selectable<Orders>, 'account' | 'refusal' | 'security_id' | 'side' | 'user_name' | 'exec_inst'>

/**
 * The executions a caller may see. A client that was away asks for those since the last it saw, and
 * reads them from the oldest on, as it does those of one order.
 */
export function executionSource(
  caller: Caller,
  input: Partial<CallRequest<'Order/GetExecutions'>>,
): ListSource<ExecutionRow, Execution> {
  const { orderID, sinceSequence, sorting } = input
  const oldestFirst = Boolean(orderID) || sinceSequence !== undefined
  const order = rowOrder(storedExecutions, sorting ?? (oldestFirst ? 'transactTime asc' : undefined))
  return {
    parts: async (tx) => {
      const executions = executionRows(tx, caller)
      const all =
        sinceSequence === undefined
          ? executions
          : executions.where('executions.sequence', '>', BigInt(sinceSequence))
      const found = await keywordIn(tx, storedExecutions, input.keyword)
      const rows = filtered(all, storedExecutions, input, found)
      const among = amongOf(storedExecutions, { all, rows }, input, order, found)
      return [{ rows, ...(among && { among }) }]
    },
    order,
    item: toItem,
  }
}

type Narrowing = ListQuery & {
  readonly orderID?: string | undefined
  readonly sinceSequence?: number | undefined
}

/**
 * The executions of one order are few. Those of an account, a security or a keyword are looked for by their
 * orders, which have the indexes, and among the newest of these; all others among the newest executions.
 *
 * @param all the executions before the filters of the list, joined with their orders.
 */
export function amongOf<Row, C extends Columns>(
  stored: StoredList<C>,
  { all, rows }: Readonly<Record<'all' | 'rows', SelectQueryBuilder<Database, 'executions', Row>>>,
  input: Narrowing,
  order: readonly RowOrder[],
  found: RawBuilder<SqlBool> | undefined,
): Among<Row> | undefined {
  const { orderID, sinceSequence } = input
  if (orderID) return undefined
  const direction = directionOf(order)
  const byTime = indexedOf(stored, input, [])
  const byOrder = indexedOf(stored, input, ['account', 'keyword', 'securityID'])
  const isOfPeriod = sinceSequence !== undefined || Object.keys(byTime.asked).length > 0
  const first = ({ asked, isAll }: Indexed) => (isAll ? rows : filtered(all, stored, asked, found))
  if (!isOfPeriod && Object.keys(byOrder.asked).length > 0)
    return { rows: first(byOrder), keys: [orderNumber, sql.ref('executions.order_id')], direction }
  return byTime.isAll && isByKey(order) ? undefined : { rows: first(byTime), keys: [number], direction }
}

/** Joined from the left as in `orderRows`: who sees all of a firm's executions counts them alone. */
const executionRows = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('executions')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.tenant_id', '=', 'executions.tenant_id')
        .onRef('orders.order_id', '=', 'executions.order_id'),
    )
    .where(mayBeSeenBy(caller))
    .selectAll('executions')
    .select([
      'orders.account',
      'orders.refusal',
      'orders.security_id',
      'orders.side',
      'orders.user_name',
      'orders.exec_inst',
    ])
    .$castTo<ExecutionRow>()

const toItem = (row: ExecutionRow): Execution => ({
  sequence: Number(row.sequence),
  execID: String(row.sequence),
  orderID: String(row.order_id),
  clOrdID: row.cl_ord_id,
  account: row.account,
  securityID: row.security_id,
  side: row.side as Execution['side'],
  execType: row.exec_type as Execution['execType'],
  ordStatus: row.ord_status as Execution['ordStatus'],
  lastPx: row.last_px === null ? null : toNaira(row.last_px as PriceKobo),
  lastQty: row.last_qty,
  tradeNumber: row.trade_number === null ? null : Number(row.trade_number),
  cumQty: row.cum_qty,
  leavesQty: row.leaves_qty,
  avgPx: averageNaira(kobo(row.filled_value), row.cum_qty as Quantity),
  ...textsOf({
    text: row.text,
    refusal: row.refusal as Refusal | null,
    ordStatus: row.ord_status as Execution['ordStatus'],
    execInst: row.exec_inst as ExecInst | null,
    securityID: row.security_id,
    userName: row.user_name,
  }),
  transactTime: row.transact_time.toISOString(),
})
