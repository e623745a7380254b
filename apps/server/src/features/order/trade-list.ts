import {
  type CallRequest,
  type FirmTrade,
  firmTradeList,
  type Kobo,
  type PriceKobo,
  toNaira,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../http/handlers.ts'
import { mayBeSeenBy } from '../../platform/account-access.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Executions } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, keywordIn, type StoredList, stored, timeOf } from '../../store/stored-list.ts'
import { amongOf } from './execution-list.ts'
import { searchedAccount, searchedCustomer, searchedSecurity } from './order-search.ts'

const number = sql.ref('executions.sequence')

/** Kobo. */
const value = sql<bigint>`(executions.last_px::bigint * executions.last_qty)`

const storedTrades: StoredList<(typeof firmTradeList)['columns']> = {
  list: firmTradeList,
  key: number,
  columns: {
    // Executions are numbered in the order of their time.
    transactTime: timeOf('executions', 'transact_time', number, 'sequence'),
    securityID: searchedSecurity,
    side: stored('orders.side'),
    lastQty: stored('executions.last_qty'),
    lastPx: stored('executions.last_px'),
    value: { value },
    account: searchedAccount,
    customerName: searchedCustomer,
    userName: stored('orders.user_name'),
    orderID: stored('executions.order_id'),
  },
}

/** The trades a caller may see, with whose they are. */
export function tradeSource(
  caller: Caller,
  input: Partial<CallRequest<'Order/GetTrades'>>,
): ListSource<TradeRow, FirmTrade> {
  const order = rowOrder(storedTrades, input.sorting)
  return {
    parts: async (tx) => {
      const all = tradeRows(tx, caller)
      const found = await keywordIn(tx, storedTrades, input.keyword)
      const rows = filtered(all, storedTrades, input, found)
      const among = amongOf(storedTrades, { all, rows }, input, order, found)
      return [{ rows, ...(among && { among }) }]
    },
    order,
    item: toItem,
  }
}

/** The note that the trade's ledger entry belongs to, which was posted under the number of its execution. */
const noteNumber = sql<number | null>`(select ledger_entries.note_number from ledger_entries
  where ledger_entries.tenant_id = executions.tenant_id and ledger_entries.sequence = executions.sequence
    and ledger_entries.account = orders.account and ledger_entries.kind = 'trade' limit 1)`

type TradeRow = Selectable<Executions> & {
  readonly account: string
  readonly security_id: string
  readonly side: string
  readonly user_name: string
  readonly customer_name: string | null
  readonly value: bigint
  readonly note_number: number | null
}

/** Joined from the left as orders are: who sees all of a firm's trades counts them alone. */
const tradeRows = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('executions')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.tenant_id', '=', 'executions.tenant_id')
        .onRef('orders.order_id', '=', 'executions.order_id'),
    )
    .leftJoin('trading_accounts', accountOf('orders'))
    .leftJoin('customers', customerOfAccount)
    .where('executions.exec_type', '=', 'F')
    .where(mayBeSeenBy(caller))
    .selectAll('executions')
    .select(['orders.account', 'orders.security_id', 'orders.side', 'orders.user_name'])
    .select(['customers.name as customer_name', value.as('value'), noteNumber.as('note_number')])
    .$castTo<TradeRow>()

const toItem = (row: TradeRow): FirmTrade => ({
  execID: String(row.sequence),
  transactTime: row.transact_time.toISOString(),
  securityID: row.security_id,
  side: row.side as FirmTrade['side'],
  lastQty: row.last_qty ?? 0,
  lastPx: toNaira((row.last_px ?? 0) as PriceKobo),
  value: toNaira(row.value as Kobo),
  account: row.account,
  customerName: row.customer_name ?? '',
  userName: row.user_name,
  orderID: String(row.order_id),
  tradeNumber: row.trade_number === null ? null : Number(row.trade_number),
  noteNumber: row.note_number,
})
