import { type BookEvent, OrderBook, type PriceKobo, type Quantity, Side, shares } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { demoListings } from '../venue/embedded/crowd/listings.fixture.ts'
import type { Auction } from '../venue/market-data.ts'
import { NO_AUCTION, type ShownByExchange } from './market-work.ts'
import { MirroredMarket } from './mirrored-market.ts'
import { OfferedTrades } from './offered-trades.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const GTCO = demoListings().find(({ securityID }) => securityID === 'GTCO')!

let market: MirroredMarket
/** The book as a page has it, by the events alone. */
let page: OrderBook
let statistics: Record<string, unknown>

/** Lets the exchange show something. @returns the names of what is published. */
function shows(...shown: readonly ShownByExchange[]): string[] {
  market.work(shown, NOW)
  return take()
}

function take(): string[] {
  const events = market.takeOutput(NOW).market
  for (const event of events) {
    if (event.target === 'addMarketStatistics' || event.target === 'updateMarketStatsSession')
      statistics = { ...statistics, ...event.argument }
    else if (event.target.endsWith('OrderBook')) expect(page.apply(event as BookEvent)).toBe('applied')
  }
  return events.map(({ target }) => target)
}

const entry = (id: string, side: '0' | '1', price: number, size: number) => ({
  ...{ id, side, price: price as PriceKobo, size },
})
const book = (...entries: readonly ReturnType<typeof entry>[]): ShownByExchange => ({
  ...{ kind: 'book', securityID: 'GTCO', entries, figures: {}, auction: NO_AUCTION },
})
const trade = (price: number, quantity: number): ShownByExchange => ({
  ...{ kind: 'trade', securityID: 'GTCO', price: price as PriceKobo, quantity: quantity as Quantity },
  ...{ tickDirection: null, tradeCondition: null },
})
const inWords = () => [
  ...page.bids.map(({ mdEntryPx, mdEntrySize }) => `bid ${mdEntrySize} at ${mdEntryPx}`),
  ...page.offers.map(({ mdEntryPx, mdEntrySize }) => `offer ${mdEntrySize} at ${mdEntryPx}`),
]

beforeEach(() => {
  let number = 100
  market = new MirroredMarket(
    [GTCO],
    { epoch: 3, nextTradeNumber: () => ++number, now: NOW, phase: 'continuous' },
    new OfferedTrades(),
  )
  page = new OrderBook('GTCO')
  statistics = {}
  take()
})

test('a page that follows the events has the book of the exchange, after any snapshot', () => {
  shows(book(entry('a', '0', 6100, 300), entry('b', '1', 6120, 500)))
  expect(inWords()).toEqual(['bid 300 at 61', 'offer 500 at 61.2'])
  shows(
    { kind: 'set', securityID: 'GTCO', entry: entry('c', '0', 6105, 100) },
    { kind: 'set', securityID: 'GTCO', entry: entry('a', '0', 6100, 200) },
    { kind: 'delete', securityID: 'GTCO', id: 'b' },
  )
  expect(inWords()).toEqual(['bid 100 at 61.05', 'bid 200 at 61'])
  expect(market.quotes('GTCO')).toEqual({ bidPx: 6105, offerPx: null })
  shows(book(entry('d', '1', 6130, 50)))
  expect(inWords()).toEqual(['offer 50 at 61.3'])
  expect(statistics).toMatchObject({ bidPx: null, offerPx: 61.3, offerSize: 50 })
})

test.each([
  ['the first price opens', [6100], { openPx: 61, highPx: 61, lowPx: 61, lastPx: 61, numberOfTrades: 1 }],
  [
    'high and low follow, the value adds up',
    [6100, 6150, 6050],
    { openPx: 61, highPx: 61.5, lowPx: 60.5, lastPx: 60.5, tradeVolume: 300, tradeValue: 18_300 },
  ],
])('trades make the figures of the day: %s', (_, prices, figures) => {
  shows(...prices.map((price) => trade(price, 100)))
  expect(statistics).toMatchObject(figures)
})

test('what traded while nobody here could see it is in the figures of a snapshot', () => {
  shows(trade(6100, 100))
  const figures = { lastPx: 6200 as PriceKobo, lastQty: 50 as Quantity, volume: shares(5_000n), trades: 12 }
  const names = shows({ kind: 'book', securityID: 'GTCO', entries: [], figures, auction: NO_AUCTION })
  expect(names).not.toContain('onMarketTrade')
  expect(statistics).toMatchObject({ openPx: 61, lastPx: 62, tradeVolume: 5_000, numberOfTrades: 12 })
})

test('what an auction would do is in the figures while the exchange says it, and with the next book', () => {
  const auction = { price: 6_110 as PriceKobo, quantity: 300 as Quantity, imbalanceSide: Side.sell }
  const shown = (own: Partial<Auction>) =>
    shows({ kind: 'auction', securityID: 'GTCO', auction: { ...NO_AUCTION, ...own } })
  const inFigures = () => {
    const { indicativePx, indicativeQty, imbalanceSide, imbalanceQty } = statistics
    return [indicativePx, indicativeQty, imbalanceSide, imbalanceQty]
  }
  expect(inFigures()).toEqual([null, null, null, null])
  shown({ ...auction, imbalanceQty: 40 })
  expect(inFigures()).toEqual([61.1, 300, Side.sell, 40])
  expect(market.auction('GTCO')).toMatchObject({ price: 6_110, imbalanceQty: 40 })
  shown({})
  expect(inFigures()).toEqual([null, null, null, null])
  shown(auction)
  shows(book())
  expect(inFigures()).toEqual([null, null, null, null])
  market.enterPhase('preOpen')
  take()
  expect(inFigures()).toEqual([null, 0, null, 0])
})

test('a halt is in the figures, and a security that is not listed here is ignored', () => {
  market.setHalted('GTCO', true)
  take()
  expect(statistics.securityTradingStatus).toBe('2')
  market.setHalted('GTCO', false)
  take()
  expect(statistics.securityTradingStatus).not.toBe('2')
  expect(shows({ kind: 'delete', securityID: 'NONE', id: 'x' })).toEqual([])
})
