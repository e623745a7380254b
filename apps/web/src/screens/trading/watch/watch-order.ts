import { folded, hasKeyword, type Statistics } from '@tradebook/contract'

export interface WatchQuestion {
  /** Part of a symbol, name or sector. */
  readonly search: string
  /** Whether a security is on the chosen list. */
  readonly isListed: (row: Statistics) => boolean
  readonly sortBy: (row: Statistics) => number | string | null
  readonly descending: boolean
}

/** The securities to show, in order. */
export interface WatchRows {
  readonly listed: readonly string[]
  /** Found, but not on the list that was chosen. */
  readonly outside: readonly string[]
}

/**
 * A search finds every security there is, those of the chosen list first. Rows without a value come
 * last in either direction; ties go by symbol.
 */
export function watchOrder(rows: readonly Statistics[], question: WatchQuestion): WatchRows {
  const { isListed, sortBy, descending } = question
  const search = folded(question.search.trim())
  const found = rows
    .filter((row) => (search === '' ? isListed(row) : matches(row, search)))
    .map((row) => ({ row, value: sortBy(row), rank: search === '' ? 0 : rankOf(row, search) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        compare(a.value, b.value, descending) ||
        compare(a.row.symbol, b.row.symbol, false),
    )
    .map(({ row }) => row)
  const ids = (some: readonly Statistics[]) => some.map(({ securityID }) => securityID)
  return { listed: ids(found.filter(isListed)), outside: ids(found.filter((row) => !isListed(row))) }
}

const matches = ({ symbol, securityDesc, sector }: Statistics, search: string): boolean =>
  [symbol, securityDesc, sector].some((text) => hasKeyword(text, search))

/** Who types a symbol wants that symbol before the names that happen to contain it. */
const rankOf = ({ symbol }: Statistics, search: string): number =>
  folded(symbol) === search ? 0 : folded(symbol).startsWith(search) ? 1 : 2

function compare(a: number | string | null, b: number | string | null, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const ascending = a < b ? -1 : 1
  return descending ? -ascending : ascending
}
