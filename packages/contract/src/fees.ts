import { Side } from './fix.ts'
import { divideHalfAway, type Kobo } from './money.ts'

/**
 * What a contract note is charged: data that ledger, ticket and tests read from one place.
 * Rates are parts per million of the consideration, so that every published rate is an integer.
 * Source: the exchange's published market structure; VAT at 7.5 % on commission and on the
 * regulator's, exchange's and depository's own fees.
 */
export const feeItems = {
  commission: { name: 'Brokerage commission', buyPpm: 13_500, sellPpm: 13_500, flatKobo: 0, vat: true },
  sec: { name: 'SEC fee', buyPpm: 3_000, sellPpm: 0, flatKobo: 0, vat: true },
  ngx: { name: 'NGX fee', buyPpm: 0, sellPpm: 3_000, flatKobo: 0, vat: true },
  cscs: { name: 'CSCS fee', buyPpm: 0, sellPpm: 3_000, flatKobo: 0, vat: true },
  stampDuty: { name: 'Stamp duty', buyPpm: 800, sellPpm: 800, flatKobo: 0, vat: false },
  /** Once per contract note. */
  tradeAlert: { name: 'Trade alert', buyPpm: 0, sellPpm: 0, flatKobo: 400, vat: false },
} as const satisfies Record<string, FeeItem>

export type FeeName = keyof typeof feeItems

export interface FeeItem {
  readonly name: string
  readonly buyPpm: number
  readonly sellPpm: number
  readonly flatKobo: number
  /** Value added tax is charged on this item, on a line of its own. */
  readonly vat: boolean
}

/** Value added tax in parts per million. */
export const VAT_PPM = 75_000
export const PPM = 1_000_000

/** A charge has a line of its own on the note, and so has the VAT on it. */
export type FeeLineName = FeeName | `${FeeName}:vat`

/** What one customer agreed with the firm. */
export interface FeeTerms {
  /** Commission in parts per million of the consideration; without it the table's. */
  readonly commissionPpm?: number | undefined
  readonly stampDutyExempt?: boolean | undefined
}

export interface FeeLine {
  readonly line: FeeLineName
  readonly name: string
  /** Of the consideration; on a VAT line, of the charge it taxes; 0 for a flat charge. */
  readonly ratePpm: number
  readonly amount: Kobo
}

/**
 * The charges of a whole contract note, line by line, in the order they are printed. Every line is
 * rounded by itself to the kobo, half away from zero, and VAT is taken on the line as printed, so
 * that a reader of the note can check each figure from the others. Nothing traded costs nothing.
 *
 * No line ever shrinks when the consideration grows: what was charged for part of a note is never
 * given back for the whole of it.
 *
 * @param consideration Σ quantity × price of the note so far, in kobo.
 */
export function feesOf(side: Side, consideration: Kobo, terms: FeeTerms = {}): FeeLine[] {
  const lines: FeeLine[] = []
  if (consideration === 0n) return lines
  for (const { item, name, buyPpm, sellPpm, flatKobo, vat } of itemsInOrder) {
    const tablePpm = side === Side.buy ? buyPpm : sellPpm
    // What is not charged on this side has no line; what a customer is let off keeps its line, at nil.
    if (tablePpm === 0 && flatKobo === 0) continue
    const ratePpm = agreedPpm(item, terms) ?? tablePpm
    const amount = partsPerMillion(consideration, ratePpm, BigInt(flatKobo))
    lines.push({ line: item, name, ratePpm, amount })
    if (!vat) continue
    lines.push({
      line: `${item}:vat`,
      name: `VAT on ${name}`,
      ratePpm: VAT_PPM,
      amount: partsPerMillion(amount, VAT_PPM),
    })
  }
  return lines
}

/** The sum of the lines, in kobo. */
export const totalOf = (lines: readonly Pick<FeeLine, 'amount'>[]): Kobo =>
  lines.reduce((sum, { amount }) => sum + amount, 0n) as Kobo

const itemsInOrder = (Object.keys(feeItems) as FeeName[]).map((item) => ({ item, ...feeItems[item] }))

function agreedPpm(item: FeeName, terms: FeeTerms): number | undefined {
  if (item === 'commission') return terms.commissionPpm
  if (item === 'stampDuty' && terms.stampDutyExempt) return 0
  return undefined
}

const partsPerMillion = (base: Kobo, ppm: number, flat = 0n): Kobo =>
  (divideHalfAway(base * BigInt(ppm), BigInt(PPM)) + flat) as Kobo
