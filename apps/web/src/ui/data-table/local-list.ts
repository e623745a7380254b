import type { ListState } from './list-state.ts'
import { type Column, cellValue, type ListSource, type ListView, type Value } from './list-view.ts'

/** Sorts before everything in both directions would put it last: what is not known stands at the end. */
const isMissing = (value: Value): boolean => value === null || value === undefined || value === ''

function compare(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other))
}

/** Rows in the order of a column; rows that are equal in it keep the order they came in. */
export function sortRows<Row>(rows: readonly Row[], column: Column<Row>, descending: boolean): Row[] {
  const direction = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [cellValue(column, one), cellValue(column, other)]
    if (isMissing(first) || isMissing(second)) return Number(isMissing(first)) - Number(isMissing(second))
    return direction * compare(first, second)
  })
}

/** The rows that pass every filter, in the order they came. */
export const filterRows = <Row>(
  { filters = [] }: ListView<Row>,
  rows: readonly Row[],
  chosen: ListState['filters'],
): Row[] =>
  rows.filter((row) =>
    filters.every(({ key, passes }) => {
      const value = chosen[key]
      return value === undefined || !passes || passes(row, value)
    }),
  )

/** Rows that a list keeps on its first pages, whatever it is sorted by. */
type IsFirst<Row> = (row: Row) => boolean

/**
 * One page of rows that the page holds all of. Pages are filled with the rows that are `isFirst`
 * before the others; on its page every row stands where the sorting puts it.
 */
export function pageOf<Row>(rows: readonly Row[], size: number, page: number, isFirst?: IsFirst<Row>): Row[] {
  const [start, end] = [(page - 1) * size, page * size]
  if (!isFirst || rows.length <= size) return rows.slice(start, end)
  const onPage = new Set([...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))].slice(start, end))
  return rows.filter((row) => onPage.has(row))
}

/** What a list shows of rows that the page holds all of: filtered, sorted and cut into pages here. */
export function localList<Row>(
  list: ListView<Row>,
  rows: readonly Row[] | undefined,
  { page, sorting, filters }: ListState,
  isFirst?: IsFirst<Row>,
): ListSource<Row> & { readonly passing: readonly Row[] } {
  const passing = filterRows(list, rows ?? [], filters)
  const column = sorting && list.columns.find(({ key }) => key === sorting.by)
  const sorted = column ? sortRows(passing, column, sorting.descending) : passing
  const last = Math.max(1, Math.ceil(sorted.length / list.pageSize))
  return {
    rows: rows && pageOf(sorted, list.pageSize, Math.min(page, last), isFirst),
    total: sorted.length,
    hidden: (rows?.length ?? 0) - passing.length,
    passing: sorted,
  }
}
