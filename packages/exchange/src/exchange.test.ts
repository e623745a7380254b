import { priceKobo, quantity, Side, TickDirection } from '@tradebook/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BookChange, ExchangeEvent } from './events.ts'
import { type EnterOrder, Exchange } from './exchange.ts'
import type { SecurityTerms } from './rules.ts'

/** Reference 10.00 naira, tick 5 kobo, limits 9.00 and 11.00; 100 shares move the published price. */
const ABC: SecurityTerms = {
  securityID: 'ABC',
  tickKobo: 5,
  referencePx: priceKobo(1_000),
  limitBps: 1_000,
  minMoveQty: quantity(100),
}
const XYZ: SecurityTerms = { ...ABC, securityID: 'XYZ' }

let exchange: Exchange
let now: number

beforeEach(() => {
  exchange = new Exchange([ABC, XYZ])
  now = 0
})

/** Each order at a second of its own: the n-th call happens at n. */
function enter(tag: number, side: Side, count: number, price: number | null, more: Partial<EnterOrder> = {}) {
  const order = {
    tag,
    owner: 0,
    security: 0,
    side,
    price: price === null ? null : priceKobo(price),
    quantity: count as EnterOrder['quantity'],
    timeInForce: 'rest',
  } as const
  exchange.enter({ ...order, ...more }, ++now)
}
const buy = (tag: number, count: number, price: number | null, more?: Partial<EnterOrder>) =>
  enter(tag, Side.buy, count, price, more)
const sell = (tag: number, count: number, price: number | null, more?: Partial<EnterOrder>) =>
  enter(tag, Side.sell, count, price, more)
const replace = (handle: number, price: number, leaves: number) =>
  exchange.replace(handle, { price: priceKobo(price), leaves: leaves as EnterOrder['quantity'] }, ++now)

/** What happened since the last look. */
const happened = () => exchange.takeEvents()
/** The book as 'side count@price#tag', best first. */
const book = (security = 0) =>
  [...exchange.entries(security)].map(
    ({ side, size, price, tag }) => `${side === Side.buy ? 'buy' : 'sell'} ${size}@${price}#${tag}`,
  )

/** A book event of security 0. */
const bookEvent = (
  kind: BookChange['kind'],
  rptSeq: number,
  side: Side,
  entryNumber: number,
  size: number,
  price: number,
  time: number,
): BookChange => ({
  kind,
  security: 0,
  side,
  entryNumber,
  price: priceKobo(price),
  size: quantity(size),
  time,
  rptSeq,
})

const all = (...events: ExchangeEvent[]) => events

describe('an order that meets nobody', () => {
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
  it('trade at the price of the one that was there, and the rest stays', () => {
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

  it('leave what is left of the one that was there in its place', () => {
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

  it('is kept by less at the same price, and lost by more or another price', () => {
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

  it('trades whole when the book has enough at its price', () => {
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

  it('does not count what it may not trade with: an order of the same owner, and all behind it', () => {
    sell(4, 10, 1_000, { owner: 9 })
    buy(5, 15, 1_005, { owner: 9, timeInForce: 'fillOrKill' })
    expect(book()).toEqual(['sell 10@1000#1', 'sell 10@1000#4', 'sell 10@1005#2'])
  })
})

describe('orders of one owner', () => {
  it('do not trade with each other: the newest goes, after what it traded with others', () => {
    sell(1, 10, 1_000)
    sell(2, 10, 1_000, { owner: 9 })
    happened()
    buy(3, 30, 1_010, { owner: 9 })
    expect(happened().map((event) => event.kind)).toEqual(['accepted', 'traded', 'bookRemoved', 'canceled'])
    expect(book()).toEqual(['sell 10@1000#2'])
  })

  it('trade when the owner is nobody', () => {
    sell(1, 10, 1_000)
    buy(2, 10, 1_000)
    expect(book()).toEqual([])
  })

  it('are checked when one is moved, too', () => {
    sell(1, 10, 1_000, { owner: 9 })
    buy(2, 20, 990, { owner: 9 })
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

  it('need an owner that is a 32-bit integer', () => {
    expect(() => buy(1, 10, 1_000, { owner: 2 ** 32 })).toThrow(RangeError)
  })
})

describe('replace', () => {
  beforeEach(() => {
    buy(1, 30, 1_000)
    happened()
  })

  it('with less at the same price changes the entry', () => {
    expect(replace(0, 1_000, 20)).toBe(true)
    expect(happened()).toEqual(
      all(
        {
          kind: 'replaced',
          tag: 1,
          handle: 0,
          price: priceKobo(1_000),
          leaves: quantity(20),
          keptPriority: true,
          entryNumber: 1,
        },
        bookEvent('bookChanged', 2, Side.buy, 1, 20, 1_000, 1),
      ),
    )
  })

  it('at another price removes the entry and adds another', () => {
    replace(0, 1_005, 30)
    expect(happened()).toEqual(
      all(
        {
          kind: 'replaced',
          tag: 1,
          handle: 0,
          price: priceKobo(1_005),
          leaves: quantity(30),
          keptPriority: false,
          entryNumber: 2,
        },
        bookEvent('bookRemoved', 2, Side.buy, 1, 0, 1_000, 1),
        { kind: 'rested', tag: 1, handle: 0, entryNumber: 2 },
        bookEvent('bookAdded', 3, Side.buy, 2, 30, 1_005, 2),
      ),
    )
  })

  it('may trade', () => {
    sell(2, 10, 1_005)
    replace(0, 1_010, 30)
    expect(book()).toEqual(['buy 20@1010#1'])
    expect(exchange.statistics(0).lastPx).toBe(1_005)
  })

  it('is refused by the same rules as an order, which then stays as it is', () => {
    for (const [price, leaves] of [
      [1_001, 10],
      [1_200, 10],
      [1_000, 0],
    ] as const) {
      expect(replace(0, price, leaves)).toBe(true)
    }
    exchange.halt(0)
    expect(replace(0, 1_000, 10)).toBe(true)
    expect(happened()).toEqual(
      all(
        { kind: 'refused', tag: 1, reason: 'priceOffTick' },
        { kind: 'refused', tag: 1, reason: 'priceOutsideLimits' },
        { kind: 'refused', tag: 1, reason: 'quantityInvalid' },
        { kind: 'refused', tag: 1, reason: 'securityHalted' },
      ),
    )
    expect(book()).toEqual(['buy 30@1000#1'])
  })

  it('of an order that is not there is answered with false, and nothing happens', () => {
    for (const handle of [1, -1, 0.5, Number.NaN, 1e9]) expect(replace(handle, 1_000, 10)).toBe(false)
    expect(happened()).toEqual([])
  })
})

describe('cancel', () => {
  it('takes the order out', () => {
    sell(1, 30, 1_000)
    happened()
    expect(exchange.cancel(0)).toBe(true)
    expect(happened()).toEqual(
      all(
        { kind: 'canceled', tag: 1, handle: 0, quantity: quantity(30), reason: 'requested' },
        bookEvent('bookRemoved', 2, Side.sell, 1, 0, 1_000, 1),
      ),
    )
  })

  it('of an order that is not there is answered with false, and nothing happens', () => {
    sell(1, 30, 1_000)
    exchange.cancel(0)
    happened()
    for (const handle of [0, 1, -1, 0.5, Number.NaN, 1e9]) expect(exchange.cancel(handle)).toBe(false)
    expect(happened()).toEqual([])
  })
})

describe('what may not enter', () => {
  it.each([
    ['a security there is not', { security: 2 }, 'unknownSecurity'],
    ['no quantity', { quantity: 0 }, 'quantityInvalid'],
    ['half a share', { quantity: 0.5 }, 'quantityInvalid'],
    ['2³¹ shares', { quantity: 2 ** 31 }, 'quantityInvalid'],
    ['a price between ticks', { price: 1_001 }, 'priceOffTick'],
    ['a price that is no number', { price: Number.NaN }, 'priceOffTick'],
    ['more than 10 % above the reference', { price: 1_105 }, 'priceOutsideLimits'],
    ['more than 10 % below the reference', { price: 895 }, 'priceOutsideLimits'],
    ['a price of nothing', { price: 0 }, 'priceOutsideLimits'],
  ] as const)('%s', (_, wrong, reason) => {
    buy(1, 10, 1_000, wrong as unknown as Partial<EnterOrder>)
    expect(happened()).toEqual([{ kind: 'refused', tag: 1, reason }])
  })

  it.each([900, 1_100])('but the limit itself may: %d', (price) => {
    buy(1, 10, price)
    expect(book()).toEqual([`buy 10@${price}#1`])
  })

  it('anything but a cancel while the security is halted', () => {
    buy(1, 10, 1_000)
    happened()
    exchange.halt(0)
    buy(2, 10, 1_000)
    buy(3, 10, 1_000, { security: 1 })
    exchange.cancel(0)
    exchange.resume(0)
    buy(4, 10, 1_000)
    expect(happened().map((event) => [event.kind, 'tag' in event && event.tag])).toEqual([
      ['refused', 2],
      ['accepted', 3],
      ['rested', 3],
      ['bookAdded', false],
      ['canceled', 1],
      ['bookRemoved', false],
      ['accepted', 4],
      ['rested', 4],
      ['bookAdded', false],
    ])
  })

  it('a price beyond any limit where a security has none', () => {
    exchange = new Exchange([{ ...ABC, tickKobo: 1, limitBps: null }])
    buy(1, 1, 1)
    sell(2, 1, 2 ** 31 - 1)
    expect(book()).toEqual(['buy 1@1#1', `sell 1@${2 ** 31 - 1}#2`])
  })
})

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

  it('tell the tick direction against the trade before, the first against the reference', () => {
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

  it('are exact where a double is not', () => {
    const most = 2 ** 31 - 1
    exchange = new Exchange([{ ...ABC, tickKobo: 1, limitBps: null }])
    for (let i = 0; i < 1_000; i++) trade(most, most - i)
    const prices = Array.from({ length: 1_000 }, (_, i) => BigInt(most - i))
    expect(exchange.statistics(0).value).toBe(prices.reduce((sum, price) => sum + price * BigInt(most), 0n))
    expect(exchange.statistics(0).volume).toBe(1_000n * BigInt(most))
  })

  it('go on after a restart, and so do the public numbers', () => {
    trade(100, 1_010)
    const statistics = [exchange.statistics(0), exchange.statistics(1)]
    const { nextEntryNumber, nextTradeNumber } = exchange
    exchange = new Exchange([ABC, XYZ], {
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
  })
})

it('a book may be as deep and as long as it likes', () => {
  exchange = new Exchange([{ ...ABC, tickKobo: 1, limitBps: null }])
  const orders = 6_000
  // Every price twice, in an order that inserts everywhere.
  const priceOf = (tag: number) => 1 + ((tag * 7) % (orders / 2))
  for (let tag = 0; tag < orders; tag++) buy(tag, 1 + (tag % 5), priceOf(tag))
  const expected = Array.from({ length: orders }, (_, tag) => tag).sort(
    (a, b) => priceOf(b) - priceOf(a) || a - b,
  )
  expect([...exchange.entries(0)].map(({ tag }) => tag)).toEqual(expected)
  expect(happened()).toHaveLength(3 * orders)

  for (let handle = 0; handle < orders; handle += 2) expect(exchange.cancel(handle)).toBe(true)
  sell(orders, 2 ** 31 - 1, 1)
  const traded = happened().flatMap((event) => (event.kind === 'traded' ? [event.restingTag] : []))
  expect(traded).toEqual(expected.filter((tag) => tag % 2 === 1))
})

it('the same calls give the same events', () => {
  const run = () => {
    exchange = new Exchange([ABC])
    now = 0
    for (let tag = 0; tag < 500; tag++) {
      enter(tag, tag % 3 === 0 ? Side.buy : Side.sell, 1 + ((tag * 7) % 13), 900 + 5 * ((tag * 11) % 41))
    }
    return happened()
  }
  expect(run()).toEqual(run())
})
