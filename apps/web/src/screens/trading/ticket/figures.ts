import {
  bpsOf,
  INT32_LIMIT,
  type Kobo,
  nairaToKobo,
  type PriceKobo,
  type Quantity,
  Side,
} from '@tradebook/contract'
import { readQuantity, type Typed } from '../../../orders/typed-figures.ts'
import { readFigure } from '../../../ui/decimal.ts'
import { type ActionIn, actionOf, type KeyPress } from '../keymap.ts'

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
