import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LAST, type Order, preciseNow, type Report } from './fanout-clients.ts'
import { type BroadcastEvent, type Contender, ours, plain, plainNames } from './fanout-contenders.ts'

/**
 * Deliveries a second to many listeners, ours beside plain `ws` written to in three ways, and at a low
 * rate how long one event takes. Runs are interleaved, so that whatever else the machine does falls
 * on all; figures are medians, and the ratios, last, are what counts.
 *
 * `fanout.ts [listeners]`
 */

const LISTENERS = Number(process.argv[2] ?? 200)
const ROUNDS = 5
/** Events broadcast together, as the events of a desk's batch are. */
const BATCH = 10
const FLOOD_MS = 1_000
/** With more waiting for a client the teller pauses: what is measured is not how much memory there is. */
const MOST_WAITING = 128 * 1024
const QUIET_EVENTS = 100
const QUIET_EVERY_MS = 25

const clients = fork(fileURLToPath(new URL('./fanout-clients.ts', import.meta.url)))
const order = (order: Order) => clients.send(order)
const reported = async () => (await once(clients, 'message'))[0] as Report

const OURS = 'Tradebook hub'
const OURS_BY_TENS = 'Tradebook hub, 10 a frame'
const COALESCED = 'ws, coalesced'
const SHARED = 'ws, one shared buffer'
const makers: readonly (() => Promise<Contender>)[] = [
  ...plainNames.map((name) => () => plain(name)),
  // Never waiting, it sends what one turn broadcast: the same frames as the coalesced peer.
  () => ours(OURS_BY_TENS, { leastMs: 0, mostMs: 0 }),
  () => ours(OURS),
]

try {
  const rates = new Map<string, number[]>()
  const delays = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const make of makers) {
      const contender = await make()
      const { name } = contender
      const rate = await connected(contender, false, () => flood(contender))
      const isQuietToo = name === OURS || name === SHARED
      const delay = isQuietToo ? await connected(contender, true, () => quiet(contender)) : undefined
      await contender.stop()
      if (round === 0) continue
      keep(rates, name, rate)
      if (delay !== undefined) keep(delays, name, delay)
    }
  }
  print(rates, delays)
} finally {
  clients.kill()
}

function print(rates: Map<string, number[]>, delays: Map<string, number[]>): void {
  console.log(
    `${LISTENERS} listeners, events of ${JSON.stringify({ type: 1, ...event(0) }).length + 1} bytes, ` +
      `medians of ${ROUNDS} interleaved runs`,
  )
  for (const [name, runs] of rates) {
    const perSecond = Math.round(median(runs)).toLocaleString('en').padStart(9)
    console.log(`${name.padEnd(30)} ${perSecond} deliveries/s`)
  }
  for (const [name, runs] of delays) {
    console.log(`${name.padEnd(30)} p99 ${median(runs).toFixed(2)} ms at ${1000 / QUIET_EVERY_MS} events/s`)
  }
  const ratio = (of: Map<string, number[]>, ours: string, theirs: string) =>
    (median(of.get(ours) ?? []) / median(of.get(theirs) ?? [])).toFixed(2)
  console.log(`p99 at a low rate against ${SHARED}: ${ratio(delays, OURS, SHARED)}`)
  console.log(`deliveries by the same tens against ${COALESCED}: ${ratio(rates, OURS_BY_TENS, COALESCED)}`)
  console.log(`deliveries against ${plainNames[0]}: ${ratio(rates, OURS, plainNames[0]!)}`)
}

async function connected(contender: Contender, timed: boolean, run: () => Promise<number>): Promise<number> {
  order({ does: 'connect', url: contender.url, count: LISTENERS, timed })
  await reported()
  const figure = await run()
  order({ does: 'leave' })
  return figure
}

/** As much as goes: deliveries a second. */
async function flood(contender: Contender): Promise<number> {
  const startedAt = performance.now()
  const done = reported()
  let sent = 0
  for (let isLast = false; !isLast; sent += BATCH) {
    isLast = performance.now() - startedAt > FLOOD_MS
    const events = Array.from({ length: BATCH }, (_, n) => event(sent + n))
    if (isLast) events[BATCH - 1] = lastEvent()
    contender.broadcast(events)
    do await turn()
    while (contender.waitingBytes() > MOST_WAITING)
  }
  await done
  return (sent * LISTENERS * 1000) / (performance.now() - startedAt)
}

/** One event now and then: the 99th percentile of how long it took to each listener, in milliseconds. */
async function quiet(contender: Contender): Promise<number> {
  const done = reported()
  for (let sent = 0; sent < QUIET_EVENTS; sent++) {
    contender.broadcast([event(sent)])
    await sleep(QUIET_EVERY_MS)
  }
  contender.broadcast([lastEvent()])
  const report = await done
  if (report.is !== 'done') throw new Error(`clients are ${report.is} while events are sent`)
  const sorted = report.latencies.sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function event(n: number): BroadcastEvent {
  const entry = {
    mdEntryID: String(1_000_000 + n),
    securityID: 'GTCO',
    mdEntryType: '0',
    mdEntryPx: 45.25,
    mdEntrySize: 1000 + (n % 9000),
    mdEntryTime: '2026-03-02T09:30:00.123Z',
    rptSeq: 100_000 + n,
    epoch: 1,
    sentAt: preciseNow(),
  }
  return { target: 'addOrderBook', arguments: [entry] }
}

function lastEvent(): BroadcastEvent {
  return { target: 'addOrderBook', arguments: [{ sentAt: preciseNow(), mdEntryID: LAST }] }
}

function keep(figures: Map<string, number[]>, name: string, figure: number): void {
  const kept = figures.get(name)
  if (kept) kept.push(figure)
  else figures.set(name, [figure])
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN
}
