import { DataTable, type DataTableProps } from './data-table.tsx'
import { useListState } from './list-state.ts'
import { type ListCall, type RowOf, useServerList } from './server-list.ts'

type ServerTableProps<Name extends ListCall> = Omit<
  DataTableProps<RowOf<Name>>,
  'source' | 'state' | 'onChange'
> & { readonly call: Name }

/** A list that a call answers page by page, where nothing next to the list asks for its rows. */
export function ServerTable<Name extends ListCall>({ call, list, ...shown }: ServerTableProps<Name>) {
  const [state, change] = useListState(list)
  const { answer: _, ...source } = useServerList(call, list, state)
  return <DataTable {...shown} list={list} source={source} state={state} onChange={change} />
}
