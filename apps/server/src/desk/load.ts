import {
  addDays,
  type BankCode,
  type CashTerms,
  type FeeLine,
  type IndexValue,
  isBusinessDay,
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Shares,
  type Side,
  shares,
  type TransferState,
} from '@tradebook/contract'
import type { ContractNote } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'
import type { Client } from 'pg'
import { type Listing, listing, type RecordedDay } from '../venue/listing.ts'
import { loadCorporateActions } from './ex-days.ts'
import { loadIndex } from './index-history.ts'
import type { KillSwitchLine } from './kill-switches.ts'
import { limitsOf as limitsOfRow } from './limit-row.ts'
import type { RecordedMarket } from './market-state.ts'
import { type OrderRow, orderOf } from './order-row.ts'
import type { Recorded, RecordedFirm } from './record-connection.ts'
import { REQUEST_DAYS, type RecordedRequest } from './requests.ts'
import type { SetTexts } from './settings.ts'
import type { Requested, TransferRequest } from './transfer-request.ts'

// Longer than 300 lines, for it reads the record whole, and each table has one reader.

/** Reads all that a desk is rebuilt from. */
export async function load(client: Client, marketDate: string, indexBase: IndexValue): Promise<Recorded> {
  return {
    openOrders: await loadOpenOrders(client),
    listings: await loadListings(client, marketDate),
    firms: await loadFirms(client, marketDate),
    settings: await loadSettings(client),
    requests: await loadRequests(client, marketDate),
    transferRequests: await loadTransferRequests(client, marketDate),
    corporateActions: await loadCorporateActions(client, marketDate),
    killSwitches: await loadKillSwitches(client),
    market: await loadMarket(client),
    index: await loadIndex(client, marketDate, indexBase),
  }
}

/** The number of sessions that the average volume of a day is taken over: about a month. */
const AVERAGE_VOLUME_SESSIONS = 20

/** The securities of a market day, in listing order. */
export async function loadListings(client: Pick<Client, 'query'>, marketDate: string): Promise<Listing[]> {
  const { rows } = await client.query(
    `SELECT s.*, d.reference_px, d.open_px, d.high_px, d.low_px, d.last_px, d.last_qty, d.published_px,
       d.volume, d.value, d.trades, y.high52, y.low52, v.average_volume, m.monthly_closes
     FROM securities s
     JOIN daily_statistics d ON d.security_id = s.security_id AND d.market_date = $1::date
     LEFT JOIN LATERAL (
       SELECT max(high_px) AS high52, min(low_px) AS low52 FROM adjusted_statistics h
       WHERE h.security_id = s.security_id AND h.market_date > $1::date - 365 AND h.market_date < $1::date
     ) y ON true
     LEFT JOIN LATERAL (
       -- Whole shares, rounded down: a warning that goes by the average comes rather too early.
       SELECT div(sum(volume), count(*)) AS average_volume FROM (
         SELECT volume FROM adjusted_statistics h
         WHERE h.security_id = s.security_id AND h.market_date < $1::date
         ORDER BY h.market_date DESC LIMIT ${AVERAGE_VOLUME_SESSIONS}
       ) sessions
     ) v ON true
     LEFT JOIN LATERAL (
       SELECT array_agg(published_px ORDER BY month) AS monthly_closes FROM (
         SELECT DISTINCT ON (month) date_trunc('month', market_date) AS month, published_px FROM adjusted_statistics h
         WHERE h.security_id = s.security_id AND h.market_date < date_trunc('month', $1::date)
           AND h.market_date >= date_trunc('month', $1::date) - interval '5 months'
         ORDER BY month, market_date DESC
       ) months
     ) m ON true
     ORDER BY s.listing`,
    [marketDate],
  )
  return rows.map((row) =>
    listing({
      securityID: row.security_id,
      name: row.name,
      isin: row.isin,
      sector: row.sector,
      board: row.board,
      securityType: row.security_type,
      priceGroup: row.price_group,
      sharesOutstanding: shares(BigInt(row.shares_outstanding)),
      referencePx: row.reference_px,
      monthlyCloses: row.monthly_closes ?? [],
      high52Px: row.high52,
      low52Px: row.low52,
      averageVolume: row.average_volume === null ? null : shares(BigInt(row.average_volume)),
      today: dayOf(row),
    }),
  )
}

const dayOf = (row: Readonly<Record<string, number | null>>): RecordedDay => ({
  openPx: row.open_px as PriceKobo | null,
  highPx: row.high_px as PriceKobo | null,
  lowPx: row.low_px as PriceKobo | null,
  lastPx: row.last_px as PriceKobo | null,
  lastQty: row.last_qty as Quantity | null,
  publishedPx: row.published_px as PriceKobo,
  volume: shares(BigInt(row.volume ?? 0)),
  value: kobo(BigInt(row.value ?? 0)),
  trades: row.trades as number,
})

async function loadFirms(client: Client, marketDate: string): Promise<RecordedFirm[]> {
  const [terms, accounts, fees, agreements, limits, traded, cash, positions, notes] = [
    await client.query(
      `SELECT tenant_id,
         (SELECT max(number) FROM contract_notes n WHERE n.tenant_id = t.tenant_id) AS last_note
       FROM firm_terms t WHERE NOT is_closed`,
    ),
    await client.query(
      `SELECT a.tenant_id, a.account, a.cscs_account, a.cash_route, a.bank_code, a.bank_account, a.customer_id,
         c.name AS customer_name
       FROM trading_accounts a JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)`,
    ),
    await client.query('SELECT * FROM fee_rates'),
    await client.query('SELECT * FROM customer_charges'),
    await client.query('SELECT * FROM order_limits'),
    await tradedOn(client, marketDate),
    await client.query('SELECT tenant_id, account, balance FROM cash_balances'),
    await client.query('SELECT tenant_id, account, security_id, settled, cost FROM positions'),
    await client.query('SELECT * FROM contract_notes WHERE NOT settled'),
  ]
  // Grouped once: to look through all rows for each firm would take firms times rows.
  const [accountsOf, feesOf, agreementsOf, limitsOf, tradedOf, cashOf, positionsOf, notesOf] = [
    ofFirms(accounts.rows),
    ofFirms(fees.rows),
    ofFirms(agreements.rows),
    ofFirms(limits.rows),
    ofFirms(traded.rows),
    ofFirms(cash.rows),
    ofFirms(positions.rows),
    ofFirms(notes.rows),
  ]
  return terms.rows.map((term) => {
    const tenantId: number = term.tenant_id
    return {
      tenantId,
      accounts: accountsOf(tenantId).map((row) => ({
        account: row.account,
        cscsAccount: row.cscs_account,
        customerId: row.customer_id,
        customerName: row.customer_name,
        cash: cashTermsOf(row),
      })),
      fees: feesOf(tenantId).map((row) => ({
        side: row.side,
        item: row.item,
        dateFrom: row.date_from,
        ratePpm: row.rate_ppm,
        minimum: kobo(BigInt(row.minimum)),
        vatPpm: row.vat_ppm,
      })),
      agreements: agreementsOf(tenantId).map((row) => ({
        customerId: row.customer_id,
        dateFrom: row.date_from,
        commissionPpm: row.commission_ppm,
        stampDutyExempt: row.stamp_duty_exempt,
      })),
      limits: limitsOf(tenantId).map((row) => ({ level: row.level, id: row.id, limits: limitsOfRow(row) })),
      traded: tradedOf(tenantId).map((row) => ({
        userId: row.user_id,
        account: row.account,
        value: kobo(BigInt(row.value)),
      })),
      cash: cashOf(tenantId).map((row) => ({ account: row.account, balance: kobo(BigInt(row.balance)) })),
      positions: positionsOf(tenantId).map((row) => ({
        account: row.account,
        securityID: row.security_id,
        settled: shares(BigInt(row.settled)),
        cost: kobo(BigInt(row.cost)),
      })),
      notes: notesOf(tenantId).map(noteOf),
      lastNote: term.last_note ?? 0,
    }
  })
}

const cashTermsOf = (row: {
  cash_route: CashTerms['route']
  bank_code: BankCode | null
  bank_account: string | null
}): CashTerms => ({
  route: row.cash_route,
  bankAccount:
    row.bank_code === null || row.bank_account === null
      ? null
      : { bankCode: row.bank_code, number: row.bank_account },
})

/** What firms and the host have set for everybody of theirs. */
async function loadSettings(client: Client): Promise<SetTexts> {
  const { rows } = await client.query('SELECT tenant_id, name, value FROM settings WHERE user_id IS NULL')
  return new Map(
    [...Map.groupBy(rows, (row) => row.tenant_id as number)].map(([tenantId, own]) => [
      tenantId,
      Object.fromEntries(own.map(({ name, value }) => [name, value])),
    ]),
  )
}

/**
 * What was traded on a market day, by the user and the account of the orders: of an order of the day all that
 * it traded, of an older one what the day's trades were.
 */
const tradedOn = (client: Client, marketDate: string) =>
  client.query(
    `SELECT tenant_id, user_id, account, sum(value) AS value FROM (
       SELECT tenant_id, user_id, account, filled_value AS value FROM orders
       WHERE market_date = $1::date AND trade_date = $1::date AND cum_qty > 0
       UNION ALL
       SELECT o.tenant_id, o.user_id, o.account, t.price::bigint * t.quantity
       FROM orders o
       JOIN executions e ON (e.tenant_id, e.order_id) = (o.tenant_id, o.order_id)
       JOIN market_trades t ON t.trade_number = e.trade_number AND t.market_date = $1::date
       WHERE o.market_date = $1::date AND o.trade_date < $1::date AND o.cum_qty > 0
     ) traded GROUP BY tenant_id, user_id, account`,
    [marketDate],
  )

async function loadKillSwitches(client: Client): Promise<KillSwitchLine[]> {
  const { rows } = await client.query('SELECT * FROM kill_switches WHERE is_on')
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    scope: row.scope,
    id: row.id,
    isOn: row.is_on,
    reason: row.reason,
    cause: row.cause,
    by: row.switched_by,
    since: row.since.getTime(),
  }))
}

/** The rows of each firm. */
function ofFirms<Row extends { tenant_id: number }>(
  rows: readonly Row[],
): (tenantId: number) => readonly Row[] {
  const groups = Map.groupBy(rows, (row) => row.tenant_id)
  return (tenantId) => groups.get(tenantId) ?? []
}

const noteOf = (row: {
  number: number
  account: string
  side: Side
  security_id: string
  trade_date: string
  settlement_date: string
  quantity: string
  consideration: string
  trades: number
  lines: (Omit<FeeLine, 'amount'> & { amount: string })[]
  realised_gain: string
  provisional: boolean
  settled: boolean
}): ContractNote => ({
  number: row.number,
  account: row.account,
  side: row.side,
  securityID: row.security_id,
  tradeDate: row.trade_date,
  settlementDate: row.settlement_date,
  quantity: shares(BigInt(row.quantity)) as Shares,
  consideration: kobo(BigInt(row.consideration)) as Kobo,
  trades: row.trades,
  lines: row.lines.map((line) => ({ ...line, amount: kobo(BigInt(line.amount)) })),
  realisedGain: kobo(BigInt(row.realised_gain)),
  provisional: row.provisional,
  settled: row.settled,
})

async function loadOpenOrders(client: Client): Promise<Order[]> {
  const { rows } = await client.query<OrderRow>(
    `SELECT o.*, a.cscs_account, c.name AS customer_name
     FROM orders o
     JOIN trading_accounts a ON (a.tenant_id, a.account) = (o.tenant_id, o.account)
     JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
     WHERE o.ord_status IN ('0', '1') ORDER BY o.priority`,
  )
  return rows.map(orderOf)
}

async function loadMarket(client: Client): Promise<RecordedMarket> {
  const [markets, securities] = [
    await client.query('SELECT * FROM market_state'),
    await client.query('SELECT * FROM security_state WHERE halted OR reopening_until IS NOT NULL'),
  ]
  const [row] = markets.rows
  return {
    market: row && {
      phase: row.phase,
      since: row.since.getTime(),
      marketDate: row.market_date,
      triggers: row.breaker_triggers.map((at: string) => Date.parse(at)),
      halt:
        row.halt_reason === null
          ? null
          : { reason: row.halt_reason, since: row.halted_since.getTime(), by: row.halted_by },
    },
    securities: securities.rows.map(
      ({ security_id, halted, reason, since, controlled_by, reopening_until }) => ({
        securityID: security_id,
        halted,
        reason,
        since: since.getTime(),
        by: controlled_by,
        reopeningUntil: reopening_until?.getTime() ?? null,
      }),
    ),
  }
}

/** The first of so many market days that end with this one. */
function firstOf(days: number, marketDate: string): string {
  let first = marketDate
  for (let counted = 1; counted < days; ) {
    first = addDays(first, -1)
    if (isBusinessDay(first)) counted += 1
  }
  return first
}

/**
 * The requests of the last market days, and those of any day whose order is still open; oldest first. A
 * desk keeps them in memory, for it decides without waiting: some hundred bytes each.
 */
async function loadRequests(client: Client, marketDate: string): Promise<RecordedRequest[]> {
  const { rows } = await client.query(
    `SELECT r.*, r.trade_date < $1::date AND o.order_id IS NULL AS is_earlier
     FROM order_requests r LEFT JOIN orders o
       ON (o.tenant_id, o.order_id) = (r.tenant_id, r.order_id) AND o.ord_status IN ('0', '1')
     WHERE r.trade_date >= $2::date
     UNION ALL
     SELECT r.*, false FROM orders o JOIN order_requests r
       ON (r.tenant_id, r.account, r.order_id) = (o.tenant_id, o.account, o.order_id)
     WHERE o.ord_status IN ('0', '1') AND r.trade_date >= o.trade_date AND r.trade_date < $2::date
     ORDER BY trade_date`,
    [marketDate, firstOf(REQUEST_DAYS, marketDate)],
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    account: row.account,
    clOrdID: row.cl_ord_id,
    orderID: String(row.order_id),
    fingerprint: row.fingerprint,
    counted: row.counted_at && { userId: row.counted_user, at: row.counted_at.getTime() },
    isEarlier: row.is_earlier,
  }))
}

/** The requests to post transfers that wait for approval, and all of the market day. */
async function loadTransferRequests(client: Client, marketDate: string): Promise<TransferRequest[]> {
  const { rows } = await client.query(
    `SELECT * FROM transfer_requests WHERE state = 'pending' OR market_date >= $1::date`,
    [marketDate],
  )
  return rows.map(transferRequestOf)
}

type RequestRow = Parameters<typeof transferRequestOf>[0]

function requestedOf(row: RequestRow): Requested {
  const { type, account, reference, narration } = row
  const common = { account, reference, narration }
  switch (type) {
    case 'cashTerms':
      return { type, account, cash: cashTermsOf({ ...row, cash_route: row.cash_route ?? 'broker' }) }
    case 'deposit':
    case 'withdrawal':
      return { ...common, type, amount: kobo(BigInt(row.amount ?? 0)) }
    case 'transferIn':
    case 'transferOut':
      return {
        ...common,
        type,
        securityID: row.security_id ?? '',
        quantity: shares(BigInt(row.quantity ?? 0)),
        unitCost: kobo(BigInt(row.unit_cost ?? 0)),
      }
  }
}

function transferRequestOf(row: {
  tenant_id: number
  id: string
  posting_id: string
  type: Requested['type']
  cash_route: CashTerms['route'] | null
  bank_code: BankCode | null
  bank_account: string | null
  account: string
  amount: string | null
  security_id: string | null
  quantity: string | null
  unit_cost: string | null
  reference: string
  narration: string
  state: TransferState
  maker_id: number
  maker_name: string
  made_at: Date
  market_date: string
  decider_id: number | null
  decider_name: string | null
  decided_at: Date | null
  reason: string | null
  posted: string | null
  decided: string | null
}): TransferRequest {
  return {
    tenantId: row.tenant_id,
    id: Number(row.id),
    postingID: row.posting_id,
    transfer: requestedOf(row),
    state: row.state,
    makerId: row.maker_id,
    makerName: row.maker_name,
    madeAt: row.made_at.toISOString(),
    marketDate: row.market_date,
    decision:
      row.decider_id === null
        ? null
        : {
            deciderId: row.decider_id,
            deciderName: row.decider_name ?? '',
            decidedAt: row.decided_at?.toISOString() ?? '',
            sequence: row.decided === null ? null : Number(row.decided),
            reason: row.reason,
          },
    posted: row.posted === null ? null : Number(row.posted),
  }
}
