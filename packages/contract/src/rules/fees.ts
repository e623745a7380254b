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
 * per million (ppm), so that every standard rate is an integer.
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
  /** No trade alerts are sent, and their line is printed at nil. */
  readonly alertsOff?: boolean | undefined
}

/** What a row may say at most: charges then always take less than half of what more proceeds bring. */
export const feeRateLimits = { ratePpm: 50_000, vatPpm: 200_000, minimum: kobo(100_000_000) } as const

/**
 * How many dates may be ahead of the market day at most, of one side and item of a fee table and of what one customer
 * agreed, and by how many days. More could be entered without end, and every merge and every read would cost more.
 */
export const mostChargesAhead = { dates: 20, days: 731 } as const

const VAT_PPM = 75_000
const PPM = 1_000_000n
export const PPM_PER_PERCENT = 10_000

/** Parts per million of a percentage of at most four decimals, exactly. */
export const ppmOf = (percentage: number): number => Math.round(percentage * PPM_PER_PERCENT)

/** A rate in percent, for showing and for the wire. */
export const percentOfPpm = (ppm: number): number => ppm / PPM_PER_PERCENT

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
 * 7.5% on commission and on the regulator's, exchange's and depository's own fees. The trade alert is
 * charged once per contract note.
 *
 * A rate that changes gets a row of its own date, and no row is edited: journals of before fee tables were inputs replay
 * with this table, each day with the charges of its date.
 */
export const standardFees: readonly FeeRate[] = [
  ...published('commission', [13_500, 13_500], VAT_PPM),
  ...published('sec', [3_000, 0], VAT_PPM),
  ...published('ngx', [0, 3_000], VAT_PPM),
  ...published('cscs', [0, 3_000], VAT_PPM),
  ...published('stampDuty', [800, 800], 0),
  ...published('tradeAlert', [0, 0], 0, 400),
]

/** What one contract note is charged by: the rows of its side and trade date, in the order of the note. */
export type Charges = readonly Pick<FeeRate, 'item' | 'ratePpm' | 'minimum' | 'vatPpm'>[]

/** What a line of charges is called. */
export const feeText = (line: FeeLineName): `Fee.${FeeLineName}` => `Fee.${line}`

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
