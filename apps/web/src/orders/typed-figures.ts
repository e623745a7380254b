import { INT32_LIMIT, nairaToPrice, type PriceKobo, type Quantity, type TextKey } from '@tradebook/contract'
import { meaningsOf, type NoFigure, readDecimal, shorthandOf } from '../ui/decimal.ts'
import type { Worded } from '../ui/worded.ts'

/** Quantities and prices of orders as people type, paste and import them. */

/** What a person typed, as a figure, or the text that explains why it is none. */
export type Typed<T> =
  | { readonly value: T; readonly why?: undefined; readonly values?: undefined }
  | { readonly value?: undefined; readonly why: TextKey; readonly values?: Worded['values'] }

/** Why what was typed is not a figure, in words. */
export const wordedOf = ({ why, values }: Extract<Typed<never>, { why: TextKey }>): Worded => ({
  text: why,
  ...(values && { values }),
})

/**
 * A number of shares as dealers write it: `1000`, `1,000`, `1k`, `2.5k`, `1m`. A whole number from 1
 * to 2³¹−1; the digits are moved, never multiplied, so that 2.3k is 2,300 exactly. A comma that parts no
 * thousands is asked about: without a shorthand a number of shares has no fraction.
 */
export function readQuantity(text: string): Typed<Quantity> {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { why: 'Trading.Ticket.QuantityMissing' }
  if (isBelowZero(typed)) return { why: 'Trading.Ticket.QuantityNotPositive' }
  const { figure, places } = shorthandOf(typed)
  const decimal = readDecimal(figure)
  if (typeof decimal === 'string') return { why: quantityTexts[decimal], ...meaningsIf(decimal, typed) }
  if (decimal.mark === ',' && places === 0) return { why: 'Trading.Ticket.QuantitySeparator' }
  if (decimal.fraction.length > Math.max(places, MOST_ZEROS)) return { why: 'Trading.Ticket.QuantityInvalid' }
  const fraction = decimal.fraction.replace(/0+$/, '')
  const value = Number(decimal.whole + fraction.padEnd(places, '0'))
  if (fraction.length > places) return { why: 'Trading.Ticket.QuantityInvalid' }
  if (value < 1) return { why: 'Trading.Ticket.QuantityNotPositive' }
  if (value >= INT32_LIMIT) return { why: 'Trading.Ticket.QuantityTooLarge' }
  return { value: value as Quantity }
}

/** So many zeros may be written after the point of a whole number, as spreadsheets do. */
const MOST_ZEROS = 2

const quantityTexts: Readonly<Record<NoFigure, TextKey>> = {
  separator: 'Trading.Ticket.QuantitySeparator',
  twoMeanings: 'Form.TwoMeanings',
  invalid: 'Trading.Ticket.QuantityInvalid',
}

const priceTexts: Readonly<Record<NoFigure, TextKey>> = {
  separator: 'Trading.Ticket.PriceSeparator',
  twoMeanings: 'Form.TwoMeanings',
  invalid: 'Trading.Ticket.PriceInvalid',
}

/** What the question about two meanings names. */
const meaningsIf = (no: NoFigure, typed: string): { readonly values?: Worded['values'] } =>
  no === 'twoMeanings' ? { values: { typed, ...meaningsOf(typed) } } : {}

const isBelowZero = (typed: string): boolean => /^[-−]\s*[\d.]/.test(typed)

/** A price in naira with at most two decimals: `58.40`, `36,80`, `1,245.5`, `₦58`. */
export function readPrice(text: string): Typed<PriceKobo> {
  const typed = text.trim().replace(/^₦\s*/, '')
  if (typed === '') return { why: 'Trading.Ticket.PriceMissing' }
  if (isBelowZero(typed)) return { why: 'Trading.Ticket.PriceNotPositive' }
  const decimal = readDecimal(typed)
  if (typeof decimal === 'string') return { why: priceTexts[decimal], ...meaningsIf(decimal, typed) }
  if (decimal.fraction.length > 2) return { why: 'Trading.Ticket.PriceInvalid' }
  const naira = Number(`${decimal.whole}.${decimal.fraction}`)
  if (naira === 0) return { why: 'Trading.Ticket.PriceNotPositive' }
  const value = nairaToPrice(naira)
  return value === undefined ? { why: 'Trading.Ticket.PriceTooLarge' } : { value }
}
