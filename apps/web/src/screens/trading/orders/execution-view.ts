import { ExecType, type Execution, Side, type WordKey } from '@tradebook/contract'
import type { ListView } from '../../../ui/data-table/list-view.ts'

/** What a report says happened. */
const executionWords: Readonly<Record<ExecType, WordKey>> = {
  [ExecType.new]: 'Trading.Exec.new',
  [ExecType.canceled]: 'Trading.Exec.canceled',
  [ExecType.replaced]: 'Trading.Exec.replaced',
  [ExecType.rejected]: 'Trading.Exec.rejected',
  [ExecType.restated]: 'Trading.Exec.restated',
  [ExecType.expired]: 'Trading.Exec.expired',
  [ExecType.trade]: 'Trading.Exec.trade',
}

/** Every report of the person's orders, newest first. */
export const executionView: ListView<Execution> = {
  key: 'executions',
  title: 'Trading.Executions',
  rowKey: ({ execID }) => execID,
  pageSize: 100,
  columns: [
    {
      key: 'transactTime',
      title: 'Trading.Column.time',
      kind: 'time',
      align: 'left',
      characters: 15,
      isSortable: true,
    },
    {
      key: 'securityID',
      title: 'Trading.Column.symbol',
      kind: 'text',
      characters: 13,
      isSortable: true,
      isKept: true,
      opens: true,
    },
    {
      key: 'side',
      title: 'Trading.Column.side',
      kind: 'text',
      characters: 7,
      isSortable: true,
      tone: ({ side }) => (side === Side.buy ? 'up' : 'down'),
      show: ({ side }, say) => say(side === Side.buy ? 'Trading.Buy' : 'Trading.Sell'),
    },
    {
      key: 'execType',
      title: 'Trading.Column.event',
      kind: 'text',
      characters: 10,
      isSortable: true,
      show: ({ execType }, say) => say(executionWords[execType]),
    },
    { key: 'lastQty', title: 'Trading.Column.quantity', kind: 'quantity', characters: 12, isSortable: true },
    { key: 'lastPx', title: 'Trading.Column.price', kind: 'price', characters: 11, isSortable: true },
    { key: 'cumQty', title: 'Trading.Column.cumQty', kind: 'quantity', characters: 12, isSortable: true },
    {
      key: 'leavesQty',
      title: 'Trading.Column.leavesQty',
      kind: 'quantity',
      characters: 12,
      isSortable: true,
    },
    {
      key: 'avgPx',
      title: 'Trading.Column.avgPx',
      kind: 'averagePrice',
      characters: 11,
      isSortable: true,
      value: ({ cumQty, avgPx }) => (cumQty > 0 ? avgPx : null),
    },
    { key: 'account', title: 'Trading.Column.account', kind: 'text', characters: 12, isSortable: true },
    {
      key: 'text',
      title: 'Trading.Column.reason',
      kind: 'text',
      characters: 16,
      hint: ({ text }) => text ?? undefined,
    },
  ],
  filters: [
    {
      key: 'event',
      title: 'Trading.Filter.Event',
      kind: 'choice',
      options: [
        { value: '', title: 'Trading.Filter.all' },
        { value: ExecType.trade, title: 'Trading.Filter.trades' },
      ],
      passes: ({ execType }, value) => execType === value,
    },
    {
      key: 'side',
      title: 'Trading.Filter.Side',
      kind: 'choice',
      options: [
        { value: '', title: 'Trading.Filter.BothSides' },
        { value: Side.buy, title: 'Trading.Buy' },
        { value: Side.sell, title: 'Trading.Sell' },
      ],
      passes: (execution, side) => execution.side === side,
    },
  ],
  leaving: ['avgPx', 'cumQty', 'leavesQty', 'text', 'account'],
  card: [['securityID', 'side', 'lastPx'], ['execType', 'lastQty'], ['transactTime', 'account'], ['text']],
  empty: { title: 'Trading.Executions.None', details: 'Trading.Executions.None.details' },
}
