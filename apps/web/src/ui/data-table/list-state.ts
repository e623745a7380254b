import { MAX_SORT_KEYS } from '@tradebook/contract'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Filter, ListView, Sorting } from './list-view.ts'

/** What is shown of a list. All of it is in the address. */
export interface ListState {
  /** From 1. */
  readonly page: number
  /** The columns it is sorted by, the first of them first; none: as the list comes. */
  readonly sorting?: readonly Sorting[] | undefined
  /** The key of the grouping by which the rows are put together. */
  readonly grouping?: string | undefined
  /** By the keys of filters; one that lets everything pass has no entry. */
  readonly filters: Readonly<Record<string, string>>
}

type Addressed = Pick<ListView<never>, 'key' | 'columns'> & {
  readonly filters?: readonly Pick<Filter, 'key'>[]
}

const PAGE = 'page'
const SORT = 'sort'
const GROUP = 'group'
const DESCENDING = '-'

/** Reads a list's state from the address. What the list does not know is passed over. */
export function readListState<Row>(list: ListView<Row>, query: URLSearchParams): ListState {
  const given = (name: string) => query.get(`${list.key}.${name}`)
  const page = Number(given(PAGE) ?? 1)
  const sorting = (given(SORT) ?? '')
    .split(',')
    .map(readSorting)
    .filter(({ by }) => list.columns.some(({ key, sortable }) => key === by && sortable))
  const grouping = list.groupings?.find(({ key }) => key === given(GROUP))
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sorting: sorting.length > 0 ? sorting.slice(0, MAX_SORT_KEYS) : undefined,
    ...(grouping && { grouping: grouping.key }),
    filters: Object.fromEntries(
      (list.filters ?? []).flatMap((filter) => {
        const value = given(filter.key)
        return value && isPossible(filter, value) ? [[filter.key, value]] : []
      }),
    ),
  }
}

const readSorting = (text: string): Sorting => {
  const descending = text.startsWith(DESCENDING)
  return { by: descending ? text.slice(DESCENDING.length) : text, descending }
}

/** A sorting as the address has it: `-price`. */
const writtenSorting = ({ by, descending }: Sorting): string => `${descending ? DESCENDING : ''}${by}`

function isPossible(filter: Filter, value: string): boolean {
  if (filter.kind === 'choice') return filter.options.some((option) => option.value === value)
  if (filter.kind === 'picked') return filter.isPossible(value)
  return filter.kind === 'text' || filter.kind === 'linked' || value === ON
}

/** The value of a toggle that is on. */
export const ON = '1'

/** The address with a list's state in it; everything else in the address stays. */
function writeListState(list: Addressed, state: ListState, query: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(query)
  const set = (name: string, value: string) =>
    value === '' ? after.delete(`${list.key}.${name}`) : after.set(`${list.key}.${name}`, value)
  const { page, sorting, grouping, filters } = state
  set(PAGE, page === 1 ? '' : String(page))
  set(SORT, sorting?.map(writtenSorting).join(',') ?? '')
  set(GROUP, grouping ?? '')
  for (const { key } of list.filters ?? []) set(key, filters[key] ?? '')
  return after
}

export type ChangeList = (change: Partial<ListState>) => void

/** The state of a list in the address, and how it is changed: each change can be gone back from. */
export function useListState<Row>(list: ListView<Row>): readonly [ListState, ChangeList] {
  const [query, setQuery] = useSearchParams()
  const state = useMemo(() => readListState(list, query), [list, query])
  const latest = useRef({ query, setQuery })
  useLayoutEffect(() => {
    latest.current = { query, setQuery }
  }, [query, setQuery])
  const change = useCallback<ChangeList>(
    (changed) => {
      // A table that is drawn later than the address changes may ask from what it showed before, and the
      // router may still be on its way to the change before this one, which this one then replaces.
      const { query: now, setQuery: set } = latest.current
      // Other rows are another list: it begins at its first page.
      const after = writeListState(list, { ...readListState(list, now), page: 1, ...changed }, now)
      latest.current = { query: after, setQuery: set }
      // At once: as a transition it would wait until the live market leaves the page a pause.
      set(after, { flushSync: true })
    },
    [list],
  )
  return [state, change]
}

/**
 * The sorting after a press on a column's heading: up, down, not by it.
 *
 * @param isFurther the columns it is sorted by stay, and this one sorts the rows that are equal by them; at the most
 * columns there can be, it takes the place of the last one.
 */
export function nextSorting(
  before: readonly Sorting[] = [],
  by: string,
  isFurther = false,
): readonly Sorting[] | undefined {
  const own = before.find((sorting) => sorting.by === by)
  const next = own?.descending ? undefined : { by, descending: own !== undefined }
  if (!isFurther) return next && [next]
  const after = own
    ? before.flatMap((sorting) => (sorting === own ? (next ?? []) : sorting))
    : [...before.slice(0, MAX_SORT_KEYS - 1), ...(next ? [next] : [])]
  return after.length > 0 ? after : undefined
}

/** A sorting as ABP writes it: `price desc, securityID asc`. */
export const sortingInput = (sorting: readonly Sorting[]): string =>
  sorting.map(({ by, descending }) => `${by} ${descending ? 'desc' : 'asc'}`).join(', ')
