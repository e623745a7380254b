/**
 * Money and quantities: integers with their unit in the type.
 *
 * Widths are chosen on purpose. A price and an order's quantity stay below 2³¹, so the matching
 * engine keeps them in 32-bit slots. Anything summed or multiplied (consideration, balances,
 * holdings, turnover) can exceed 2⁵³ and is a bigint.
 */

declare const unit: unique symbol

/** A price in kobo (1/100 naira), an integer from 1 to 2³¹−1. */
export type PriceKobo = number & { readonly [unit]: 'price in kobo' }
/** A number of shares in one order, an integer from 0 to 2³¹−1. */
export type Quantity = number & { readonly [unit]: 'shares' }
/** An amount of money in kobo, any sign, any size. */
export type Kobo = bigint & { readonly [unit]: 'kobo' }
/** A number of shares in an account or a total, any size. */
export type Shares = bigint & { readonly [unit]: 'shares' }

/** Prices and order quantities are below this. */
export const INT32_LIMIT = 2 ** 31

/**
 * Cash, holdings and what they cost stay within this, in kobo or shares: what a number in JSON carries exactly, and
 * far more than there is. The database's 64 bits have room for a thousand of them.
 */
export const GREATEST_AMOUNT = 2n ** 53n - 1n

export const kobo = (amount: bigint | number): Kobo => BigInt(amount) as Kobo
export const shares = (count: bigint | number): Shares => BigInt(count) as Shares

/** The price of so many kobo. @throws RangeError unless an integer from 1 to 2³¹−1. */
export function priceKobo(value: number): PriceKobo {
  if (!Number.isInteger(value) || value < 1 || value >= INT32_LIMIT) {
    throw new RangeError(`not a price in kobo: ${value}`)
  }
  return value as PriceKobo
}

/** So many shares in one order. @throws RangeError unless an integer from 0 to 2³¹−1. */
export function quantity(value: number): Quantity {
  if (!Number.isInteger(value) || value < 0 || value >= INT32_LIMIT) {
    throw new RangeError(`not an order quantity: ${value}`)
  }
  return value as Quantity
}

/** quantity × price, exact. */
export const consideration = (count: Quantity, price: PriceKobo): Kobo =>
  (BigInt(count) * BigInt(price)) as Kobo

/**
 * A naira number from the wire as kobo, or `undefined` when it is not a decimal with at most two
 * places. A double holds such a decimal exactly enough when it is the double nearest to it.
 */
export function nairaToKobo(naira: number): Kobo | undefined {
  const scaled = Math.round(naira * KOBO_PER_NAIRA)
  if (!Number.isSafeInteger(scaled) || scaled / KOBO_PER_NAIRA !== naira) return undefined
  return BigInt(scaled) as Kobo
}

/** A naira number from the wire as a price, or `undefined` when no price can be that number. */
export function nairaToPrice(naira: number): PriceKobo | undefined {
  const amount = nairaToKobo(naira)
  if (amount === undefined || amount < 1n || amount >= BigInt(INT32_LIMIT)) return undefined
  return Number(amount) as PriceKobo
}

/** Kobo as the wire's naira number: the double nearest to the exact decimal. */
export const toNaira = (amount: Kobo | PriceKobo): number => Number(amount) / KOBO_PER_NAIRA

/** The same of a naira number that the wire has: always the double nearest to a whole number of kobo. */
const koboOf = (naira: number): bigint => BigInt(Math.round(naira * KOBO_PER_NAIRA))

/** The exact sum of naira numbers of the wire: doubles that are added depart from it. */
export const sumOfNaira = (...amounts: readonly number[]): number =>
  toNaira(kobo(amounts.reduce((sum, naira) => sum + koboOf(naira), 0n)))

/** What so many shares come to at a price of the wire, both exact, in naira. */
export const nairaOfShares = (count: number, price: number): number =>
  toNaira(kobo(BigInt(count) * koboOf(price)))

const KOBO_PER_NAIRA = 100

/**
 * The average of an exact sum over an exact count in naira with 4 decimals, half away from zero.
 * Only for showing: what is stored is the sum and the count.
 */
export function averageNaira(sum: Kobo, count: Shares | Quantity): number {
  const divisor = BigInt(count)
  if (divisor === 0n) return 0
  // kobo → ten-thousandths of a naira is ×100.
  return Number(divideHalfAway(sum * 100n, divisor)) / 10_000
}

/**
 * A part of a whole in percent with 2 decimals, half away from zero; 0 where the whole is 0, as of a
 * security without a close before. Both are in the same unit. Only for showing.
 *
 * @param whole 0 or more.
 */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0
  // A whole is 10,000 hundredths of a percent.
  return Number(divideHalfAway(part * 10_000n, whole)) / 100
}

/** dividend ÷ divisor rounded to the nearest integer, half away from zero. Divisor > 0. */
export function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor)
}

/** Kobo as naira: `1,234,567.05`. */
export function shownNaira(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const kobo = String(size % 100n).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${shownCount(size / 100n)}.${kobo}`
}

/** An average price in naira with two decimals, up to four where it has them: `36.80`, `1,058.4125`. */
export const shownAveragePrice = (naira: number): string => averages.format(naira)

/** The average price of a sum and a count, as it is shown. */
export const shownAverage = (sum: Kobo, count: Shares): string => shownAveragePrice(averageNaira(sum, count))

/** A count with thousands separators: `10,000`. */
export const shownCount = (count: bigint | number): string => separated.format(count)

const separated = new Intl.NumberFormat('en')
const averages = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
