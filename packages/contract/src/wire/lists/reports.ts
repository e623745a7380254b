import type { TextKey } from '../../words/words.ts'
import type { AuditRow, FirmTrade, ReportLogRow } from '../audit-shapes.ts'
import { list } from '../list.ts'
import { account, equals, period, range, securityID, side } from './columns.ts'

/** Whether a call was done. */
export const auditOutcomes = {
  false: 'Reports.Done',
  true: 'Reports.Refused',
} as const satisfies Record<string, TextKey>

/** Whether a file was read to its end. */
export const completeness = {
  true: 'Reports.Complete',
  false: 'Reports.Incomplete',
} as const satisfies Record<string, TextKey>

/** Whether a trade was brought together by a broker. */
export const crosses = {
  true: 'Registration.Yes',
  false: 'Registration.No',
} as const satisfies Record<string, TextKey>

/** A yes or a no of which one is asked for. */
const yesOrNo = <const Name extends string>(
  name: Name,
  title: TextKey,
  codes: Readonly<Record<string, TextKey>>,
) => ({ title, kind: 'code', codes, filter: { by: 'oneOf', name } }) as const

const executionTime = {
  title: 'Trading.Column.time',
  kind: 'time',
  sortable: true,
  filter: period,
} as const

const userName = { title: 'Reports.User', kind: 'text', searched: true, filter: equals('userName') } as const

/** The call by its own names, for programs. */
const call = {
  serviceName: { title: 'Reports.Service', kind: 'text', searched: true, filter: equals('serviceName') },
  methodName: { title: 'Reports.Method', kind: 'text', searched: true, filter: equals('methodName') },
} as const

/** The audit trail: `ReportEventLog/GetReportEventLogs`. */
export const auditList = list<AuditRow>()({
  title: 'Reports.AuditTrail',
  key: 'id',
  sorting: 'executionTime desc',
  columns: {
    id: { title: 'Reports.Number', kind: 'id' },
    executionTime,
    userName,
    call: { title: 'Reports.Call', kind: 'text' },
    customerName: { title: 'Reports.Subject', kind: 'text' },
    hasException: yesOrNo('hasException', 'Reports.Outcome', auditOutcomes),
    reason: { title: 'Reports.Exception', kind: 'text' },
    askedText: { title: 'Reports.Parameters', kind: 'text' },
    changed: { title: 'Reports.Changes', kind: 'text' },
    clientIpAddress: { title: 'Reports.Address', kind: 'text', filter: equals('clientIpAddress') },
    browserInfo: { title: 'Reports.Browser', kind: 'text' },
    executionDuration: { title: 'Reports.Duration', kind: 'quantity' },
    remarks: { title: 'Reports.CustomData', kind: 'text' },
    hash: { title: 'Reports.Hash', kind: 'text' },
    previousHash: { title: 'Reports.PreviousHash', kind: 'text' },
    ...call,
    exception: { title: 'Reports.ExceptionData', kind: 'text', searched: true },
    parameters: { title: 'Reports.ParametersData', kind: 'text', searched: true },
    changedData: { title: 'Reports.ChangesData', kind: 'text' },
  },
})

/** Files that were given: `ReportEventLog/GetReportLogs`. */
export const reportLogList = list<ReportLogRow>()({
  title: 'Reports.Logs',
  key: 'id',
  sorting: 'executionTime desc',
  columns: {
    executionTime,
    userName,
    call: { title: 'Reports.Call', kind: 'text' },
    fileName: { title: 'Reports.File', kind: 'text', searched: true },
    rowCount: { title: 'Reports.Rows', kind: 'quantity', sortable: true, filter: range('rowCount') },
    isComplete: yesOrNo('isComplete', 'Reports.Completeness', completeness),
    customerName: { title: 'Reports.Subject', kind: 'text', searched: true },
    account: { title: 'Trading.Column.account', kind: 'text', searched: true, filter: equals('account') },
    askedText: { title: 'Reports.Filters', kind: 'text' },
    clientIpAddress: { title: 'Reports.Address', kind: 'text', filter: equals('clientIpAddress') },
    executionDuration: { title: 'Reports.Duration', kind: 'quantity' },
    id: { title: 'Reports.Number', kind: 'id' },
    ...call,
    parameters: { title: 'Reports.ParametersData', kind: 'text' },
  },
})

/** The trades of the firm with whose they are: `Order/GetTrades`. */
export const firmTradeList = list<FirmTrade>()({
  title: 'Reports.Trades',
  key: 'execID',
  sorting: 'transactTime desc',
  inEveryFile: ['tradeNumber', 'account'],
  columns: {
    transactTime: { title: 'Trading.Column.time', kind: 'time', sortable: true, filter: period },
    securityID,
    side,
    lastQty: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true, filter: range('lastQty') },
    lastPx: { title: 'Trading.Column.price', kind: 'price', sortable: true, filter: range('lastPx') },
    value: { title: 'Trading.Column.tradeValue', kind: 'money', sortable: true, filter: range('value') },
    account,
    customerName: { title: 'List.Column.customerName', kind: 'name', searched: true },
    userName: { title: 'List.Column.userName', kind: 'text', filter: equals('userName') },
    commission: { title: 'Reports.Commission', kind: 'money' },
    totalFees: { title: 'Reports.TotalCharges', kind: 'money' },
    netAmount: { title: 'List.Column.netAmount', kind: 'money' },
    settlementDate: { title: 'List.Column.settlementDate', kind: 'date' },
    isCross: yesOrNo('isCross', 'Trading.Cross', crosses),
    noteNumber: { title: 'Reports.Note', kind: 'id' },
    tradeNumber: { title: 'List.Column.tradeNumber', kind: 'id' },
    orderID: { title: 'List.Column.orderID', kind: 'id', filter: equals('orderID') },
    execID: { title: 'List.Column.execID', kind: 'id' },
  },
})
