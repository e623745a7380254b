import { type Statistics, statisticsList, type TextKey } from '@tradebook/contract'
import { type ListView, listView } from '../ui/data-table/list-view.ts'
import { change, direction } from '../ui/format.ts'
import { securityColumn } from './day-columns.ts'

/** Securities as they are now, in the order of anyone who shows them. */
export const moverView = (
  key: string,
  title: TextKey,
  /** What is shown as long as there is room for it. */
  kept: 'change' | 'tradeValue' = 'change',
): ListView<Statistics> =>
  listView({
    key,
    title,
    of: statisticsList,
    rowKey: ({ securityID }) => securityID,
    pageSize: 100,
    columns: [
      securityColumn<Statistics>(),
      { key: 'securityDesc', characters: 26 },
      { key: 'sector', characters: 20, isExtra: true },
      { key: 'prevClosePx', characters: 10 },
      { key: 'lastPx', characters: 10 },
      {
        key: 'change',
        characters: 9,
        show: (row) => change(row.change),
        tone: (row) => direction(row.change),
      },
      { key: 'changePercent', characters: 10, tone: (row) => direction(row.change) },
      { key: 'tradeVolume', characters: 13 },
      { key: 'tradeValue', characters: 17 },
      { key: 'numberOfTrades', characters: 9 },
    ],
    leaving: [
      ...['securityDesc', 'numberOfTrades', 'prevClosePx', 'tradeVolume'],
      ...(kept === 'change' ? ['tradeValue', 'change'] : ['change', 'tradeValue']),
    ],
    card: [
      ['securityID', 'lastPx', 'changePercent'],
      ['tradeVolume', 'tradeValue'],
    ],
    empty: { title: 'Movers.Empty', details: 'Movers.Empty.details' },
  })
