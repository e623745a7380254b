import type { PriceKobo } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice, readQuantity, stepPrice, ticksOf } from './figures.ts'

test.each([
  ['1000', 1_000],
  ['1,000', 1_000],
  ['1,500', 1_500],
  ['25,000', 25_000],
  ['1,250,000', 1_250_000],
  [' 12 500 ', 12_500],
  ['12\u00a0500', 12_500],
  ['1k', 1_000],
  ['1 k', 1_000],
  ['2.5K', 2_500],
  ['2.3k', 2_300],
  ['1,200k', 1_200_000],
  ['.5m', 500_000],
  ['1m', 1_000_000],
  ['0.001k', 1],
  ['100.0', 100],
  ['100.00', 100],
  ['2,5k', 2_500],
  [',5m', 500_000],
  ['1.000.000', 1_000_000],
  ['2147483647', 2_147_483_647],
])('%s is %d shares', (text, shares) => {
  expect(readQuantity(text)).toEqual({ value: shares })
})

test.each([
  ['', 'Trading.Ticket.QuantityMissing'],
  ['1,', 'Trading.Ticket.QuantitySeparator'],
  ['1,00', 'Trading.Ticket.QuantitySeparator'],
  ['1,5', 'Trading.Ticket.QuantitySeparator'],
  ['1,50', 'Trading.Ticket.QuantitySeparator'],
  ['1,0000', 'Trading.Ticket.QuantitySeparator'],
  ['1000,000', 'Trading.Ticket.QuantitySeparator'],
  ['0,500', 'Trading.Ticket.QuantitySeparator'],
  ['1,000 000', 'Trading.Ticket.QuantitySeparator'],
  ['1 5', 'Trading.Ticket.QuantitySeparator'],
  ['1.000,00', 'Trading.Ticket.QuantitySeparator'],
  ['0', 'Trading.Ticket.QuantityNotPositive'],
  ['-5', 'Trading.Ticket.QuantityNotPositive'],
  ['1.5', 'Trading.Ticket.QuantityInvalid'],
  ['1.0000', 'Trading.Ticket.QuantityInvalid'],
  ['1.2345k', 'Trading.Ticket.QuantityInvalid'],
  ['1b', 'Trading.Ticket.QuantityInvalid'],
  ['k', 'Trading.Ticket.QuantityInvalid'],
  ['.', 'Trading.Ticket.QuantityInvalid'],
  ['1e3', 'Trading.Ticket.QuantityInvalid'],
  ['0x10', 'Trading.Ticket.QuantityInvalid'],
  ['2147483648', 'Trading.Ticket.QuantityTooLarge'],
  ['9999999999', 'Trading.Ticket.QuantityTooLarge'],
  ['ten', 'Trading.Ticket.QuantityInvalid'],
])('%s is no number of shares: %s', (text, why) => {
  expect(readQuantity(text)).toEqual({ why })
})

test.each([
  ['1.000', '1', '1,000'],
  ['25.000', '25', '25,000'],
  ['2.500', '2.5', '2,500'],
  ['1.000k', '1', '1,000'],
  ['1000.000', '1,000', '1,000,000'],
])('a quantity of %s is asked about: %s, or %s?', (typed, less, more) => {
  expect(readQuantity(typed)).toEqual({ why: 'Form.TwoMeanings', values: { typed, less, more } })
})

test.each([
  ['36,80', 3_680],
  ['36,8', 3_680],
  ['36,', 3_600],
  [',05', 5],
  ['₦ 36,80', 3_680],
  ['1,245', 124_500],
  ['1.245,50', 124_550],
  ['1 245,50', 124_550],
  ['58.40', 5_840],
  ['58.4', 5_840],
  ['1,245.5', 124_550],
  ['₦1,245.50', 124_550],
  ['.05', 5],
  ['58.', 5_800],
])('%s is %d kobo', (text, kobo) => {
  expect(readPrice(text)).toEqual({ value: kobo })
})

test.each([
  ['', 'Trading.Ticket.PriceMissing'],
  ['58,4000', 'Trading.Ticket.PriceSeparator'],
  ['1245,500', 'Trading.Ticket.PriceSeparator'],
  ['1.245,500', 'Trading.Ticket.PriceSeparator'],
  ['0', 'Trading.Ticket.PriceNotPositive'],
  ['0.00', 'Trading.Ticket.PriceNotPositive'],
  ['58.4012', 'Trading.Ticket.PriceInvalid'],
  ['0.401', 'Trading.Ticket.PriceInvalid'],
  ['-1', 'Trading.Ticket.PriceNotPositive'],
  ['1e2', 'Trading.Ticket.PriceInvalid'],
  ['58k', 'Trading.Ticket.PriceInvalid'],
  ['market', 'Trading.Ticket.PriceInvalid'],
  ['21474836.48', 'Trading.Ticket.PriceTooLarge'],
])('%s is no price: %s', (text, why) => {
  expect(readPrice(text)).toEqual({ why })
})

test('a price of three decimals is asked about: it may be thousands', () => {
  const values = { typed: '58.401', less: '58.4010', more: '58,401' }
  expect(readPrice('58.401')).toEqual({ why: 'Form.TwoMeanings', values })
})

const rules = { tick: 5 as PriceKobo, low: 5_150 as PriceKobo, high: 6_290 as PriceKobo }

test.each([
  [5_840, 1, 5_845],
  [5_840, -1, 5_835],
  [5_840, 10, 5_890],
  [5_842, 1, 5_845],
  [5_842, -1, 5_840],
  [6_290, 1, 6_290],
  [5_150, -1, 5_150],
  [9_999, -1, 6_290],
  [1, 1, 5_150],
])('from %d by %d ticks to %d', (from, ticks, to) => {
  expect(stepPrice(from as PriceKobo, ticks, rules)).toBe(to)
})

test('a step ends on a whole tick inside the limits, and goes the way it was asked', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_150, max: 6_290 }), fc.integer({ min: -50, max: 50 }), (from, ticks) => {
      fc.pre(ticks !== 0)
      const to = stepPrice(from as PriceKobo, ticks, rules)
      expect(to % rules.tick).toBe(0)
      expect(to).toBeGreaterThanOrEqual(rules.low)
      expect(to).toBeLessThanOrEqual(rules.high)
      if (ticks > 0) expect(to).toBeGreaterThanOrEqual(from)
      else expect(to).toBeLessThanOrEqual(from)
    }),
  )
})

test.each([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
  ['Home', undefined],
])('%s steps a price by %s ticks', (key, ticks) => {
  expect(ticksOf(new KeyboardEvent('keydown', { key }))).toBe(ticks)
  expect(ticksOf(new KeyboardEvent('keydown', { key, ctrlKey: true }))).toBeUndefined()
})
