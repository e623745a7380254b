import {
  bpsOf,
  INT32_LIMIT,
  type Kobo,
  nairaToKobo,
  nairaToPrice,
  type PriceKobo,
  type Quantity,
  Side,
  type TextKey,
} from '@tradebook/contract'
import { meaningsOf, type NoFigure, readDecimal, readFigure, shorthandOf } from '../../../ui/decimal.ts'
import type { Worded } from '../../../ui/worded.ts'
import { type ActionIn, actionOf, type KeyPress } from '../keymap.ts'

/** What a person typed, as a figure, or the text that explains why it is none. */
export type Typed<T> =
  | { readonly value: T; readonly why?: undefined; readonly values?: undefined }
  | { readonly value?: undefined; readonly why: TextKey; readonly values?: Worded['values'] }

/** Why what was typed is no figure, in words. */
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

/** What a quantity is worked out from that is entered as an amount or as a percentage. `undefined`: not known, or not shown. */
export interface QuantityBasis {
  readonly price: PriceKobo | undefined
  /** What the account can spend. */
  readonly buyingPower: Kobo | undefined
  /** Shares that the account can sell. */
  readonly sellable: number | undefined
}

/** `₦500k`, `N2m`, `NGN 1,000,000`. */
const AMOUNT = /^(?:₦|ngn|n)\s*(?<figure>[\d.,].*)$/i
/** `25%`. */
const PERCENTAGE = /^(?<figure>[\d.,].*?)\s*%$/

/** Whether the number of shares is worked out from what was typed. */
export const isWorkedOut = (text: string): boolean => AMOUNT.test(text.trim()) || PERCENTAGE.test(text.trim())

/**
 * The quantity of an order: a number of shares (`readQuantity`), an amount in naira (`₦500k`), or a percentage (`25%`)
 * of the shares that can be sold, or of the cash that can be spent. An amount is worked out at the price, without
 * charges. Shares are rounded down.
 */
export function quantityOf(text: string, side: Side, basis: QuantityBasis): Typed<Quantity> {
  const amount = AMOUNT.exec(text.trim())?.groups?.figure
  if (amount !== undefined) {
    const naira = readFigure(amount)
    const kobo = typeof naira === 'number' ? nairaToKobo(naira) : undefined
    return kobo === undefined ? { why: 'Trading.Ticket.AmountInvalid' } : sharesFor(kobo, basis)
  }
  const percentage = PERCENTAGE.exec(text.trim())?.groups?.figure
  if (percentage === undefined) return readQuantity(text)
  const percent = readFigure(percentage)
  if (typeof percent !== 'number' || percent <= 0 || percent > 100)
    return { why: 'Trading.Ticket.PercentageInvalid' }
  const bps = BigInt(bpsOf(percent))
  if (side === Side.buy)
    return basis.buyingPower === undefined
      ? { why: 'Trading.Ticket.CashNotShown' }
      : sharesFor(((basis.buyingPower * bps) / WHOLE_BPS) as Kobo, basis)
  if (basis.sellable === undefined) return { why: 'Trading.Ticket.HoldingNotShown' }
  return taken((BigInt(basis.sellable) * bps) / WHOLE_BPS)
}

const WHOLE_BPS = 10_000n

const sharesFor = (amount: Kobo, { price }: QuantityBasis): Typed<Quantity> =>
  price === undefined ? { why: 'Trading.Ticket.AmountNeedsPrice' } : taken(amount / BigInt(price))

function taken(count: bigint): Typed<Quantity> {
  if (count < 1n) return { why: 'Trading.Ticket.LessThanOneShare' }
  if (count >= INT32_LIMIT) return { why: 'Trading.Ticket.QuantityTooLarge' }
  return { value: Number(count) as Quantity }
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

/** What a price of one security must keep to, in kobo. */
export interface PriceRules {
  readonly tick: PriceKobo
  readonly low: PriceKobo
  readonly high: PriceKobo
}

/**
 * The price so many ticks away, never outside the day's limits. From between two ticks the first
 * step goes to the next whole one.
 */
export function stepPrice(price: PriceKobo, ticks: number, { tick, low, high }: PriceRules): PriceKobo {
  const below = Math.floor(price / tick)
  const offTick = price % tick !== 0
  const start = offTick && ticks < 0 ? below + 1 : below
  return Math.min(Math.max((start + ticks) * tick, low), high) as PriceKobo
}

/** The price in the middle of bid and offer, on a tick: rounded down for a purchase and up for a sale. */
export function midPrice(bid: PriceKobo, offer: PriceKobo, side: Side, tick: PriceKobo): PriceKobo {
  const ticks = (bid + offer) / (2 * tick)
  return ((side === Side.buy ? Math.floor(ticks) : Math.ceil(ticks)) * tick) as PriceKobo
}

/** Ticks a Page key goes. */
const LEAP = 10

/** Ticks that a key steps the price. */
const TICKS: Partial<Record<ActionIn<'ticket'>, number>> = {
  tickUp: 1,
  tickDown: -1,
  leapUp: LEAP,
  leapDown: -LEAP,
}

/** How many ticks a key steps the price, wherever a price is typed; `undefined` for any other key. */
export function ticksOf(press: KeyPress): number | undefined {
  const action = actionOf('ticket', press)
  return action && TICKS[action]
}
