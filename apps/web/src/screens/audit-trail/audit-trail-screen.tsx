import { useTranslation } from 'react-i18next'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { Page, Section } from '../../ui/page.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { auditView } from './audit-view.ts'
import { ChainCheck } from './chain-check.tsx'

/** Who did what in the firm, and whether the record of it is as it was written. */
const AuditTrailScreen = () => {
  const { t } = useTranslation()
  const [opened, toggle] = useOpenedRows(auditView)
  return (
    <Page title={t('Reports.AuditTrail')} about={t('Reports.AuditTrail.about')} isWide>
      <Section>
        <ChainCheck />
      </Section>
      <Section>
        <ServerTable
          call="ReportEventLog/GetReportEventLogs"
          list={auditView}
          onOpen={toggle}
          detail={{ of: opened, show: (row) => <AuditDetail row={row} /> }}
        />
      </Section>
    </Page>
  )
}

export default AuditTrailScreen
