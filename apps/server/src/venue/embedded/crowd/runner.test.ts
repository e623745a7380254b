import { describe, expect, test } from 'vitest'
import type { CrowdCommand, CrowdPort } from '../crowd-port.ts'
import { Crowd } from './agents.ts'
import { day, demoListings } from './listings.fixture.ts'
import { PracticeMarket } from './practice-market.fixture.ts'
import { type CrowdClock, marketViewOf, runCrowd } from './runner.ts'
import { crowdSecurities } from './temper.ts'

/** A clock that stands until the test advances it. */
class TestClock implements CrowdClock {
  #now = 0
  #turn: (() => void) | undefined
  #periodMs = 0

  now(): number {
    return this.#now
  }

  every(periodMs: number, turn: () => void): () => void {
    this.#periodMs = periodMs
    this.#turn = turn
    return () => {
      this.#turn = undefined
    }
  }

  goOn(ms: number): void {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += this.#periodMs
      this.#turn?.()
    }
  }

  /** The process was stopped for so long, and its timer fires once. */
  pause(ms: number): void {
    this.#now += ms
    this.#turn?.()
  }
}

const securities = crowdSecurities(demoListings())

function run(rate: number) {
  const market = new PracticeMarket(securities)
  const offered: CrowdCommand[] = []
  const port: CrowdPort = {
    offer: (commands) => {
      const taken = market.offer(commands)
      if (taken) offered.push(...commands)
      return taken
    },
    subscribe: (receive) => market.subscribe(receive),
  }
  const clock = new TestClock()
  const stop = runCrowd({
    trader: new Crowd(day(1, securities)),
    port,
    market: market.view,
    phase: () => market.phase,
    rate,
    clock,
  })
  return { market, offered, clock, stop }
}

const entriesPerBook = (market: PracticeMarket) =>
  securities.map((_, security) => market.entries(security).length)

describe('the running crowd', () => {
  test('primes on the first turn and then keeps to its rate', () => {
    const { offered, clock, market } = run(60)
    clock.goOn(50)
    const primed = offered.length
    expect(Math.min(...entriesPerBook(market))).toBeGreaterThanOrEqual(10)
    clock.goOn(10_000)
    expect(offered.length - primed).toBeGreaterThan(590)
    expect(offered.length - primed).toBeLessThanOrEqual(602)
  })

  test('a slow crowd is slow, a crowd of rate 0 only quotes', () => {
    const slow = run(0.5)
    slow.clock.goOn(50)
    const primed = slow.offered.length
    slow.clock.goOn(20_000)
    expect(slow.offered.length - primed).toBe(10)
    const still = run(0)
    still.clock.goOn(20_000)
    expect(still.offered.length).toBe(primed)
  })

  test('offers again, in order, the commands that a busy desk does not accept, and loses nothing', () => {
    const { market, offered, clock } = run(60)
    market.busy = true
    clock.goOn(5_000)
    expect(offered).toEqual([])
    market.busy = false
    clock.goOn(1_000)
    market.busy = true
    clock.goOn(5_000)
    market.busy = false
    clock.goOn(1_000)
    const undisturbed = new Crowd(day(1, securities)).prime().flat()
    expect(offered.slice(0, undisturbed.length)).toEqual(undisturbed)
    const entered = offered.flatMap((command) => (command.kind === 'enter' ? [command.ref] : []))
    expect(entered).toEqual(Array.from({ length: entered.length }, (_, index) => index + 1))
    expect(market.refused).toEqual([])
  })

  test('does not make up for a long pause of the process', () => {
    const { offered, clock } = run(60)
    clock.goOn(50)
    const primed = offered.length
    clock.pause(3_600_000)
    expect(offered.length - primed).toBeLessThanOrEqual(61)
  })

  test('primes again after a rebuild, forgetting what was still to be offered', () => {
    const { market, clock } = run(60)
    clock.goOn(2_000)
    market.busy = true
    clock.goOn(200)
    market.rebuild()
    market.busy = false
    expect(Math.max(...entriesPerBook(market))).toBe(0)
    clock.goOn(50)
    expect(Math.min(...entriesPerBook(market))).toBeGreaterThanOrEqual(10)
  })

  test('stops', () => {
    const { offered, clock, stop } = run(60)
    clock.goOn(1_000)
    const until = offered.length
    stop()
    clock.goOn(1_000)
    expect(offered.length).toBe(until)
  })
})

test('the crowd sees published prices in kobo, and nothing of what is not listed', () => {
  const statistics = { bidPx: 61.15, offerPx: null, lastPx: 0.07, tradingSessionSubID: '3' }
  const picture = { statisticsOf: (id: string) => (id === 'GTCO' ? (statistics as never) : undefined) }
  const view = marketViewOf(picture, ['GTCO', 'OTHER'], () => 'continuous')
  expect(view(0)).toMatchObject({ phase: 'continuous', bidPx: 6115, offerPx: null, lastPx: 7 })
  expect(view(1)).toMatchObject({ phase: 'closed', bidPx: null, offerPx: null, lastPx: null })
})
