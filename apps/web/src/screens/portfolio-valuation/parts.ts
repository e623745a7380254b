import { sumOfNaira, type ValuationRow, type ValuationSummary } from '@tradebook/contract'

/** A part of what an account is worth. */
export interface Part {
  /** The security; `null` for cash and for all the others together. */
  readonly securityID: string | null
  readonly kind: 'holding' | 'others' | 'cash'
  readonly value: number
  /** Of the largest part: how long its bar is. */
  readonly size: number
}

/** So many holdings have a bar of their own, and one more where it would be all of the others. */
const MOST_BARS = 8

/**
 * The largest of some holdings, the largest first, then all others of the account together, then cash.
 *
 * @param rows those that are listed: a page of them, or what passes a filter.
 */
export function partsOf(
  rows: readonly Pick<ValuationRow, 'securityID' | 'marketValue'>[],
  { totals, cashBalance }: Pick<ValuationSummary, 'totals' | 'cashBalance'>,
): Part[] {
  const bars = rows.length === MOST_BARS + 1 ? rows.length : MOST_BARS
  const largest = rows.toSorted((a, b) => b.marketValue - a.marketValue).slice(0, bars)
  const others = sumOfNaira(totals.marketValue, ...largest.map(({ marketValue }) => -marketValue))
  const parts: Omit<Part, 'size'>[] = [
    ...largest.map(({ securityID, marketValue }) => ({
      securityID,
      kind: 'holding' as const,
      value: marketValue,
    })),
    ...(others > 0 ? [{ securityID: null, kind: 'others' as const, value: others }] : []),
    { securityID: null, kind: 'cash' as const, value: cashBalance },
  ]
  const most = Math.max(...parts.map(({ value }) => value))
  return parts.map((part) => ({ ...part, size: most > 0 && part.value > 0 ? part.value / most : 0 }))
}
