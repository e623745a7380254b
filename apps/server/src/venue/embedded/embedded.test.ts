import { ExecType, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { buy, NOW, offer, open, rested } from './embedded.fixture.ts'

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

  test('a change that the exchange refuses is answered with the reason, and leaves the order as it is', () => {
    const { venue } = open()
    venue.newOrder({ ...buy('7', 58_40, 1_000), displayQty: 10 as Quantity }, NOW)
    venue.takeOutput(NOW)
    const change = { orderID: '7', clOrdID: 'r', price: 58_40 as PriceKobo, lasting: null }
    venue.replace({ ...change, leaves: 1_001 as Quantity }, NOW)
    expect(venue.takeOutput(NOW).reports).toMatchObject([
      {
        report: { execType: '9', responseTo: 'replace', clOrdID: 'r', text: 'Trading.Venue.quantityInvalid' },
      },
    ])
    venue.replace({ ...change, leaves: 900 as Quantity }, NOW)
    expect(venue.takeOutput(NOW).reports).toMatchObject([{ report: { leavesQty: 900 } }])
  })

  test('a client’s order that trades with the crowd is reported in FIX words, and both learn of it', () => {
    const { venue } = open()
    venue.work([offer(1, 58_40)], NOW)
    venue.newOrder(buy('7', 58_45, 800), NOW)
    const output = venue.takeOutput(NOW)
    expect(output.reports).toEqual([
      { orderID: '7', execID: '3-1', report: { execType: ExecType.new } },
      {
        orderID: '7',
        execID: '3-2',
        report: { execType: ExecType.trade, lastPx: 58_40, lastQty: 500, tradeNumber: 101 },
      },
    ])
    expect(output.trades).toMatchObject([{ tradeNumber: 101, price: 58_40, quantity: 500, time: NOW }])
    expect(output.workReports).toEqual([
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

  test('gives a reason for its own cancellations, and names the request for others', () => {
    const { venue } = open()
    venue.newOrder(buy('7', 58_40, 100, 'immediate'), NOW)
    venue.newOrder(buy('8', 58_40, 100), NOW)
    venue.cancel('8', 'c9', NOW)
    const canceled = venue
      .takeOutput(NOW)
      .reports.filter(({ report }) => report.execType === ExecType.canceled)
    expect(canceled).toMatchObject([
      { orderID: '7', report: { clOrdID: null, text: 'Trading.Venue.immediate' } },
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
    venue.work([offer(1, 58_40)], NOW)
    venue.takeOutput(NOW)
    venue.work([{ kind: 'replace', ref: 1, price: 64_25 as PriceKobo, quantity: 900 as Quantity }], NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({ workReports: [{ ref: 1, leaves: null }], market: [] })
    venue.work([{ kind: 'cancel', ref: 1 }], NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({
      workReports: [{ ref: 1, leaves: 0 }],
      market: [{ target: 'deleteOrderBook' }, { target: 'updateMarketStatsSession' }],
    })
  })

  test('a command about an order that is gone is answered with nothing left', () => {
    const { venue } = open()
    venue.work([{ kind: 'cancel', ref: 9 }], NOW)
    expect(venue.takeOutput(NOW).workReports).toEqual([{ ref: 9, leaves: 0 }])
  })

  test('statistics of what several requests changed are published once, behind what each of them caused', () => {
    const { venue } = open()
    const targets = (market: readonly { target: string }[]) => market.map(({ target }) => target)
    for (const ref of [1, 2]) {
      venue.work([offer(ref, 58_40)], NOW)
      expect(targets(venue.takeReports().market)).toEqual(['addOrderBook'])
    }
    expect(venue.takeOutput(NOW).market).toMatchObject([
      { target: 'updateMarketStatsSession', argument: { offerPx: 58.4, offerSize: 1_000, rptSeq: 2 } },
    ])
  })

  test('only changed statistics are published', () => {
    const { venue } = open()
    venue.work([offer(1, 58_40)], NOW)
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
  test('are as they were: crossed, off the tick, outside the limits, with no report and no trade', () => {
    const { venue } = open()
    const offers = [70_00, 58_38].map((price, index) => ({
      ...rested(String(index + 20), price, 100),
      side: Side.sell,
      participant: 2,
    }))
    venue.restore([rested('10', 58_40, 300), rested('11', 40_00, 200), ...offers], NOW)
    const output = venue.takeOutput(NOW)
    expect(output).toMatchObject({ reports: [], trades: [], workReports: [] })
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
    venue.work([offer(1, 58_40)], NOW)
    expect(venue.takeOutput(NOW).trades).toEqual([])
    venue.cancel('10', 'c1', NOW)
    expect(venue.takeOutput(NOW)).toMatchObject({
      reports: [{ orderID: '10', report: { execType: ExecType.canceled, clOrdID: 'c1' } }],
      market: [],
    })
  })
})

test('an iceberg shows its part, and each refill takes a new place that a restored book has, too', () => {
  const { venue } = open()
  venue.newOrder({ ...buy('7', 58_40, 300), displayQty: 100 as Quantity }, NOW)
  expect(venue.takeOutput(NOW)).toMatchObject({ shown: new Map([['7', 100]]), requeued: [] })
  venue.newOrder({ ...buy('8', 58_40, 120), side: Side.sell, participant: 2 }, NOW)
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
      execID: '3-1',
      report: { execType: ExecType.canceled, clOrdID: null, text: 'Trading.Venue.auctionEmpty' },
    },
  ])
})
