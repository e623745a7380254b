import { priceKobo, quantity, Side } from '@tradebook/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ABC,
  all,
  book,
  bookEvent,
  buy,
  enter,
  exchange,
  happened,
  open,
  openForEachTest,
  replace,
  sell,
} from './exchange.fixture.ts'
import type { EnterOrder } from './exchange.ts'

openForEachTest()

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

describe('orders that are refused', () => {
  it.each([
    ['a security there is not', { security: 2 }, 'unknownSecurity'],
    ['no quantity', { quantity: 0 }, 'quantityInvalid'],
    ['half a share', { quantity: 0.5 }, 'quantityInvalid'],
    ['2³¹ shares', { quantity: 2 ** 31 }, 'quantityInvalid'],
    ['a price between ticks', { price: 1_001 }, 'priceOffTick'],
    ['a price that is not a number', { price: Number.NaN }, 'priceOffTick'],
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
    open([{ ...ABC, tickKobo: 1, limitBps: null }])
    buy(1, 1, 1)
    sell(2, 1, 2 ** 31 - 1)
    expect(book()).toEqual(['buy 1@1#1', `sell 1@${2 ** 31 - 1}#2`])
  })
})

it('a book may be as deep and as long as it likes', () => {
  open([{ ...ABC, tickKobo: 1, limitBps: null }])
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
    open([ABC])
    for (let tag = 0; tag < 500; tag++) {
      enter(tag, tag % 3 === 0 ? Side.buy : Side.sell, 1 + ((tag * 7) % 13), 900 + 5 * ((tag * 11) % 41))
    }
    return happened()
  }
  expect(run()).toEqual(run())
})
