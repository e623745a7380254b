import { type AuditRow, auditList, auditOutcomes } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'
import { dateAndTimestamp } from '../../ui/format.ts'
import { picksCall } from './call-filter.tsx'

/** The audit trail. Opening a row unfolds what was asked and what it changed. */
export const auditView: ListView<AuditRow> = listView({
  key: 'audit',
  title: 'Reports.AuditTrail',
  of: auditList,
  file: 'ReportEventLog/DownloadReportEventLogs',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    { key: 'id', characters: 11, value: ({ id, hash }) => (hash === null ? null : id) },
    {
      ...{ key: 'executionTime', characters: 29, isKept: true, opens: true },
      show: ({ executionTime }) => dateAndTimestamp(executionTime),
    },
    { key: 'userName', characters: 16, isKept: true },
    { key: 'call', characters: 34, isKept: true, overflow: 'ellipsis' },
    { key: 'customerName', characters: 20, overflow: 'ellipsis' },
    {
      key: 'hasException',
      characters: 13,
      tone: ({ hasException }) => (hasException === 'true' ? 'down' : undefined),
    },
    { key: 'reason', characters: 30, overflow: 'ellipsis' },
    { key: 'changed', characters: 40, overflow: 'ellipsis' },
    { key: 'clientIpAddress', characters: 17 },
    { key: 'askedText', characters: 40, overflow: 'ellipsis', isExtra: true },
    { key: 'browserInfo', characters: 30, overflow: 'ellipsis', isExtra: true },
    { key: 'executionDuration', characters: 11, isExtra: true },
    { key: 'remarks', characters: 30, overflow: 'ellipsis', isExtra: true },
    { key: 'hash', characters: 24, overflow: 'ellipsis', isExtra: true },
    { key: 'serviceName', characters: 15, isExtra: true },
    { key: 'methodName', characters: 28, isExtra: true },
    { key: 'exception', characters: 26, overflow: 'ellipsis', isExtra: true },
    { key: 'parameters', characters: 40, overflow: 'ellipsis', isExtra: true },
    { key: 'changedData', characters: 40, overflow: 'ellipsis', isExtra: true },
  ],
  filters: [
    {
      key: 'hasException',
      title: 'Reports.Outcome',
      kind: 'choice',
      options: [
        { value: '', title: 'Reports.Outcome.all' },
        ...Object.entries(auditOutcomes).map(([value, title]) => ({ value, title })),
      ],
      input: (value) => ({ hasException: [value] }),
    },
    ...periodFilters,
    { key: 'about', title: 'Reports.About', kind: 'text' },
    { key: 'userName', title: 'Reports.User', kind: 'text' },
    { key: 'call', title: 'Reports.Call', ...picksCall },
    { key: 'entity', title: 'Reports.Entity', kind: 'text' },
    { key: 'keyword', title: 'Reports.Search', kind: 'text' },
  ],
  leaving: ['clientIpAddress', 'id', 'reason', 'changed', 'customerName', 'hasException'],
  card: [['call', 'hasException'], ['customerName'], ['userName', 'executionTime'], ['reason'], ['changed']],
  empty: { title: 'Reports.None', details: 'Reports.None.details' },
})
