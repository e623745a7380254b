import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MAX_PAGED_ROWS } from '@tradebook/contract'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { signIn } from '../test/person.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'
import { PAGE, printPages } from './list-pages.ts'
import { flood, median, orderSource } from './order-flow.ts'
import { postgresTime, serverTime } from './processor-time.ts'

/**
 * What the audit trail costs: how long pages of a million rows take through HTTP, and what the links of an order's rows
 * cost alongside the order. Without rows the pages are left out, without rounds the orders.
 *
 * `audit.ts [--rows 1000000] [--rounds 9] [--seconds 2] [--connections 64]`
 */

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
  },
})
const ROWS = Number(options.rows)
const ROUNDS = Number(options.rounds)
const flow = { connections: Number(options.connections), durationMs: Number(options.seconds) * 1_000 }

const day = 'from=2025-06-02T00:00:00Z&to=2025-06-03T00:00:00Z'
const auditPages = {
  'first page': '',
  'page 100': `skipCount=${99 * PAGE}`,
  'last page': `skipCount=${MAX_PAGED_ROWS - PAGE}`,
  'oldest first': 'sorting=executionTime asc',
  'of one day': day,
  'of a user, one of 1,000': 'userName=rare',
  'of a user in a day': `userName=rare&${day}`,
  'of a service, one of 500 calls': 'serviceName=Settings',
  'of a call': 'serviceName=Settings&methodName=Update',
  'what was refused, one of 2,000': 'hasException=true',
  'changes of one thing': 'entity=Setting&entityId=2',
  'a keyword': 'keyword=rare',
  'a keyword that none has': 'keyword=nowhere',
}
const reportPages = { 'first page': '', 'last page': `skipCount=${MAX_PAGED_ROWS - PAGE}`, 'of one day': day }

/** So long the server is watched without orders. */
const REST_MS = 1_000

const dataFolder = newDataFolder()
const server = await startServer(dataFolder)
const client = await openAsSuperuser(dataFolder)
try {
  if (ROUNDS > 0) await chainCost()
  if (ROWS > 0) await pages()
} finally {
  await client.end()
  await server.stop()
  await removeDataFolder(dataFolder)
}

/** The pages of so many rows, and their verification. */
async function pages(): Promise<void> {
  await fill()
  const filled = performance.now()
  await chained()
  console.log(
    `chained ${Math.round(ROWS / ((performance.now() - filled) / 1000)).toLocaleString('en')} rows/s`,
  )
  const admin = await signIn(server, 'Meridian', 'admin')
  console.log(
    `audit trail: ${ROWS.toLocaleString('en')} rows, ${PAGE} a page; milliseconds, the first and then the median`,
  )
  await printPages(server.url, admin, 'ReportEventLog/GetReportEventLogs', auditPages)
  console.log(`downloads: ${(ROWS / 10).toLocaleString('en')} rows`)
  await printPages(server.url, admin, 'ReportEventLog/GetReportLogs', reportPages)
  const began = performance.now()
  const { ok } = await admin.get('ReportEventLog/VerifyChain', {})
  console.log(
    `VerifyChain: ${ok ? 'whole' : 'broken'} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
}

/**
 * What chaining an order's rows costs alongside the order, in processor time of server and PostgreSQL. Orders a second
 * differ more from run to run than the chain may cost; so orders are sent while the sequencer has no right to read the
 * rows, and what their links cost is measured by itself afterwards, less what the server uses without orders.
 */
async function chainCost(): Promise<void> {
  const { next } = await orderSource(server)
  await flood(server.url, next, flow)
  const rounds: { order: number; links: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await chained()
    await client.query('REVOKE SELECT ON audit_log FROM tradebook_audit')
    const started = spent()
    const { orders } = await flood(server.url, next, flow)
    const order = (spent() - started) / orders
    const resting = await costOf(() => sleep(REST_MS))
    await client.query('GRANT SELECT ON audit_log TO tradebook_audit')
    const { used, ms } = await costOf(chained)
    rounds.push({ order, links: Math.max(0, used - (resting.used * ms) / resting.ms) / orders })
  }
  const figures = (value: (round: (typeof rounds)[number]) => number, digits: number) => {
    const [middle, ...quartiles] = spreadOf(rounds.map(value)).map((one) => one.toFixed(digits))
    return `${middle} (half of ${ROUNDS} rounds from ${quartiles.join(' to ')})`
  }
  console.log(
    `orders from ${flow.connections} connections, processor time of server and PostgreSQL\n` +
      `an order, µs: ${figures(({ order }) => order, 0)}\n` +
      `its links, µs: ${figures(({ links }) => links, 1)}\n` +
      `its links in percent of it: ${figures(({ order, links }) => (100 * links) / order, 1)}`,
  )
}

/** Processor time that something takes, and how long that was, in microseconds and milliseconds. */
async function costOf(work: () => Promise<unknown>): Promise<{ used: number; ms: number }> {
  const [began, before] = [performance.now(), spent()]
  await work()
  return { used: spent() - before, ms: performance.now() - began }
}

/** Median, and the quartiles between which half of the values lie. */
function spreadOf(values: readonly number[]): [number, number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return [median(values), at(0.25), at(0.75)]
}

/** Microseconds that server and PostgreSQL have used so far. */
function spent(): number {
  return serverTime(server.pid) + postgresTime(dataFolder)
}

/** Waits until every row has its hash. What is asked for that costs next to nothing. */
async function chained(): Promise<void> {
  const waits = async () => {
    const { rows } = await client.query(
      `SELECT FROM tenants t LEFT JOIN audit_heads h ON h.tenant_id = t.id
       WHERE (SELECT max(id) FROM audit_log a WHERE a.tenant_id = t.id) > COALESCE(h.audit_id, 0)`,
    )
    return rows.length > 0
  }
  while (await waits()) await sleep(100)
}

/** Gives Meridian so many audit rows of a year, some with what they changed, and a tenth as many downloads. */
async function fill(): Promise<void> {
  const began = performance.now()
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM tenants WHERE tenancy_name = 'Meridian'`,
  )
  const tenant = [rows[0]?.id, ROWS]
  const at = `timestamptz '2025-01-02T09:00:00Z' + n * interval '25 seconds'`
  await client.query(
    `INSERT INTO audit_log (tenant_id, user_id, user_name, service_name, method_name, parameters, execution_time,
       execution_duration, client_ip_address, browser_info, exception)
     SELECT $1, 1, CASE WHEN n % 1000 = 1 THEN 'rare' ELSE 'broker' END, CASE WHEN n % 500 = 2 THEN 'Settings' ELSE 'Order' END,
       CASE WHEN n % 500 = 2 THEN 'Update' ELSE 'SendNewOrder' END,
       '{"clOrdID":"b-' || n || '","securityID":"GTCO","side":"1","ordType":"2","price":58.4,"orderQty":100,"timeInForce":"0"}',
       ${at}, 1, '192.0.2.1', 'Mozilla/5.0', CASE WHEN n % 2000 = 3 THEN 'insufficientFunds' END
     FROM generate_series(1, $2::int) AS n`,
    tenant,
  )
  await client.query(
    `INSERT INTO audit_changes SELECT tenant_id, id, 1, 'Setting', id % 1000, '{"memberCode":"A"}', '{"memberCode":"B"}'
     FROM audit_log WHERE tenant_id = $1 AND service_name = 'Settings' AND execution_time < '2026-06-01'
     ON CONFLICT DO NOTHING`,
    tenant.slice(0, 1),
  )
  await client.query(
    `INSERT INTO report_logs (tenant_id, user_id, user_name, service_name, method_name, parameters, file_name, row_count,
       is_complete, execution_time, execution_duration)
     SELECT $1, 1, 'broker', 'Order', 'DownloadStockOrders', '{}', 'Orders.csv', n, true, ${at}, 1
     FROM generate_series(1, $2::int / 10) AS n`,
    tenant,
  )
  await client.query('VACUUM ANALYZE audit_log, audit_changes, report_logs')
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
