import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Connection, Hub, type HubCall, HubServer } from '@tradebook/signalr'
import { LAST, type Order, preciseNow, type Report } from './fanout-clients.ts'
import { asManyAsCome, closed, listening, PATH } from './fanout-contenders.ts'

const log = { info: () => {}, error: console.error }

/**
 * Clients that connect and read nothing, beside healthy ones, while book events and trades are broadcast:
 * by how much the server's memory grows, how late events reach the healthy, and when the paused are
 * conflated or closed. A paused client that is closed is replaced, so that there are always as many.
 *
 * `paused.ts [--paused 20] [--healthy 5] [--rate 20000] [--seconds 60]`
 */

const { values } = parseArgs({
  options: {
    paused: { type: 'string', default: '20' },
    healthy: { type: 'string', default: '5' },
    /** Messages a second, each to every client. */
    rate: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
  },
})
const [paused, healthy, rate, seconds] = [values.paused, values.healthy, values.rate, values.seconds].map(
  Number,
) as [number, number, number, number]
const WARM_UP_MS = 5_000
/** One message in so many is a trade, which is never left out; the others change a book. */
const TRADES_EVERY = 10
/** One message in so many carries the time at which it was sent. */
const TIMED_EVERY = 20
const TICK_MS = 5
const PAUSED = 'paused'

/** How long each paused client was open before it was closed, in milliseconds. */
const lives: number[] = []
const openedAt = new Map<Connection<string>, number>()
const { server, sockets, url } = await listening()
const hub = new Hub<string>({
  authenticate: async ({ url = '' }) => (url.endsWith(PAUSED) ? PAUSED : 'healthy'),
  userIdOf: (user) => user,
  allowsOrigin: () => true,
  methods: {},
  connected: (client) => {
    if (client.user === PAUSED) openedAt.set(client, performance.now())
  },
  disconnected: (client) => {
    const at = openedAt.get(client)
    openedAt.delete(client)
    if (at !== undefined) lives.push(performance.now() - at)
  },
  refresh: (state) => [bookEvent(state, 0)],
  log,
})
const hubServer = new HubServer({
  hubs: [{ path: PATH, hub }],
  limits: { closeMs: 100, ...asManyAsCome },
  log,
})
hubServer.attach(server)

const clients = fork(fileURLToPath(new URL('./fanout-clients.ts', import.meta.url)))
const order = (order: Order) => clients.send(order)
const reported = async () => (await once(clients, 'message'))[0] as Report

const connected = reported()
order({ does: 'connect', url, count: healthy, speaks: 'signalr' })
await connected
await publish(WARM_UP_MS)
const rssBefore = process.memoryUsage.rss()
let [rssMost, mostWaiting, conflatedAt] = [rssBefore, 0, Number.NaN]
order({ does: 'time', isTimed: true })
const pausedAt = performance.now()
const watch = setInterval(() => {
  rssMost = Math.max(rssMost, process.memoryUsage.rss())
  for (const socket of sockets) mostWaiting = Math.max(mostWaiting, socket.writableLength)
  if (Number.isNaN(conflatedAt) && hub.stats.conflated > 0) conflatedAt = performance.now() - pausedAt
}, 50)
await connectPaused()
const replacing = setInterval(() => void connectPaused(), 250)
await publish(seconds * 1_000)
clearInterval(replacing)
const done = lastReport()
hub.send('everyone', { target: 'onMarketTrade', arguments: [{ sentAt: preciseNow(), mdEntryID: LAST }] })
const latencies = (await done).sort((a, b) => a - b)
clearInterval(watch)
const percentile = (share: number) =>
  (latencies[Math.floor(latencies.length * share)] ?? Number.NaN).toFixed(1)
const MB = 1024 * 1024

console.log(`${paused} paused and ${healthy} healthy clients, ${rate} messages/s to each for ${seconds} s`)
console.log(
  `memory grew by ${((rssMost - rssBefore) / MB).toFixed(0)} MB at most, from ${(rssBefore / MB).toFixed(0)} MB`,
)
console.log(`the most that waited for one client: ${(mostWaiting / MB).toFixed(2)} MB`)
console.log(`healthy: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, ${latencies.length} measured`)
console.log(
  `first conflated after ${(conflatedAt / 1000).toFixed(1)} s; ${hub.stats.conflated} messages left out`,
)
console.log(
  `${lives.length} paused clients closed, the last to go after ${(Math.max(0, ...lives) / 1000).toFixed(1)} s`,
)
const isHealthyOpen = [...hub.connections].filter(({ user }) => user !== PAUSED).length === healthy
console.log(isHealthyOpen ? 'every healthy client is still connected' : 'A HEALTHY CLIENT WAS CLOSED')
clients.kill()
await hubServer.close()
await closed(server)

/** Opens as many paused clients as are missing. */
async function connectPaused(): Promise<void> {
  const missing = paused - openedAt.size
  if (missing > 0) order({ does: 'connectPaused', url: `${url}?${PAUSED}`, count: missing })
}

/** The delays that were measured, once every healthy client has received the last event. */
async function lastReport(): Promise<number[]> {
  for (;;) {
    const report = await reported()
    if (report.is === 'done') return report.latencies
  }
}

/** Broadcasts at the rate for so long. */
async function publish(ms: number): Promise<void> {
  const startedAt = performance.now()
  let sent = 0
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - startedAt) {
    for (const due = (elapsed * rate) / 1_000; sent < due; sent++) send(sent)
    await sleep(TICK_MS)
  }
}

function send(n: number): void {
  if (n % TRADES_EVERY === 0) {
    hub.send('everyone', { target: 'onMarketTrade', arguments: [argumentOf('GTCO', n)] })
    return
  }
  const securityID = `S${n % 150}`
  hub.send('everyone', bookEvent(securityID, n), { state: securityID })
}

function bookEvent(securityID: string, n: number): HubCall {
  return { target: 'updateOrderBook', arguments: [argumentOf(securityID, n)] }
}

function argumentOf(securityID: string, n: number): object {
  return {
    mdEntryID: String(1_000_000 + n),
    securityID,
    mdEntryType: '0',
    mdEntryPx: 45.25,
    mdEntrySize: 1000 + (n % 9000),
    mdEntryTime: '2026-03-02T09:30:00.123Z',
    rptSeq: n,
    epoch: 1,
    ...(n % TIMED_EVERY === 0 ? { sentAt: preciseNow() } : {}),
  }
}
