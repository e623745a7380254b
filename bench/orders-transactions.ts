import { readFileSync } from 'node:fs'
import { feesOf, kobo, pathOf, Side, shares, standardCharges, totalOf } from '@tradebook/contract'
import Fastify from 'fastify'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { type Accepted, answerOf, type OrderBody, routeSchema } from './orders-answer.ts'

/**
 * The design that one would build instead: each order is one transaction, decided in the database under row locks.
 * Fastify validates by the same schema; a pool of connections prepares every statement once; the rows
 * of a table that one order writes go in one statement; PostgreSQL is the product's own, with the same
 * durability. The row of the security is locked first, which gives its book price and time priority,
 * then the accounts in the order of their numbers, so that no two orders wait for each other.
 *
 * `orders-transactions.ts <connection> <accounts> <securities>`, each as JSON.
 */

const [connection = '', accountList = '', securityList = ''] = process.argv.slice(2)
const database = JSON.parse(connection) as ClientConfig
const accounts = JSON.parse(accountList) as string[]
const securities = JSON.parse(securityList) as string[]

/** More connections do not help: on two cores they wait for the same rows. */
const CONNECTIONS = 16
/** What an account begins with: more than the orders of a run can need. */
const PLENTY = 1_000_000_000_000

await create()
const pool = new Pool({ ...database, max: CONNECTIONS })
const app = Fastify()
app.post<{ Body: OrderBody }>(pathOf('Order/SendNewOrder'), { schema: routeSchema }, async ({ body }) =>
  answerOf(body, await inTransaction((client) => enter(client, body))),
)
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))

async function create(): Promise<void> {
  const client = new Client(database)
  await client.connect()
  await client.query(readFileSync(new URL('orders-transactions.sql', import.meta.url), 'utf8'))
  await client.query('INSERT INTO securities SELECT unnest($1::text[])', [securities])
  await client.query('INSERT INTO accounts SELECT unnest($1::text[]), $2, 0', [accounts, PLENTY])
  await client.query(
    'INSERT INTO holdings SELECT account, security_id, $3, 0 FROM unnest($1::text[]) AS account, unnest($2::text[]) AS security_id',
    [accounts, securities, PLENTY],
  )
  await client.end()
}

async function inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    client.release()
    throw error
  }
}

interface Resting {
  readonly order_id: string
  readonly account: string
  readonly price: number
  readonly leaves_qty: number
}

/** What an order meets in the book. */
interface Fill {
  readonly resting: Resting
  readonly quantity: number
}

async function enter(client: PoolClient, order: OrderBody): Promise<Accepted> {
  const { account, clOrdID, securityID, side, orderQty } = order
  const price = Math.round((order.price ?? 0) * 100)
  const fills = await match(client, order, price)
  const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0)
  const leaves = orderQty - filled

  const owners = [...new Set([account, ...fills.map(({ resting }) => resting.account)])].sort()
  await client.query({
    name: 'lock accounts',
    text: 'SELECT FROM accounts WHERE account = ANY($1) ORDER BY account FOR UPDATE',
    values: [owners],
  })
  const { rows } = await client.query<{ order_id: string }>({
    name: 'enter',
    text: `INSERT INTO orders (account, cl_ord_id, security_id, side, price, order_qty, leaves_qty, ord_status)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING order_id`,
    values: [account, clOrdID, securityID, side, price, orderQty, leaves, statusOf(filled, leaves)],
  })
  const orderID = rows[0]?.order_id ?? ''
  const executions: unknown[][] = [[orderID, '0', null, null, null]]
  for (const { resting, quantity } of fills) {
    const { rows: trades } = await client.query<{ trade_id: string }>({
      name: 'trade',
      text: 'INSERT INTO trades (security_id, price, quantity) VALUES ($1, $2, $3) RETURNING trade_id',
      values: [securityID, resting.price, quantity],
    })
    const tradeID = trades[0]?.trade_id ?? ''
    const [buyer, seller] = side === Side.buy ? [account, resting.account] : [resting.account, account]
    const value = BigInt(quantity) * BigInt(resting.price)
    executions.push([orderID, 'F', tradeID, resting.price, quantity])
    executions.push([resting.order_id, 'F', tradeID, resting.price, quantity])
    await fill(client, resting, quantity)
    await post(client, tradeID, [
      ...postingsOf(Side.buy, buyer, securityID, BigInt(quantity), value),
      ...postingsOf(Side.sell, seller, securityID, BigInt(quantity), value),
    ])
    await settle(client, securityID, { buyer, seller, quantity, value, buyerRests: side === Side.sell })
  }
  await client.query({
    name: 'execute',
    text: `INSERT INTO executions (order_id, exec_type, trade_id, last_px, last_qty)
      SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[], $5::int[])`,
    values: [0, 1, 2, 3, 4].map((column) => executions.map((row) => row[column])),
  })
  if (leaves > 0) await hold(client, order, price, leaves)
  return { orderID, cumQty: filled, lastPx: order.price ?? null }
}

/** Locks the book of the security and takes from its other side what the order meets, best price and oldest first. */
async function match(client: PoolClient, { account, securityID, side, orderQty }: OrderBody, price: number) {
  await client.query({
    name: 'lock book',
    text: 'SELECT FROM securities WHERE security_id = $1 FOR UPDATE',
    values: [securityID],
  })
  const isBuy = side === Side.buy
  const { rows } = await client.query<Resting>({
    name: `match ${side}`,
    text: `SELECT order_id, account, price, leaves_qty FROM orders
      WHERE security_id = $1 AND side = '${isBuy ? Side.sell : Side.buy}' AND ord_status IN ('0', '1')
        AND price ${isBuy ? '<=' : '>='} $2 AND account <> $3
      ORDER BY price ${isBuy ? 'ASC' : 'DESC'}, order_id LIMIT 10`,
    values: [securityID, price, account],
  })
  const fills: Fill[] = []
  let left = orderQty
  for (const resting of rows) {
    if (left === 0) break
    const quantity = Math.min(left, resting.leaves_qty)
    fills.push({ resting, quantity })
    left -= quantity
  }
  return fills
}

async function fill(client: PoolClient, { order_id, leaves_qty }: Resting, quantity: number): Promise<void> {
  await client.query({
    name: 'fill',
    text: 'UPDATE orders SET leaves_qty = leaves_qty - $2, ord_status = $3 WHERE order_id = $1',
    values: [order_id, quantity, statusOf(quantity, leaves_qty - quantity)],
  })
}

type PostingRow = readonly [ledgerAccount: string, account: string, asset: string, amount: bigint]

/** The postings of one side of a trade, as the product's ledger posts them. */
function postingsOf(
  side: Side,
  account: string,
  securityID: string,
  quantity: bigint,
  value: bigint,
): PostingRow[] {
  const fees = feesOf(standardCharges[side], {
    consideration: kobo(value),
    quantity: shares(quantity),
    trades: 1,
  })
  const sign = side === Side.buy ? 1n : -1n
  return [
    ['customer', account, 'NGN', -sign * value - totalOf(fees)],
    ['clearing', account, 'NGN', sign * value],
    ...fees.map(({ line, amount }): PostingRow => [`fee:${line}`, account, 'NGN', amount]),
    ['custody:unsettled', account, securityID, sign * quantity],
    ['clearing', account, securityID, -sign * quantity],
  ]
}

async function post(client: PoolClient, tradeID: string, rows: readonly PostingRow[]): Promise<void> {
  await client.query({
    name: 'post',
    text: `INSERT INTO postings (trade_id, ledger_account, account, asset, amount)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])`,
    values: [tradeID, ...[0, 1, 2, 3].map((column) => rows.map((row) => row[column]))],
  })
}

/** Moves cash and shares of both sides, and releases what the side that rested had on hold. */
async function settle(
  client: PoolClient,
  securityID: string,
  trade: { buyer: string; seller: string; quantity: number; value: bigint; buyerRests: boolean },
): Promise<void> {
  const { buyer, seller, quantity, value, buyerRests } = trade
  const traded = { consideration: kobo(value), quantity: shares(quantity), trades: 1 }
  const chargesOf = (side: Side) => totalOf(feesOf(standardCharges[side], traded))
  const [bought, sold] = [chargesOf(Side.buy), chargesOf(Side.sell)]
  await client.query({
    name: 'cash',
    text: `UPDATE accounts SET balance = balance + amount, held = held - released
      FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS moved (owner, amount, released) WHERE account = owner`,
    values: [
      [buyer, seller],
      [-value - bought, value - sold],
      [buyerRests ? value + bought : 0n, 0n],
    ],
  })
  await client.query({
    name: 'shares',
    text: `UPDATE holdings SET quantity = quantity + amount, held = held - released
      FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS moved (owner, amount, released)
      WHERE account = owner AND security_id = $1`,
    values: [securityID, [buyer, seller], [quantity, -quantity], [0, buyerRests ? 0 : quantity]],
  })
}

/** Holds what the rest of an order may cost. @throws Error of the database where the account has too little. */
async function hold(client: PoolClient, order: OrderBody, price: number, leaves: number): Promise<void> {
  const { account, securityID, side } = order
  const value = BigInt(price) * BigInt(leaves)
  const traded = { consideration: kobo(value), quantity: shares(leaves), trades: 1 }
  if (side === Side.buy)
    await client.query({
      name: 'hold cash',
      text: 'UPDATE accounts SET held = held + $2 WHERE account = $1',
      values: [account, value + totalOf(feesOf(standardCharges[side], traded))],
    })
  else
    await client.query({
      name: 'hold shares',
      text: 'UPDATE holdings SET held = held + $3 WHERE account = $1 AND security_id = $2',
      values: [account, securityID, leaves],
    })
}

function statusOf(filled: number, leaves: number): string {
  return leaves === 0 ? '2' : filled === 0 ? '0' : '1'
}
