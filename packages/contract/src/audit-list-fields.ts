import { type Column, type List, parametersOf } from './list.ts'
import { accountRequestList } from './lists/account-requests.ts'
import { corporateActionList, entitlementList } from './lists/corporate-actions.ts'
import { executionList } from './lists/executions.ts'
import { holdingList } from './lists/holdings.ts'
import { newsList } from './lists/news.ts'
import { orderList } from './lists/orders.ts'
import { contractNoteList, movementList, valuationList } from './lists/portfolio.ts'
import { priceHistoryList, priceList } from './lists/prices.ts'
import { auditList, firmTradeList, reportLogList } from './lists/reports.ts'
import { statementList } from './lists/statement.ts'
import { tradeList } from './lists/trades.ts'
import { cashRequestList, inflowList } from './lists/transfers.ts'
import type { TextKey } from './words/words.ts'

/** What a file was asked for: the columns of the lists and the filters by them, as the lists call them. */

export interface ListField {
  readonly title: TextKey
  readonly codes?: Readonly<Record<string, TextKey>>
  /** Which end of a range it is. */
  readonly end?: TextKey
  /** Its values are names of columns. */
  readonly areNames?: true
}

const lists: readonly List[] = [
  ...[orderList, executionList, firmTradeList, tradeList, newsList, priceList, priceHistoryList],
  ...[holdingList, valuationList, movementList, statementList, contractNoteList, inflowList],
  ...[cashRequestList, corporateActionList, entitlementList, accountRequestList, auditList, reportLogList],
]

const END = { from: 'Filter.From', to: 'Filter.To' } as const

/** Days and times are asked for from one to another in every list. */
const OF_PERIOD: ReadonlySet<string> = new Set(['from', 'to', 'fromDate', 'toDate'])

function fieldsOf([name, column]: readonly [string, Column]): (readonly [string, ListField])[] {
  const { title, codes } = column
  const field = codes ? { title, codes } : { title }
  const filters = parametersOf(column.filter).map(({ by, name: parameter }): [string, ListField] => [
    parameter,
    by === 'from' || by === 'to'
      ? OF_PERIOD.has(parameter)
        ? { title: END[by] }
        : { title, end: END[by] }
      : field,
  ])
  return [[name, field], ...filters]
}

/** What every file can be asked for. */
const common: Readonly<Record<string, ListField>> = {
  format: { title: 'Reports.File' },
  columns: { title: 'Audit.Field.columns', areNames: true },
  sorting: { title: 'Audit.Field.sorting' },
  keyword: { title: 'Reports.Search' },
  security: { title: 'List.Column.securityID' },
  dateTime: { title: 'List.Column.date' },
  asOf: { title: 'List.Column.date' },
  sinceSequence: { title: 'Filter.From' },
  entity: { title: 'Reports.Entity' },
  entityId: { title: 'Registration.Column.id' },
  sector: { title: 'Trading.Column.sector' },
  state: { title: 'List.Column.state' },
  kind: { title: 'List.Column.type' },
}

export const auditListFields: Readonly<Record<string, ListField>> = {
  ...common,
  ...Object.fromEntries(lists.flatMap(({ columns }) => Object.entries(columns).flatMap(fieldsOf))),
}
