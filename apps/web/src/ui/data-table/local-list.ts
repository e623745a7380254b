import { passes, selectRows } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { groupsOf, groupsOnPage, openRows } from './groups.ts'
import { type ListState, sortingInput } from './list-state.ts'
import { filterInput, type ListSource, type ListView } from './list-view.ts'

/**
 * One page of rows. Pages are filled with the rows that are `isFirst` before the others; on its page
 * every row stands where the sorting puts it.
 */
export function rowsOnPage<Row>(
  rows: readonly Row[],
  size: number,
  page: number,
  isFirst?: (row: Row) => boolean,
): Row[] {
  const [start, end] = [(page - 1) * size, page * size]
  if (!isFirst || rows.length <= size) return rows.slice(start, end)
  const onPage = new Set([...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].slice(start, end))
  return rows.filter((row) => onPage.has(row))
}

/** How a list is grouped: what its groups are called, and which of them are closed. */
export interface GroupChoice {
  readonly t: TFunction
  readonly closed: ReadonlySet<string>
}

/**
 * What a list shows of rows that the page holds all of: filtered, sorted and cut into pages here, by what
 * the server would be asked for. Unsorted, rows keep the order they came in, and pages are filled with the rows that are
 * `isFirst` before the others; a sorting holds over all pages. Grouped, it holds within each group.
 */
export function localList<Row extends object>(
  list: ListView<Row>,
  rows: readonly Row[] | undefined,
  { page, sorting, grouping, filters }: ListState,
  isFirst?: (row: Row) => boolean,
  groupChoice?: GroupChoice,
): ListSource<Row> & { readonly passing: readonly Row[] } {
  const asked = filterInput(list, filters)
  const kept = (rows ?? []).filter((row) => passes(list.of, row, asked))
  const passing = sorting ? selectRows(list.of, kept, { sorting: sortingInput(sorting) }) : kept
  const { pageSize: size } = list
  const pageOf = (total: number) => Math.min(page, Math.max(1, Math.ceil(total / size)))
  const common = { hidden: (rows?.length ?? 0) - passing.length, passing }
  const groupedBy = groupChoice && list.groupings?.find(({ key }) => key === grouping)
  if (rows && groupedBy) {
    const { t, closed } = groupChoice
    const groups = groupsOf(passing, groupedBy, t)
    const total = openRows(groups, closed)
    const shown = groupsOnPage(groups, closed, size, pageOf(total))
    return {
      ...common,
      rows: shown.flatMap((group) => group.shown),
      groups: shown,
      total,
      all: async () => groups.flatMap((group) => group.rows),
    }
  }
  return {
    ...common,
    rows: rows && rowsOnPage(passing, size, pageOf(passing.length), sorting ? undefined : isFirst),
    total: passing.length,
    all: async () => passing,
  }
}
