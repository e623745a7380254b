import { kobo, type PriceKobo, type Quantity, shares } from '@tradebook/contract'
import { type Movement, movementsBy } from '@tradebook/ledger'
import type { Client } from 'pg'
import type {
  CorrectionRequest,
  RecordedAllotment,
  RecordedBulkOrder,
  RecordedPart,
  RecordedSide,
  RecordedTrade,
} from '../decisions/trade-correction-request.ts'
import { noteOf } from './note-row.ts'
import { type OrderRow, orderOf } from './order-row.ts'
import { ORDER_ID } from './recorded-orders.ts'

/** An execution follows its trade within so many numbers of the journal's sequence: those that one input can draw. */
const NUMBERS_AFTER_TRADE = 200_000

/**
 * A trade with the orders of clients on its sides; `undefined` where the record has none of that number. What the
 * accounts own is read first: who decides by the rest compares it, and knows whether something has changed since.
 */
export async function recordedTrade(client: Client, tradeNumber: number): Promise<RecordedTrade | undefined> {
  const { rows: trades } = await client.query('SELECT * FROM market_trades WHERE trade_number = $1', [
    tradeNumber,
  ])
  const [trade] = trades
  if (!trade) return undefined
  const { rows: executions } = await client.query(
    `SELECT x.tenant_id, x.sequence, x.order_id, p.owned, p.cost
     FROM firm_terms t JOIN LATERAL (
       SELECT tenant_id, sequence, order_id FROM executions
       WHERE tenant_id = t.tenant_id AND sequence > $1 AND sequence < $1 + ${NUMBERS_AFTER_TRADE}
         AND trade_number = $1 AND exec_type = 'F'
     ) x ON true
     JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id)
     JOIN LATERAL (
       SELECT settled + unsettled_in - unsettled_out AS owned, cost FROM positions
       WHERE (tenant_id, account, security_id) = (o.tenant_id, o.account, o.security_id)
     ) p ON true
     WHERE NOT t.is_closed ORDER BY x.sequence`,
    [tradeNumber],
  )
  const sides: RecordedSide[] = []
  for (const execution of executions) sides.push(await sideOf(client, trade, execution))
  const { rows: bulk } = await client.query(
    `SELECT x.tenant_id, x.sequence, x.order_id FROM firm_terms t JOIN LATERAL (
       SELECT tenant_id, sequence, order_id FROM executions
       WHERE tenant_id = t.tenant_id AND sequence > $1 AND sequence < $1 + ${NUMBERS_AFTER_TRADE}
         AND trade_number = $1 AND exec_type = 'F'
     ) x ON true
     JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id) AND o.bulk_order_id = o.order_id
     WHERE NOT t.is_closed ORDER BY x.sequence`,
    [tradeNumber],
  )
  const bulkOrders: RecordedBulkOrder[] = []
  for (const execution of bulk) bulkOrders.push(await bulkOrderOf(client, tradeNumber, execution))
  return {
    tradeNumber,
    securityID: trade.security_id,
    marketDate: trade.market_date,
    sides,
    bulkOrders,
  }
}

/** One order's side of a trade that a venue on a line has reported; `undefined` where the order has no such trade. */
export async function recordedSide(
  client: Client,
  tradeNumber: number,
  orderID: string,
): Promise<RecordedTrade | undefined> {
  if (!ORDER_ID.test(orderID)) return undefined
  const { rows } = await client.query(
    `SELECT x.tenant_id, x.sequence, x.order_id, p.owned, p.cost, o.security_id, e.entry_date AS market_date,
       x.trade_number
     FROM firm_terms t
     JOIN executions x ON (x.tenant_id, x.order_id) = (t.tenant_id, $1::bigint)
     JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id)
     JOIN ledger_entries e ON (e.tenant_id, e.sequence, e.kind) = (x.tenant_id, x.sequence, 'trade')
     JOIN LATERAL (
       SELECT settled + unsettled_in - unsettled_out AS owned, cost FROM positions
       WHERE (tenant_id, account, security_id) = (o.tenant_id, o.account, o.security_id)
     ) p ON true
     WHERE NOT t.is_closed AND x.trade_number = $2 AND x.exec_type = 'F' ORDER BY x.sequence LIMIT 1`,
    [orderID, tradeNumber],
  )
  const [execution] = rows
  if (!execution) return recordedBulkOrder(client, tradeNumber, orderID)
  const { security_id: securityID, market_date: marketDate } = execution
  const sides = [await sideOf(client, execution, execution)]
  return { tradeNumber, securityID, marketDate, sides, bulkOrders: [] }
}

/** A bulk order's side of a trade that a venue on a line has reported. */
async function recordedBulkOrder(
  client: Client,
  tradeNumber: number,
  orderID: string,
): Promise<RecordedTrade | undefined> {
  const { rows } = await client.query(
    `SELECT x.tenant_id, x.sequence, x.order_id FROM firm_terms t
     JOIN executions x ON (x.tenant_id, x.order_id) = (t.tenant_id, $1::bigint)
     JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id) AND o.bulk_order_id = o.order_id
     WHERE NOT t.is_closed AND x.trade_number = $2 AND x.exec_type = 'F' ORDER BY x.sequence LIMIT 1`,
    [orderID, tradeNumber],
  )
  const [execution] = rows
  if (!execution) return undefined
  const bulkOrder = await bulkOrderOf(client, tradeNumber, execution)
  const { securityID, tradeDate: marketDate } = bulkOrder.order
  return { tradeNumber, securityID, marketDate, sides: [], bulkOrders: [bulkOrder] }
}

interface ExecutionRow {
  readonly tenant_id: number
  readonly sequence: string
  readonly order_id: string
}

/** A bulk order's side of a trade, with what its accounts have got. */
async function bulkOrderOf(
  client: Client,
  tradeNumber: number,
  { tenant_id: tenantId, sequence, order_id: orderID }: ExecutionRow,
): Promise<RecordedBulkOrder> {
  const { rows: orders } = await client.query<OrderRow>(
    `SELECT o.*, coalesce(a.cscs_account, '') AS cscs_account, coalesce(c.name, '') AS customer_name
     FROM orders o
     LEFT JOIN trading_accounts a ON (a.tenant_id, a.account) = (o.tenant_id, o.account)
     LEFT JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
     WHERE o.tenant_id = $1 AND o.bulk_order_id = $2 ORDER BY o.order_id`,
    [tenantId, orderID],
  )
  const { rows: executions } = await client.query(
    `SELECT x.sequence, x.order_id, x.exec_type, x.exec_ref, x.trade_number, x.last_px, x.last_qty
     FROM executions x JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id)
     WHERE o.tenant_id = $1 AND o.bulk_order_id = $2 AND o.order_id <> $2
       AND x.trade_number IS NOT NULL AND x.exec_type IN ('F', 'G', 'H') ORDER BY x.sequence`,
    [tenantId, orderID],
  )
  const [whole, ...ofAccounts] = orders.map(orderOf)
  if (!whole) throw new Error(`there is no bulk order ${orderID}`)
  const parts: RecordedPart[] = []
  for (const order of ofAccounts) {
    const own = executions.filter((execution) => String(execution.order_id) === order.orderID)
    parts.push(await partOf(client, order, allottedBy(own)))
  }
  return {
    order: whole,
    first: Number(sequence),
    ...(await inForce(client, [tenantId, orderID], tradeNumber)),
    parts,
    lastAllocation: Math.max(0, ...executions.map((execution) => Number(execution.trade_number))),
  }
}

async function partOf(
  client: Client,
  order: RecordedPart['order'],
  allotted: readonly RecordedAllotment[],
): Promise<RecordedPart> {
  const { tenantId, account, side, securityID, tradeDate } = order
  const { rows: notes } = await client.query(NOTE_IN_FORCE, [tenantId, account, side, securityID, tradeDate])
  const { rows: positions } = await client.query(
    `SELECT settled + unsettled_in - unsettled_out AS owned, cost FROM positions
     WHERE (tenant_id, account, security_id) = ($1, $2, $3)`,
    [tenantId, account, securityID],
  )
  const [{ owned, cost } = { owned: 0, cost: 0 }] = positions
  return {
    order,
    allotted,
    note: notes[0] ? noteOf(notes[0]) : null,
    owned: BigInt(owned),
    cost: BigInt(cost),
    movements: await movementsOf(client, tenantId, account, securityID),
  }
}

/** What an account has got by its executions, as they are with all corrections. */
function allottedBy(
  executions: readonly {
    readonly sequence: string
    readonly exec_type: string
    readonly exec_ref: string | null
    readonly trade_number: string
    readonly last_px: PriceKobo
    readonly last_qty: Quantity
  }[],
): RecordedAllotment[] {
  const firstOf = new Map<string, number>()
  /** By the execution in force. */
  const allotted = new Map<string, RecordedAllotment>()
  for (const { sequence, exec_type: type, exec_ref: corrects, trade_number: number, ...last } of executions) {
    const before = corrects === null ? undefined : allotted.get(corrects)
    const first = firstOf.get(number)
    if (corrects === null && first === undefined) firstOf.set(number, Number(sequence))
    const isRest = before?.isRest ?? first !== undefined
    const traded = { quantity: last.last_qty, price: last.last_px }
    const kept = {
      tradeNumber: Number(number),
      execution: Number(sequence),
      // A rest that a correction has added has the place of the first execution, which it corrects.
      first: before?.first ?? (type === 'F' ? Number(sequence) : (first ?? Number(sequence))),
      ...{ traded, isRest },
    }
    if (corrects !== null) allotted.delete(corrects)
    if (type !== 'H') allotted.set(sequence, kept)
  }
  return [...allotted.values()].sort(
    (a, b) => a.tradeNumber - b.tradeNumber || Number(a.isRest) - Number(b.isRest),
  )
}

const NOTE_IN_FORCE = `SELECT * FROM contract_notes
  WHERE (tenant_id, account, side, security_id, trade_date) = ($1, $2, $3, $4, $5::date) AND replaced_by IS NULL`

/** The latest execution of an order's trade, and the trade as that left it. */
async function inForce(
  client: Client,
  of: readonly (number | string)[],
  tradeNumber: number | string,
): Promise<Pick<RecordedSide, 'execution' | 'traded'>> {
  const { rows } = await client.query(
    `SELECT sequence, exec_type, last_px, last_qty FROM executions
     WHERE (tenant_id, order_id) = ($1, $2) AND trade_number = $3 ORDER BY sequence DESC LIMIT 1`,
    [...of, tradeNumber],
  )
  const [last] = rows
  return {
    execution: Number(last.sequence),
    traded: last.exec_type === 'H' ? null : { quantity: last.last_qty, price: last.last_px },
  }
}

async function sideOf(
  client: Client,
  trade: { readonly trade_number: string; readonly market_date: string },
  execution: ExecutionRow & { readonly owned: string; readonly cost: string },
): Promise<RecordedSide> {
  const of = [execution.tenant_id, execution.order_id]
  const { rows: orders } = await client.query<OrderRow>(
    `SELECT o.*, a.cscs_account, c.name AS customer_name
     FROM orders o
     JOIN trading_accounts a ON (a.tenant_id, a.account) = (o.tenant_id, o.account)
     JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
     WHERE (o.tenant_id, o.order_id) = ($1, $2)`,
    of,
  )
  const order = orderOf(orders[0] as OrderRow)
  const noteOfTrade = [order.tenantId, order.account, order.side, order.securityID, trade.market_date]
  const { rows: notes } = await client.query(NOTE_IN_FORCE, noteOfTrade)
  return {
    order,
    first: Number(execution.sequence),
    ...(await inForce(client, of, trade.trade_number)),
    note: noteOf(notes[0]),
    owned: BigInt(execution.owned),
    cost: BigInt(execution.cost),
    movements: await movementsOf(client, order.tenantId, order.account, order.securityID),
  }
}

/** What has moved an account's shares of a security. */
async function movementsOf(
  client: Client,
  tenantId: number,
  account: string,
  securityID: string,
): Promise<Movement[]> {
  const { rows } = await client.query(
    `SELECT sequence, kind, side, quantity, price, reverses, (postings -> 'NGN' ->> 'customer')::bigint AS cash
     FROM ledger_entries WHERE tenant_id = $1 AND account = $2 AND security_id = $3 AND holding IS NOT NULL
       AND kind <> 'settlement' ORDER BY sequence, line`,
    [tenantId, account, securityID],
  )
  return movementsBy(
    rows.map(({ kind, side, ...row }) => ({
      ...{ kind, side },
      sequence: Number(row.sequence),
      quantity: shares(BigInt(row.quantity)),
      price: row.price === null ? null : kobo(BigInt(row.price)),
      cash: kobo(BigInt(row.cash ?? 0)),
      reverses: row.reverses === null ? null : Number(row.reverses),
    })),
  )
}

/** The requests to correct trades that wait for their decision. */
export async function loadTradeCorrections(client: Client): Promise<CorrectionRequest[]> {
  const { rows } = await client.query(`SELECT * FROM trade_corrections WHERE state = 'pending' ORDER BY id`)
  return rows.map((row) => ({
    id: Number(row.id),
    tradeNumber: Number(row.trade_number),
    orderID: row.order_id === null ? null : String(row.order_id),
    securityID: row.security_id,
    marketDate: row.market_date,
    traded: { price: row.price, quantity: row.quantity },
    becomes: row.new_price === null ? null : { price: row.new_price, quantity: row.new_quantity },
    reason: row.reason,
    state: row.state,
    makerId: row.maker_id,
    makerName: row.maker_name,
    madeAt: row.made_at.getTime(),
    decision: null,
  }))
}
