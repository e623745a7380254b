import { selectRows } from '@tradebook/contract'
import { type ListState, sortingInput } from './list-state.ts'
import type { ListSource, ListView } from './list-view.ts'

/** The rows that pass every filter, in the order they came. */
export const filterRows = <Row>(
  { filters = [] }: Pick<ListView<Row>, 'filters'>,
  rows: readonly Row[],
  chosen: ListState['filters'],
): Row[] =>
  rows.filter((row) =>
    filters.every(({ key, passes }) => {
      const value = chosen[key]
      return value === undefined || !passes || passes(row, value)
    }),
  )

/**
 * One page of rows. Pages are filled with the rows that are `isFirst` before the others; on its page
 * every row stands where the sorting puts it.
 */
export function pageOf<Row>(
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

/**
 * What a list shows of rows that the page holds all of: filtered, sorted and cut into pages here, as
 * the server would. Unsorted, rows keep the order they came in, and pages are filled with the rows that are
 * `isFirst` before the others; a sorting holds over all pages.
 */
export function localList<Row extends object>(
  list: ListView<Row>,
  rows: readonly Row[] | undefined,
  { page, sorting, filters }: ListState,
  isFirst?: (row: Row) => boolean,
): ListSource<Row> & { readonly passing: readonly Row[] } {
  const kept = filterRows(list, rows ?? [], filters)
  const passing = sorting ? selectRows(list.of, kept, { sorting: sortingInput(sorting) }) : kept
  const last = Math.max(1, Math.ceil(passing.length / list.pageSize))
  return {
    rows: rows && pageOf(passing, list.pageSize, Math.min(page, last), sorting ? undefined : isFirst),
    total: passing.length,
    hidden: (rows?.length ?? 0) - passing.length,
    passing,
  }
}
