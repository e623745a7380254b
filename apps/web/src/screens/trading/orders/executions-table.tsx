import { useExecutions } from '../../../live/use-live.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../../../ui/data-table/server-list.ts'
import { executionView } from './execution-view.ts'

/** The reports of the person's orders; the first page follows the hub. */
export function ExecutionsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const [state, change] = useListState(executionView)
  const source = useServerList('Order/GetExecutions', executionView, state)
  useFreshList('Order/GetExecutions', useExecutions()[0]?.execID)
  return (
    <DataTable
      list={executionView}
      source={source}
      state={state}
      onChange={change}
      onOpen={({ securityID }) => onSelect(securityID)}
    />
  )
}
