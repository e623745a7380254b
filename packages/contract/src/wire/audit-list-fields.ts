import type { TextKey } from '../words/words.ts'
import type { CallName } from './calls.ts'
import { type Column, columnsOfFile, type List, parametersOf } from './list.ts'
import { accountRequestList } from './lists/account-requests.ts'
import { basketLineList } from './lists/baskets.ts'
import { ordStatuses } from './lists/codes.ts'
import { corporateActionList, entitlementList } from './lists/corporate-actions.ts'
import { customerList } from './lists/customers.ts'
import { executionList } from './lists/executions.ts'
import { holdingList } from './lists/holdings.ts'
import { newsList } from './lists/news.ts'
import { orderList } from './lists/orders.ts'
import { contractNoteList, movementList, valuationList } from './lists/portfolio.ts'
import { priceHistoryList, priceList } from './lists/prices.ts'
import { auditList, firmTradeList, reportLogList } from './lists/reports.ts'
import { noteTradeList, statementList } from './lists/statement.ts'
import { tradeList } from './lists/trades.ts'
import { cashRequestList, inflowList, outflowList } from './lists/transfers.ts'

/** What a file was asked for: the columns of the lists and the filters by them, as the lists call them. */

export interface ListField {
  readonly title: TextKey
  readonly codes?: Readonly<Record<string, TextKey>>
  /** Which end of a range it is. */
  readonly end?: TextKey
  /** Its values are names of columns. */
  readonly areNames?: true
}

/** The list of each file: a name means in it what it means in this list. */
const lists = {
  'Basket/DownloadLines': basketLineList,
  'Order/DownloadStockOrders': orderList,
  'Order/DownloadExecutions': executionList,
  'Order/DownloadTrades': firmTradeList,
  'MarketData/DownloadMarketTrades': tradeList,
  'MarketData/DownloadNews': newsList,
  'MarketData/DownloadPriceListCsv': priceList,
  'MarketData/DownloadPriceHistory': priceHistoryList,
  'BackOffice/DownloadCustomers': customerList,
  'BackOffice/DownloadDashAccountPortfolioHolding': holdingList,
  'BackOffice/DownloadDashAccountPortfolioValuation': valuationList,
  'BackOffice/DownloadPortfolioMovement': movementList,
  'BackOffice/DownloadAccountStatement': statementList,
  'BackOffice/DownloadContractNoteTrades': noteTradeList,
  'BackOffice/DownloadContractNoteList': contractNoteList,
  'BackOffice/DownloadAccountInflow': inflowList,
  'BackOffice/DownloadAccountOutflow': outflowList,
  'BackOffice/DownloadCashApprovals': cashRequestList,
  'BackOffice/DownloadCorporateActions': corporateActionList,
  'BackOffice/DownloadCorporateActionEntitlements': entitlementList,
  'Customer/DownloadCustomerAccountCreationRequests': accountRequestList,
  'ReportEventLog/DownloadReportEventLogs': auditList,
  'ReportEventLog/DownloadReportLogs': reportLogList,
} as const satisfies Partial<Record<CallName, List>>

type ListedFile = keyof typeof lists

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
  format: { title: 'Reports.Format' },
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
  ...Object.fromEntries(
    Object.values<List>(lists).flatMap(({ columns }) => Object.entries(columns).flatMap(fieldsOf)),
  ),
}

const note: ListField = { title: 'Reports.Note' }

/** What single files are asked for besides the columns of their list. */
const beside: Readonly<Record<string, Readonly<Record<string, ListField>>>> = {
  'Order/DownloadStockOrders': {
    status: {
      title: 'Trading.Filter.Standing',
      codes: {
        ...ordStatuses,
        open: 'Trading.Filter.open',
        done: 'Trading.Filter.done',
        current: 'Trading.Filter.current',
      },
    },
  },
  'BackOffice/DownloadContractNoteTrades': { number: note },
  'BackOffice/DownloadContractNote': { number: note },
}

/** The list that a call gives as a file. */
const listOf = (name: string): List | undefined =>
  Object.hasOwn(lists, name) ? lists[name as ListedFile] : undefined

/** The columns that a file was given in, of those that were asked for. */
export function columnsGiven(name: string, asked: readonly string[]): readonly string[] {
  const list = listOf(name)
  return list ? columnsOfFile(list, asked) : asked
}

/** What the members mean that one call is asked for, where the call decides it. */
export function fieldsOfCall(name: string): Readonly<Record<string, ListField>> {
  const columns = listOf(name)?.columns ?? {}
  return { ...Object.fromEntries(Object.entries(columns).flatMap(fieldsOf)), ...beside[name] }
}
