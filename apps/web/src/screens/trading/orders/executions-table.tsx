import { useMemo } from 'react'
import { EXECUTIONS_KEPT } from '../../../live/market-store.ts'
import { useExecutions } from '../../../live/use-live.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { localList } from '../../../ui/data-table/local-list.ts'
import { useSay } from '../../../words.ts'
import { executionView } from './execution-view.ts'

/** The reports of the person's orders as they come, newest first. */
export function ExecutionsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const say = useSay()
  const executions = useExecutions()
  const [state, change] = useListState(executionView)
  const source = useMemo(() => localList(executionView, executions, state), [executions, state])
  return (
    <DataTable
      list={executionView}
      source={source}
      state={state}
      onChange={change}
      onOpen={({ securityID }) => onSelect(securityID)}
      note={
        executions.length >= EXECUTIONS_KEPT && say('Trading.Executions.Newest', { number: EXECUTIONS_KEPT })
      }
    />
  )
}
