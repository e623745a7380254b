import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type CallInput, type CallName, type CallOutput, MAX_PAGED_ROWS } from '@tradebook/contract'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { callKey, useCall } from '../../api/use-call.ts'
import { type ListState, sortingInput } from './list-state.ts'
import { filterInput, type ListSource, type ListView } from './list-view.ts'

/** The calls that answer one page of a list. */
export type ListCall = {
  [Name in CallName]: CallOutput<Name> extends { totalCount: number; more: boolean; items: object[] }
    ? Name
    : never
}[CallName]

export type RowOf<Name extends ListCall> = CallOutput<Name>['items'][number]

/** What a call is asked for a page of a list: its filters, and paging and sorting by ABP's names. */
const pageInput = <Row>(list: ListView<Row>, { page, sorting, filters }: ListState) => ({
  ...filterInput(list, filters),
  skipCount: (page - 1) * list.pageSize,
  maxResultCount: list.pageSize,
  ...(sorting && { sorting: sortingInput(sorting) }),
})

/**
 * One page of a list that the server filters, sorts and cuts into pages.
 *
 * @param input what the call is asked besides: whose list it is.
 * @returns the page, and the whole answer for what it has besides its rows.
 */
export function useServerList<Name extends ListCall>(
  name: Name,
  list: ListView<RowOf<Name>>,
  state: ListState,
  input: Partial<CallInput<Name>> = {},
): ListSource<RowOf<Name>> & { readonly answer: CallOutput<Name> | undefined } {
  // The list's filters are parameters of its call by the contract; a wrong one is refused.
  const answer = useCall(name, { ...input, ...pageInput(list, state) } as unknown as CallInput<Name>, {
    placeholderData: keepPreviousData,
    // Nobody followed what the hub sent while the list was not shown.
    staleTime: 0,
  })
  const rows = answer.data?.items
  // An empty answer to the last question is not an answer to the next one.
  const isUnknown = answer.isPlaceholderData && rows?.length === 0
  return {
    answer: isUnknown ? undefined : answer.data,
    rows: isUnknown ? undefined : rows,
    total: answer.data?.totalCount ?? 0,
    isTotalBounded: answer.data?.more === true,
    all: () => allRows(name, { ...input, ...pageInput(list, state) } as unknown as CallInput<Name>),
    isFailed: answer.isError,
    isOffline: answer.fetchStatus === 'paused',
    refusal: refusalIn(answer.error),
    isRefreshing: answer.isFetching,
    retry: () => void answer.refetch(),
  }
}

/** Rows that are asked for at once. */
const ROWS_A_CALL = 1_000

/** All rows of a list that its call pages through, in its order. */
async function allRows<Name extends ListCall>(name: Name, input: CallInput<Name>): Promise<RowOf<Name>[]> {
  const rows: RowOf<Name>[] = []
  while (rows.length < MAX_PAGED_ROWS) {
    const { items } = await call(name, { ...input, skipCount: rows.length, maxResultCount: ROWS_A_CALL })
    rows.push(...items)
    if (items.length < ROWS_A_CALL) break
  }
  return rows
}

/** ABP's status of a business refusal: anyone who asks again is refused again. */
const REFUSED = 500

const refusalIn = (error: Error | null): ListSource<never>['refusal'] =>
  error instanceof ApiError && error.status === REFUSED && error.code !== 0
    ? { title: error.message, details: error.details ?? '' }
    : undefined

/** How long a list may lag behind what the hub sent, in milliseconds: one read for all of it. */
export const LIST_LAG_MS = 500

/**
 * Fetches a list again when `newest`, the id of the newest row the hub sent, is another.
 *
 * @param lagMs how long the list may lag behind, in milliseconds.
 */
export function useFreshList(
  name: CallName,
  newest: string | number | undefined,
  lagMs: number = LIST_LAG_MS,
): void {
  const queries = useQueryClient()
  const fetched = useRef(newest)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (newest === fetched.current) return
    fetched.current = newest
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      void queries.invalidateQueries({ queryKey: callKey(name) })
    }, lagMs)
  }, [newest, name, queries, lagMs])
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
}
