import { type FeeBasis, percentOfPpm, ppmOf } from './fees.ts'
import { type Kobo, nairaToKobo, shownNaira } from './money.ts'

type ChargeText = `Note.${'PerShare' | 'PerTrade' | 'Minimum' | 'Maximum'}`
type Translate = (key: ChargeText, values: { readonly amount: string }) => string

/** What a charge is calculated by, as fee tables and notes print it: `1.35%`, `₦0.05 per share`; nothing of a flat charge. */
export function basisInWords({ ratePpm, perShare, perTrade }: FeeBasis, t: Translate): string {
  if (perShare !== undefined) return t('Note.PerShare', { amount: shownNaira(perShare) })
  if (perTrade !== undefined) return t('Note.PerTrade', { amount: shownNaira(perTrade) })
  return ratePpm === 0 ? '' : `${percentOfPpm(ratePpm)}%`
}

/** A charge of a note as the wire has it: percent and naira. */
interface PrintedCharge {
  readonly rate: number
  readonly perShare?: number | undefined
  readonly perTrade?: number | undefined
  readonly isMinimum: boolean
  readonly isMaximum?: boolean | undefined
}

/** What a note says of a charge: its minimum or maximum where that was charged, else what it is calculated by. */
export function chargeInWords(charge: PrintedCharge, t: Translate): string {
  const { rate, perShare, perTrade, isMinimum, isMaximum } = charge
  if (isMinimum) return t('Note.Minimum', NO_AMOUNT)
  if (isMaximum) return t('Note.Maximum', NO_AMOUNT)
  return basisInWords({ ratePpm: ppmOf(rate), perShare: koboOf(perShare), perTrade: koboOf(perTrade) }, t)
}

const NO_AMOUNT = { amount: '' }
const koboOf = (naira: number | undefined): Kobo | undefined =>
  naira === undefined ? undefined : nairaToKobo(naira)
