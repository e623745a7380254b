import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureNats } from '../scripts/nats.mjs'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { type BenchOrder, flood, median, orderSource, pace, type Run } from './order-flow.ts'
import { serverTime } from './processor-time.ts'

/**
 * Orders through one desk and 1, 2 and 4 web processes over NATS, alongside one process that does everything: how many
 * a second, how long each takes at a low rate, which shows what the way over NATS adds, and what each process spends on
 * an order. The runs are interleaved. All share this machine: with fewer processors than processes, more web processes
 * only show what they cost.
 *
 * `nodes.ts [--rounds 5] [--seconds 3] [--connections 64] [--webs 1,2,4]`
 */

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    webs: { type: 'string', default: '1,2,4' },
  },
})
const ROUNDS = Number(options.rounds)
const RUN_MS = Number(options.seconds) * 1_000
const CONNECTIONS = Number(options.connections)
const WEBS = options.webs.split(',').map(Number)
/** So long that what runs often is compiled. */
const WARM_UP_MS = 5_000
/** Orders a second that wait for nothing but their own way. */
const LOW_RATE = 100

interface Contender {
  readonly name: string
  /** Those that answer people. */
  readonly webs: readonly RunningServer[]
  readonly desk: RunningServer
  readonly next: () => BenchOrder
  readonly floods: Run[]
  readonly paced: Run[]
  /** Microseconds of the desk, and of all web processes together. */
  readonly spent: { desk: number; webs: number; orders: number }
}

Object.assign(process.env, await ensureNats())
const { NATS_SERVER, NatsServer } = await import('../test/nats-server.ts')
if (NATS_SERVER === undefined) throw new Error('There is no NATS server: set NATS_SERVER to one.')

const folders: string[] = []
const started: RunningServer[] = []
const nats = await NatsServer.start()
const several = { NATS_URL: nats.url, TRADEBOOK_PUBLIC_URL: 'http://localhost:8080' }
try {
  const all = await start()
  const desk = await start({ ...several, TRADEBOOK_ROLE: 'desk' })
  const DATABASE_URL = readFileSync(join(desk.dataFolder, 'database-url'), 'utf8').trim()
  const webs: RunningServer[] = []
  while (webs.length < Math.max(...WEBS))
    webs.push(await start({ ...several, DATABASE_URL, TRADEBOOK_ROLE: 'web' }))
  const [first] = webs
  if (!first) throw new RangeError('--webs needs at least one')
  const { next: throughDesk } = await orderSource({ ...first, dataFolder: desk.dataFolder })
  const { next: throughAll } = await orderSource(all)
  const contender = (name: string, of: Pick<Contender, 'webs' | 'desk' | 'next'>): Contender => ({
    ...{ name, ...of, floods: [], paced: [] },
    spent: { desk: 0, webs: 0, orders: 0 },
  })
  const contenders = [
    contender('one process', { webs: [all], desk: all, next: throughAll }),
    ...WEBS.map((count) =>
      contender(`one desk, ${count} web`, { webs: webs.slice(0, count), desk, next: throughDesk }),
    ),
  ]
  for (const each of contenders) await floodAll(each, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round += 1) for (const each of contenders) await measure(each)
  print(contenders)
} finally {
  for (const server of started.reverse()) await server.stop()
  await nats.kill()
  for (const folder of folders) await removeDataFolder(folder)
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const folder = newDataFolder()
  folders.push(folder)
  const server = await startServer(folder, env)
  started.push(server)
  return server
}

/** Sends through all web processes at once. */
function floodAll({ webs, next }: Contender, durationMs: number): Promise<Run[]> {
  const connections = CONNECTIONS / webs.length
  return Promise.all(webs.map(({ url }) => flood(url, next, { connections, durationMs })))
}

async function measure(contender: Contender): Promise<void> {
  const { webs, desk, next, floods, paced, spent } = contender
  const times = () => ({
    desk: serverTime(desk.pid),
    webs: webs.reduce((sum, { pid }) => sum + (pid === desk.pid ? 0 : serverTime(pid)), 0),
  })
  const before = times()
  const runs = await floodAll(contender, RUN_MS)
  const after = times()
  const orders = runs.reduce((sum, run) => sum + run.orders, 0)
  spent.desk += after.desk - before.desk
  spent.webs += after.webs - before.webs
  spent.orders += orders
  floods.push({ ...(runs[0] as Run), orders, perSecond: runs.reduce((sum, run) => sum + run.perSecond, 0) })
  const [{ url }] = webs as [RunningServer]
  paced.push(await pace(url, next, { perSecond: LOW_RATE, connections: CONNECTIONS, durationMs: RUN_MS }))
}

function print(contenders: readonly Contender[]): void {
  console.log(
    `${CONNECTIONS} connections, ${availableParallelism()} processors for all; medians of ${ROUNDS} interleaved runs; p50 and p99 at ${LOW_RATE} orders/s`,
  )
  const of = (runs: readonly Run[], figure: 'perSecond' | 'p50Ms' | 'p99Ms') =>
    median(runs.map((run) => run[figure]))
  const [alone] = contenders
  for (const { name, floods, paced, spent } of contenders) {
    const figures = [
      `${Math.round(of(floods, 'perSecond')).toLocaleString('en').padStart(7)} orders/s`,
      `p50 ${of(paced, 'p50Ms').toFixed(2)} ms`,
      `p99 ${of(paced, 'p99Ms').toFixed(2)} ms`,
      `the desk ${Math.round(spent.desk / spent.orders)} µs an order`,
      `the web processes ${Math.round(spent.webs / spent.orders)} µs`,
      ...(alone && paced !== alone.paced
        ? [`the way over NATS adds ${(of(paced, 'p50Ms') - of(alone.paced, 'p50Ms')).toFixed(2)} ms to p50`]
        : []),
    ]
    console.log(`${name.padEnd(20)} ${figures.join('   ')}`)
  }
}
