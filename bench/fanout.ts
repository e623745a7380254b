import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LAST, type Order, preciseNow, type Report } from './fanout-clients.ts'
import {
  type BroadcastEvent,
  type Contender,
  ours,
  plain,
  plainNames,
  socketIo,
} from './fanout-contenders.ts'

/**
 * Deliveries a second to many listeners, ours alongside socket.io and plain `ws` written to in three ways,
 * and how long one event takes at a low rate, also right after a storm of events. Runs are interleaved,
 * so that whatever else the machine does falls on all; figures are medians, and the ratios, last, are
 * what counts.
 *
 * `fanout.ts [--listeners 200,1000]`
 */

const { values } = parseArgs({ options: { listeners: { type: 'string', default: '200,1000' } } })
const ROUNDS = 5
/** Events broadcast together, as the events of a desk's batch are. */
const BATCH = 10
const FLOOD_MS = 1_000
/** With more waiting for a client the broadcast pauses: what is measured is not how much memory there is. */
const MOST_WAITING = 128 * 1024
const QUIET_EVENTS = 100
const QUIET_EVERY_MS = 20

const clients = fork(fileURLToPath(new URL('./fanout-clients.ts', import.meta.url)), {
  execArgv: ['--expose-gc'],
})
const order = (order: Order) => clients.send(order)
const reported = async () => (await once(clients, 'message'))[0] as Report

const OURS = 'Tradebook hub'
const OURS_BY_TENS = 'Tradebook hub, 10 a frame'
const COALESCED = 'ws, coalesced'
const SHARED = 'ws, one shared buffer'
const SOCKET_IO = 'socket.io'
const makeOurs = () => ours(OURS)
const makeShared = () => plain(SHARED)
/** Those whose delays are measured. */
const timed: readonly (() => Promise<Contender>)[] = [makeShared, makeOurs]
const makers: readonly (() => Promise<Contender>)[] = [
  () => socketIo(SOCKET_IO),
  ...plainNames.map((name) => (name === SHARED ? makeShared : () => plain(name))),
  // Never waiting, it sends what one turn broadcast: the same frames as the coalesced peer.
  () => ours(OURS_BY_TENS, { leastMs: 0, mostMs: 0 }),
  makeOurs,
]

/** The figures of the runs, by contender. */
type Figures = Map<string, number[]>

try {
  for (const listeners of values.listeners.split(',').map(Number)) await compare(listeners)
} finally {
  clients.kill()
}

async function compare(listeners: number): Promise<void> {
  const [rates, quietDelays, stormDelays]: [Figures, Figures, Figures] = [new Map(), new Map(), new Map()]
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const keepIn = (figures: Figures, name: string, figure: number) => {
      if (round > 0) keep(figures, name, figure)
    }
    // What each leaves behind in this process and in that of the listeners falls on the others in turn.
    const inTurn = <Maker>(all: readonly Maker[]) => (round % 2 ? all : all.toReversed())
    // The low rate is measured ahead of the floods: none runs on what the flood of another has left behind.
    for (const make of inTurn(timed))
      await measure(make, listeners, async (contender) =>
        keepIn(quietDelays, contender.name, await quiet(contender)),
      )
    for (const make of inTurn(makers))
      await measure(make, listeners, async (contender) => {
        keepIn(rates, contender.name, await flood(contender, listeners))
        if (timed.includes(make)) keepIn(stormDelays, contender.name, await quiet(contender))
      })
  }
  print(listeners, rates, quietDelays, stormDelays)
}

/** Runs a measurement of a contender with so many listeners, which leave at its end. */
async function measure(
  make: () => Promise<Contender>,
  listeners: number,
  run: (contender: Contender) => Promise<void>,
): Promise<void> {
  const contender = await make()
  await connect(contender, listeners)
  await run(contender)
  order({ does: 'leave' })
  await contender.stop()
}

function print(listeners: number, rates: Figures, quietDelays: Figures, stormDelays: Figures): void {
  const bytes = JSON.stringify({ type: 1, ...event(0) }).length + 1
  console.log(`${listeners} listeners, events of ${bytes} bytes, medians of ${ROUNDS} interleaved runs`)
  for (const [name, runs] of rates) {
    const perSecond = Math.round(median(runs)).toLocaleString('en').padStart(9)
    console.log(`${name.padEnd(30)} ${perSecond} deliveries/s`)
  }
  for (const [name, runs] of quietDelays) {
    const after = median(stormDelays.get(name) ?? []).toFixed(2)
    const rate = `${1000 / QUIET_EVERY_MS} events/s`
    console.log(`${name.padEnd(30)} p99 ${median(runs).toFixed(2)} ms at ${rate}, ${after} ms after a storm`)
  }
  const ratio = (of: Figures, ours: string, theirs: string) =>
    (median(of.get(ours) ?? []) / median(of.get(theirs) ?? [])).toFixed(2)
  console.log(`p99 at a low rate against ${SHARED}: ${ratio(quietDelays, OURS, SHARED)}`)
  console.log(`p99 after a storm against ${SHARED}: ${ratio(stormDelays, OURS, SHARED)}`)
  console.log(`deliveries by the same tens against ${COALESCED}: ${ratio(rates, OURS_BY_TENS, COALESCED)}`)
  console.log(`deliveries against ${COALESCED}: ${ratio(rates, OURS, COALESCED)}`)
  console.log(`deliveries against ${SOCKET_IO}: ${ratio(rates, OURS, SOCKET_IO)}\n`)
}

async function connect({ url, speaks }: Contender, count: number): Promise<void> {
  const connected = reported()
  order({ does: 'connect', url, count, speaks })
  await connected
}

/** As much as goes: deliveries a second. */
async function flood(contender: Contender, listeners: number): Promise<number> {
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
  return (sent * listeners * 1000) / (performance.now() - startedAt)
}

/** One event now and then: the 99th percentile of how long it took to each listener, in milliseconds. */
async function quiet(contender: Contender): Promise<number> {
  // The faster a server was in a flood, the more garbage its listeners have from it.
  const collected = reported()
  order({ does: 'collect' })
  await collected
  order({ does: 'time', isTimed: true })
  const done = reported()
  const startedAt = performance.now()
  for (let sent = 0; sent < QUIET_EVENTS; sent++) {
    contender.broadcast([event(sent)])
    // At the same rate for all, whether a broadcast returns before or after it has written.
    await sleep(Math.max(0, startedAt + (sent + 1) * QUIET_EVERY_MS - performance.now()))
  }
  contender.broadcast([lastEvent()])
  const report = await done
  order({ does: 'time', isTimed: false })
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
