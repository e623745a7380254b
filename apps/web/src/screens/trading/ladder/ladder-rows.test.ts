import { type BookEntry, type PriceKobo, Side, type StockOrder } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { order } from '../orders/order.fixture.ts'
import { groupSizes } from './group-sizes.ts'
import { centredOn, centreOf, ladderRows, moved, rowOf } from './ladder-rows.ts'

const kobo = (price: number) => price as PriceKobo
const TICK = 5
const rules = { tick: kobo(TICK), low: kobo(5_255), high: kobo(6_425) }
const entry = (id: string, side: Side, price: number, mdEntrySize: number) =>
  ({
    mdEntryID: id,
    mdEntryType: side === Side.buy ? '0' : '1',
    mdEntryPx: price / 100,
    mdEntrySize,
  }) as BookEntry

const prices = fc.integer({ min: rules.low / TICK, max: rules.high / TICK }).map((ticks) => ticks * TICK)
const steps = fc.constantFrom(...groupSizes).map((size) => size * TICK)

test.each([
  [5_843, Side.buy, 5, 5_840],
  [5_843, Side.sell, 5, 5_845],
  [5_840, Side.sell, 5, 5_840],
  [5_840, Side.buy, 50, 5_800],
  [5_840, Side.sell, 50, 5_850],
])('the row of %d kobo on side %s at steps of %d is %d', (price, side, step, row) => {
  expect(rowOf(kobo(price), side, step)).toBe(row)
})

test('whatever the grouping, the rows of all prices have every share once, and none at a better price than its own', () => {
  const sides = fc.array(fc.record({ price: prices, size: fc.integer({ min: 1, max: 1e6 }) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(sides, sides, steps, (bids, offers, step) => {
      const market = {
        bids: bids.map(({ price, size }, at) => entry(`b${at}`, Side.buy, price, size)),
        offers: offers.map(({ price, size }, at) => entry(`o${at}`, Side.sell, price, size)),
        orders: [],
        trades: bids.map(({ price, size }) => ({ mdEntryPx: price / 100, mdEntrySize: size })),
        last: undefined,
      }
      const frame = centredOn(kobo(5_840), 1_000, step, rules)
      const rows = ladderRows(market, frame, rules)
      const sum = (of: 'bid' | 'offer' | 'volume', from = 0, to = Number.POSITIVE_INFINITY) =>
        rows.reduce((total, row) => total + (row.price >= from && row.price <= to ? row[of] : 0), 0)
      const sharesOf = (all: typeof bids) => all.reduce((total, { size }) => total + size, 0)
      expect([sum('bid'), sum('offer'), sum('volume')]).toEqual([
        sharesOf(bids),
        sharesOf(offers),
        sharesOf(bids),
      ])
      for (const { price } of rows) {
        expect(sum('bid', price)).toBeLessThanOrEqual(sharesOf(bids.filter((bid) => bid.price >= price)))
        expect(sum('offer', 0, price)).toBeLessThanOrEqual(
          sharesOf(offers.filter((one) => one.price <= price)),
        )
      }
    }),
  )
})

test('wherever it is centred or moved, the frame shows only whole steps, and no row outside the limits of the day', () => {
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 1, max: 60 }),
      steps,
      fc.integer({ min: -500, max: 500 }),
      (price, count, step, by) => {
        for (const frame of [
          centredOn(kobo(price), count, step, rules),
          moved(centredOn(kobo(price), count, step, rules), by, rules),
        ]) {
          const rows = ladderRows(
            { bids: [], offers: [], orders: [], trades: [], last: undefined },
            frame,
            rules,
          )
          const all =
            Math.floor((rowOf(rules.high, Side.sell, step) - rowOf(rules.low, Side.buy, step)) / step) + 1
          expect(rows).toHaveLength(Math.min(count, all))
          for (const row of rows) {
            expect(row.price % step).toBe(0)
            expect(row.price).toBeGreaterThan(rules.low - step)
            expect(row.price).toBeLessThan(rules.high + step)
          }
        }
        const centred = ladderRows(
          { bids: [], offers: [], orders: [], trades: [], last: kobo(price) },
          centredOn(kobo(price), count, step, rules),
          rules,
        )
        expect(centred.filter(({ isLast }) => isLast)).toHaveLength(1)
      },
    ),
  )
})

test('an own order is at its price with the shares that trade before it; a stop order and a market order have no row', () => {
  const market = {
    bids: [
      entry('a', Side.buy, 5_845, 100),
      entry('x', Side.buy, 5_840, 700),
      entry('own', Side.buy, 5_840, 800),
      entry('y', Side.buy, 5_840, 50),
    ],
    offers: [],
    orders: [
      order('1', { mdEntryID: 'own' }),
      order('2', { ordType: '4', stopPx: 60, price: 61 }),
      order('3', { ordType: '1', price: null }),
      order('4', { side: '2', price: 58.43 } as Partial<StockOrder>),
    ],
    trades: [],
    last: kobo(5_840),
  }
  const rows = ladderRows(market, centredOn(kobo(5_840), 9, TICK, rules), rules)
  const own = rows.flatMap(({ price, buys, sells }) =>
    [...buys, ...sells].map(({ order: { id }, ahead }) => [id, price, ahead]),
  )
  expect(own).toEqual([
    ['4', 5_845, undefined],
    ['1', 5_840, 700],
  ])
  expect(rows.find(({ price }) => price === 5_840)).toMatchObject({ bid: 1_550, isLast: true })
})

test.each([
  [5_840, 5_850, 5_900, 5_845],
  [5_840, undefined, 5_900, 5_840],
  [undefined, undefined, 5_900, 5_900],
  [undefined, undefined, undefined, undefined],
])('with bid %s, offer %s and last price %s the middle is %s', (bid, offer, last, middle) => {
  expect(centreOf(bid as PriceKobo, offer as PriceKobo, last as PriceKobo)).toBe(middle)
})
