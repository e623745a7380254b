import type { Kobo } from '@tradebook/contract'

/** Kobo as naira for people: `1,234,567.05`. */
export function shownNaira(amount: Kobo | bigint): string {
  const size = amount < 0n ? -amount : amount
  const kobo = String(size % 100n).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}${shownCount(size / 100n)}.${kobo}`
}

/** A count with thousands separators: `10,000`. */
export const shownCount = (count: bigint | number): string => count.toLocaleString('en')
