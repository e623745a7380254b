import { type HaltedSecurity, haltList } from '@tradebook/contract'
import { Button } from 'antd'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { minuteOfDay } from '../../ui/format.ts'

/** The securities that market control has halted, each with the way to resume it, and those that reopen. */
export const haltedView = (onResume: (row: HaltedSecurity) => void): ListView<HaltedSecurity> =>
  listView({
    key: 'halted',
    title: 'Control.Halted',
    of: haltList,
    rowKey: ({ securityID }) => securityID,
    pageSize: 20,
    columns: [
      {
        key: 'resume',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 12,
        isKept: true,
        show: (row, t) =>
          row.cause === 'marketControl' && (
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
      { key: 'securityDesc', characters: 28, overflow: 'ellipsis' },
      {
        key: 'standing',
        title: 'Control.Standing',
        kind: 'text',
        fileColumns: [],
        characters: 24,
        isKept: true,
        show: ({ until }, t) =>
          until === null ? t('Trading.Halted') : t('Control.Reopens', { time: minuteOfDay(until) }),
      },
      { key: 'reason', characters: 32, overflow: 'wrap' },
      { key: 'since', kind: 'timestamp', characters: 15 },
      { key: 'by', characters: 12 },
      { key: 'lastPx', characters: 10 },
    ],
    leaving: ['lastPx', 'securityDesc'],
    card: [['securityID', 'resume'], ['standing'], ['reason'], ['since', 'by']],
    empty: { title: 'Control.Halted.None', details: 'Control.Halted.None.details' },
  })
