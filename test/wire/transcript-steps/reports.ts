import type { CallOutput } from '@tradebook/contract'
import { desk, page, type Step, steps } from './step.ts'

type AuditPage = CallOutput<'ReportEventLog/GetReportEventLogs'>

/** An administrator reads the audit trail. */
export const reports: readonly Step[] = [
  ...steps(
    'admin of Zenith-Hill',
    'Role/Create',
    { shows: 'success', input: desk },
    { shows: 'refused', input: desk },
  ),
  ...steps(
    'admin of Zenith-Hill',
    'ReportEventLog/GetReportEventLogs',
    {
      shows: 'success',
      when: 'the rows are chained',
      input: { ...page, serviceName: 'Role', methodName: 'Create', sorting: 'executionTime desc' },
      until: (result) => (result as AuditPage).items.every(({ hash }) => hash !== null),
    },
    { shows: 'invalid', input: { from: 'yesterday' } },
  ),
  ...steps(
    'admin of Zenith-Hill',
    'ReportEventLog/DownloadReportEventLogs',
    { shows: 'success', input: { serviceName: 'Role' } },
    { shows: 'invalid', input: { format: 'pdf' } },
  ),
  ...steps(
    'admin of Zenith-Hill',
    'ReportEventLog/GetReportLogs',
    {
      shows: 'success',
      input: { ...page, serviceName: 'ReportEventLog' },
      until: (result) => (result as AuditPage).items.length > 0,
    },
    { shows: 'invalid', input: { isComplete: 'perhaps' } },
  ),
  ...steps(
    'admin of Zenith-Hill',
    'ReportEventLog/DownloadReportLogs',
    { shows: 'success', input: {} },
    { shows: 'invalid', input: { columns: 'none' } },
  ),
  ...steps('admin of Zenith-Hill', 'ReportEventLog/VerifyChain', { shows: 'success', input: {} }),
]
