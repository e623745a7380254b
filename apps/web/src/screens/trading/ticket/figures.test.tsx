import { kobo, type PriceKobo, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice, readQuantity } from '../../../orders/typed-figures.ts'
import { midPrice, quantityOf, stepPrice, ticksOf } from './figures.ts'

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
])('%s is not a number of shares: %s', (text, why) => {
  expect(readQuantity(text)).toEqual({ why })
})

test.each([
  ['1.000', '1', '1,000'],
  ['25.000', '25', '25,000'],
  ['2.500', '2.5', '2,500'],
  ['1.000k', '1', '1,000'],
  ['1000.000', '1,000', '1,000,000'],
])('a quantity of %s is queried: %s, or %s?', (typed, less, more) => {
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
])('%s is not a price: %s', (text, why) => {
  expect(readPrice(text)).toEqual({ why })
})

test('a price with three decimals is queried: it may be thousands', () => {
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

test('a step ends on a whole tick within the limits, in the requested direction', () => {
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

/** At ₦36.95, with ₦1,000,000 to spend and 1,001 shares to sell. */
const basis = { price: 36_95 as PriceKobo, buyingPower: kobo(1_000_000_00n), sellable: 1_001 }

test.each<[text: string, side: Side, shares: number]>([
  ['1k', Side.buy, 1_000],
  ['₦36.95', Side.buy, 1],
  ['₦73.89', Side.buy, 1],
  ['₦500k', Side.buy, 13_531],
  ['N500k', Side.sell, 13_531],
  ['n 1,000,000', Side.buy, 27_063],
  ['NGN 2.5m', Side.buy, 67_658],
  ['100%', Side.buy, 27_063],
  ['25 %', Side.buy, 6_765],
  ['100%', Side.sell, 1_001],
  ['50%', Side.sell, 500],
  ['12,5%', Side.sell, 125],
])('%s of side %s is %d shares', (text, side, shares) => {
  expect(quantityOf(text, side, basis)).toEqual({ value: shares })
})

test.each<[text: string, side: Side, without: Partial<typeof basis>, why: string]>([
  ['₦36.94', Side.buy, basis, 'Trading.Ticket.LessThanOneShare'],
  ['₦', Side.buy, basis, 'Trading.Ticket.QuantityInvalid'],
  ['₦1.000', Side.buy, basis, 'Trading.Ticket.AmountInvalid'],
  ['₦10.005', Side.buy, basis, 'Trading.Ticket.AmountInvalid'],
  ['₦500k', Side.buy, { ...basis, price: undefined }, 'Trading.Ticket.AmountNeedsPrice'],
  ['50%', Side.buy, { ...basis, price: undefined }, 'Trading.Ticket.AmountNeedsPrice'],
  ['₦900,000m', Side.buy, basis, 'Trading.Ticket.QuantityTooLarge'],
  ['0%', Side.sell, basis, 'Trading.Ticket.PercentageInvalid'],
  ['101%', Side.sell, basis, 'Trading.Ticket.PercentageInvalid'],
  ['50%', Side.buy, { ...basis, buyingPower: undefined }, 'Trading.Ticket.CashNotShown'],
  ['50%', Side.sell, { ...basis, sellable: undefined }, 'Trading.Ticket.HoldingNotShown'],
  ['50%', Side.sell, { ...basis, sellable: 0 }, 'Trading.Ticket.LessThanOneShare'],
])('%s of side %s, known of the account: %o, is not a quantity: %s', (text, side, known, why) => {
  expect(quantityOf(text, side, known as typeof basis)).toEqual({ why })
})

test('the shares for an amount cost no more than it, and one more would', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (amount, price) => {
      const text = `₦${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
      const { value = 0 } = quantityOf(text, Side.buy, { ...basis, price: price as PriceKobo })
      fc.pre(value > 0 || amount < BigInt(price))
      expect(BigInt(value) * BigInt(price)).toBeLessThanOrEqual(amount)
      expect(BigInt(value + 1) * BigInt(price)).toBeGreaterThan(amount)
    }),
  )
})

test.each([
  [36_80, 36_95, 5, 36_85, 36_90],
  [36_80, 36_90, 5, 36_85, 36_85],
  [36_90, 36_95, 5, 36_90, 36_95],
  [10, 13, 1, 11, 12],
])(
  'between %d and %d on ticks of %d the middle is %d to buy and %d to sell',
  (bid, offer, tick, buy, sell) => {
    const mid = (side: Side) => midPrice(bid as PriceKobo, offer as PriceKobo, side, tick as PriceKobo)
    expect([mid(Side.buy), mid(Side.sell)]).toEqual([buy, sell])
  },
)
