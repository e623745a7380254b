import { keepPreviousData } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { useCall } from '../../api/use-call.ts'
import type { ListState } from './list-state.ts'
import type { ListSource, ListView } from './list-view.ts'

/** The calls that answer one page of a list. */
type ListCall = {
  [Name in CallName]: CallOutput<Name> extends { totalCount: number; items: unknown[] } ? Name : never
}[CallName]

type RowOf<Name extends ListCall> = CallOutput<Name>['items'][number]

/** What a call is asked for a page of a list: its filters by their keys, paging and sorting by ABP's names. */
export const pageInput = <Row>(
  { pageSize, columns }: ListView<Row>,
  { page, sorting, filters }: ListState,
) => ({
  ...filters,
  skipCount: (page - 1) * pageSize,
  maxResultCount: pageSize,
  ...(sorting &&
    columns.some(({ key }) => key === sorting.by) && {
      sorting: `${sorting.by}${sorting.descending ? ' desc' : ''}`,
    }),
})

/** One page of a list that the server filters, sorts and cuts into pages. */
export function useServerList<Name extends ListCall>(
  name: Name,
  list: ListView<RowOf<Name>>,
  state: ListState,
): ListSource<RowOf<Name>> {
  const answer = useCall(name, pageInput(list, state) as CallInput<Name>, {
    placeholderData: keepPreviousData,
    silent: true,
  })
  return {
    rows: answer.data?.items,
    total: answer.data?.totalCount ?? 0,
    isFailed: answer.isError,
    isRefreshing: answer.isFetching,
    retry: () => void answer.refetch(),
  }
}
