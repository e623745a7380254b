import { parseArgs } from 'node:util'
import { type CallName, calls, MAX_PAGED_ROWS, pathOf } from '@tradebook/contract'
import type { Client } from 'pg'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { type Person, signIn } from '../test/person.ts'
import {
  asOperator,
  newDataFolder,
  type RunningServer,
  removeDataFolder,
  startServer,
} from '../test/running-server.ts'
import { PAGE, printPages } from './list-pages.ts'

/**
 * How long a firm with a million orders waits for its lists, and how fast they are written to a
 * file: through HTTP, from a server as a person starts it. Each page is asked for several times; the
 * figures are the first, which finds caches cold, and the median of the others.
 *
 * `lists.ts [--rows 1000000]`
 */

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const ROWS = Number(options.rows)
/** Every order is numbered beyond those of the demo. */
const FIRST_ID = 1_000_000_000

const lists = [
  {
    name: 'orders',
    page: 'Order/getStockOrders',
    file: 'Order/DownloadStockOrders',
    asked: {
      'first page': '',
      'page 100': `skipCount=${99 * PAGE}`,
      'last page': `skipCount=${MAX_PAGED_ROWS - PAGE}`,
      'sorted by time, oldest first': 'sorting=creationTime asc',
      'sorted by price': 'sorting=price desc',
      'sorted by quantity': 'sorting=orderQty desc',
      'of one security': 'securityID=GTCO',
      'of one account': 'account=',
      'of one day': 'from=2025-06-02T00:00:00Z&to=2025-06-03T00:00:00Z',
      'one side, over a price': 'side=1&priceFrom=58',
      'rejected, which few are': 'ordStatus=8',
      'filled, which most are': 'ordStatus=2',
      'a whole clOrdID': 'keyword=b-999999',
      'a symbol by keyword': 'keyword=zenith',
      'a customer by keyword': 'keyword=o',
      'a keyword that none has': 'keyword=nowhere',
    },
  },
  {
    name: 'executions',
    page: 'Order/GetExecutions',
    file: 'Order/DownloadExecutions',
    asked: {
      'first page': '',
      'page 100': `skipCount=${99 * PAGE}`,
      'last page': `skipCount=${MAX_PAGED_ROWS - PAGE}`,
      'sorted by price': 'sorting=lastPx desc',
      'of one security': 'securityID=GTCO',
      'a keyword that none has': 'keyword=nowhere',
    },
  },
] as const satisfies readonly {
  name: string
  page: CallName
  file: CallName
  asked: Readonly<Record<string, string>>
}[]

const dataFolder = newDataFolder()
const server = await startServer(dataFolder)
try {
  const account = await fill()
  const broker = await signIn(server, 'Meridian', 'broker')
  for (const { name, page, file, asked } of lists) {
    console.log(
      `${name}: ${ROWS.toLocaleString('en')} rows, ${PAGE} a page; milliseconds, the first and then the median`,
    )
    const ofAccount = Object.entries(asked).map(([what, query]) => [
      what,
      query.replace(/account=$/, `account=${account}`),
    ])
    await printPages(server.url, broker, page, Object.fromEntries(ofAccount))
    await download(broker, file)
  }
} finally {
  await server.stop()
  await removeDataFolder(dataFolder)
}

/** Gives Meridian so many orders that have ended, each with one execution. @returns one of its accounts. */
async function fill(): Promise<string> {
  const began = performance.now()
  const client = await openAsSuperuser(dataFolder)
  const { rows } = await client.query<{ tenant_id: number; account: string }>(
    `SELECT tenant_id, account FROM trading_accounts JOIN tenants ON tenants.id = tenant_id
     WHERE tenancy_name = 'Meridian' ORDER BY account`,
  )
  const accounts = rows.map(({ account }) => account)
  const createIndexes = await dropIndexes(client)
  await client.query(
    `INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
       price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
       priority, creation_time, transact_time, version, market_date)
     SELECT $1, ${FIRST_ID} + n, ($2::text[])[1 + n % ${accounts.length}], 1, 'broker', 'b-' || n,
       (ARRAY['GTCO', 'ZENITHBANK', 'UBA', 'MTNN', 'DANGCEM'])[1 + n % 5], CASE WHEN n % 2 = 0 THEN '1' ELSE '2' END,
       '2', price, 100 + n % 900, '0', CASE WHEN n % 50000 = 7 THEN '8' ELSE '2' END, 100 + n % 900, 0, (100 + n % 900) * price, 0, at::date,
       ${FIRST_ID} + n, at, at, 2, at::date
     FROM (SELECT n, (5000 + 5 * (n % 400))::bigint AS price, timestamptz '2025-01-02T09:00:00Z' + n * interval '25 seconds' AS at
       FROM generate_series(1, $3::int) AS n) AS numbered`,
    [rows[0]?.tenant_id, accounts, ROWS],
  )
  await client.query(
    `INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
     SELECT tenant_id, account, trade_date, cl_ord_id, order_id, '' FROM orders WHERE order_id > ${FIRST_ID}`,
  )
  await client.query(
    `INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, last_px, last_qty,
       cum_qty, leaves_qty, filled_value, transact_time)
     SELECT tenant_id, order_id + ${FIRST_ID}, order_id, cl_ord_id, 'F', '2', price, order_qty, cum_qty, 0,
       filled_value, transact_time FROM orders WHERE order_id > ${FIRST_ID}`,
  )
  for (const create of createIndexes) await client.query(create)
  await client.query('VACUUM ANALYZE orders, executions, order_requests')
  await client.end()
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return accounts[0] ?? ''
}

/** Drops the indexes that no constraint needs: one built at once costs a part of one that grows by each row. @returns what creates them again. */
async function dropIndexes(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; create: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS create FROM pg_index
     WHERE indrelid = ANY ('{orders,executions,order_requests}'::regclass[]) AND NOT indisunique`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await client.query(`SET maintenance_work_mem = '512MB'`)
  return rows.map(({ create }) => create)
}

/** Downloads a list as CSV, and prints its speed and what it cost the server's memory. */
async function download({ token }: Person, name: CallName): Promise<void> {
  const before = await megabytesOf(server)
  let [most, rows, bytes] = [before, 0, 0]
  const began = performance.now()
  const answer = await fetch(`${server.url}${pathOf(name, calls[name])}?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  const firstMs = performance.now() - began
  let lookedAt = began
  for await (const piece of answer.body) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) rows += 1
    if (performance.now() - lookedAt < 250) continue
    lookedAt = performance.now()
    most = Math.max(most, await megabytesOf(server))
  }
  const seconds = (performance.now() - began) / 1000
  console.log(
    `  CSV: ${rows.toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `${Math.round(rows / seconds).toLocaleString('en')} rows/s, first byte after ${(firstMs / 1000).toFixed(2)} s; ` +
      `server memory ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
  )
}

/** The resident memory of the server's process. */
async function megabytesOf(server: RunningServer): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`, { headers: asOperator(server) })).text()
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? []
  return Number(bytes) / 1e6
}
