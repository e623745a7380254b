import { completeness, type ReportLogRow, reportLogList } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { NOTHING } from '../../ui/format.ts'
import { Facts, OpenedRow } from '../../ui/opened-row.tsx'
import { Page, Section } from '../../ui/page.tsx'

const reportLogView: ListView<ReportLogRow> = listView({
  key: 'reportLogs',
  title: 'Reports.Logs',
  of: reportLogList,
  file: 'ReportEventLog/DownloadReportLogs',
  rowKey: ({ id }) => id,
  pageSize: 50,
  columns: [
    { key: 'executionTime', characters: 16, overflow: 'wrap', isKept: true },
    { key: 'userName', characters: 13, overflow: 'wrap', isKept: true, opens: true },
    { key: 'call', characters: 20, overflow: 'wrap', isKept: true },
    {
      key: 'customerName',
      fileColumns: ['customerName', 'account'],
      characters: 24,
      overflow: 'wrap',
      isKept: true,
      show: ({ customerName, account }, t) =>
        account === null ? t('Reports.Subject.none') : [customerName, account].filter(Boolean).join(' · '),
    },
    { key: 'askedText', characters: 34, overflow: 'wrap' },
    { key: 'clientIpAddress', characters: 15, overflow: 'wrap' },
    { key: 'rowCount', characters: 9 },
    { key: 'isComplete', characters: 10 },
    { key: 'fileName', characters: 34, overflow: 'wrap', isExtra: true },
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
    { key: 'account', title: 'Trading.Column.account', kind: 'text' },
    { key: 'clientIpAddress', title: 'Reports.Address', kind: 'text' },
    { key: 'keyword', title: 'Reports.Search', kind: 'text' },
  ],
  leaving: ['isComplete', 'rowCount', 'askedText'],
  card: [
    ['call', 'rowCount'],
    ['customerName'],
    ['userName', 'executionTime'],
    ['askedText'],
    ['clientIpAddress', 'isComplete'],
  ],
  empty: { title: 'Reports.None', details: 'Reports.None.details' },
})

/** Who was given which file, of whom, by which filters and from where. Opening a row unfolds all that was asked. */
const ReportLogsScreen = () => {
  const { t } = useTranslation()
  const [opened, toggle] = useOpenedRows(reportLogView)
  return (
    <Page title={t('Reports.Logs')} about={t('Reports.Logs.about')} isWide>
      <Section>
        <ServerTable
          call="ReportEventLog/GetReportLogs"
          list={reportLogView}
          onOpen={toggle}
          detail={{ of: opened, show: (row) => <ReportLogDetail row={row} /> }}
        />
      </Section>
    </Page>
  )
}

function ReportLogDetail({ row }: { readonly row: ReportLogRow }) {
  const { t } = useTranslation()
  return (
    <OpenedRow>
      <Facts
        of={[
          [t('Reports.File'), row.fileName],
          [t('Reports.Duration'), String(row.executionDuration)],
          ...row.asked.map(({ title, after }) => [title, after ?? NOTHING] as const),
        ]}
      />
    </OpenedRow>
  )
}

export default ReportLogsScreen
