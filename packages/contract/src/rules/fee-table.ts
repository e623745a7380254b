import { type AgreedCharges, type Charges, type FeeRate, feeNames, hasAmounts, standardFees } from './fees.ts'
import { Side } from './fix.ts'
import { kobo } from './money.ts'

/** A firm's fee table by side and item, of each the earliest row first: what is in force is found without the other rows. */
export type FeeTable = ReadonlyMap<string, readonly FeeRate[]>

/** What distinguishes one row of a fee table from the others. */
export type FeeRateKey = Pick<FeeRate, 'side' | 'item' | 'dateFrom'>
export const rateKey = ({ side, item, dateFrom }: FeeRateKey): string => [side, item, dateFrom].join()

type Charged = Pick<FeeRate, 'side' | 'item'>
const chargedKey = ({ side, item }: Charged): string => side + item

/** A fee table of rows in any order; of several with one key the last one counts. */
export const feeTable = (rows: readonly FeeRate[]): FeeTable => withRates(new Map(), rows)

/** The rows of a fee table, by side, item and date. */
export const ratesOf = (table: FeeTable): FeeRate[] =>
  [...table].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, rows]) => rows)

/** What one side and item was, is and will be charged, the earliest row first. */
export const ratesFor = (table: FeeTable, charged: Charged): readonly FeeRate[] =>
  table.get(chargedKey(charged)) ?? []

/** A fee table with some rows changed or added. */
export function withRates(table: FeeTable, changed: readonly FeeRate[]): FeeTable {
  const all = new Map(table)
  for (const [key, rows] of Map.groupBy(changed, chargedKey))
    all.set(key, withDated(all.get(key) ?? [], rows))
  return all
}

/** A fee table without some rows. */
export function withoutRates(table: FeeTable, removed: readonly FeeRateKey[]): FeeTable {
  const all = new Map(table)
  for (const [key, rows] of Map.groupBy(removed, chargedKey))
    all.set(key, withoutDated(all.get(key) ?? [], rows))
  return all
}

/** A customer's agreements with others, each of which replaces one of the same date; the earliest first. */
export const withAgreements = (
  known: readonly AgreedCharges[],
  agreed: readonly AgreedCharges[],
): readonly AgreedCharges[] => withDated(known, agreed)

/** A customer's agreements without those of some dates. */
export const withoutAgreements = (
  known: readonly AgreedCharges[],
  removed: readonly Pick<AgreedCharges, 'dateFrom'>[],
): readonly AgreedCharges[] => withoutDated(known, removed)

/** What a customer agreed that is in force on a date, as if from that date on, and what begins later. */
export function agreementsFrom(dateFrom: string, agreements: readonly AgreedCharges[]): AgreedCharges[] {
  const inForce = inForceOn(dateFrom, agreements) ?? { commissionPpm: null, stampDutyExempt: false }
  return [{ ...inForce, dateFrom }, ...agreements.filter((agreed) => agreed.dateFrom > dateFrom)]
}

/**
 * The charges of the notes of one side and trade date.
 *
 * @param agreements what the customer agreed, the earliest first.
 */
export function chargesOn(
  table: FeeTable,
  { side, tradeDate }: { readonly side: Side; readonly tradeDate: string },
  agreements: readonly AgreedCharges[] = [],
): Charges {
  const agreed = inForceOn(tradeDate, agreements)
  return feeNames.flatMap((item) => {
    const rate = inForceOn(tradeDate, ratesFor(table, { side, item }))
    // What is not charged on this side has no line; what a customer is let off keeps its line, at nil.
    if (!rate || (rate.ratePpm === 0 && rate.minimum === 0n && !hasAmounts(rate))) return []
    return [withAgreed(rate, agreed)]
  })
}

const published = feeTable(standardFees)

/** What a note of either side is charged by the published table as it is now, where nothing else was agreed. */
export const standardCharges: Readonly<Record<Side, Charges>> = {
  [Side.buy]: chargesOn(published, { side: Side.buy, tradeDate: '9999-12-31' }),
  [Side.sell]: chargesOn(published, { side: Side.sell, tradeDate: '9999-12-31' }),
}

function withAgreed(rate: FeeRate, agreed: AgreedCharges | undefined): FeeRate {
  const isFree =
    (rate.item === 'stampDuty' && agreed?.stampDutyExempt === true) ||
    (rate.item === 'tradeAlert' && agreed?.alertsOff === true)
  const ratePpm = isFree ? 0 : rate.item === 'commission' ? agreed?.commissionPpm : null
  if (ratePpm === null || ratePpm === undefined) return rate
  const { perShare: _, perTrade: __, maximum: ___, ...charge } = rate
  return { ...charge, ratePpm, minimum: kobo(0) }
}

/** What applies from a date on, until the next row of its kind does. */
interface Dated {
  readonly dateFrom: string
}

/** @param rows the earliest first. */
function inForceOn<Row extends Dated>(date: string, rows: readonly Row[]): Row | undefined {
  return rows.findLast(({ dateFrom }) => dateFrom <= date)
}

/** One row a date, the earliest first. */
function withDated<Row extends Dated>(known: readonly Row[], changed: readonly Row[]): readonly Row[] {
  const rows = new Map([...known, ...changed].map((row) => [row.dateFrom, row]))
  return [...rows.values()].sort((a, b) => (a.dateFrom < b.dateFrom ? -1 : 1))
}

function withoutDated<Row extends Dated>(known: readonly Row[], removed: readonly Dated[]): readonly Row[] {
  const dates = new Set(removed.map(({ dateFrom }) => dateFrom))
  return known.filter(({ dateFrom }) => !dates.has(dateFrom))
}
