import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Connection, Hub, type HubCall, HubServer } from '@tradebook/signalr'
import { type Order, preciseNow, type Report } from './fanout-clients.ts'
import { asManyAsCome, closed, listening, PATH } from './fanout-contenders.ts'

/**
 * Clients that connect and read nothing, alongside healthy ones, while book events and trades are broadcast:
 * by how much the server's memory grows, how late events reach the healthy, and after how long each paused
 * client is conflated (what waits for it is bounded from then on) and closed. One that is closed is
 * replaced, so that there are always as many. It fails where a figure misses its bound.
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
/** What was sent last may still be under way for so long. */
const DRAIN_MS = 2_000
/** One message in so many is a trade, which is never left out; the others change a book. */
const TRADES_EVERY = 10
/** One message in so many carries the time at which it was sent. */
const TIMED_EVERY = 20
const TICK_MS = 5
const WATCH_MS = 50
const PAUSED = 'paused'
const MB = 1024 * 1024
const MOST_GROWTH_MB = 100
const MOST_DELAY_MS = 250
const MOST_UNNOTICED_S = 5

/** A client that reads nothing, by the server's clock in milliseconds. */
interface PausedClient {
  readonly openedAt: number
  conflatedAt?: number
  closedAt?: number
}

const log = { info: () => {}, error: console.error }
const everPaused: PausedClient[] = []
const open = new Map<Connection<string>, PausedClient>()
let healthyClosed = 0
let timedSent = 0
let isOver = false
const { server, sockets, url } = await listening()
const hub = new Hub<string>({
  authenticate: async ({ url = '' }) => (url.endsWith(PAUSED) ? PAUSED : 'healthy'),
  userIdOf: (user) => user,
  allowsOrigin: () => true,
  methods: {},
  connected: (client) => {
    if (client.user !== PAUSED) return
    const one = { openedAt: performance.now() }
    everPaused.push(one)
    open.set(client, one)
  },
  disconnected: (client) => {
    const one = open.get(client)
    if (one) one.closedAt = performance.now()
    else if (!isOver) healthyClosed += 1
    open.delete(client)
  },
  refresh: (state) => [bookEvent(state, 1)],
  log,
})
const hubServer = new HubServer({
  hubs: [{ path: PATH, hub }],
  limits: { closeMs: 100, ...asManyAsCome },
  log,
})
hubServer.attach(server)

const clients = fork(fileURLToPath(new URL('./fanout-clients.ts', import.meta.url)))
clients.once('exit', (code) => {
  if (isOver) return
  console.error(`the clients ended early, with code ${code}`)
  process.exit(1)
})
const order = (order: Order) => clients.send(order)
/** Each order that is answered is answered by one report, in turn. */
const reported = async () => (await once(clients, 'message'))[0] as Report

const connected = reported()
order({ does: 'connect', url, count: healthy, speaks: 'signalr' })
await connected
await publish(WARM_UP_MS)
const rssBefore = process.memoryUsage.rss()
let [rssMost, mostWaiting] = [rssBefore, 0]
timedSent = 0
order({ does: 'time', isTimed: true })
const watching = setInterval(watch, WATCH_MS)
const replacing = replacePaused()
await publish(seconds * 1_000)
const endedAt = performance.now()
isOver = true
await replacing
await sleep(DRAIN_MS)
const done = reported()
order({ does: 'report' })
const report = await done
clearInterval(watching)
clients.kill()
await hubServer.close()
await closed(server)
const isMissed = print(report.is === 'done' ? report.latencies : [])
process.exit(isMissed ? 1 : 0)

/** Keeps as many paused clients open until the end. */
async function replacePaused(): Promise<void> {
  while (!isOver) {
    const missing = paused - open.size
    if (missing > 0) {
      const opened = reported()
      order({ does: 'connectPaused', url: `${url}?${PAUSED}`, count: missing })
      await opened
    }
    await sleep(5 * WATCH_MS)
  }
}

function watch(): void {
  rssMost = Math.max(rssMost, process.memoryUsage.rss())
  for (const socket of sockets) mostWaiting = Math.max(mostWaiting, socket.writableLength)
  for (const [client, one] of open) if (client.isBehind) one.conflatedAt ??= performance.now()
}

/** Prints the figures. @returns whether one of them misses its bound. */
function print(latencies: number[]): boolean {
  const growth = (rssMost - rssBefore) / MB
  latencies.sort((a, b) => a - b)
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const secondsOf = (from: number, to: number) => (to - from) / 1_000
  const longest = (times: readonly number[]) => Math.max(0, ...times).toFixed(1)
  // Until it was conflated or closed, or until the end for one that never was.
  const unnoticed = everPaused.map(({ openedAt, conflatedAt = Infinity, closedAt = Infinity }) =>
    secondsOf(openedAt, Math.min(conflatedAt, closedAt, endedAt)),
  )
  const conflated = everPaused.flatMap(({ openedAt, conflatedAt }) =>
    conflatedAt === undefined ? [] : secondsOf(openedAt, conflatedAt),
  )
  const gone = everPaused.flatMap(({ openedAt, closedAt }) =>
    closedAt === undefined || closedAt > endedAt ? [] : secondsOf(openedAt, closedAt),
  )
  const expected = timedSent * healthy
  console.log(`${paused} paused and ${healthy} healthy clients, ${rate} messages/s to each for ${seconds} s`)
  console.log(`memory grew by ${growth.toFixed(0)} MB at most, from ${(rssBefore / MB).toFixed(0)} MB`)
  console.log(`the most that waited for one client: ${(mostWaiting / MB).toFixed(2)} MB`)
  console.log(
    `healthy: p50 ${percentile(0.5).toFixed(1)} ms, p99 ${percentile(0.99).toFixed(1)} ms, ` +
      `${latencies.length} of ${expected} events, ${healthyClosed} closed`,
  )
  console.log(
    `paused: ${everPaused.length} in all; ${conflated.length} conflated, the last after ${longest(conflated)} s; ` +
      `${gone.length} closed, the last after ${longest(gone)} s`,
  )
  console.log(`paused and neither conflated nor closed: for ${longest(unnoticed)} s at most`)
  const misses = [
    growth > MOST_GROWTH_MB && `memory grew by more than ${MOST_GROWTH_MB} MB`,
    !(percentile(0.99) <= MOST_DELAY_MS) && `the p99 of the healthy is over ${MOST_DELAY_MS} ms`,
    healthyClosed > 0 && 'a healthy client was closed',
    Math.max(...unnoticed) > MOST_UNNOTICED_S && `a paused client was neither for ${MOST_UNNOTICED_S} s`,
  ].filter((miss) => miss !== false)
  console.log(misses.length > 0 ? `MISSED: ${misses.join('; ')}` : 'every bound is kept')
  return misses.length > 0
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
    ...(n % TIMED_EVERY === 0 ? timed() : {}),
  }
}

function timed(): { sentAt: number } {
  timedSent += 1
  return { sentAt: preciseNow() }
}
