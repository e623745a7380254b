import { ExecType, type Phase, type PriceKobo, type Quantity, Side, shares } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { EmbeddedVenue } from './embedded.ts'
import { NO_INSTRUCTIONS } from './instructions.ts'
import { listing } from './listing.ts'
import type { VenueOutput } from './venue.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')

/** Group B: tick 0.05, so 52.60 to 64.20 today. */
const GTCO = listing({
  securityID: 'GTCO',
  name: 'Guaranty Trust',
  isin: null,
  sector: 'Financial Services',
  board: null,
  securityType: 'CS',
  priceGroup: 'B',
  sharesOutstanding: shares(29_000_000_000n),
  referencePx: 58_40 as PriceKobo,
  monthlyCloses: [],
  high52Px: 60_00 as PriceKobo,
  low52Px: 40_00 as PriceKobo,
  averageVolume: null,
  today: null,
})

function open(phase: Phase = 'continuous') {
  let number = 100
  const venue = new EmbeddedVenue([GTCO], { epoch: 3, nextTradeNumber: () => ++number, now: NOW, phase })
  const initial = venue.takeOutput(NOW)
  return { venue, initial }
}

const offer = (ref: number, price: number, quantity = 500) => ({
  kind: 'enter' as const,
  ref,
  security: 0,
  side: Side.sell,
  price: price as PriceKobo,
  quantity: quantity as Quantity,
})

const buy = (orderID: string, price: number, quantity: number, duration: 'rest' | 'immediate' = 'rest') => ({
  orderID,
  owner: 1,
  securityID: 'GTCO',
  side: Side.buy,
  price: price as PriceKobo,
  quantity: quantity as Quantity,
  duration,
  ...NO_INSTRUCTIONS,
})

/** An order that rested. */
const rested = (orderID: string, price: number, quantity: number) => {
  const { duration: _, minQty: __, ...order } = buy(orderID, price, quantity)
  return { ...order, shownQty: null }
}

describe('the embedded venue', () => {
  test('opens with the whole statistics of every security and its book cleared in this epoch', () => {
    const { initial } = open()
    expect(initial.market).toMatchObject([
      {
        target: 'addMarketStatistics',
        argument: { securityID: 'GTCO', highLimitPx: 64.2, lowLimitPx: 52.6, lastPx: null },
      },
      { target: 'clearAllOrderBook', argument: { securityID: 'GTCO', rptSeq: 0, epoch: 3 } },
    ])
  })

  test('its statistics carry the session it opened in, and each change of it once', () => {
    const { venue, initial } = open('closed')
    expect(initial.market[0]).toMatchObject({ argument: { tradingSessionSubID: '5' } })
    venue.enterPhase('continuous', NOW)
    expect(venue.takeOutput(NOW).market).toEqual([
      {
        target: 'updateMarketStatsSession',
        argument: {
          securityID: 'GTCO',
          tradingSessionSubID: '3',
          lastUpdateTime: '2026-11-20T10:00:00.000Z',
        },
      },
    ])
    expect(venue.takeOutput(NOW).market).toEqual([])
  })

  test('a client’s order that trades with the crowd is reported in FIX words, and both learn of it', () => {
    const { venue } = open()
    venue.crowd(offer(1, 58_40), NOW)
    venue.newOrder(buy('7', 58_45, 800), NOW)
    const output = venue.takeOutput(NOW)
    expect(output.reports).toEqual([
      { orderID: '7', report: { execType: ExecType.new } },
      { orderID: '7', report: { execType: ExecType.trade, lastPx: 58_40, lastQty: 500 } },
    ])
    expect(output.trades).toMatchObject([{ tradeNumber: 101, price: 58_40, quantity: 500, time: NOW }])
    expect(output.crowd).toEqual([
      { ref: 1, leaves: 500 },
      { ref: 1, leaves: 0 },
    ])
    expect([...output.resting]).toEqual([['7', '3-2']])
    expect(output.market.map(({ target }) => target)).toEqual([
      'addOrderBook',
      'onMarketTrade',
      'deleteOrderBook',
      'addOrderBook',
      'updateMarketStatsSession',
    ])
  })

  test('what the venue cancels itself has a reason; what was asked for names the request', () => {
    const { venue } = open()
    venue.newOrder(buy('7', 58_40, 100, 'immediate'), NOW)
    venue.newOrder(buy('8', 58_40, 100), NOW)
    venue.cancel('8', 'c9', NOW)
    const canceled = venue
      .takeOutput(NOW)
      .reports.filter(({ report }) => report.execType === ExecType.canceled)
    expect(canceled).toMatchObject([
      { orderID: '7', report: { clOrdID: null, text: 'Nothing more to trade against at this price' } },
      { orderID: '8', report: { clOrdID: 'c9', text: null } },
    ])
  })

  test('an order that expires leaves its book', () => {
    const { venue } = open()
    venue.newOrder(buy('7', 58_40, 100), NOW)
    venue.takeOutput(NOW)
    venue.expire('7', NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({
      reports: [{ orderID: '7', report: { execType: ExecType.expired, text: null } }],
      market: [{ target: 'deleteOrderBook' }, { target: 'updateMarketStatsSession' }],
    })
  })

  test('a change of the crowd’s that is refused leaves its order resting as it was', () => {
    const { venue } = open()
    venue.crowd(offer(1, 58_40), NOW)
    venue.takeOutput(NOW)
    venue.crowd({ kind: 'replace', ref: 1, price: 64_25 as PriceKobo, quantity: 900 as Quantity }, NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({ crowd: [{ ref: 1, leaves: null }], market: [] })
    venue.crowd({ kind: 'cancel', ref: 1 }, NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({
      crowd: [{ ref: 1, leaves: 0 }],
      market: [{ target: 'deleteOrderBook' }, { target: 'updateMarketStatsSession' }],
    })
  })

  test('a command about an order that is gone is answered with nothing left', () => {
    const { venue } = open()
    venue.crowd({ kind: 'cancel', ref: 9 }, NOW)
    expect(venue.takeOutput(NOW).crowd).toEqual([{ ref: 9, leaves: 0 }])
  })

  test('statistics are published as what changed alone', () => {
    const { venue } = open()
    venue.crowd(offer(1, 58_40), NOW)
    const [, change] = venue.takeOutput(NOW).market
    expect(change).toEqual({
      target: 'updateMarketStatsSession',
      argument: {
        securityID: 'GTCO',
        offerPx: 58.4,
        offerSize: 500,
        rptSeq: 1,
        lastUpdateTime: new Date(NOW).toISOString(),
      },
    })
  })
})

describe('restored books', () => {
  test('are as they stood: crossed, off the tick, outside the limits, with no report and no trade', () => {
    const { venue } = open()
    const offers = [70_00, 58_38].map((price, index) => ({
      ...{ ...rested(String(index + 20), price, 100), side: Side.sell, owner: 2 },
    }))
    venue.restore([rested('10', 58_40, 300), rested('11', 40_00, 200), ...offers], NOW)
    const output = venue.takeOutput(NOW)
    expect(output).toMatchObject({ reports: [], trades: [], crowd: [] })
    expect([...output.resting]).toEqual([
      ['10', '3-1'],
      ['11', '3-2'],
      ['20', '3-3'],
      ['21', '3-4'],
    ])
    expect(output.market).toMatchObject([
      ...[58.4, 40, 70, 58.38].map((mdEntryPx) => ({ target: 'addOrderBook', argument: { mdEntryPx } })),
      { target: 'updateMarketStatsSession', argument: { bidPx: 58.4, offerPx: 58.38 } },
    ])
  })

  test('an order without a price is shown by nothing and can be cancelled', () => {
    const { venue } = open()
    venue.restore([{ ...rested('10', 0, 300), price: null }], NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({ reports: [], market: [], resting: new Map() })
    venue.crowd(offer(1, 58_40), NOW)
    expect(venue.takeOutput(NOW).trades).toEqual([])
    venue.cancel('10', 'c1', NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({
      reports: [{ orderID: '10', report: { execType: ExecType.canceled, clOrdID: 'c1' } }],
      market: [],
    })
  })
})

describe('a call', () => {
  const sell = (orderID: string, price: number, quantity: number) => ({
    ...buy(orderID, price, quantity),
    owner: 2,
    side: Side.sell,
  })
  const change = (output: VenueOutput) =>
    output.market.flatMap(({ target, argument }) => (target === 'updateMarketStatsSession' ? [argument] : []))

  test('collects orders that meet, publishes what would trade four times a second at most, and trades at one price', () => {
    const { venue } = open('preOpen')
    venue.newOrder(buy('7', 58_50, 300), NOW)
    venue.newOrder(sell('8', 58_40, 200), NOW + 100)
    const [early] = change(venue.takeOutput(NOW + 100))
    expect(early).toMatchObject({ bidPx: 58.5, offerPx: 58.4 })
    expect(early).not.toHaveProperty('indicativePx')
    expect(change(venue.takeOutput(NOW + 250))).toMatchObject([
      { indicativePx: 58.5, indicativeQty: 200, imbalanceSide: Side.buy, imbalanceQty: 100 },
    ])
    expect(venue.auction('GTCO')).toMatchObject({ price: 58_50, quantity: 200 })

    venue.enterPhase('continuous', NOW + 300)
    const output = venue.takeOutput(NOW + 300)
    expect(output.trades).toMatchObject([
      { price: 58_50, quantity: 200, tradeCondition: 'open', time: NOW + 300 },
    ])
    expect(output.market).toContainEqual(
      expect.objectContaining({
        target: 'onMarketTrade',
        argument: expect.objectContaining({ tradeCondition: 'open' }),
      }),
    )
    expect(output.reports.map(({ orderID, report }) => [orderID, report.execType])).toEqual([
      ['7', ExecType.trade],
      ['8', ExecType.trade],
    ])
    expect(change(output)).toMatchObject([{ tradingSessionSubID: '3', openPx: 58.5, indicativePx: null }])
  })

  test('ends market orders and orders good till the close with the close, which has a closing price', () => {
    const { venue } = open('continuous')
    venue.newOrder({ ...buy('6', 58_50, 100), atClose: true, ends: 'closing' }, NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({ resting: new Map(), market: [] })
    venue.enterPhase('preClose', NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({ requeued: ['6'], resting: new Map([['6', '3-2']]) })
    venue.newOrder({ ...buy('7', 0, 300_000), price: null }, NOW)
    venue.newOrder(sell('8', 58_45, 200_000), NOW)
    venue.enterPhase('closed', NOW)
    const output = venue.takeOutput(NOW)
    expect(output.trades).toMatchObject([{ price: 58_50, quantity: 200_000, tradeCondition: 'close' }])
    expect(output.reports.slice(-2)).toMatchObject([
      { orderID: '7', report: { execType: ExecType.expired } },
      { orderID: '6', report: { execType: ExecType.expired } },
    ])
    expect(change(output).at(-1)).toMatchObject({ closePx: 58.5, publishedPx: 58.5 })
  })

  test('of a security that was halted ends alone', () => {
    const { venue } = open('continuous')
    venue.setHalted('GTCO', true)
    venue.reopen('GTCO')
    expect(change(venue.takeOutput(NOW))).toMatchObject([{ tradingSessionSubID: '9' }])
    venue.newOrder(buy('7', 58_50, 300), NOW)
    venue.newOrder(sell('8', 58_40, 300), NOW)
    expect(venue.takeOutput(NOW).trades).toEqual([])
    venue.uncross('GTCO', NOW)
    const output = venue.takeOutput(NOW)
    expect(output.trades).toMatchObject([{ price: 58_40, tradeCondition: 'reopening' }])
    expect(change(output)).toMatchObject([{ tradingSessionSubID: '3' }])
  })

  test('that a halt interrupts goes on when the security resumes', () => {
    const { venue } = open('preOpen')
    venue.newOrder(buy('7', 58_50, 300), NOW)
    venue.newOrder(sell('8', 58_40, 300), NOW)
    venue.setHalted('GTCO', true)
    venue.enterPhase('continuous', NOW)
    expect(venue.takeOutput(NOW).trades).toEqual([])
    venue.reopen('GTCO')
    venue.uncross('GTCO', NOW)
    expect(venue.takeOutput(NOW).trades).toMatchObject([{ quantity: 300, tradeCondition: 'reopening' }])
  })
})

test('an iceberg shows its part, and each refill takes a new place that a restored book has, too', () => {
  const { venue } = open()
  venue.newOrder({ ...buy('7', 58_40, 300), displayQty: 100 as Quantity }, NOW)
  expect(venue.takeOutput(NOW)).toMatchObject({ shown: new Map([['7', 100]]), requeued: [] })
  venue.newOrder({ ...buy('8', 58_40, 120), side: Side.sell, owner: 2 }, NOW)
  const output = venue.takeOutput(NOW)
  expect(output).toMatchObject({
    shown: new Map([['7', 80]]),
    requeued: ['7'],
    resting: new Map([['7', '3-3']]),
  })

  const { venue: again } = open()
  again.restore([{ ...rested('7', 58_40, 180), displayQty: 100 as Quantity, shownQty: 80 as Quantity }], NOW)
  expect(again.takeOutput(NOW).market).toMatchObject([
    { target: 'addOrderBook', argument: { mdEntrySize: 80 } },
    { argument: { bidSize: 80 } },
  ])
})

test('an order that the exchange refuses is reported with the reason', () => {
  const { venue } = open('preOpenImbalance')
  venue.newOrder({ ...buy('7', 58_40, 300), imbalanceOnly: true }, NOW)
  expect(venue.takeOutput(NOW).reports).toEqual([
    {
      orderID: '7',
      report: { execType: ExecType.canceled, clOrdID: null, text: 'Nothing would trade in the auction now' },
    },
  ])
})
