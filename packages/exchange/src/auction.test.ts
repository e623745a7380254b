import { Side } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import { collect, prices, uncross } from './auction.fixture.ts'
import {
  ABC,
  book,
  buy,
  exchange,
  happened,
  open,
  openForEachTest,
  replace,
  sell,
} from './exchange.fixture.ts'

openForEachTest()

describe('the price of an uncross', () => {
  it.each(prices)('%s: the price, the volume and what is left', (_, buys, sells, price, quantity, left) => {
    collect(buys, sells)
    const imbalanceSide = left === 0 ? null : left > 0 ? Side.buy : Side.sell
    const auction = { price, quantity, imbalanceSide, imbalanceQty: Math.abs(left) }
    expect(exchange.auction(0)).toEqual(auction)
    const trades = uncross()
    expect(new Set(trades.map((trade) => trade.replace(/.*@|#.*/g, '')))).toEqual(
      new Set(price === null ? [] : [String(price)]),
    )
    expect(exchange.statistics(0).volume).toBe(BigInt(quantity))
  })
})

describe('a call', () => {
  it('collects without trading, so that a book may be crossed', () => {
    collect([[100, 1_010]], [[100, 990]])
    expect(happened().some(({ kind }) => kind === 'traded')).toBe(false)
    expect(book()).toEqual(['buy 100@1010#1', 'sell 100@990#2'])
  })

  it('keeps orders without a price out of the book and of the figures', () => {
    collect([[100, null]], [])
    expect(happened().map(({ kind }) => kind)).toEqual(['accepted'])
    expect(exchange.statistics(0)).toMatchObject({ bidPx: null, bidSize: 0, rptSeq: 0 })
  })

  it.each([{ timeInForce: 'immediate' }, { timeInForce: 'fillOrKill' }, { minQty: 10 }] as const)(
    'cancels what is to trade at entry: %o',
    (more) => {
      collect([], [[100, 990]])
      happened()
      buy(7, 100, 1_000, more as object)
      expect(happened()).toMatchObject([{ kind: 'accepted' }, { kind: 'canceled', tag: 7, quantity: 100 }])
    },
  )

  it('cancels the newer of two orders of one participant that could meet, at once', () => {
    exchange.setMatching(0, 'call')
    buy(1, 100, 1_000, { participant: 5 })
    happened()
    sell(2, 100, 1_000, { participant: 5 })
    expect(happened()).toMatchObject([
      { kind: 'accepted' },
      { kind: 'canceled', tag: 2, reason: 'selfMatch' },
    ])
    sell(3, 100, 1_005, { participant: 5 })
    expect(book()).toEqual(['buy 100@1000#1', 'sell 100@1005#3'])
  })

  it('begun by a restored book cancels the newer of such orders before the uncross, and the others trade', () => {
    const order = { security: 0, quantity: 100, price: 1_000 } as const
    exchange.setMatching(0, 'call')
    exchange.restore(
      [
        { ...order, tag: 1, participant: 5, side: Side.buy },
        { ...order, tag: 2, participant: 5, side: Side.sell },
        { ...order, tag: 3, participant: 6, side: Side.sell },
      ] as never,
      0,
    )
    expect(uncross()).toEqual(['100@1000#1#3'])
    expect(book()).toEqual([])
  })
})

describe('an uncross', () => {
  it('fills orders without a price first, then the better price, then the earlier, imbalance orders last', () => {
    collect(
      [
        [10, 1_000],
        [10, 1_010],
        [10, 1_000],
        [10, null],
      ],
      [[60, 1_000]],
    )
    buy(6, 10, 1_010, { imbalanceOnly: true })
    buy(7, 10, 1_000)
    expect(uncross()).toEqual(
      ['10', '10', '10', '10', '10', '10'].map(
        (quantity, turn) => `${quantity}@1000#${[4, 2, 1, 3, 7, 6][turn]}#5`,
      ),
    )
  })

  it('expires orders without a price, imbalance orders and those that end with it; the rest keeps its place', () => {
    collect([[10, 990]], [])
    buy(2, 10, 990, { ends: 'opening' })
    buy(3, 10, 990, { ends: 'closing' })
    buy(4, 10, null)
    expect(uncross()).toEqual([])
    expect(book()).toEqual(['buy 10@990#1', 'buy 10@990#3'])
    exchange.setMatching(0, 'call')
    uncross('close')
    expect(book()).toEqual(['buy 10@990#1'])
  })

  it('moves the published price by all its shares, and by none when they are too few', () => {
    collect(
      [
        [60, 1_010],
        [60, 1_010],
      ],
      [[120, 1_010]],
    )
    uncross()
    expect(exchange.statistics(0)).toMatchObject({ publishedPx: 1_010, openPx: 1_010, trades: 2 })
    open()
    collect(
      [
        [60, 1_010],
        [39, 1_010],
      ],
      [[99, 1_010]],
    )
    uncross()
    expect(exchange.statistics(0)).toMatchObject({ publishedPx: ABC.referencePx, lastPx: 1_010 })
  })

  it('says how its trades came about', () => {
    collect([[10, 1_000]], [[10, 1_000]])
    happened()
    exchange.uncross(0, 'reopening', 99)
    expect(happened()[0]).toMatchObject({ kind: 'traded', tradeCondition: 'reopening' })
  })
})

describe('an imbalance order', () => {
  const refused = (side: Side, price: number | null, more = {}) => {
    happened()
    const enter = side === Side.buy ? buy : sell
    enter(9, 10, price, { imbalanceOnly: true, ...more })
    const [event] = happened()
    return event?.kind === 'refused' ? event.reason : undefined
  }

  it('is refused without an auction, on the side of the imbalance, and at a price that would not trade', () => {
    expect(refused(Side.sell, 1_000)).toBe('notInThisPhase')
    collect([], [])
    expect(refused(Side.sell, 1_000)).toBe('auctionEmpty')
    collect([[100, 1_010]], [[40, 1_000]])
    expect(refused(Side.buy, 1_020)).toBe('imbalanceOnThisSide')
    expect(refused(Side.sell, 1_015)).toBe('beyondTheoreticalPrice')
    expect(refused(Side.sell, null)).toBe('priceMissing')
    expect(refused(Side.sell, 1_010)).toBeUndefined()
  })
})

describe('an order without a price', () => {
  const filled = () =>
    happened().flatMap((event) => (event.kind === 'traded' ? [[event.incomingTag, event.quantity]] : []))
  const collectTwo = () => {
    exchange.setMatching(0, 'call')
    buy(1, 10, null)
    buy(2, 10, null)
    happened()
  }

  it('keeps its place in an auction when reduced, and takes part with its new quantity', () => {
    collectTwo()
    expect(replace(0, null, 6)).toBe(true)
    expect(happened()).toMatchObject([
      { kind: 'replaced', tag: 1, price: null, leaves: 6, keptPriority: true, entryNumber: 1 },
    ])
    sell(3, 12, 1_000)
    expect(exchange.auction(0)).toMatchObject({ quantity: 12, imbalanceSide: Side.buy, imbalanceQty: 4 })
    happened()
    exchange.uncross(0, 'close', 9)
    expect(filled()).toEqual([
      [1, 6],
      [2, 6],
    ])
  })

  it('goes behind the others with more', () => {
    collectTwo()
    replace(0, null, 11)
    expect(happened()).toMatchObject([
      { kind: 'replaced', tag: 1, price: null, leaves: 11, keptPriority: false, entryNumber: 3 },
    ])
    sell(3, 12, 1_000)
    happened()
    exchange.uncross(0, 'close', 9)
    expect(filled()).toEqual([
      [2, 10],
      [1, 2],
    ])
  })

  it('gets no price, and no order with one loses it', () => {
    collectTwo()
    sell(3, 12, 1_050)
    happened()
    expect(replace(0, 1_000, 6)).toBe(false)
    expect(replace(2, null, 6)).toBe(false)
    expect(happened()).toEqual([])
  })
})

describe('an order for the close', () => {
  it('waits outside the market until the call before the close lets it in, behind the orders there', () => {
    sell(1, 10, 1_010, { atClose: true, ends: 'closing' })
    sell(2, 10, 1_010)
    expect(book()).toEqual(['sell 10@1010#2'])
    buy(3, 20, 1_010, { timeInForce: 'immediate' })
    expect(book()).toEqual([])
    sell(4, 10, 1_010)
    exchange.setMatching(0, 'call')
    exchange.admitWaiting(0, 50)
    expect(book()).toEqual(['sell 10@1010#4', 'sell 10@1010#1'])
  })

  it('can be changed and cancelled while it waits, and ends with the close when nothing lets it in', () => {
    sell(1, 10, 1_010, { atClose: true })
    sell(2, 10, 1_010, { atClose: true })
    happened()
    expect(exchange.replace(0, { price: 1_005 as never, leaves: 5 as never }, 3)).toBe(true)
    expect(exchange.cancel(1)).toBe(true)
    exchange.endOrders(0, 'close')
    expect(happened()).toMatchObject([
      { kind: 'replaced', tag: 1, price: 1_005, leaves: 5, keptPriority: false },
      { kind: 'canceled', tag: 2, reason: 'requested' },
      { kind: 'canceled', tag: 1, quantity: 5, reason: 'expired' },
    ])
  })
})

it('a closed market accepts no orders, but cancels', () => {
  buy(1, 10, 990)
  exchange.setMatching(0, 'none')
  happened()
  buy(2, 10, 990)
  expect(happened()).toMatchObject([{ kind: 'refused', reason: 'marketClosed' }])
  expect(exchange.cancel(0)).toBe(true)
})
