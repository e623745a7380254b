import { type Statistics, statisticsList } from '@tradebook/contract'
import { Button } from 'antd'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { direction } from '../../ui/format.ts'

/** The securities whose trading is halted, each with the way to resume it. */
export const haltedView = (onResume: (row: Statistics) => void): ListView<Statistics> =>
  listView({
    key: 'halted',
    title: 'Control.Halted',
    of: statisticsList,
    rowKey: ({ securityID }) => securityID,
    pageSize: 20,
    columns: [
      {
        key: 'resume',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 14,
        isKept: true,
        show: (row, t) => (
          <Button
            size="small"
            onClick={() => onResume(row)}
            aria-label={t('Control.Resume.of', { what: row.symbol })}
          >
            {t('Control.Resume')}
          </Button>
        ),
      },
      { key: 'securityID', characters: 14, isKept: true },
      { key: 'securityDesc', characters: 28 },
      { key: 'lastPx', characters: 10 },
      { key: 'changePercent', characters: 10, tone: (row) => direction(row.change) },
      { key: 'numberOfTrades', characters: 9 },
    ],
    leaving: ['numberOfTrades', 'securityDesc', 'changePercent'],
    card: [['securityID', 'lastPx', 'changePercent'], ['securityDesc'], ['resume']],
    empty: { title: 'Control.Halted.None', details: 'Control.Halted.None.details' },
  })
