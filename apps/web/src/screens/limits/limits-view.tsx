import { type LimitRow, limitList, limitScopes, type TextKey } from '@tradebook/contract'
import { Button, Switch } from 'antd'
import type { TFunction } from 'i18next'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { dateAndTime } from '../../ui/format.ts'
import styles from './limits-screen.module.css'

/** Who a row is about, in the middle of a sentence. */
export function whoOf({ scope, id, name }: Pick<LimitRow, 'scope' | 'id' | 'name'>, t: TFunction): string {
  if (scope === 'market') return t('Limits.Market')
  return scope === 'tenant' ? name : t(`Limits.Named.${scope}`, { id })
}

/** What is done with a row; `undefined` of what the reader may not do. */
interface Actions {
  readonly onEdit: ((row: LimitRow) => void) | undefined
  readonly onSwitch: ((row: LimitRow) => void) | undefined
}

/** Why, by whom and since when kill switches are on: the host's first. */
function causeOf({ killSwitch, hostKillSwitch }: LimitRow, t: TFunction): string {
  const sentence = (on: LimitRow['killSwitch'], otherwise: TextKey) =>
    on
      ? [
          t('Limits.Switch.Cause', {
            reason: on.cause === 'rate' ? t('Limits.Switch.Rate') : on.reason,
            by: on.by ?? t(otherwise),
            since: dateAndTime(on.since),
          }),
        ]
      : []
  return [
    ...sentence(hostKillSwitch, 'Limits.Switch.ByHost'),
    ...sentence(killSwitch, 'Limits.Switch.ByItself'),
  ].join('; ')
}

const switchColumn = (onSwitch: Actions['onSwitch']) =>
  ({
    key: 'killSwitch',
    title: 'Limits.Switch',
    kind: 'text',
    fileColumns: [],
    characters: 12,
    isKept: true,
    // It is here where there is no room for its column.
    hint: (row: LimitRow, t: TFunction) => causeOf(row, t) || undefined,
    show: (row: LimitRow, t: TFunction) => (
      <Switch
        className={styles.switch ?? ''}
        checked={row.killSwitch !== null}
        checkedChildren={t('Limits.Switch.on')}
        unCheckedChildren={t('Limits.Switch.off')}
        disabled={!onSwitch}
        onChange={() => onSwitch?.(row)}
        aria-label={t('Limits.Switch.Of', { who: whoOf(row, t) })}
      />
    ),
  }) as const

const editColumn = (onEdit: (row: LimitRow) => void) =>
  ({
    key: 'edit',
    title: 'Trading.Column.actions',
    kind: 'text',
    fileColumns: [],
    characters: 12,
    isKept: true,
    show: (row: LimitRow, t: TFunction) => (
      <Button size="small" onClick={() => onEdit(row)} aria-label={t('Limits.SetOf', { who: whoOf(row, t) })}>
        {t('Limits.Set')}
      </Button>
    ),
  }) as const

const causeColumn = {
  key: 'cause',
  title: 'Limits.Switch.Why',
  kind: 'text',
  fileColumns: [],
  characters: 24,
  overflow: 'wrap',
  show: causeOf,
} as const

const { tenant, user, account } = limitScopes

const rows = {
  title: 'Limits.Title',
  of: limitList,
  rowKey: ({ key }: LimitRow) => key,
  pageSize: 50,
  empty: { title: 'Limits.None', details: 'Limits.None.details' },
} as const

/** The firm, and its users and accounts that have limits or are stopped. */
export const limitsView = ({ onEdit, onSwitch }: Actions): ListView<LimitRow> =>
  listView({
    key: 'limits',
    ...rows,
    columns: [
      switchColumn(onSwitch),
      { key: 'scope', characters: 9 },
      { key: 'id', characters: 12, isKept: true },
      { key: 'name', characters: 16, overflow: 'ellipsis' },
      { key: 'orderValue', characters: 16 },
      { key: 'orderQty', characters: 14 },
      { key: 'dailyTurnover', characters: 18 },
      // Limits have no sign, which percentages of changes are written with.
      { key: 'collarPercent', kind: 'money', characters: 11 },
      { key: 'volumePercent', kind: 'money', characters: 12 },
      { key: 'ordersPerSecond', characters: 11 },
      { key: 'duplicateSeconds', characters: 16 },
      ...(onEdit ? [editColumn(onEdit)] : []),
      causeColumn,
    ],
    filters: [choiceFilter('scope', 'Limits.Level', 'Movement.All', { tenant, user, account })],
    leaving: [
      'name',
      'cause',
      'duplicateSeconds',
      'volumePercent',
      'ordersPerSecond',
      'orderQty',
      'collarPercent',
      'dailyTurnover',
      'orderValue',
      'scope',
    ],
    card: [
      ['id', 'killSwitch'],
      ['scope', 'name'],
      ['orderValue', 'orderQty'],
      ['dailyTurnover', 'collarPercent'],
      ['volumePercent', 'ordersPerSecond'],
      ['duplicateSeconds'],
      ['cause'],
      ...(onEdit ? [['edit']] : []),
    ],
    noMatch: { title: 'Limits.NoMatch', details: 'Limits.NoMatch.details' },
  })

/** The market and its firms, whose limits are their own business. */
export const switchesView = ({ onSwitch }: Pick<Actions, 'onSwitch'>): ListView<LimitRow> =>
  listView({
    key: 'switches',
    ...rows,
    columns: [
      switchColumn(onSwitch),
      { key: 'scope', characters: 13 },
      { key: 'name', characters: 30, isKept: true },
      { key: 'id', characters: 18 },
      causeColumn,
    ],
    leaving: ['id', 'scope'],
    card: [['name', 'killSwitch'], ['scope', 'id'], ['cause']],
  })
