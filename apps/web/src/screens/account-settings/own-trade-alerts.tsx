import { tradeAlertsInput } from '@tradebook/contract/schemas/fees'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { date } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'

/** Whether a customer is sent trade alerts, which are charged for. */
export const OwnTradeAlerts = () => {
  const isCustomer = useSession(({ roles }) => roles.has('CUSTOMER'))
  return isCustomer && <AlertsOfCustomer />
}

const AlertsOfCustomer = () => {
  const { t } = useTranslation()
  const alerts = useCall('Fees/GetTradeAlerts', {}, { staleTime: 0 })
  const [text, setText] = useState('')
  return (
    <Section heading={t('AccountSettings.TradeAlerts')}>
      <div className={styles.form}>
        <p>{t('AccountSettings.TradeAlerts.about')}</p>
        <Loaded answer={alerts}>
          {({ alertsOff, dateFrom }) => (
            <>
              <SchemaForm
                label={t('AccountSettings.TradeAlerts')}
                change="Fees/UpdateTradeAlerts"
                schema={tradeAlertsInput}
                fields={[{ name: 'alertsOff', label: 'AccountSettings.TradeAlerts.off' }]}
                initial={{ alertsOff }}
                action={t('AccountSettings.TradeAlerts.save')}
                makesStale={['Fees/GetTradeAlerts']}
                onDone={() => setText(t('AccountSettings.TradeAlerts.saved'))}
              />
              {dateFrom && <p>{t('AccountSettings.TradeAlerts.from', { date: date(dateFrom) })}</p>}
            </>
          )}
        </Loaded>
        <p role="status">{text}</p>
      </div>
    </Section>
  )
}
