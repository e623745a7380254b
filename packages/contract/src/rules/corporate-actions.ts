import { addDays, isBusinessDay, nextBusinessDay } from './calendar.ts'
import { divideHalfAway, type Kobo, type PriceKobo, type Shares } from './money.ts'
import { settlementDate } from './settlement.ts'

/**
 * What a company does to those who own its shares at the end of a qualification date, as whole numbers: who is
 * entitled, to what, and what becomes of the price. Every division says how it rounds.
 */

export const corporateActionTypes = ['dividend', 'bonus', 'split'] as const
export type CorporateActionType = (typeof corporateActionTypes)[number]

/** So many shares for each so many held: of a bonus new ones besides them, of a split instead of them. */
export interface ShareRatio {
  readonly shares: bigint
  readonly held: bigint
}

interface OfSecurity {
  readonly securityID: string
  /** Anyone who owns settled shares at the end of this business day is entitled. */
  readonly registerDate: string
  /** When it is posted: of a split on its ex-day. */
  readonly payDate: string
}

/** The terms of a corporate action. */
export type CorporateActionTerms = OfSecurity &
  (
    | {
        readonly type: 'dividend'
        /** Hundredths of a kobo per share, because dividends of half a kobo are declared. */
        readonly rate: bigint
      }
    | { readonly type: 'bonus' | 'split'; readonly ratio: ShareRatio }
  )

/** An announced corporate action. `id` is the sequence of its journal line. */
export type CorporateAction = CorporateActionTerms & {
  readonly id: number
  /** The first market day whose trades settle after the qualification date. */
  readonly exDate: string
}

/** Of dividends, percent. Source: Deduction of Tax at Source (Withholding) Regulations 2024. */
const DIVIDEND_TAX_PERCENT = 10n

/** The first market day whose trades settle after a qualification date. @throws RangeError unless that is a date. */
export function exDateOf(registerDate: string): string {
  let exDate = isBusinessDay(registerDate) ? registerDate : nextBusinessDay(registerDate)
  for (let before = previous(exDate); settlementDate(before) > registerDate; before = previous(before))
    exDate = before
  return exDate
}

function previous(date: string): string {
  let day = addDays(date, -1)
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** What a dividend pays for the shares of one account, in kobo. */
export interface DividendPaid {
  /** Shares × rate, the fraction of a kobo dropped. */
  readonly gross: Kobo
  /** Ten percent of `gross`, half a kobo rounded up. */
  readonly tax: Kobo
  readonly net: Kobo
}

/** @param held 0 or more. @param rate hundredths of a kobo per share. */
export function dividendOn(held: Shares, rate: bigint): DividendPaid {
  const gross = (held * rate) / HUNDREDTHS_OF_A_KOBO
  const tax = divideHalfAway(gross * DIVIDEND_TAX_PERCENT, 100n)
  return { gross: gross as Kobo, tax: tax as Kobo, net: (gross - tax) as Kobo }
}

/** Rates of dividends are in hundredths of a kobo. */
export const HUNDREDTHS_OF_A_KOBO = 100n

/**
 * By how many shares a bonus or a split changes a holding: below zero where a split gives fewer than were
 * held. A fraction of a share is dropped.
 *
 * @param held 0 or more.
 */
export function sharesChangedBy(type: 'bonus' | 'split', held: Shares, ratio: ShareRatio): Shares {
  const given = (held * ratio.shares) / ratio.held
  return (type === 'bonus' ? given : given - held) as Shares
}

/**
 * How many shares there are before and after, as a ratio: prices of before the ex-day are divided by
 * `after / before`. `undefined` of a dividend, which leaves prices as they were.
 */
export function dilutionOf(
  terms: CorporateActionTerms,
): { readonly before: bigint; readonly after: bigint } | undefined {
  if (terms.type === 'dividend') return undefined
  const { shares, held } = terms.ratio
  return { before: held, after: terms.type === 'bonus' ? held + shares : shares }
}

/** By what one share may become, or how many may become one, at the most: beyond it a ratio is a typing mistake. */
export const MOST_DILUTION = 1_000n

/** A reference price is at most ₦10,000,000, in kobo, so that the limits of its day are prices too. */
export const GREATEST_REFERENCE_PX = 1_000_000_000 as PriceKobo

/**
 * Whether what dilutes a security may be announced together: one share becomes at most `MOST_DILUTION`, as many
 * become no fewer than one, and the price stays within `GREATEST_REFERENCE_PX`.
 */
export function isDilutionPlausible(price: PriceKobo, all: readonly CorporateActionTerms[]): boolean {
  const dilutions = all.flatMap((terms) => dilutionOf(terms) ?? [])
  const before = dilutions.reduce((product, dilution) => product * dilution.before, 1n)
  const after = dilutions.reduce((product, dilution) => product * dilution.after, 1n)
  return (
    after <= before * MOST_DILUTION &&
    before <= after * MOST_DILUTION &&
    BigInt(price) * before <= BigInt(GREATEST_REFERENCE_PX) * after
  )
}

/**
 * The reference price of the ex-day: the last official close, diluted, to the nearest tick (half a tick up),
 * at least one tick, and at most `GREATEST_REFERENCE_PX`.
 */
export function exReferencePx(close: PriceKobo, terms: CorporateActionTerms, tickKobo: number): PriceKobo {
  const dilution = dilutionOf(terms)
  if (!dilution) return close
  const ticks = divideHalfAway(BigInt(close) * dilution.before, dilution.after * BigInt(tickKobo))
  const most = Math.floor(GREATEST_REFERENCE_PX / tickKobo)
  return (Math.min(Math.max(Number(ticks), 1), most) * tickKobo) as PriceKobo
}

/** Naira per share with at most four decimals as hundredths of a kobo; `undefined` of any other number. */
export function rateOfNaira(naira: number): bigint | undefined {
  const scaled = Math.round(naira * RATES_A_NAIRA)
  return Number.isSafeInteger(scaled) && scaled > 0 && scaled / RATES_A_NAIRA === naira
    ? BigInt(scaled)
    : undefined
}

/** A rate in hundredths of a kobo as naira per share. */
export const nairaOfRate = (rate: bigint): number => Number(rate) / RATES_A_NAIRA

const RATES_A_NAIRA = 10_000

/** A ratio as people write it: `1:10` is one share for each ten. `undefined` unless both are 1 or more. */
export function ratioOf(text: string): ShareRatio | undefined {
  const [, shares, held] = RATIO.exec(text) ?? []
  return shares && held ? { shares: BigInt(shares), held: BigInt(held) } : undefined
}

/** At most six digits each, without leading zeros. */
const RATIO = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/

export const shownRatio = ({ shares, held }: ShareRatio): string => `${shares}:${held}`
