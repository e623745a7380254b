import {
  averageNaira,
  boundOf,
  type ContractNoteRow,
  contractNoteList,
  type FeeLine,
  type Kobo,
  kobo,
  type ListQuery,
  NOTE_ORDERS,
  percentOfPpm,
  type Side,
  shares,
  toNaira,
  totalOf,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { feeLineOf, type StoredFeeLine } from '../../desk/record/fee-rows.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'
import { tradesOfNote } from './corrected-notes.ts'

type NoteState = ContractNoteRow['state']

const number = sql.ref<number>('contract_notes.number')
const state = sql<NoteState>`case when contract_notes.replaced_by is not null then 'replaced'
  when contract_notes.quantity = 0 then 'cancelled' when contract_notes.settled then 'settled'
  when contract_notes.provisional then 'provisional' else 'final' end`

/** A note counts until another one replaces it. */
const counts = sql`contract_notes.replaced_by is null`

/** The charges of a note: what it moved in cash besides its consideration. */
const fees = sql<bigint>`(case contract_notes.side when '1' then -contract_notes.consideration
  else contract_notes.consideration end - contract_notes.net_amount)`

const storedNotes: StoredList<(typeof contractNoteList)['columns']> = {
  list: contractNoteList,
  key: number,
  columns: {
    number: { value: number, order: number },
    tradeDate: stored('contract_notes.trade_date'),
    settlementDate: stored('contract_notes.settlement_date'),
    state: { value: state },
    side: stored('contract_notes.side'),
    securityID: stored('contract_notes.security_id'),
    account: stored('contract_notes.account'),
    customerName: stored('customers.name'),
    quantity: stored('contract_notes.quantity'),
    trades: stored('contract_notes.trades'),
    // Naira of a numeric, which is exact, rounded half away from zero to four places.
    averagePrice: {
      value: sql`round(contract_notes.consideration::numeric / nullif(contract_notes.quantity, 0) / 100, 4)`,
    },
    consideration: stored('contract_notes.consideration'),
    // Below zero what the customer pays, as the statement has it; a note prints what is paid to either.
    netAmount: {
      value: sql`(case contract_notes.side when '1' then -contract_notes.net_amount else contract_notes.net_amount end)`,
    },
    totalFees: { value: fees },
    realisedGain: stored('contract_notes.realised_gain'),
  },
}

/** The accounts whose notes are asked for; all of the firm without them. */
export type OfAccounts = readonly string[] | undefined

/** Contract notes as they were stored with their trades: nothing of them is calculated again. */
export const contractNoteSource = (
  accounts: OfAccounts,
  input: ListQuery,
): ListSource<NoteRow, ContractNoteRow> => ({
  parts: (tx) => [{ rows: filtered(noteRows(tx, accounts), storedNotes, input) }],
  order: rowOrder(storedNotes, input.sorting),
  item: toItem,
})

/** Sums of the notes that pass the filters, in kobo, exact. */
export async function contractNoteTotals(
  tx: Tx,
  accounts: OfAccounts,
  input: ListQuery,
): Promise<{ consideration: number; totalFees: number; cash: number }> {
  const sums = await filtered(noteRows(tx, accounts), storedNotes, input)
    .clearSelect()
    .select([
      sql<bigint>`coalesce(sum(contract_notes.consideration) filter (where ${counts}), 0)::bigint`.as(
        'consideration',
      ),
      sql<bigint>`coalesce(sum(${fees}) filter (where ${counts}), 0)::bigint`.as('fees'),
      sql<bigint>`coalesce(sum(contract_notes.net_amount) filter (where ${counts}), 0)::bigint`.as('cash'),
    ])
    .executeTakeFirstOrThrow()
  return {
    consideration: toNaira(kobo(sums.consideration)),
    totalFees: toNaira(kobo(sums.fees)),
    cash: toNaira(kobo(sums.cash)),
  }
}

/** The orders of a note, by the executions that its entries were posted for: how many, and the earliest. */
const ordersOfNote = sql<{ readonly count: number; readonly first: readonly string[] }>`(
  select json_build_object(
    'count', count(*),
    'first', coalesce((array_agg(order_id::text order by order_id))[1:${sql.lit(NOTE_ORDERS)}], '{}'))
  from (
    select distinct executions.order_id
    from ${tradesOfNote(sql.ref('contract_notes.account'), number, sql.ref('contract_notes.replaces'))} as traded
    join executions on executions.tenant_id = traded.tenant_id and executions.sequence = traded.sequence
  ) orders
)`

/** Joined from the left, so that what is only counted reads no other table. */
function noteRows(tx: Tx, accounts: OfAccounts) {
  const rows = tx
    .selectFrom('contract_notes')
    .leftJoin('trading_accounts', accountOf('contract_notes'))
    .leftJoin('customers', customerOfAccount)
    .leftJoin('securities', 'securities.security_id', 'contract_notes.security_id')
    .selectAll('contract_notes')
    .select([
      'trading_accounts.cscs_account',
      'customers.id as customer_id',
      'customers.name as customer_name',
      'customers.chn',
      'customers.address',
      'securities.name as security_name',
      'securities.isin',
      ordersOfNote.as('orders'),
      state.as('state'),
    ])
  if (accounts === undefined) return rows
  return rows.where('contract_notes.account', 'in', accounts.length > 0 ? [...accounts] : [''])
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

function toItem(row: NoteRow): ContractNoteRow {
  const lines = (row.lines as unknown as readonly StoredFeeLine[]).map(feeLineOf)
  const side = row.side as Side
  const cash = row.net_amount
  return {
    number: row.number,
    state: row.state,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    account: row.account,
    cscsAccount: row.cscs_account ?? '',
    customerId: row.customer_id ?? 0,
    customerName: row.customer_name ?? '',
    address: row.address,
    chn: row.chn,
    securityID: row.security_id,
    securityDesc: row.security_name ?? '',
    isin: row.isin,
    side,
    quantity: Number(row.quantity),
    trades: row.trades,
    averagePrice: averageNaira(kobo(row.consideration), shares(row.quantity)),
    consideration: naira(row.consideration),
    fees: lines.map((line) => printedFee(line, row)),
    totalFees: toNaira(totalOf(lines)),
    netAmount: naira(side === '1' ? -cash : cash),
    realisedGain: naira(row.realised_gain),
    orders: row.orders.count,
    orderID: row.orders.first[0] ?? null,
    orderIDs: [...row.orders.first],
  }
}

function printedFee(line: FeeLine, row: NoteRow): ContractNoteRow['fees'][number] {
  const { line: name, ratePpm, perShare, perTrade, amount } = line
  const { consideration, quantity, trades } = row
  const bound = boundOf(line, { consideration: kobo(consideration), quantity: shares(quantity), trades })
  return {
    name,
    rate: percentOfPpm(ratePpm),
    ...(perShare !== undefined && { perShare: toNaira(perShare) }),
    ...(perTrade !== undefined && { perTrade: toNaira(perTrade) }),
    isMinimum: bound === 'minimum',
    ...(bound === 'maximum' && { isMaximum: true }),
    amount: toNaira(amount),
  }
}

const naira = (amount: bigint): number => toNaira(amount as Kobo)
