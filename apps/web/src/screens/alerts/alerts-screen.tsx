import type { Alert } from '@tradebook/contract'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialogOnDemand } from '../../alerts/alert-dialog-on-demand.tsx'
import { openAlert } from '../../alerts/open-alert.ts'
import { useSend } from '../../api/use-send.ts'
import { useNotificationChanges } from '../../live/use-live.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './alerts-screen.module.css'
import { alertsView } from './alerts-view.tsx'

/** What the person asked to be told: what waits, and what fired. */
const AlertsScreen = () => {
  const { t } = useTranslation()
  const { state, send } = useSend('Alert/Delete', { makesStale: ['Alert/GetAll'] })
  const view = useMemo(
    () =>
      alertsView((alert, translate) => {
        const { id, securityID } = alert
        const again = translate(alert.state === 'waiting' ? 'Alert.Change' : 'Alert.Again')
        const remove = translate('Alert.RemoveIt')
        return (
          <span className={styles.actions}>
            <Button
              size="small"
              aria-label={`${again}: ${securityID}`}
              onClick={() => openAlert({ securityID, from: alert satisfies Alert })}
            >
              {again}
            </Button>
            <Button size="small" aria-label={`${remove}: ${securityID}`} onClick={() => void send({ id })}>
              {remove}
            </Button>
          </span>
        )
      }),
    [send],
  )
  // Each that fires is notified of.
  useFreshList('Alert/GetAll', useNotificationChanges())
  return (
    <Page title={t('Alert.Title')} about={t('Alert.About')}>
      <Section>
        <SendFailure state={state} />
        <ServerTable call="Alert/GetAll" list={view} />
      </Section>
      <AlertDialogOnDemand />
    </Page>
  )
}

export default AlertsScreen
