import type { Statistics } from '@tradebook/contract'

export interface WatchQuestion {
  /** Part of a symbol, name or sector. */
  readonly search: string
  /** Whether a security is on the chosen list. */
  readonly isListed: (row: Statistics) => boolean
  readonly sortBy: (row: Statistics) => number | string | null
  readonly descending: boolean
}

/** The securities to show, in order. What has no value stands last either way; ties go by symbol. */
export function watchOrder(rows: readonly Statistics[], question: WatchQuestion): string[] {
  const { isListed, sortBy, descending } = question
  const search = question.search.trim().toLowerCase()
  return rows
    .filter((row) => isListed(row) && (search === '' || matches(row, search)))
    .map((row) => ({ row, value: sortBy(row), rank: search === '' ? 0 : rankOf(row, search) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        compare(a.value, b.value, descending) ||
        compare(a.row.symbol, b.row.symbol, false),
    )
    .map(({ row }) => row.securityID)
}

const matches = ({ symbol, securityDesc, sector }: Statistics, search: string): boolean =>
  [symbol, securityDesc, sector].some((text) => text.toLowerCase().includes(search))

/** Who types a symbol wants that symbol before the names that happen to contain it. */
const rankOf = ({ symbol }: Statistics, search: string): number =>
  symbol.toLowerCase() === search ? 0 : symbol.toLowerCase().startsWith(search) ? 1 : 2

function compare(a: number | string | null, b: number | string | null, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const ascending = a < b ? -1 : 1
  return descending ? -ascending : ascending
}
