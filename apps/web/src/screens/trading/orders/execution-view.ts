import { ExecType, type Execution, executionList, Side } from '@tradebook/contract'
import { choiceFilter, sideFilter } from '../../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../../ui/data-table/list-view.ts'

/** Every report of the person's orders, newest first. */
export const executionView: ListView<Execution> = listView({
  key: 'executions',
  title: 'Trading.Executions',
  of: executionList,
  file: 'Order/DownloadExecutions',
  rowKey: ({ execID }) => execID,
  pageSize: 100,
  columns: [
    { key: 'transactTime', kind: 'timestamp', characters: 14 },
    { key: 'securityID', characters: 12, isKept: true, opens: true },
    { key: 'side', characters: 6, tone: ({ side }) => (side === Side.buy ? 'up' : 'down') },
    { key: 'execType', characters: 9 },
    { key: 'lastQty', characters: 10 },
    { key: 'lastPx', characters: 8 },
    { key: 'cumQty', characters: 11 },
    { key: 'leavesQty', characters: 11 },
    { key: 'avgPx', characters: 11 },
    { key: 'account', characters: 11 },
    { key: 'reason', characters: 17, overflow: 'wrap' },
    { key: 'clientText', characters: 17, overflow: 'wrap', isExtra: true },
    { key: 'ordStatus', characters: 14, isExtra: true },
    { key: 'execID', characters: 14, isExtra: true },
    { key: 'orderID', characters: 12, isExtra: true },
  ],
  filters: [
    choiceFilter('execType', 'Trading.Filter.Event', 'Trading.Filter.all', {
      [ExecType.trade]: 'Trading.Filter.trades',
    }),
    sideFilter,
    { key: 'securityID', title: 'List.Column.securityID', kind: 'text' },
  ],
  leaving: ['clientText', 'execID', 'orderID', 'ordStatus', 'avgPx', 'cumQty', 'leavesQty', 'account'],
  card: [['securityID', 'side', 'lastPx'], ['execType', 'lastQty'], ['transactTime', 'account'], ['reason']],
  empty: { title: 'Trading.Executions.None', details: 'Trading.Executions.None.details' },
})
