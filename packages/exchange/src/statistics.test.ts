import { TickDirection } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import { ABC, buy, exchange, happened, open, openForEachTest, sell, XYZ } from './exchange.fixture.ts'

openForEachTest()

describe('statistics', () => {
  const trade = (count: number, price: number) => {
    sell(1, count, price)
    buy(2, count, price)
  }

  it('of a security that did not trade', () => {
    expect(exchange.statistics(0)).toEqual({
      openPx: null,
      highPx: null,
      lowPx: null,
      lastPx: null,
      lastQty: null,
      publishedPx: 1_000,
      tickDirection: null,
      volume: 0n,
      value: 0n,
      trades: 0,
      rptSeq: 0,
      bidPx: null,
      bidSize: 0,
      offerPx: null,
      offerSize: 0,
    })
  })

  it('count every trade; the published price waits for a large one', () => {
    trade(10, 1_010)
    trade(100, 995)
    trade(20, 1_005)
    buy(3, 5, 990)
    buy(4, 6, 990)
    sell(5, 7, 1_000)
    expect(exchange.statistics(0)).toEqual({
      openPx: 1_010,
      highPx: 1_010,
      lowPx: 995,
      lastPx: 1_005,
      lastQty: 20,
      publishedPx: 995,
      tickDirection: TickDirection.plus,
      volume: 130n,
      value: 10n * 1_010n + 100n * 995n + 20n * 1_005n,
      trades: 3,
      rptSeq: 9,
      bidPx: 990,
      bidSize: 11,
      offerPx: 1_000,
      offerSize: 7,
    })
  })

  it('carry the tick direction against the trade before, the first against the reference', () => {
    for (const price of [1_005, 1_005, 1_000, 1_000, 1_000, 1_010]) trade(1, price)
    expect(happened().flatMap((event) => (event.kind === 'traded' ? [event.tickDirection] : []))).toEqual([
      TickDirection.plus,
      TickDirection.zeroPlus,
      TickDirection.minus,
      TickDirection.zeroMinus,
      TickDirection.zeroMinus,
      TickDirection.plus,
    ])
  })

  it.each([2 ** 31 - 1, 2 ** 21 - 1])('are exact where a double is not, at prices up to %s', (highest) => {
    const most = 2 ** 31 - 1
    open([{ ...ABC, tickKobo: 1, limitBps: null }])
    for (let i = 0; i < 1_000; i++) trade(most, highest - i)
    const prices = Array.from({ length: 1_000 }, (_, i) => BigInt(highest - i))
    expect(exchange.statistics(0).value).toBe(prices.reduce((sum, price) => sum + price * BigInt(most), 0n))
    expect(exchange.statistics(0).volume).toBe(1_000n * BigInt(most))
  })

  it('go on after a restart, and so do the public numbers', () => {
    trade(100, 1_010)
    const statistics = [exchange.statistics(0), exchange.statistics(1)]
    const { nextEntryNumber, nextTradeNumber } = exchange
    open([ABC, XYZ], {
      statistics,
      firstEntryNumber: nextEntryNumber,
      firstTradeNumber: nextTradeNumber,
    })
    expect(exchange.statistics(0)).toEqual(statistics[0])
    trade(10, 1_010)
    expect(happened().filter((event) => event.kind === 'rested')[0]?.entryNumber).toBe(3)
    expect(exchange.statistics(0)).toMatchObject({ trades: 2, volume: 110n, tickDirection: '1', rptSeq: 4 })
  })

  it('are named when they changed: a trade or another touch, not what lies behind it', () => {
    expect(exchange.takeChangedStatistics()).toEqual([])
    buy(1, 10, 1_000)
    buy(2, 10, 1_000, { security: 1 })
    expect(exchange.takeChangedStatistics()).toEqual([0, 1])
    expect(exchange.takeChangedStatistics()).toEqual([])
    buy(3, 10, 995)
    expect(exchange.takeChangedStatistics()).toEqual([])
    buy(4, 10, 1_000)
    expect(exchange.takeChangedStatistics()).toEqual([0])
    sell(5, 10, 1_000, { timeInForce: 'immediate' })
    buy(6, 10, 1_000)
    expect(exchange.takeChangedStatistics()).toEqual([0])
    sell(7, 10, 1_010)
    expect(exchange.takeChangedStatistics()).toEqual([0])
    sell(8, 5, 1_010)
    expect(exchange.takeChangedStatistics()).toEqual([0])
    sell(9, 5, 1_015)
    expect(exchange.takeChangedStatistics()).toEqual([])
  })
})
