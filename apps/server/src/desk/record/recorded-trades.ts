import { kobo, shares } from '@tradebook/contract'
import { type Movement, movementsBy } from '@tradebook/ledger'
import type { Client } from 'pg'
import type { CorrectionRequest, RecordedSide, RecordedTrade } from '../decisions/trade-correction-request.ts'
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
    `SELECT FROM firm_terms t JOIN LATERAL (
       SELECT tenant_id, order_id FROM executions
       WHERE tenant_id = t.tenant_id AND sequence > $1 AND sequence < $1 + ${NUMBERS_AFTER_TRADE}
         AND trade_number = $1 AND exec_type = 'F'
     ) x ON true
     JOIN orders o ON (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id) AND o.bulk_order_id = o.order_id`,
    [tradeNumber],
  )
  return {
    tradeNumber,
    securityID: trade.security_id,
    marketDate: trade.market_date,
    sides,
    ...(bulk.length > 0 && { isOfBulkOrder: true }),
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
  if (!execution) return undefined
  const { security_id: securityID, market_date: marketDate } = execution
  return { tradeNumber, securityID, marketDate, sides: [await sideOf(client, execution, execution)] }
}

async function sideOf(
  client: Client,
  trade: { readonly trade_number: string; readonly market_date: string },
  execution: { tenant_id: number; sequence: string; order_id: string; owned: string; cost: string },
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
  const { rows: latest } = await client.query(
    `SELECT sequence, exec_type, last_px, last_qty FROM executions
     WHERE (tenant_id, order_id) = ($1, $2) AND trade_number = $3 ORDER BY sequence DESC LIMIT 1`,
    [...of, trade.trade_number],
  )
  const { rows: notes } = await client.query(
    `SELECT * FROM contract_notes
     WHERE (tenant_id, account, side, security_id, trade_date) = ($1, $2, $3, $4, $5::date) AND replaced_by IS NULL`,
    [order.tenantId, order.account, order.side, order.securityID, trade.market_date],
  )
  const [last] = latest
  return {
    order,
    execution: Number(last.sequence),
    first: Number(execution.sequence),
    traded: last.exec_type === 'H' ? null : { quantity: last.last_qty, price: last.last_px },
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
