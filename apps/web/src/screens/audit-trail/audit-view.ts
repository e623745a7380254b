import { type AuditRow, auditList, auditOutcomes } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'
import { dateAndTimestamp } from '../../ui/format.ts'

/** The audit trail. Opening a row unfolds what was asked and what it changed. */
export const auditView: ListView<AuditRow> = listView({
  key: 'audit',
  title: 'Reports.AuditTrail',
  of: auditList,
  file: 'ReportEventLog/DownloadReportEventLogs',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    {
      ...{ key: 'executionTime', characters: 29, isKept: true, opens: true },
      show: ({ executionTime }) => dateAndTimestamp(executionTime),
    },
    { key: 'userName', characters: 16, isKept: true },
    { key: 'serviceName', characters: 15 },
    { key: 'methodName', characters: 28, isKept: true },
    {
      key: 'hasException',
      characters: 13,
      tone: ({ hasException }) => (hasException === 'true' ? 'down' : undefined),
    },
    { key: 'exception', characters: 26, overflow: 'ellipsis' },
    { key: 'changed', characters: 34, overflow: 'ellipsis' },
    { key: 'clientIpAddress', characters: 17 },
    { key: 'parameters', characters: 40, overflow: 'ellipsis', isExtra: true },
    { key: 'browserInfo', characters: 30, overflow: 'ellipsis', isExtra: true },
    { key: 'executionDuration', characters: 11, isExtra: true },
    { key: 'id', characters: 12, isExtra: true },
    { key: 'hash', characters: 24, overflow: 'ellipsis', isExtra: true },
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
    { key: 'userName', title: 'Reports.User', kind: 'text' },
    { key: 'serviceName', title: 'Reports.Service', kind: 'text' },
    { key: 'methodName', title: 'Reports.Method', kind: 'text' },
    { key: 'entity', title: 'Reports.Entity', kind: 'text' },
    { key: 'keyword', title: 'Reports.Search', kind: 'text' },
  ],
  leaving: ['clientIpAddress', 'exception', 'changed', 'serviceName', 'hasException'],
  card: [['methodName', 'hasException'], ['userName', 'executionTime'], ['exception'], ['changed']],
  empty: { title: 'Reports.None', details: 'Reports.None.details' },
})
