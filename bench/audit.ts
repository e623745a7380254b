import { parseArgs } from 'node:util'
import { MAX_PAGED_ROWS } from '@tradebook/contract'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { signIn } from '../test/person.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'
import { PAGE, printPages } from './list-pages.ts'
import { flood, median, orderSource } from './order-flow.ts'

/**
 * What the audit trail costs: how long pages of a million rows take through HTTP, and how many orders a second are
 * answered with and without the sequencer that chains their rows. The runs of orders are interleaved, so that
 * whatever else the machine does falls on both; the ratio is what counts.
 *
 * `audit.ts [--rows 1000000] [--rounds 5] [--seconds 2] [--connections 64]`
 */

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
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

const dataFolder = newDataFolder()
const server = await startServer(dataFolder)
const client = await openAsSuperuser(dataFolder)
try {
  await chainCost()
  await fill()
  await chained()
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
} finally {
  await client.end()
  await server.stop()
  await removeDataFolder(dataFolder)
}

/** Orders a second with the sequencer, and while it has no right to read the rows, so that it chains none. */
async function chainCost(): Promise<void> {
  const { next } = await orderSource(server)
  await flood(server.url, next, flow)
  const ratios: number[] = []
  const rates: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whichever comes first finds the machine as the other left it.
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
      await client.query(
        `${isOn ? 'GRANT' : 'REVOKE'} SELECT ON audit_log ${isOn ? 'TO' : 'FROM'} tradebook_audit`,
      )
      if (isOn) await chained()
      const { perSecond } = await flood(server.url, next, flow)
      rates[isOn ? 0 : 1]?.push(perSecond)
    }
    ratios.push((rates[0]?.at(-1) ?? 0) / (rates[1]?.at(-1) ?? 1))
  }
  await client.query('GRANT SELECT ON audit_log TO tradebook_audit')
  const [withChain = 0, without = 1] = rates.map(median).map(Math.round)
  console.log(
    `orders from ${flow.connections} connections, medians of ${ROUNDS} interleaved runs: ${withChain} orders/s with the chain, ` +
      `${without} without; ratio of the medians ${(withChain / without).toFixed(3)}, median of the rounds ${median(ratios).toFixed(3)}`,
  )
}

/** Waits until every row has its hash. */
async function chained(): Promise<void> {
  const began = performance.now()
  const missing = async () => {
    const { rows } = await client.query<{ missing: string }>(
      `SELECT count(*) AS missing FROM audit_log a WHERE id > COALESCE((SELECT audit_id FROM audit_heads h WHERE h.tenant_id = a.tenant_id), 0)`,
    )
    return Number(rows[0]?.missing)
  }
  const first = await missing()
  while ((await missing()) > 0) await new Promise((resolve) => setTimeout(resolve, 500))
  const seconds = (performance.now() - began) / 1000
  if (first > ROWS / 2) console.log(`chained ${Math.round(first / seconds).toLocaleString('en')} rows/s`)
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
