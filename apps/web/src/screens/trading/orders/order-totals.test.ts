import type { StockOrder } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { order } from './order.fixture.ts'
import { averageTotal, filledOfTotal, heldTotal, leavesTotal, openValueTotal } from './order-totals.ts'

const filled = (id: string, cumQty: number, avgPx: number, more: Partial<StockOrder> = {}) =>
  order(id, { cumQty, avgPx, leavesQty: 800 - cumQty, ...more })

test.each<[string, StockOrder[], string]>([
  ['is weighted by shares', [filled('1', 100, 58.4), filled('2', 300, 58.8)], '58.70'],
  ['has four decimals, half away from zero', [filled('1', 1, 58.4), filled('2', 2, 58.41)], '58.4067'],
  ['leaves out orders without a fill', [filled('1', 100, 58.4), filled('2', 0, 0)], '58.40'],
  ['is left out where nothing was filled', [filled('1', 0, 0)], ''],
  ['is left out for both sides', [filled('1', 100, 58), filled('2', 100, 59, { side: '2' })], ''],
  [
    'is left out for several securities',
    [filled('1', 100, 58), filled('2', 100, 12, { securityID: 'ACCESSCORP' })],
    '',
  ],
])('the average of several orders %s', (_, orders, average) => {
  expect(averageTotal(orders)).toBe(average)
})

test('the average of fills is between the lowest and the highest', () => {
  const fills = fc.array(
    fc.record({ cumQty: fc.integer({ min: 1, max: 1e9 }), kobo: fc.integer({ min: 1, max: 1e7 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  fc.assert(
    fc.property(fills, (all) => {
      const orders = all.map(({ cumQty, kobo }, at) => filled(`${at}`, cumQty, kobo / 100))
      const average = Number(averageTotal(orders).replaceAll(',', ''))
      const prices = all.map(({ kobo }) => kobo / 100)
      expect(average).toBeGreaterThanOrEqual(Math.min(...prices))
      expect(average).toBeLessThanOrEqual(Math.max(...prices))
    }),
  )
})

test('quantities and open value are added exactly; an order without a limit has no open value', () => {
  const orders = [filled('1', 100, 58.4), order('2', { price: 0.1, leavesQty: 3, orderQty: 3 })]
  expect(filledOfTotal(orders)).toBe('100 / 803')
  expect(leavesTotal(orders)).toBe('703')
  expect(openValueTotal(orders)).toBe('40,880.30')
  expect(openValueTotal([...orders, order('3', { ordType: '1', price: null })])).toBe('40,880.30')
})

test('the shares of a bulk order are counted once: by its parts where they are there', () => {
  const bulkOrder = filled('7', 200, 58.4, { bulkOrderID: '7', account: '' })
  const parts = [
    filled('8', 150, 58.4, { bulkOrderID: '7', orderQty: 600, leavesQty: 450, holdAmount: 26_500 }),
    order('9', { bulkOrderID: '7', orderQty: 200, leavesQty: 200, holdAmount: 11_700 }),
  ]
  const all = [bulkOrder, ...parts]
  expect([filledOfTotal(all), leavesTotal(all), averageTotal(all)]).toEqual(['150 / 800', '650', '58.40'])
  expect([openValueTotal(all), heldTotal(all)]).toEqual(['37,960.00', '38,200.00'])
  expect([filledOfTotal([bulkOrder]), leavesTotal([bulkOrder])]).toEqual(['200 / 800', '600'])
})
