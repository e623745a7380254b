import { parseArgs } from 'node:util'
import { type CallName, calls, pathOf } from '@tradebook/contract'
import { Client } from 'undici'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { type Person, signIn } from '../test/person.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { watchDisk } from './disk-watch.ts'
import { durationsOf, median, orderSource, pace, type Run } from './order-flow.ts'
import { useLogFiles } from './used-log.ts'

/**
 * How long a customer waits for a statement over 100,000 postings, how long an archive of a thousand contract
 * notes takes, and how long orders wait meanwhile, alongside the same orders without it: through HTTP, from a
 * server as a person starts it.
 *
 * Orders with and without an archive are measured in turn, and the median of the rounds counts. Each is printed
 * with the slowest write to the same disk meanwhile: where that took as long as the slowest orders, they waited for
 * the disk and not for the archive.
 *
 * `portfolio.ts [--notes 1000] [--orders 200] [--rounds 3]`: the notes of an archive, and orders a second.
 */

const { values: options } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
})
const NOTES = Number(options.notes)
const ORDERS_A_SECOND = Number(options.orders)
const ROUNDS = Number(options.rounds)
const STATEMENT_NOTES = 10_000
/** Of a purchase: cash, clearing and charges, and the shares. */
const POSTINGS_OF_AN_ENTRY = 10
const REPEATS = 5
const QUIET_MS = 15_000
const CONNECTIONS = 32

/** The notes of the archive are of one month, those of the statement of some years. */
const ARCHIVE = { from: '2023-03-01', to: '2023-03-31' }
const STATEMENT = { from: '2024-01-01', to: '2026-01-31' }

const dataFolder = newDataFolder()
const server = await startServer(dataFolder)
try {
  const cscsAcct = await fill()
  const broker = await signIn(server, 'Meridian', 'broker')
  await statement(broker, cscsAcct)
  await archives(server, broker)
} finally {
  await server.stop()
  await removeDataFolder(dataFolder)
}

/** Gives Meridian notes of days that are over. @returns the CSCS account of the statement. */
async function fill(): Promise<string> {
  const client = await openAsSuperuser(dataFolder)
  const { rows } = await client.query<{ tenant_id: number; account: string; cscs_account: string }>(
    `SELECT tenant_id, account, cscs_account FROM trading_accounts JOIN tenants ON tenants.id = tenant_id
     WHERE tenancy_name = 'Meridian' ORDER BY account`,
  )
  const [first] = rows
  const notes = `INSERT INTO contract_notes (tenant_id, number, account, side, security_id, trade_date, settlement_date,
      quantity, consideration, trades, lines, net_amount, realised_gain, provisional, settled)
    SELECT $1, $2::int + n, ($3::text[])[1 + n % accounts], '1', ids[1 + n / (accounts * $5::int) % cardinality(ids)],
      day, day + 2, 100, 584000, 1, '[{"line":"commission","ratePpm":13500,"amount":"7884"},{"line":"commission:vat","ratePpm":75000,"amount":"591"},{"line":"sec","ratePpm":3000,"amount":"1752"},{"line":"sec:vat","ratePpm":75000,"amount":"131"},{"line":"stampDuty","ratePpm":800,"amount":"467"},{"line":"tradeAlert","ratePpm":0,"amount":"400"}]',
      -595225, 0, false, true
    FROM (
      SELECT n, accounts, $4::date + n / accounts % $5::int AS day,
        (SELECT array_agg(security_id ORDER BY security_id) FROM securities) AS ids
      FROM generate_series(0, $6::int - 1) AS n, cardinality($3::text[]) AS accounts
    ) AS numbered`
  const accounts = rows.map(({ account }) => account)
  await client.query(notes, [
    first?.tenant_id,
    2_000_000,
    [first?.account],
    STATEMENT.from,
    700,
    STATEMENT_NOTES,
  ])
  await client.query(notes, [first?.tenant_id, 1_000_000, accounts, ARCHIVE.from, 30, NOTES])
  await client.query(
    `INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, security_id, entry_date, value_date, side,
       quantity, price, note_number, balance, holding, cost, postings)
     SELECT tenant_id, number, 0, 'trade', account, security_id, trade_date, settlement_date, side, 100, 5840, number, 0, 100,
       595225, jsonb_build_object('NGN', '{"customer":-595225,"clearing":584000,"fee:commission":7884,"fee:commission:vat":591,"fee:sec":1752,"fee:sec:vat":131,"fee:stampDuty":467,"fee:tradeAlert":400}'::jsonb,
         security_id, '{"custody:unsettled":100,"clearing":-100}'::jsonb)
     FROM contract_notes WHERE number >= 1000000`,
  )
  await client.query('VACUUM ANALYZE contract_notes, ledger_entries')
  await client.end()
  await useLogFiles(server)
  return first?.cscs_account ?? ''
}

async function statement(broker: Person, cscsAcct: string): Promise<void> {
  const postings = (STATEMENT_NOTES * POSTINGS_OF_AN_ENTRY).toLocaleString('en')
  console.log(`a statement over ${postings} postings; milliseconds, the first and then the median`)
  const pages = { 'first page': 0, 'last page': STATEMENT_NOTES - 50 }
  for (const [what, skipCount] of Object.entries(pages)) {
    const times: number[] = []
    for (let n = 0; n <= REPEATS; n += 1) {
      const began = performance.now()
      await broker.get('BackOffice/GetAccountStatement', {
        cscsAcct,
        ...STATEMENT,
        skipCount,
        maxResultCount: 50,
      })
      times.push(performance.now() - began)
    }
    const [first = 0, ...others] = times
    console.log(
      `  ${what.padEnd(12)} ${first.toFixed(1).padStart(8)} ${median(others).toFixed(1).padStart(8)}`,
    )
  }
}

async function archives(server: RunningServer, broker: Person): Promise<void> {
  const { next } = await orderSource(server)
  const disk = watchDisk(dataFolder)
  const rate = { perSecond: ORDERS_A_SECOND, connections: CONNECTIONS }
  await pace(server.url, next, { ...rate, durationMs: 5_000 })
  console.log(
    `${NOTES.toLocaleString('en')} contract notes in one archive alongside ${ORDERS_A_SECOND} orders/s`,
  )
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = async (what: string, isDone?: () => boolean): Promise<Run> => {
      disk.slowestMs()
      const run = await pace(server.url, next, {
        ...rate,
        ...(isDone ? { durationMs: 180_000, isDone } : { durationMs: QUIET_MS }),
      })
      console.log(`  orders ${what.padEnd(10)} ${durationsOf(run, disk)}`)
      return run
    }
    const without = await measured('without')
    let isDone = false
    const downloading = download(server, broker).finally(() => {
      isDone = true
    })
    const meanwhile = await measured('meanwhile', () => isDone)
    const { seconds, bytes } = await downloading
    const ratio = meanwhile.p99Ms / without.p99Ms
    ratios.push(ratio)
    console.log(`  ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, ratio of p99 ${ratio.toFixed(2)}`)
  }
  console.log(`  median ratio of p99 ${median(ratios).toFixed(2)}`)
  await disk.end()
}

/** Reads the whole archive. @throws Error where it is not given. */
async function download(
  { url }: RunningServer,
  { token }: Person,
): Promise<{ seconds: number; bytes: number }> {
  const name: CallName = 'BackOffice/DownloadContractNotes'
  const began = performance.now()
  // On a connection of its own: one that has been idle since the statements may be closed as it is used again.
  const client = new Client(url)
  const { statusCode, body } = await client.request({
    method: 'GET',
    path: `${pathOf(name, calls[name])}?${new URLSearchParams(ARCHIVE)}`,
    headers: { authorization: `Bearer ${token}` },
  })
  if (statusCode !== 200) throw new Error(`the archive was answered ${statusCode}: ${await body.text()}`)
  let bytes = 0
  for await (const piece of body) bytes += piece.length
  await client.close()
  return { seconds: (performance.now() - began) / 1000, bytes }
}
