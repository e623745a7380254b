import { type Refusal, refuse } from '@tradebook/contract'

/** The ledger's refusals, their values as people read them. Amounts in kobo, counts in shares. */

export const insufficientFunds = (required: bigint, available: bigint): Refusal =>
  refuse('insufficientFunds', { required: shownNaira(required), available: shownNaira(available) })

export const feesNotCovered = (required: bigint, available: bigint): Refusal =>
  refuse('feesNotCovered', { required: shownNaira(required), available: shownNaira(available) })

export const insufficientShares = (
  required: bigint | number,
  securityID: string,
  available: bigint,
): Refusal =>
  refuse('insufficientShares', {
    required: shownCount(required),
    securityID,
    available: shownCount(available),
  })

/** Kobo as naira: `1,234,567.05`. */
export function shownNaira(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const kobo = String(size % 100n).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${shownCount(size / 100n)}.${kobo}`
}

/** A count with thousands separators: `10,000`. */
export const shownCount = (count: bigint | number): string => separated.format(count)

const separated = new Intl.NumberFormat('en')
