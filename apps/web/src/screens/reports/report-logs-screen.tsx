import { completeness, type ReportLogRow, reportLogList } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'

const reportLogView: ListView<ReportLogRow> = listView({
  key: 'reportLogs',
  title: 'Reports.Logs',
  of: reportLogList,
  file: 'ReportEventLog/DownloadReportLogs',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    { key: 'executionTime', characters: 29, isKept: true },
    { key: 'userName', characters: 16, isKept: true },
    { key: 'fileName', characters: 40, isKept: true, overflow: 'ellipsis' },
    { key: 'rowCount', characters: 11 },
    { key: 'isComplete', characters: 10 },
    { key: 'askedText', characters: 44, overflow: 'ellipsis' },
    { key: 'call', characters: 34, overflow: 'ellipsis', isExtra: true },
    { key: 'serviceName', characters: 15, isExtra: true },
    { key: 'methodName', characters: 28, isExtra: true },
    { key: 'parameters', characters: 44, overflow: 'ellipsis', isExtra: true },
    { key: 'executionDuration', characters: 11, isExtra: true },
  ],
  filters: [
    {
      key: 'isComplete',
      title: 'Reports.Completeness',
      kind: 'choice',
      options: [
        { value: '', title: 'Reports.Completeness.all' },
        ...Object.entries(completeness).map(([value, title]) => ({ value, title })),
      ],
      input: (value) => ({ isComplete: [value] }),
    },
    ...periodFilters,
    { key: 'userName', title: 'Reports.User', kind: 'text' },
    { key: 'keyword', title: 'Reports.Search', kind: 'text' },
  ],
  leaving: ['askedText', 'isComplete', 'rowCount'],
  card: [['fileName'], ['userName', 'executionTime'], ['rowCount', 'isComplete'], ['askedText']],
  empty: { title: 'Reports.None', details: 'Reports.None.details' },
})

/** Who was given which file. */
const ReportLogsScreen = () => {
  const { t } = useTranslation()
  return (
    <Page title={t('Reports.Logs')} about={t('Reports.Logs.about')} isWide>
      <Section>
        <ServerTable call="ReportEventLog/GetReportLogs" list={reportLogView} />
      </Section>
    </Page>
  )
}

export default ReportLogsScreen
