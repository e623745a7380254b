import {
  type CallOutput,
  type CallRequest,
  kobo,
  type OrdStatus,
  orderList,
  type StockOrder,
  toNaira,
} from '@tradebook/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { OrderRow } from '../../desk/record/order-row.ts'
import type { Caller } from '../../platform/caller.ts'
import { type ListSource, sumsIn } from '../../store/list-rows.ts'
import { directionOf, isByKey, rowOrder } from '../../store/row-order.ts'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import {
  averagePx,
  filtered,
  indexedOf,
  keywordIn,
  type StoredList,
  stored,
  timeOf,
} from '../../store/stored-list.ts'
import { searchedAccount, searchedCustomer, searchedRequest, searchedSecurity } from './order-search.ts'
import { isOfAccount, orderRows, stockOrderFrom } from './record.ts'

const number = sql.ref('orders.order_id')

const storedOrders: StoredList<(typeof orderList)['columns']> = {
  list: orderList,
  key: number,
  columns: {
    // Orders are numbered in the order of their entry.
    creationTime: timeOf('orders', 'creation_time', number, 'order_id'),
    transactTime: stored('orders.transact_time'),
    securityID: searchedSecurity,
    side: stored('orders.side'),
    ordType: stored('orders.ord_type'),
    timeInForce: stored('orders.time_in_force'),
    expireDate: stored('orders.expire_date'),
    price: stored('orders.price'),
    stopPx: stored('orders.stop_px'),
    orderQty: stored('orders.order_qty'),
    cumQty: stored('orders.cum_qty'),
    leavesQty: stored('orders.leaves_qty'),
    avgPx: { value: averagePx('orders') },
    ordStatus: stored('orders.ord_status'),
    account: searchedAccount,
    customerName: searchedCustomer,
    cscsAccount: stored('trading_accounts.cscs_account'),
    userName: stored('orders.user_name'),
    holdAmount: stored('orders.hold_amount'),
    orderID: { value: number, order: number },
    clOrdID: searchedRequest(stored('orders.cl_ord_id')),
  },
}

/** The columns by whose values indexes have orders in the order of their numbers. */
const INDEXED = ['orderID', 'account', 'keyword', 'securityID', 'ordStatus']

/** Orders by the state they are in, and after them, in whatever state, the others that last changed on one market day. */
export interface OrderSelection {
  readonly states: readonly OrdStatus[]
  readonly orOfDay?: string
}

/**
 * The orders a caller may see. Filters and orders without an index look among the newest alone. Without a sorting, a selection with a day shows the day's others
 * after those in its states.
 */
export function orderSource(
  caller: Caller,
  input: Partial<CallRequest<'Order/getStockOrders'>>,
  selection: OrderSelection | undefined,
  isFirmHalted: boolean,
): ListSource<OrderRow, StockOrder> {
  const parts = partsOf(selection)
  const order = rowOrder(storedOrders, input.sorting)
  // One after the other: each part has an index that fits, both together have none.
  const conditions: readonly Condition[] = input.sorting
    ? [(eb) => eb.or(parts.map((part) => part(eb)))]
    : parts
  const { asked, isAll } = indexedOf(storedOrders, input, INDEXED)
  return {
    parts: async (tx) => {
      const found = await keywordIn(tx, storedOrders, input.keyword)
      return conditions.map((condition) => {
        const all = orderRows(tx, caller).where(condition)
        const rows = filtered(all, storedOrders, input, found)
        if (isAll && isByKey(order)) return { rows }
        const first = isAll ? rows : filtered(all, storedOrders, asked, found)
        return { rows, among: { rows: first, keys: [number], direction: directionOf(order) } }
      })
    },
    order,
    item: (row) => stockOrderFrom(row, isFirmHalted),
  }
}

const ofAccounts = (column: 'order_qty' | 'cum_qty' | 'leaves_qty' | 'filled_value') =>
  sql<bigint>`(CASE WHEN ${isOfAccount} THEN ${sql.ref(`orders.${column}`)} ELSE 0 END)`

/** Sums over the orders of a source. */
export async function orderTotalsIn(
  tx: Tx,
  source: ListSource<OrderRow, StockOrder>,
): Promise<NonNullable<CallOutput<'Order/getStockOrders'>['totals']>> {
  const { orderQty, cumQty, leavesQty, filledValue } = await sumsIn(tx, source, {
    orderQty: ofAccounts('order_qty'),
    cumQty: ofAccounts('cum_qty'),
    leavesQty: ofAccounts('leaves_qty'),
    filledValue: ofAccounts('filled_value'),
  })
  return {
    orderQty: Number(orderQty),
    cumQty: Number(cumQty),
    leavesQty: Number(leavesQty),
    filledValue: toNaira(kobo(filledValue)),
  }
}

type Condition = (eb: ExpressionBuilder<Database, 'orders'>) => Expression<SqlBool>

/** What a selection shows, part after part. */
function partsOf(selection: OrderSelection | undefined): readonly Condition[] {
  if (!selection) return [(eb) => eb.val(true)]
  const { states, orOfDay } = selection
  if (states.length === 0) return [(eb) => eb.val(false)]
  const inState: Condition = (eb) => eb('orders.ord_status', 'in', states)
  if (orOfDay === undefined) return [inState]
  return [inState, (eb) => eb.and([eb('orders.market_date', '=', orOfDay), eb.not(inState(eb))])]
}
