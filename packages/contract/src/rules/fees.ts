import { Side } from './fix.ts'
import { divideHalfAway, type Kobo, kobo, nairaToKobo, type Shares, toNaira } from './money.ts'

/** What a contract note can be charged with, in the order in which it is printed. */
export const feeNames = ['commission', 'sec', 'ngx', 'cscs', 'stampDuty', 'tradeAlert'] as const
export type FeeName = (typeof feeNames)[number]

/** A charge has a line of its own on the note, and so has the value added tax (VAT) on it. */
export type FeeLineName = FeeName | `${FeeName}:vat`
export const feeLineNames = feeNames.flatMap((name): FeeLineName[] => [name, `${name}:vat`])

/**
 * One row of a firm's fee table: what an item costs on one side from a trade date on. It is a rate of the consideration,
 * an amount per share or an amount per trade, never two of them. Rates are parts per million (ppm), so that every
 * standard rate is an integer.
 */
export interface FeeRate {
  readonly side: Side
  readonly item: FeeName
  /** The first trade date, 'YYYY-MM-DD', that the row applies to. The newest row of an item applies. */
  readonly dateFrom: string
  /** Of the note's consideration; 0 where another basis or a flat charge applies. */
  readonly ratePpm: number
  /** Kobo for each share of the note. */
  readonly perShare?: Kobo | undefined
  /** Kobo for each trade of the note, up to `maximum`: an order of many shares may trade in as many parts. */
  readonly perTrade?: Kobo | undefined
  /** The most that a note is charged, in kobo; of a charge per trade alone, which must have one. */
  readonly maximum?: Kobo | undefined
  /** The least that a note is charged, in kobo. A flat charge is a minimum with a rate of nil. */
  readonly minimum: Kobo
  /** VAT, of the charge as printed; 0 where none is due. */
  readonly vatPpm: number
}

const feeAmounts = ['perShare', 'perTrade', 'maximum', 'minimum'] as const
type FeeAmount = (typeof feeAmounts)[number]

/** A row of a fee table with its amounts in naira, as the wire has it. */
export type FeeRateInNaira = Omit<FeeRate, FeeAmount> & {
  readonly [Name in Exclude<FeeAmount, 'minimum'>]?: number | undefined
} & { readonly minimum: number }

export const rateInNaira = (rate: FeeRate): FeeRateInNaira => {
  const amounts = feeAmounts.filter((name) => rate[name] !== undefined)
  const inNaira = Object.fromEntries(amounts.map((name) => [name, toNaira(rate[name] ?? kobo(0))]))
  return { ...rate, ...inNaira } as unknown as FeeRateInNaira
}

/** The row, in which an amount of nil is none; `undefined` where an amount has more than two decimals. */
export function rateInKobo(row: FeeRateInNaira): FeeRate | undefined {
  const rate: Record<string, unknown> = { ...row }
  for (const name of feeAmounts) {
    const amount = nairaToKobo(row[name] ?? 0)
    if (amount === undefined) return undefined
    if (amount === 0n && name !== 'minimum') delete rate[name]
    else rate[name] = amount
  }
  return rate as unknown as FeeRate
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

/** What a row may say at most: rates then always take less than half of what more proceeds bring. */
export const feeRateLimits = {
  ratePpm: 50_000,
  vatPpm: 200_000,
  /** Kobo per share. */
  perShare: kobo(10_000),
  /** Kobo: a minimum, a maximum, and an amount per trade. */
  minimum: kobo(100_000_000),
} as const

/** What a row is charged by, apart from its minimum. */
export type FeeBasis = Pick<FeeRate, 'ratePpm' | 'perShare' | 'perTrade'>

/** Whether a row is charged by one basis at most, and one per trade up to a maximum that is not below its minimum. */
export const hasOneBasis = ({
  ratePpm,
  perShare,
  perTrade,
  maximum,
  minimum,
}: FeeBasis & Pick<FeeRate, 'maximum' | 'minimum'>): boolean =>
  [ratePpm > 0, perShare !== undefined, perTrade !== undefined].filter(Boolean).length <= 1 &&
  (perTrade === undefined) === (maximum === undefined) &&
  (maximum === undefined || maximum >= minimum)

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
 * A rate that changes gets a row of its own date, and no row is edited: firms whose journals are older than fee tables
 * charge by the rows that have always applied.
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
export type Charge = Omit<FeeRate, 'side' | 'dateFrom'>
export type Charges = readonly Charge[]

/** What a note is charged on: the sums over its trades. */
export interface NoteSums {
  /** Σ quantity × price, in kobo. */
  readonly consideration: Kobo
  readonly quantity: Shares
  /** How many trades. */
  readonly trades: number
}

/** What a line of charges is called. */
export const feeText = (line: FeeLineName): `Fee.${FeeLineName}` => `Fee.${line}`

/** A line of charges as a contract note prints it. Its name is the text `Fee.<line>`. */
export interface FeeLine {
  readonly line: FeeLineName
  /** Of the consideration; on a VAT line, of the charge it taxes; 0 of any other charge. */
  readonly ratePpm: number
  /** Kobo for each share, of a charge by shares. */
  readonly perShare?: Kobo
  /** Kobo for each trade, of a charge by trades. */
  readonly perTrade?: Kobo
  readonly amount: Kobo
}

/**
 * The charges of a whole contract note, line by line, in the order they are printed. Every line is
 * rounded by itself to the kobo, half away from zero, and VAT is taken on the line as printed, so
 * that a reader of the note can check each figure from the others. Amounts per share and per trade are
 * whole kobo: only their VAT is rounded. Nothing traded costs nothing.
 *
 * No line ever shrinks when a note grows: what was charged for part of a note is never given back for
 * the whole of it.
 *
 * @param traded the note so far.
 */
export function feesOf(charges: Charges, traded: NoteSums): FeeLine[] {
  const lines: FeeLine[] = []
  if (traded.consideration === 0n) return lines
  for (const charge of charges) {
    const { item, ratePpm, vatPpm } = charge
    const amount = within(charge, unbounded(charge, traded))
    const line = { line: item, ratePpm, amount }
    lines.push(hasAmounts(charge) ? { ...line, ...amountsOf(charge) } : line)
    if (vatPpm === 0) continue
    lines.push({ line: `${item}:vat`, ratePpm: vatPpm, amount: partsPerMillion(amount, vatPpm) })
  }
  return lines
}

/**
 * No less than `feesOf` charges in all, in kobo: exact before rounding, then rounded up, with a kobo for each line. Unlike
 * the sum of rounded lines it has no steps, which a search for the most expensive outcome of an order would have to know.
 */
export function mostCharged(charges: Charges, traded: NoteSums): bigint {
  let sum = 0n
  let lines = 0n
  for (const charge of charges) {
    const { ratePpm, minimum, vatPpm } = charge
    const byRate = traded.consideration * BigInt(ratePpm)
    const byAmount = within(charge, hasAmounts(charge) ? unbounded(charge, traded) : minimum) * PPM
    sum += (byRate > byAmount ? byRate : byAmount) * (PPM + BigInt(vatPpm))
    lines += vatPpm === 0 ? 1n : 2n
  }
  const unitsPerKobo = PPM * PPM
  return (sum + unitsPerKobo - 1n) / unitsPerKobo + lines
}

/** Whether it is charged per share or per trade. */
export const hasAmounts = ({ perShare, perTrade }: FeeBasis): boolean =>
  perShare !== undefined || perTrade !== undefined

/** Whether a line of a note is the minimum or the maximum of its charge, which has a rate or amounts, too. */
export function boundOf(line: FeeLine, traded: NoteSums): 'minimum' | 'maximum' | undefined {
  const isFlat = line.ratePpm === 0 && !hasAmounts(line)
  if (isFlat || line.line.endsWith(':vat')) return undefined
  const amount = unbounded(line, traded)
  if (line.amount === amount) return undefined
  return line.amount > amount ? 'minimum' : 'maximum'
}

/** The sum of the lines, in kobo. */
export const totalOf = (lines: readonly Pick<FeeLine, 'amount'>[]): Kobo =>
  lines.reduce((sum, { amount }) => sum + amount, 0n) as Kobo

/** What a charge comes to by its basis, before its minimum and maximum. A rate rounds to the kobo, half away from zero. */
function unbounded({ ratePpm, perShare, perTrade }: FeeBasis, traded: NoteSums): Kobo {
  if (perShare !== undefined) return kobo(perShare * traded.quantity)
  if (perTrade !== undefined) return kobo(perTrade * BigInt(traded.trades))
  return partsPerMillion(traded.consideration, ratePpm)
}

function within({ minimum, maximum }: Pick<Charge, 'minimum' | 'maximum'>, amount: Kobo): Kobo {
  if (amount < minimum) return minimum
  return maximum !== undefined && amount > maximum ? maximum : amount
}

const amountsOf = ({ perShare, perTrade }: FeeBasis) => ({
  ...(perShare === undefined ? undefined : { perShare }),
  ...(perTrade === undefined ? undefined : { perTrade }),
})

const partsPerMillion = (base: Kobo, ppm: number): Kobo => divideHalfAway(base * BigInt(ppm), PPM) as Kobo
