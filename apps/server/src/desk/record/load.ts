import { addDays, type IndexValue, isBusinessDay } from '@tradebook/contract'
import type { Order, OrderEnd } from '@tradebook/orders'
import type { Client } from 'pg'
import type { VenueCommand } from '../../venue/commands.ts'
import type { VenueReport } from '../../venue/venue.ts'
import type { TakenExecID } from '../decisions/batch-changes.ts'
import type { CommandLine, ReplacedHold } from '../decisions/command-line.ts'
import { loadCorporateActions } from '../decisions/ex-days.ts'
import type { KillSwitchLine } from '../decisions/kill-switches.ts'
import type { RecordedMarket } from '../decisions/market-state.ts'
import type { DoubtLine, UnclaimedLine } from '../decisions/reconciliation-lines.ts'
import { REQUEST_DAYS, type RecordedRequest } from '../decisions/requests.ts'
import type { SetTexts } from '../decisions/settings.ts'
import type { TransferRequest } from '../decisions/transfer-request.ts'
import { decode } from './codec.ts'
import { loadIndex } from './index-history.ts'
import { loadFirms } from './load-firms.ts'
import { loadListings } from './load-listings.ts'
import { type OrderRow, orderOf } from './order-row.ts'
import type { Recorded } from './record-connection.ts'
import { loadTradeCorrections } from './recorded-trades.ts'
import { transferRequestOf } from './transfer-request-row.ts'

/** Reads all that a desk is rebuilt from. */
export async function load(client: Client, marketDate: string, indexBase: IndexValue): Promise<Recorded> {
  return {
    openOrders: await loadOrders(client, OPEN),
    bulkOrders: await loadOrders(client, OF_BULKS, [firstOf(REQUEST_DAYS, marketDate)]),
    listings: await loadListings(client, marketDate),
    firms: await loadFirms(client, marketDate),
    settings: await loadSettings(client),
    requests: await loadRequests(client, marketDate),
    transferRequests: await loadTransferRequests(client, marketDate),
    tradeCorrections: await loadTradeCorrections(client),
    corporateActions: await loadCorporateActions(client, marketDate),
    execIDs: await loadExecIDs(client, marketDate),
    venueCommands: await loadVenueCommands(client),
    venueDoubts: await loadVenueDoubts(client),
    unclaimedOrders: await loadUnclaimedOrders(client),
    strays: await loadStrays(client, marketDate),
    killSwitches: await loadKillSwitches(client),
    market: await loadMarket(client),
    index: await loadIndex(client, marketDate, indexBase),
  }
}

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

/** Of reports that came by a line: a venue may repeat those of the days before. */
async function loadExecIDs(client: Client, marketDate: string): Promise<TakenExecID[]> {
  const { rows } = await client.query(
    'SELECT market_date, exec_id, contents FROM venue_exec_ids WHERE market_date >= $1',
    [firstOf(REQUEST_DAYS, marketDate)],
  )
  return rows.map((row) => ({
    ...{ marketDate: row.market_date, execID: row.exec_id, contents: row.contents },
  }))
}

/** The commands to venues that are unanswered, oldest first. */
async function loadVenueCommands(client: Client): Promise<CommandLine[]> {
  const { rows } = await client.query('SELECT * FROM venue_commands WHERE answered_at IS NULL ORDER BY id')
  return rows.map((row) => ({
    id: Number(row.id),
    firm: row.firm,
    command: decode(row.command) as VenueCommand,
    becomes: decode(row.becomes) as ReplacedHold | null,
    ends: decode(row.ends) as OrderEnd | null,
    marketDate: row.market_date,
    at: row.decided_at.getTime(),
    releasedAt: row.released_at?.getTime() ?? null,
    answeredAt: null,
  }))
}

/** The orders in doubt. */
async function loadVenueDoubts(client: Client): Promise<DoubtLine[]> {
  const { rows } = await client.query('SELECT * FROM venue_doubts WHERE ended_at IS NULL')
  return rows.map((row) => ({
    id: Number(row.id),
    orderID: String(row.order_id),
    firm: row.firm,
    why: row.why,
    here: row.here,
    there: row.there,
    since: row.since.getTime(),
    proposal: row.proposed && {
      as: row.proposed,
      byId: row.proposer_id,
      byName: row.proposer_name,
      at: row.proposed_at.getTime(),
    },
    endedAt: null,
  }))
}

/** The orders that only the venue has. */
async function loadUnclaimedOrders(client: Client): Promise<UnclaimedLine[]> {
  const { rows } = await client.query('SELECT * FROM unclaimed_orders WHERE ended_at IS NULL')
  return rows.map((row) => ({
    id: Number(row.id),
    venueOrderID: row.venue_order_id,
    there: row.there,
    since: row.since.getTime(),
    proposal: row.proposed && {
      ...(row.proposed === 'adopted'
        ? { as: row.proposed, firm: row.firm, account: row.account }
        : { as: row.proposed }),
      ...{ byId: row.proposer_id, byName: row.proposer_name, at: row.proposed_at.getTime() },
    },
    isDecided: row.is_decided,
    rejected: row.rejected,
    orderID: null,
    endedAt: null,
  }))
}

/** What venues said of the last market days about orders that no firm here had, oldest first. */
async function loadStrays(client: Client, marketDate: string): Promise<VenueReport[]> {
  const { rows } = await client.query(
    `SELECT exec_id, report FROM flagged_reports
      WHERE flag = 'unknownOrder' AND order_id IS NULL AND market_date >= $1 ORDER BY id`,
    [firstOf(REQUEST_DAYS, marketDate)],
  )
  return rows.map(({ exec_id: execID, report }) => ({
    ...(decode(report) as Omit<VenueReport, 'orderID' | 'execID'>),
    ...{ orderID: null, execID },
  }))
}

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
    haltsOrders: row.halts_orders,
  }))
}

const OPEN = `(o.ord_status IN ('0', '1') OR o.ord_status IN ('A', 'E', '6'))`

/** Those that are over, too: what a venue on a line says of them later is for their parts. */
const OF_BULKS = `o.bulk_order_id IS NOT NULL AND (o.trade_date >= $1::date OR ${OPEN})`

/** In priority order. A bulk order has no account. */
async function loadOrders(client: Client, which: string, values: unknown[] = []): Promise<Order[]> {
  const { rows } = await client.query<OrderRow>(
    `SELECT o.*, coalesce(a.cscs_account, '') AS cscs_account, coalesce(c.name, '') AS customer_name
     FROM orders o
     LEFT JOIN trading_accounts a ON (a.tenant_id, a.account) = (o.tenant_id, o.account)
     LEFT JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
     WHERE ${which} ORDER BY o.priority`,
    values,
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
 * desk keeps them in memory, for it decides without waiting: a few hundred bytes each.
 */
async function loadRequests(client: Client, marketDate: string): Promise<RecordedRequest[]> {
  const { rows } = await client.query(
    `SELECT r.*, r.trade_date < $1::date AND o.order_id IS NULL AS is_earlier
     FROM order_requests r LEFT JOIN orders o
       ON (o.tenant_id, o.order_id) = (r.tenant_id, r.order_id) AND o.ord_status IN ('0', '1', 'A', 'E', '6')
     WHERE r.trade_date >= $2::date
     UNION ALL
     SELECT r.*, false FROM orders o JOIN order_requests r
       ON (r.tenant_id, r.account, r.order_id) = (o.tenant_id, o.account, o.order_id)
     WHERE (o.ord_status IN ('0', '1') OR o.ord_status IN ('A', 'E', '6')) AND r.trade_date >= o.trade_date AND r.trade_date < $2::date
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

/** The requests to post transfers that wait for approval, and all of the last market days, in the order of their numbers. */
async function loadTransferRequests(client: Client, marketDate: string): Promise<TransferRequest[]> {
  const { rows } = await client.query(
    `SELECT * FROM transfer_requests WHERE state = 'pending' OR market_date >= $1::date ORDER BY id`,
    [firstOf(REQUEST_DAYS, marketDate)],
  )
  return rows.map(transferRequestOf)
}
