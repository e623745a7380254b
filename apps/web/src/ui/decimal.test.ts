import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meaningsOf, readFigure, writeFigure } from './decimal.ts'

test.each<[typed: string, figure: number]>([
  ['0', 0],
  ['1000', 1_000],
  ['1,000', 1_000],
  ['1 000', 1_000],
  ['1\u00a0000', 1_000],
  ['12,500', 12_500],
  ['1,000,000', 1_000_000],
  ['1.000.000', 1_000_000],
  ['36.80', 36.8],
  ['36,80', 36.8],
  ['36,8', 36.8],
  ['36.', 36],
  ['36,', 36],
  ['.5', 0.5],
  [',5', 0.5],
  ['0.125', 0.125],
  ['0,125', 0.125],
  ['1.1250', 1.125],
  ['1,245.50', 1_245.5],
  ['1.245,50', 1_245.5],
  ['1 245,50', 1_245.5],
  ['1,000,000.5', 1_000_000.5],
  ['2.5k', 2_500],
  ['2,5k', 2_500],
  ['5m', 5_000_000],
  ['₦5m', 5_000_000],
  ['-36,80', -36.8],
  ['−1,000', -1_000],
])('%s is read as %d', (typed, figure) => {
  expect(readFigure(typed)).toBe(figure)
})

test.each<[typed: string, less: string, more: string]>([
  ['1.000', '1', '1,000'],
  ['250.000', '250', '250,000'],
  ['36.800', '36.8', '36,800'],
  ['₦1.000', '1', '1,000'],
  ['1000.500', '1,000.5', '1,000,500'],
])('%s is queried: %s, or %s?', (typed, less, more) => {
  expect(readFigure(typed)).toBe('twoMeanings')
  expect(meaningsOf(typed)).toEqual({ less, more })
})

test.each([
  '1,0000',
  '1000,000',
  '1,00,000',
  '1.000,000',
  '1,000 000',
  '1,2,3',
  '1.2.3',
  '10 00',
  '0,000,000',
  '1,000.5.5',
])('the marks of %s part neither thousands nor a fraction', (typed) => {
  expect(readFigure(typed)).toBe('separator')
})

test.each(['', '.', ',', 'k', '1b', '1e3', '0x10', 'ten', '1-2'])('%s is not a figure', (typed) => {
  expect(readFigure(typed)).toBe('invalid')
})

test('a field reads the text it shows as the same number', () => {
  const amounts = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }).map((kobo) => kobo / 100),
    fc.integer({ min: 0, max: 1e6 }).map((thousandths) => thousandths / 1_000),
    fc.integer({ min: 0, max: 1e9 }).map((ppm) => ppm / 1e6),
  )
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(readFigure(writeFigure(amount))).toBe(amount)
    }),
  )
})

test('a keypad with a comma and one with a point enter the same kobo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom(1, 2), (figure, places) => {
      const typed = (figure / 10 ** places).toFixed(places)
      expect(readFigure(typed.replace('.', ','))).toBe(readFigure(typed))
    }),
  )
})
