import { isOnTick, type PriceKobo, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { CrowdCommand } from '../crowd-port.ts'
import { Crowd } from './agents.ts'
import { day, demoListings } from './listings.fixture.ts'
import { QUOTES } from './makers.ts'
import { PracticeMarket } from './practice-market.fixture.ts'
import { crowdSecurities, temperOf } from './temper.ts'

const listings = demoListings()
const securities = crowdSecurities(listings)
const BUDGET = 10

/** A market with its crowd, primed. */
function open(seed: number) {
  const crowd = new Crowd(day(seed, securities))
  const market = new PracticeMarket(securities)
  market.subscribe(({ batch, crowd: reports }) => {
    if (batch === 1) crowd.reset()
    crowd.takeReports(reports)
  })
  const commands: CrowdCommand[] = []
  const send = (batch: CrowdCommand[]) => {
    commands.push(...batch)
    market.offer(batch)
  }
  crowd.prime().forEach(send)
  const think = (times: number) => {
    for (let time = 0; time < times; time++) send(crowd.think(market.view, BUDGET))
  }
  return { crowd, market, commands, think }
}

/** Entries on each side of every book. */
const depths = (market: PracticeMarket) =>
  securities.flatMap((_, security) => {
    const entries = market.entries(security)
    const bids = entries.filter(({ side }) => side === Side.buy).length
    return [bids, entries.length - bids]
  })

describe('priming', () => {
  test('the first batch makes every book two-sided; all of them, five to ten quotes deep', () => {
    const crowd = new Crowd(day(1, securities))
    const market = new PracticeMarket(securities)
    const [first, ...rest] = crowd.prime()
    market.offer(first ?? [])
    expect(depths(market).every((depth) => depth === 1)).toBe(true)
    for (const batch of rest) market.offer(batch)
    expect(Math.min(...depths(market))).toBeGreaterThanOrEqual(5)
    expect(Math.max(...depths(market))).toBeLessThanOrEqual(QUOTES.most)
    expect(market.trades).toBe(0)
  })

  test('spreads are one to five ticks in the busy names of ordinary price, wider in quiet ones', () => {
    const { market } = open(1)
    const spreads = securities.map(({ tickKobo, referencePx, liquidity }, security) => {
      const { bidPx, offerPx } = market.view(security)
      const ticks = ((offerPx ?? Number.NaN) - (bidPx ?? Number.NaN)) / tickKobo
      return {
        ticks,
        share: (ticks * tickKobo) / referencePx,
        liquidity,
        ordinary: referencePx / tickKobo < 5_000,
      }
    })
    const ranked = spreads.toSorted((a, b) => b.liquidity - a.liquidity)
    for (const { ticks, ordinary } of ranked.slice(0, 15)) {
      expect(ticks).toBeGreaterThanOrEqual(1)
      if (ordinary) expect(ticks).toBeLessThanOrEqual(5)
    }
    const mean = (from: typeof ranked) => from.reduce((sum, { share }) => sum + share, 0) / from.length
    expect(mean(ranked.slice(0, 15))).toBeLessThan(0.005)
    expect(mean(ranked.slice(-50))).toBeGreaterThan(0.008)
    expect(Math.max(...ranked.map(({ share }) => share))).toBeLessThan(0.06)
  })
})

describe('trading for 100,000 commands', () => {
  const { market, commands, think } = open(7)
  let deepest = 0
  let oneSided = 0
  while (commands.length < 100_000) {
    think(50)
    const now = depths(market)
    deepest = Math.max(deepest, ...now)
    oneSided += now.filter((depth) => depth === 0).length
  }

  test('nothing was refused: every price on tick and inside the limits, every quantity a quantity', () => {
    expect(market.refused).toEqual([])
    for (const command of commands) {
      if (command.kind !== 'enter' || command.price === null) continue
      const { tickKobo, lowLimitPx, highLimitPx } = securities[command.security] ?? { tickKobo: Number.NaN }
      expect(isOnTick(command.price, tickKobo)).toBe(true)
      expect(command.price).toBeGreaterThanOrEqual(lowLimitPx ?? Number.NaN)
      expect(command.price).toBeLessThanOrEqual(highLimitPx ?? Number.NaN)
      expect(command.quantity).toBeGreaterThanOrEqual(1)
      expect(command.quantity).toBeLessThanOrEqual(200_000)
    }
  })

  test('no book was ever seen one-sided, none grew beyond its bound', () => {
    expect(oneSided).toBe(0)
    expect(deepest).toBeLessThanOrEqual(QUOTES.most)
  })

  test('the books stay as tight as their tempers, and trades inside the limits', () => {
    securities.forEach((security, index) => {
      const { bidPx, offerPx, lastPx } = market.view(index)
      const spread = ((offerPx ?? Number.NaN) - (bidPx ?? Number.NaN)) / security.tickKobo
      expect(spread).toBeGreaterThanOrEqual(1)
      expect(spread).toBeLessThanOrEqual(temperOf(security).spreadTicks * 4 + 4)
      expect(lastPx ?? security.referencePx).toBeGreaterThanOrEqual(security.lowLimitPx)
      expect(lastPx ?? security.referencePx).toBeLessThanOrEqual(security.highLimitPx)
    })
  })

  test('most trading is in the top names, and nearly every name trades', () => {
    const trades = securities
      .map(({ liquidity }, security) => ({ liquidity, trades: market.exchange.statistics(security).trades }))
      .toSorted((a, b) => b.liquidity - a.liquidity)
    const sum = (from: typeof trades) => from.reduce((total, one) => total + one.trades, 0)
    expect(sum(trades)).toBeGreaterThan(10_000)
    expect(sum(trades.slice(0, 15)) / sum(trades)).toBeGreaterThan(0.4)
    expect(trades.filter((one) => one.trades > 0).length).toBeGreaterThan(140)
  })

  test('some trades are large enough to move the published price', () => {
    const moved = securities.filter(
      ({ referencePx }, security) => market.exchange.statistics(security).publishedPx !== referencePx,
    )
    expect(moved.length).toBeGreaterThan(40)
  })
})

describe('failures', () => {
  test('clients take everything on one side: it is quoted again within a few turns', () => {
    const { market, think } = open(3)
    for (const side of [Side.buy, Side.sell]) {
      for (let time = 0; time < 20; time++) {
        market.trade(9, side, 2_000_000_000)
        expect(depths(market).slice(18, 20)).toContain(0)
        think(2)
        expect(Math.min(...depths(market).slice(18, 20))).toBeGreaterThanOrEqual(QUOTES.least)
      }
    }
  })

  test('after a rebuild it starts again from nothing, with numbers it never used', () => {
    const { crowd, market, commands, think } = open(4)
    think(100)
    const used = new Set(commands.flatMap((one) => (one.kind === 'enter' ? [one.ref] : [])))
    market.rebuild()
    const again = crowd.prime().flat()
    expect(again.filter(({ ref }) => used.has(ref))).toEqual([])
    market.offer(again)
    think(100)
    expect(Math.min(...depths(market))).toBeGreaterThanOrEqual(1)
    expect(Math.max(...depths(market))).toBeLessThanOrEqual(QUOTES.most)
    expect(market.refused).toEqual([])
  })

  test('quotes one side without crossing if the limits leave only one price', () => {
    const narrow = { ...securities[0]!, tickKobo: 5, referencePx: 30, lowLimitPx: 30, highLimitPx: 30 }
    const only = [narrow] as typeof securities
    const crowd = new Crowd(day(1, only))
    const market = new PracticeMarket(only)
    market.subscribe(({ crowd: reports }) => crowd.takeReports(reports))
    for (const batch of crowd.prime()) market.offer(batch)
    for (let time = 0; time < 200; time++) market.offer(crowd.think(market.view, BUDGET))
    const { bidPx, offerPx } = market.view(0)
    expect([bidPx, offerPx].filter((price) => price !== null)).toEqual([30])
    expect(market.refused).toEqual([])
  })
})

test('the same seed gives the same commands, another seed others', () => {
  const run = (seed: number) => {
    const { commands, think } = open(seed)
    think(300)
    return commands
  }
  expect(run(5)).toEqual(run(5))
  expect(run(6)).not.toEqual(run(5))
})

test('after a restart the crowd quotes around what was last traded, not around yesterday’s close', () => {
  const busiest = securities.reduce((a, b) => (b.liquidity > a.liquidity ? b : a))
  const { referencePx, tickKobo } = busiest
  const lastPx = (Math.floor((referencePx * 1.06) / tickKobo) * tickKobo) as PriceKobo
  const quotes = new Crowd(day(1, [{ ...busiest, lastPx }])).prime().flat()
  const prices = quotes.flatMap((quote) =>
    quote.kind === 'enter' && quote.price !== null ? [quote.price] : [],
  )
  const middle = (Math.min(...prices) + Math.max(...prices)) / 2
  expect(middle).toBeGreaterThan(lastPx * 0.97)
  expect(middle).toBeLessThan(lastPx * 1.03)
})
