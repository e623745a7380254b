import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openAsSuperuser } from '../test/faults/audit.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'
import { watchDisk } from './disk-watch.ts'
import { durationsOf, flood, median, orderSource, pace, type Run, securities } from './order-flow.ts'
import { postgresTime, serverTime } from './processor-time.ts'
import { useLogFiles } from './used-log.ts'
import { watchZeroSums } from './zero-sums.ts'

/**
 * Orders answered a second through HTTP, each durable before its answer, alongside the design that one would
 * build instead, one transaction an order, and alongside bare Fastify answering the same validated request with
 * nothing behind it. The runs are interleaved, so that whatever else the machine does falls on all; the
 * figures are medians, and the ratios are what counts. PostgreSQL's log goes to files that were used before.
 *
 * `orders.ts [--rounds 5] [--seconds 3] [--connections 64,256]`
 */

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64,256' },
  },
})
const ROUNDS = Number(options.rounds)
const RUN_MS = Number(options.seconds) * 1_000
const CONNECTIONS = options.connections.split(',').map(Number)
/** So long that what runs often is compiled, as it is in a server at work. */
const WARM_UP_MS = 8_000

interface Contender {
  readonly name: string
  readonly url: string
  /** Of its process. */
  readonly pid: number
}

/** Processor time so far in microseconds: of this client, of a contender's server, and of PostgreSQL. */
const spent = (pid: number) => {
  const { user, system } = process.cpuUsage()
  return [user + system, serverTime(pid), postgresTime(dataFolder)]
}

const dataFolder = newDataFolder()
const product = await startServer(dataFolder)
const ended: (() => void)[] = []
try {
  const source = await orderSource(product)
  const database = await newDatabase()
  const transactions = await startPeer('orders-transactions.ts', [database, source.accounts, securities])
  const bare = await startPeer('orders-peer.ts', [])
  const contenders: Contender[] = [
    { name: 'Tradebook', url: product.url, pid: product.pid },
    { name: 'one transaction an order', ...transactions },
    { name: 'bare Fastify', ...bare },
  ]
  await useLogFiles(product)
  const zeroSums = await watchZeroSums(dataFolder)
  const [connections = 64] = CONNECTIONS
  for (const { url } of contenders) await flood(url, source.next, { connections, durationMs: WARM_UP_MS })
  for (const connections of CONNECTIONS) {
    const before = await zeroSums.soFar()
    const { perSecond: ours, orders } = await compare(contenders, connections, source.next)
    const checked = ((await zeroSums.soFar()) - before) / orders
    console.log(
      `the check that entries sum to zero took ${checked.toFixed(1)} µs an order, waits for a processor included`,
    )
    if (connections !== CONNECTIONS[0]) continue
    await atHalfOf(ours, connections, source.next)
  }
  await zeroSums.end()
} finally {
  for (const end of ended) end()
  await product.stop()
  await removeDataFolder(dataFolder)
}

/** Runs the contenders in turn and prints their medians. @returns what the first answered, a second and in all. */
async function compare(
  contenders: readonly Contender[],
  connections: number,
  next: Parameters<typeof flood>[1],
): Promise<{ readonly perSecond: number; readonly orders: number }> {
  const runs = contenders.map((contender) => ({ contender, runs: [] as Run[], spent: [0, 0, 0] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { contender, runs: of, spent: times } of runs) {
      const before = spent(contender.pid)
      of.push(await flood(contender.url, next, { connections, durationMs: RUN_MS }))
      spent(contender.pid).forEach((time, index) => {
        times[index] = (times[index] ?? 0) + time - (before[index] ?? 0)
      })
    }
  }
  console.log(
    `new orders, half of them trading, from ${connections} connections; medians of ${ROUNDS} interleaved runs, processor time an order`,
  )
  const rates = runs.map(({ contender, runs: of, spent: times }) => {
    const perSecond = median(of.map((run) => run.perSecond))
    const [p50, p99] = [of.map((run) => run.p50Ms), of.map((run) => run.p99Ms)].map((ms) =>
      median(ms).toFixed(1),
    )
    const answered = of.reduce((sum, { orders }) => sum + orders, 0)
    const [client, server, postgres] = times.map((time) => Math.round(time / answered))
    console.log(
      `${contender.name.padEnd(26)} ${rate(perSecond)} orders/s   p50 ${p50} ms   p99 ${p99} ms   client ${client} µs, server ${server} µs, PostgreSQL ${postgres} µs`,
    )
    return perSecond
  })
  const [ours = 0, transactions = 1, bare = 1] = rates
  const each = (index: number) =>
    (runs[0]?.runs ?? []).map((run, round) => run.perSecond / (runs[index]?.runs[round]?.perSecond ?? 1))
  console.log(
    `ratio to one transaction an order ${(ours / transactions).toFixed(2)} (lowest of a round ${Math.min(...each(1)).toFixed(2)}), to bare Fastify ${(ours / bare).toFixed(3)} (lowest ${Math.min(...each(2)).toFixed(3)})`,
  )
  const orders = (runs[0]?.runs ?? []).reduce((sum, run) => sum + run.orders, 0)
  return { perSecond: ours, orders }
}

/** How long orders take where half as many come as can be answered, and how long the disk took meanwhile. */
async function atHalfOf(
  perSecond: number,
  connections: number,
  next: Parameters<typeof pace>[1],
): Promise<void> {
  const disk = watchDisk(dataFolder)
  const half = { perSecond: perSecond / 2, connections, durationMs: RUN_MS }
  for (let round = 0; round < ROUNDS; round += 1) {
    disk.slowestMs()
    const run = await pace(product.url, next, half)
    console.log(`at half of that load, ${rate(run.perSecond)} orders/s: ${durationsOf(run, disk)}`)
  }
  await disk.end()
}

function rate(perSecond: number): string {
  return Math.round(perSecond).toLocaleString('en').padStart(7)
}

/** A database of its own in the product's PostgreSQL: the same settings, the same durability. */
async function newDatabase(): Promise<object> {
  const client = await openAsSuperuser(dataFolder)
  await client.query('CREATE DATABASE transactions')
  const { host, port, user, password } = client
  await client.end()
  return { host, port, user, password, database: 'transactions' }
}

/** Starts a peer in a process of its own, as the product's server is. */
async function startPeer(file: string, given: readonly unknown[]): Promise<Omit<Contender, 'name'>> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const peer = spawn(process.execPath, [path, ...given.map((value) => JSON.stringify(value))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ended.push(() => peer.kill())
  const [url] = (await once(peer.stdout.setEncoding('utf8'), 'data')) as [string]
  return { url: url.trim(), pid: peer.pid ?? 0 }
}
