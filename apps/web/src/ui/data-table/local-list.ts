import { passes, selectRows } from '@tradebook/contract'
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

/**
 * What a list shows of rows that the page holds all of: filtered, sorted and cut into pages here, by what
 * the server would be asked for. Unsorted, rows keep the order they came in, and pages are filled with the rows that are
 * `isFirst` before the others; a sorting holds over all pages.
 */
export function localList<Row extends object>(
  list: ListView<Row>,
  rows: readonly Row[] | undefined,
  { page, sorting, filters }: ListState,
  isFirst?: (row: Row) => boolean,
): ListSource<Row> & { readonly passing: readonly Row[] } {
  const asked = filterInput(list, filters)
  const kept = (rows ?? []).filter((row) => passes(list.of, row, asked))
  const passing = sorting ? selectRows(list.of, kept, { sorting: sortingInput(sorting) }) : kept
  const last = Math.max(1, Math.ceil(passing.length / list.pageSize))
  return {
    rows: rows && rowsOnPage(passing, list.pageSize, Math.min(page, last), sorting ? undefined : isFirst),
    total: passing.length,
    hidden: (rows?.length ?? 0) - passing.length,
    passing,
    all: async () => passing,
  }
}
