import { type Alert, alertConditions, alertList, alertStates } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { securityFilter } from '../../live/security-filter.ts'
import { NEWS } from '../../paths.ts'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { percent, price } from '../../ui/format.ts'

/** What an alert waits for, in words: `Price at or above 52.00`. */
const inWords = ({ condition, ...alert }: Alert, t: TFunction): string =>
  [
    t(alertConditions[condition].title),
    alert.price !== null && price(alert.price),
    alert.percent !== null && percent(alert.percent).replace(/^\+/, ''),
  ]
    .filter(Boolean)
    .join(' ')

/** A person's alerts, each with what can be done with it. */
export const alertsView = (actions: (alert: Alert, t: TFunction) => ReactNode): ListView<Alert> =>
  listView({
    key: 'alerts',
    title: 'Alert.Title',
    of: alertList,
    rowKey: ({ id }) => String(id),
    pageSize: 20,
    columns: [
      { key: 'state', characters: 13, isKept: true },
      { key: 'securityID', characters: 14, isKept: true },
      { key: 'condition', characters: 30, overflow: 'wrap', isKept: true, show: inWords },
      {
        key: 'firedBy',
        title: 'Alert.FiredBy',
        kind: 'text',
        fileColumns: ['firedPrice', 'firedPercent', 'headline'],
        characters: 24,
        overflow: 'wrap',
        isLeftWhenEmpty: true,
        isNamed: true,
        value: ({ firedPrice, firedPercent, headline }) => firedPrice ?? firedPercent ?? headline,
        show: ({ firedPrice, firedPercent, headline, newsID }) => {
          if (firedPrice !== null) return price(firedPrice)
          if (firedPercent !== null) return percent(firedPercent)
          return (
            newsID !== null && (
              <Link to={`${NEWS}?${new URLSearchParams({ 'news.id': newsID })}`}>{headline}</Link>
            )
          )
        },
      },
      { key: 'firedAt', kind: 'minute', characters: 20, isLeftWhenEmpty: true, isNamed: true },
      { key: 'creationTime', kind: 'minute', characters: 20, isNamed: true },
      {
        key: 'do',
        title: 'Trading.Column.actions',
        kind: 'text',
        fileColumns: [],
        characters: 24,
        overflow: 'wrap',
        isKept: true,
        value: ({ state }) => state,
        show: actions,
      },
    ],
    filters: [choiceFilter('state', 'List.Column.state', 'Alert.All', alertStates), securityFilter],
    leaving: ['creationTime', 'firedAt'],
    card: [['securityID', 'state'], ['condition'], ['firedBy'], ['firedAt'], ['creationTime'], ['do']],
    empty: { title: 'Alert.Empty', details: 'Alert.Empty.details' },
  })
