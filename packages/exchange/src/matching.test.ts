import { priceKobo, quantity, Side, TickDirection } from '@tradebook/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { all, book, bookEvent, buy, happened, openForEachTest, replace, sell } from './exchange.fixture.ts'

openForEachTest()

describe('an order without a counterparty', () => {
  it('rests in the book', () => {
    buy(7, 50, 1_000)
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 7, handle: 0 },
        { kind: 'rested', tag: 7, handle: 0, entryNumber: 1 },
        bookEvent('bookAdded', 1, Side.buy, 1, 50, 1_000, 1),
      ),
    )
    expect(happened()).toEqual([])
    expect(book()).toEqual(['buy 50@1000#7'])
  })

  it('goes again when it was to trade at once', () => {
    buy(7, 50, 1_000, { timeInForce: 'immediate' })
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 7, handle: 0 },
        { kind: 'canceled', tag: 7, handle: 0, quantity: quantity(50), reason: 'immediate' },
      ),
    )
    expect(book()).toEqual([])
  })

  it('goes again when it has no price', () => {
    buy(7, 50, null)
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 7, handle: 0 },
        { kind: 'canceled', tag: 7, handle: 0, quantity: quantity(50), reason: 'noLiquidity' },
      ),
    )
  })
})

describe('two orders that meet', () => {
  it('trade at the price of the resting order, and the rest stays', () => {
    sell(1, 30, 1_000)
    happened()
    buy(2, 50, 1_010)
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 2, handle: 1 },
        {
          kind: 'traded',
          security: 0,
          price: priceKobo(1_000),
          quantity: quantity(30),
          tradeNumber: 1,
          tickDirection: TickDirection.zeroPlus,
          tradeCondition: null,
          incomingSide: Side.buy,
          incomingTag: 2,
          incomingHandle: 1,
          incomingLeaves: quantity(20),
          restingTag: 1,
          restingHandle: 0,
          restingLeaves: quantity(0),
        },
        bookEvent('bookRemoved', 2, Side.sell, 1, 0, 1_000, 1),
        { kind: 'rested', tag: 2, handle: 1, entryNumber: 2 },
        bookEvent('bookAdded', 3, Side.buy, 2, 20, 1_010, 2),
      ),
    )
    expect(book()).toEqual(['buy 20@1010#2'])
  })

  it('leave the rest of the resting order in its place', () => {
    buy(1, 30, 1_000)
    buy(2, 30, 1_000)
    happened()
    sell(3, 10, null)
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 3, handle: 2 },
        {
          kind: 'traded',
          security: 0,
          price: priceKobo(1_000),
          quantity: quantity(10),
          tradeNumber: 1,
          tickDirection: TickDirection.zeroPlus,
          tradeCondition: null,
          incomingSide: Side.sell,
          incomingTag: 3,
          incomingHandle: 2,
          incomingLeaves: quantity(0),
          restingTag: 1,
          restingHandle: 0,
          restingLeaves: quantity(20),
        },
        bookEvent('bookChanged', 3, Side.buy, 1, 20, 1_000, 1),
      ),
    )
    expect(book()).toEqual(['buy 20@1000#1', 'buy 30@1000#2'])
  })

  it('do not trade when they are of different securities', () => {
    sell(1, 30, 1_000)
    buy(2, 30, 1_000, { security: 1 })
    expect([book(0), book(1)]).toEqual([['sell 30@1000#1'], ['buy 30@1000#2']])
  })
})

describe('priority', () => {
  /** The tags that traded, in order, with how much. */
  const traded = () =>
    happened().flatMap((event) => (event.kind === 'traded' ? [[event.restingTag, event.quantity]] : []))

  it('is the better price, then the earlier time', () => {
    sell(1, 10, 1_010)
    sell(2, 10, 1_000)
    sell(3, 10, 1_010)
    sell(4, 10, 1_005)
    buy(5, 35, 1_010)
    expect(traded()).toEqual([
      [2, 10],
      [4, 10],
      [1, 10],
      [3, 5],
    ])
    expect(book()).toEqual(['sell 5@1010#3'])
  })

  it('is kept with a smaller quantity at the same price, and lost with a larger quantity or another price', () => {
    for (const tag of [1, 2, 3, 4]) buy(tag, 10, 1_000)
    replace(0, 1_000, 6)
    replace(1, 1_000, 12)
    replace(2, 1_005, 10)
    replace(2, 1_000, 10)
    expect(book()).toEqual(['buy 6@1000#1', 'buy 10@1000#4', 'buy 12@1000#2', 'buy 10@1000#3'])
  })
})

describe('fill or kill', () => {
  beforeEach(() => {
    sell(1, 10, 1_000)
    sell(2, 10, 1_005)
    happened()
  })

  it('trades completely when the book has enough at its price', () => {
    buy(3, 15, 1_005, { timeInForce: 'fillOrKill' })
    expect(book()).toEqual(['sell 5@1005#2'])
  })

  it('does not trade at all when it has not', () => {
    buy(3, 15, 1_000, { timeInForce: 'fillOrKill' })
    expect(happened()).toEqual(
      all(
        { kind: 'accepted', tag: 3, handle: 2 },
        { kind: 'canceled', tag: 3, handle: 2, quantity: quantity(15), reason: 'fillOrKill' },
      ),
    )
    expect(book()).toEqual(['sell 10@1000#1', 'sell 10@1005#2'])
  })

  it('does not count what it may not trade with: an order of the same participant, and all behind it', () => {
    sell(4, 10, 1_000, { participant: 9 })
    buy(5, 15, 1_005, { participant: 9, timeInForce: 'fillOrKill' })
    expect(book()).toEqual(['sell 10@1000#1', 'sell 10@1000#4', 'sell 10@1005#2'])
  })
})

describe('orders of one participant', () => {
  it('do not trade with each other: the newest goes, after what it traded with others', () => {
    sell(1, 10, 1_000)
    sell(2, 10, 1_000, { participant: 9 })
    happened()
    buy(3, 30, 1_010, { participant: 9 })
    expect(happened().map((event) => event.kind)).toEqual(['accepted', 'traded', 'bookRemoved', 'canceled'])
    expect(book()).toEqual(['sell 10@1000#2'])
  })

  it('trade if they have no participant', () => {
    sell(1, 10, 1_000)
    buy(2, 10, 1_000)
    expect(book()).toEqual([])
  })

  it('are checked when one is moved, too', () => {
    sell(1, 10, 1_000, { participant: 9 })
    buy(2, 20, 990, { participant: 9 })
    happened()
    replace(1, 1_000, 20)
    expect(happened()).toEqual(
      all(
        {
          kind: 'replaced',
          tag: 2,
          handle: 1,
          price: priceKobo(1_000),
          leaves: quantity(20),
          keptPriority: false,
          entryNumber: 3,
        },
        bookEvent('bookRemoved', 3, Side.buy, 2, 0, 990, 2),
        { kind: 'canceled', tag: 2, handle: 1, quantity: quantity(20), reason: 'selfMatch' },
      ),
    )
    expect(book()).toEqual(['sell 10@1000#1'])
  })

  it('need a participant that is a 32-bit integer', () => {
    expect(() => buy(1, 10, 1_000, { participant: 2 ** 32 })).toThrow(RangeError)
  })
})
