import {
  type CallOutput,
  type CallRequest,
  type FirmTrade,
  firmTradeList,
  type Kobo,
  kobo,
  type PriceKobo,
  Side,
  toNaira,
} from '@tradebook/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { FIRM_ITSELF } from '../../desk/decisions/requests.ts'
import { mayBeSeenBy } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import { type ListSource, sumsIn } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Executions } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, keywordIn, type StoredList, stored, timeOf } from '../../store/stored-list.ts'
import { amongOf } from './execution-list.ts'
import { searchedAccount, searchedCustomer, searchedSecurity } from './order-search.ts'
import { isOfAccount } from './record.ts'

const number = sql.ref('executions.sequence')

/** Kobo. */
const value = sql<bigint>`(executions.last_px::bigint * executions.last_qty)`

/**
 * What the ledger entry of a trade says, which was posted under the number of its execution: `null` where there is
 * none. By the primary key of the entries.
 */
const posted = <T>(what: RawBuilder<T>) => sql<T | null>`(select ${what} from ledger_entries
  where ledger_entries.tenant_id = executions.tenant_id and ledger_entries.sequence = executions.sequence
    and ledger_entries.account = orders.account and ledger_entries.kind in ('trade', 'tradeCorrected') limit 1)`

/** Kobo: the firm's own part of the charges, without VAT. */
const commission = sql<bigint>`coalesce((ledger_entries.postings -> 'NGN' ->> 'fee:commission')::bigint, 0)`
/** Kobo: what the customer pays (below zero) or receives. */
const cash = sql<bigint>`(ledger_entries.postings -> 'NGN' ->> 'customer')::bigint`
/** Kobo: the customer pays the value and the charges, or receives the value less the charges. */
const charges = sql<bigint>`(CASE ledger_entries.side WHEN ${sql.lit(Side.buy)} THEN -1 ELSE 1 END
  * ledger_entries.quantity * ledger_entries.price - ${cash})`

/** Both sides of a cross trade with each other under the firm's own request, which is kept with the one that buys. */
const isCross = sql<boolean>`exists (select from order_requests
  where order_requests.tenant_id = orders.tenant_id and order_requests.account = ${sql.lit(FIRM_ITSELF)}
    and order_requests.trade_date = orders.trade_date and order_requests.cl_ord_id = orders.cl_ord_id
    and exists (select from executions bought
      where bought.tenant_id = order_requests.tenant_id and bought.order_id = order_requests.order_id
        and bought.trade_number = executions.trade_number))`

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
    isCross: { value: sql`${isCross}::text` },
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

/** Sums over the trades of a source. */
export async function tradeTotalsIn(
  tx: Tx,
  source: ListSource<TradeRow, FirmTrade>,
): Promise<CallOutput<'Order/GetTrades'>['totals']> {
  const sums = await sumsIn(tx, source, {
    lastQty: sql.ref('executions.last_qty'),
    value,
    commission: posted(commission),
    totalFees: posted(charges),
  })
  return {
    lastQty: Number(sums.lastQty),
    value: toNaira(kobo(sums.value)),
    commission: toNaira(kobo(sums.commission)),
    totalFees: toNaira(kobo(sums.totalFees)),
  }
}

type TradeRow = Selectable<Executions> & {
  readonly account: string
  readonly security_id: string
  readonly side: string
  readonly user_name: string
  readonly customer_name: string | null
  readonly value: bigint
  readonly note_number: number | null
  readonly settlement_date: string | null
  readonly commission: bigint | null
  readonly charges: bigint | null
  readonly cash: bigint | null
  readonly is_cross: boolean
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
    // A trade that was cancelled or corrected is the execution that did it.
    .where('executions.exec_type', 'in', ['F', 'G'])
    .where(sql<boolean>`NOT EXISTS (SELECT FROM executions later
      WHERE later.tenant_id = executions.tenant_id AND later.exec_ref = executions.sequence)`)
    .where(mayBeSeenBy(caller))
    .where(isOfAccount)
    .selectAll('executions')
    .select(['orders.account', 'orders.security_id', 'orders.side', 'orders.user_name'])
    .select(['customers.name as customer_name', value.as('value'), isCross.as('is_cross')])
    .select([
      posted(sql<number>`ledger_entries.note_number`).as('note_number'),
      posted(sql<string>`ledger_entries.value_date`).as('settlement_date'),
      posted(commission).as('commission'),
      posted(charges).as('charges'),
      posted(cash).as('cash'),
    ])
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
  settlementDate: row.settlement_date,
  commission: nairaOrNull(row.commission),
  totalFees: nairaOrNull(row.charges),
  netAmount: nairaOrNull(row.cash === null || row.cash >= 0n ? row.cash : -row.cash),
  isCross: row.is_cross ? 'true' : 'false',
})

const nairaOrNull = (amount: bigint | null): number | null => (amount === null ? null : toNaira(kobo(amount)))
