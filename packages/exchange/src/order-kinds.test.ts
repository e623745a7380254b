import { priceKobo, quantity } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import { book, buy, exchange, happened, openForEachTest, replace, sell } from './exchange.fixture.ts'

openForEachTest()

const hidden = () => [...exchange.entries(0)].map((order) => order.hidden)

describe('an iceberg', () => {
  it('shows a part, and each refill is a new entry behind its price', () => {
    sell(1, 25, 1_000, { displayQty: quantity(10) })
    sell(2, 10, 1_000)
    expect([book(), hidden()]).toEqual([
      ['sell 10@1000#1', 'sell 10@1000#2'],
      [15, 0],
    ])
    happened()
    buy(3, 10, 1_000)
    expect(happened()).toMatchObject([
      { kind: 'accepted', tag: 3 },
      { kind: 'traded', quantity: 10, restingTag: 1, restingLeaves: 15 },
      { kind: 'bookRemoved', entryNumber: 1 },
      { kind: 'refilled', tag: 1, entryNumber: 4 },
      { kind: 'bookAdded', entryNumber: 4, size: 10, time: 3 },
    ])
    expect([book(), hidden()]).toEqual([
      ['sell 10@1000#2', 'sell 10@1000#1'],
      [0, 5],
    ])
  })

  it('trades with all of itself when it comes in, and when what comes in takes it all', () => {
    sell(1, 25, 1_000, { displayQty: quantity(10) })
    happened()
    buy(2, 40, 1_000, { displayQty: quantity(4) })
    expect(happened().flatMap((event) => (event.kind === 'traded' ? event.quantity : []))).toEqual([
      10, 10, 5,
    ])
    expect([book(), hidden()]).toEqual([['buy 4@1000#2'], [11]])
  })

  it('loses its hidden part first when it is reduced, which no one can see', () => {
    sell(1, 25, 1_000, { displayQty: quantity(10) })
    happened()
    replace(0, 1_000, 12)
    expect(happened()).toMatchObject([{ kind: 'replaced', leaves: 12, keptPriority: true }])
    replace(0, 1_000, 7)
    expect(happened()).toMatchObject([
      { kind: 'replaced', leaves: 7 },
      { kind: 'bookChanged', size: 7 },
    ])
  })

  it('fills a fill-or-kill order with its hidden part', () => {
    sell(1, 25, 1_000, { displayQty: quantity(10) })
    buy(2, 25, 1_000, { participant: 3, timeInForce: 'fillOrKill' })
    expect(exchange.statistics(0)).toMatchObject({ volume: 25n, offerPx: null })
  })

  it('does not fill one that would meet an own order before the refill', () => {
    sell(1, 25, 1_000, { displayQty: quantity(10) })
    sell(2, 5, 1_000, { participant: 3 })
    happened()
    buy(3, 15, 1_000, { participant: 3, timeInForce: 'fillOrKill' })
    expect(happened()).toMatchObject([{ kind: 'accepted' }, { kind: 'canceled', reason: 'fillOrKill' }])
  })

  it('shows at least a hundredth of itself, so that one order meets a hundred refills at most', () => {
    sell(1, 1_000, 1_000, { displayQty: quantity(9) })
    expect(happened()).toMatchObject([{ kind: 'refused', reason: 'quantityInvalid' }])
    sell(1, 1_000, 1_000, { displayQty: quantity(10) })
    expect(book()).toEqual(['sell 10@1000#1'])
  })
})

describe('a minimum quantity', () => {
  it('is met on entry, and the rest stays in the book; otherwise the order is cancelled', () => {
    sell(1, 10, 1_000)
    happened()
    buy(2, 30, 1_000, { minQty: quantity(11) })
    expect(happened()).toMatchObject([
      { kind: 'accepted' },
      { kind: 'canceled', quantity: 30, reason: 'minQty' },
    ])
    buy(3, 30, 1_000, { minQty: quantity(10) })
    expect(book()).toEqual(['buy 20@1000#3'])
  })

  it('of the whole quantity is all or none', () => {
    sell(1, 10, 1_000)
    buy(2, 11, 1_000, { minQty: quantity(11) })
    expect(book()).toEqual(['sell 10@1000#1'])
    buy(3, 10, 1_000, { minQty: quantity(10) })
    expect(book()).toEqual([])
  })
})

describe('a cross', () => {
  const cross = (price: number, participants = [1, 2]) => {
    happened()
    const [buying = 0, selling = 0] = participants
    exchange.cross(
      {
        security: 0,
        price: priceKobo(price),
        quantity: quantity(100),
        buy: { tag: 8, participant: buying },
        sell: { tag: 9, participant: selling },
      },
      50,
    )
    return happened()
  }

  it('trades both sides with each other at the best bid, ahead of the orders there', () => {
    buy(1, 10, 990)
    sell(2, 10, 1_000)
    expect(cross(990)).toMatchObject([
      { kind: 'accepted', tag: 8 },
      { kind: 'accepted', tag: 9 },
      { kind: 'traded', price: 990, quantity: 100, tradeCondition: 'X', incomingTag: 8, restingTag: 9 },
    ])
    expect(book()).toEqual(['buy 10@990#1', 'sell 10@1000#2'])
    expect(exchange.statistics(0)).toMatchObject({ lastPx: 990, publishedPx: 990 })
  })

  it('is refused outside the best bid and offer; an empty side counts as the limit of the day', () => {
    const outside = [8, 9].map((tag) => ({ kind: 'refused', tag, reason: 'crossOutsideQuotes' }))
    buy(1, 10, 990)
    expect(cross(985)).toEqual(outside)
    expect(cross(1_100)).toHaveLength(3)
    expect(cross(1_105)[0]).toMatchObject({ reason: 'priceOutsideLimits' })
    sell(2, 10, 1_000)
    expect(cross(1_005)).toEqual(outside)
  })

  it('is refused between one participant’s own accounts, and in a call', () => {
    expect(cross(1_000, [3, 3])[0]).toMatchObject({ reason: 'crossOfOneOwner' })
    exchange.setMatching(0, 'call')
    expect(cross(1_000)[0]).toMatchObject({ reason: 'notInThisPhase' })
  })
})
