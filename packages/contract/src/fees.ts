import { Side } from './fix.ts'
import { divideHalfAway, type Kobo, kobo } from './money.ts'

/** What a contract note can be charged with, in the order in which it is printed. */
export const feeNames = ['commission', 'sec', 'ngx', 'cscs', 'stampDuty', 'tradeAlert'] as const
export type FeeName = (typeof feeNames)[number]

/** A charge has a line of its own on the note, and so has the value added tax (VAT) on it. */
export type FeeLineName = FeeName | `${FeeName}:vat`
export const feeLineNames = feeNames.flatMap((name): FeeLineName[] => [name, `${name}:vat`])

/**
 * One row of a firm's fee table: what an item costs on one side from a trade date on. Rates are parts
 * per million (ppm), so that every published rate is an integer.
 */
export interface FeeRate {
  readonly side: Side
  readonly item: FeeName
  /** The first trade date, 'YYYY-MM-DD', that the row applies to. The newest row of an item applies. */
  readonly dateFrom: string
  /** Of the note's consideration. */
  readonly ratePpm: number
  /** The least that a note is charged, in kobo. A flat charge is a minimum with a rate of nil. */
  readonly minimum: Kobo
  /** VAT, of the charge as printed; 0 where none is due. */
  readonly vatPpm: number
}

/** What a firm agreed with one customer, from a trade date on. The newest agreement applies as a whole. */
export interface AgreedCharges {
  readonly dateFrom: string
  /** Replaces rate and minimum of the firm's commission, 0 included; `null` leaves them as they are. */
  readonly commissionPpm: number | null
  /** The stamp-duty line is printed at nil. */
  readonly stampDutyExempt: boolean
}

/** What a row may say at most: charges then always take less than half of what more proceeds bring. */
export const feeRateLimits = { ratePpm: 50_000, vatPpm: 200_000, minimum: kobo(100_000_000) } as const

const VAT_PPM = 75_000
const PPM = 1_000_000n

/** The beginning of time for rows that have always applied. */
export const ALWAYS = '0001-01-01'

const published = (item: FeeName, [buyPpm, sellPpm]: [number, number], vatPpm: number, minimum = 0) =>
  ([Side.buy, Side.sell] as const).flatMap((side): FeeRate[] => {
    const ratePpm = side === Side.buy ? buyPpm : sellPpm
    if (ratePpm === 0 && minimum === 0) return []
    return [{ side, item, dateFrom: ALWAYS, ratePpm, minimum: kobo(minimum), vatPpm }]
  })

/**
 * The fee table that every firm begins with. Source: the exchange's published market structure; VAT at
 * 7.5 % on commission and on the regulator's, exchange's and depository's own fees. The trade alert is
 * charged once per contract note.
 */
export const publishedFees: readonly FeeRate[] = [
  ...published('commission', [13_500, 13_500], VAT_PPM),
  ...published('sec', [3_000, 0], VAT_PPM),
  ...published('ngx', [0, 3_000], VAT_PPM),
  ...published('cscs', [0, 3_000], VAT_PPM),
  ...published('stampDuty', [800, 800], 0),
  ...published('tradeAlert', [0, 0], 0, 400),
]

/** What one contract note is charged by: the rows of its side and trade date, in the order of the note. */
export type Charges = readonly Pick<FeeRate, 'item' | 'ratePpm' | 'minimum' | 'vatPpm'>[]

/** The charges of the notes of one side and trade date. */
export function chargesOn(
  rates: readonly FeeRate[],
  { side, tradeDate }: { readonly side: Side; readonly tradeDate: string },
  agreements: readonly AgreedCharges[] = [],
): Charges {
  const agreed = newestOn(tradeDate, agreements)
  return feeNames.flatMap((item) => {
    const rate = newestOn(
      tradeDate,
      rates.filter((row) => row.side === side && row.item === item),
    )
    // What is not charged on this side has no line; what a customer is let off keeps its line, at nil.
    if (!rate || (rate.ratePpm === 0 && rate.minimum === 0n)) return []
    return [withAgreed(rate, agreed)]
  })
}

/** What a note of either side is charged by the published table as it is now, where nothing else was agreed. */
export const publishedCharges: Readonly<Record<Side, Charges>> = {
  [Side.buy]: chargesOn(publishedFees, { side: Side.buy, tradeDate: '9999-12-31' }),
  [Side.sell]: chargesOn(publishedFees, { side: Side.sell, tradeDate: '9999-12-31' }),
}

/** What a line of charges is called. */
export const feeText = (line: FeeLineName): `Fee.${FeeLineName}` => `Fee.${line}`

function withAgreed(rate: FeeRate, agreed: AgreedCharges | undefined): FeeRate {
  const isFree = rate.item === 'stampDuty' && agreed?.stampDutyExempt === true
  const ratePpm = isFree ? 0 : rate.item === 'commission' ? agreed?.commissionPpm : null
  return ratePpm === null || ratePpm === undefined ? rate : { ...rate, ratePpm, minimum: kobo(0) }
}

/** A fee table with some rows changed or added, in the order of their keys. */
export function withRates(table: readonly FeeRate[], changed: readonly FeeRate[]): FeeRate[] {
  const rows = new Map([...table, ...changed].map((row) => [rateKey(row), row]))
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** What distinguishes one row of a fee table from the others. */
export type FeeRateKey = Pick<FeeRate, 'side' | 'item' | 'dateFrom'>
export const rateKey = ({ side, item, dateFrom }: FeeRateKey): string => [side, item, dateFrom].join()

/** A fee table without some rows. */
export function withoutRates(table: readonly FeeRate[], removed: readonly FeeRateKey[]): FeeRate[] {
  const keys = new Set(removed.map(rateKey))
  return table.filter((row) => !keys.has(rateKey(row)))
}

/** A customer's agreements without that of a date. */
export const withoutAgreement = (known: readonly AgreedCharges[], dateFrom: string): AgreedCharges[] =>
  known.filter((agreed) => agreed.dateFrom !== dateFrom)

/** A customer's agreements with one more, which replaces one of the same date; the earliest first. */
export const withAgreement = (known: readonly AgreedCharges[], agreed: AgreedCharges): AgreedCharges[] =>
  [...known.filter(({ dateFrom }) => dateFrom !== agreed.dateFrom), agreed].sort((a, b) =>
    a.dateFrom < b.dateFrom ? -1 : 1,
  )

function newestOn<Row extends { readonly dateFrom: string }>(
  date: string,
  rows: readonly Row[],
): Row | undefined {
  let newest: Row | undefined
  for (const row of rows)
    if (row.dateFrom <= date && (!newest || row.dateFrom > newest.dateFrom)) newest = row
  return newest
}

/** A line of charges as a contract note prints it. Its name is the text `Fee.<line>`. */
export interface FeeLine {
  readonly line: FeeLineName
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
export function feesOf(charges: Charges, consideration: Kobo): FeeLine[] {
  const lines: FeeLine[] = []
  if (consideration === 0n) return lines
  for (const { item, ratePpm, minimum, vatPpm } of charges) {
    const charged = partsPerMillion(consideration, ratePpm)
    const amount = charged > minimum ? charged : minimum
    lines.push({ line: item, ratePpm, amount })
    if (vatPpm === 0) continue
    lines.push({ line: `${item}:vat`, ratePpm: vatPpm, amount: partsPerMillion(amount, vatPpm) })
  }
  return lines
}

/** Whether a line of a note of this consideration is the minimum of its charge, which has a rate, too. */
export const isMinimumOf = ({ line, ratePpm, amount }: FeeLine, consideration: Kobo): boolean =>
  !line.endsWith(':vat') && ratePpm > 0 && amount > partsPerMillion(consideration, ratePpm)

/** The sum of the lines, in kobo. */
export const totalOf = (lines: readonly Pick<FeeLine, 'amount'>[]): Kobo =>
  lines.reduce((sum, { amount }) => sum + amount, 0n) as Kobo

const partsPerMillion = (base: Kobo, ppm: number): Kobo => divideHalfAway(base * BigInt(ppm), PPM) as Kobo
