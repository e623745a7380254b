import { Client } from 'pg'
import { pino } from 'pino'
import { SUPERUSER, startEmbedded } from '../../apps/server/src/store/embedded.ts'
import { rules } from './audit-rules.ts'
import { rulesOfCharges } from './charged.ts'

/** An order as in its row. */
export interface OrderRow {
  readonly order_id: string
  readonly account: string
  readonly security_id: string
  readonly side: string
  readonly order_qty: number
  readonly cum_qty: number
  readonly ord_status: string
}

export interface Audit {
  /** The rules that do not hold, with the first rows that break them. */
  readonly broken: Readonly<Record<string, unknown[]>>
  readonly orders: ReadonlyMap<string, OrderRow>
  /** The orders that requests led to, by clOrdID. */
  readonly requests: ReadonlyMap<string, string>
  readonly trades: number
}

/** A connection to a data folder's database, past every row policy. The caller ends it. */
export async function openAsSuperuser(dataFolder: string): Promise<Client> {
  const { host, port, superuserPassword } = await startEmbedded(dataFolder, pino({ level: 'silent' }))
  const client = new Client({
    host,
    port,
    user: SUPERUSER,
    password: superuserPassword,
    database: 'postgres',
  })
  await client.connect()
  return client
}

/** The rules that do not hold in a database, with the first rows that break them. */
export async function brokenRules(
  client: Client,
  isAsked: (rule: string) => boolean = () => true,
): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {}
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = isAsked(rule) ? await client.query(`${query} LIMIT 3`) : { rows: [] }
    if (rows.length > 0) broken[rule] = rows
  }
  for (const [rule, find] of Object.entries(rulesOfCharges)) {
    const found = isAsked(rule) ? await find(client) : []
    if (found.length > 0) broken[rule] = found.slice(0, 3)
  }
  return broken
}

/** Audits the tables of a data folder's database. */
export async function audit(dataFolder: string): Promise<Audit> {
  const client = await openAsSuperuser(dataFolder)
  return auditOf(client).finally(() => client.end())
}

/** Audits the tables of a database, as they are at one moment. */
export async function auditOf(client: Client): Promise<Audit> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const broken = await brokenRules(client)
  const orders = await client.query<OrderRow>(
    'SELECT order_id, account, security_id, side, order_qty, cum_qty, ord_status FROM orders',
  )
  const requests = await client.query<{ cl_ord_id: string; order_id: string }>(
    'SELECT cl_ord_id, order_id FROM order_requests',
  )
  const trades = await client.query<{ count: string }>('SELECT count(*) FROM market_trades')
  await client.query('COMMIT')
  return {
    broken,
    orders: new Map(orders.rows.map((row) => [row.order_id, row])),
    requests: new Map(requests.rows.map((row) => [row.cl_ord_id, row.order_id])),
    trades: Number(trades.rows[0]?.count),
  }
}
