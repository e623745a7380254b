import { ExecType, marketRules, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { VenueOutput } from '../venue.ts'
import { buy, NOW, open, rested } from './embedded.fixture.ts'

describe('a call', () => {
  const sell = (orderID: string, price: number, quantity: number) => ({
    ...buy(orderID, price, quantity),
    participant: 2,
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

  test('publishes in a demonstration no more often, however fast its time runs', () => {
    const { venue } = open('preOpen', undefined, 15)
    venue.newOrder(buy('7', 58_50, 300), NOW)
    venue.newOrder(sell('8', 58_40, 200), NOW)
    expect(change(venue.takeOutput(NOW + 250 * 15 - 1))[0]).not.toHaveProperty('indicativePx')
    expect(change(venue.takeOutput(NOW + 250 * 15))).toMatchObject([{ indicativePx: 58.5 }])
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

  /** The books of a desk that started within a call: a bid and an offer that meet. */
  const crossed = [rested('7', 58_50, 300), { ...rested('8', 58_40, 300), participant: 2, side: Side.sell }]

  test('has no uncross at the close for a security that is halted, and its book is as it was', () => {
    const { venue } = open('preClose')
    venue.restore(crossed, NOW)
    venue.setHalted('GTCO', true)
    venue.enterPhase('closed', NOW)
    const { trades, reports, market } = venue.takeOutput(NOW)
    expect([trades, reports]).toEqual([[], []])
    expect(market.map(({ target }) => target)).not.toContain('deleteOrderBook')
  })

  test('continues at a venue that opens during a halt of the market: collected orders trade at one price', () => {
    const { venue } = open('halted')
    venue.restore(crossed, NOW)
    venue.enterPhase('continuous', NOW)
    expect(venue.takeOutput(NOW).trades).toMatchObject([{ quantity: 300, tradeCondition: 'reopening' }])
  })

  test('before the close takes an order for the close into its book, sent or restored', () => {
    const { venue } = open('preClose')
    venue.restore([{ ...rested('6', 58_50, 100), atClose: true, ends: 'closing' }], NOW)
    venue.newOrder({ ...buy('7', 58_45, 100), atClose: true, ends: 'closing' }, NOW)
    expect([...venue.takeOutput(NOW).resting.keys()]).toEqual(['6', '7'])
  })

  test.each([true, false])(
    'publishes indicative figures while it collects only where the rules have it: %s',
    (isPublished) => {
      const { venue } = open('preOpen', { ...marketRules, indicativeDuringCollection: isPublished })
      venue.restore(crossed, NOW)
      const published = () =>
        change(venue.takeOutput(NOW + 1_000)).some(({ indicativeQty }) => indicativeQty === 300)
      expect(published()).toBe(isPublished)
      venue.enterPhase('preOpenImbalance', NOW + 1_000)
      expect(published()).toBe(!isPublished)
    },
  )

  test('interrupted by a halt continues when the security resumes', () => {
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
