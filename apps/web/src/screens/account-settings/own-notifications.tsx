import { type CallInput, type ChosenNotification, notificationsFor, type TextKey } from '@tradebook/contract'
import { notificationPreferences } from '@tradebook/contract/schemas/notification'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useCall } from '../../api/use-call.ts'
import { isMember, useSession } from '../../session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'

const labels = {
  orderFilled: 'AccountSettings.Notifications.orderFilled',
  orderEntered: 'AccountSettings.Notifications.orderEntered',
  orderRefused: 'AccountSettings.Notifications.orderRefused',
  orderEnded: 'AccountSettings.Notifications.orderEnded',
  tradeChanged: 'AccountSettings.Notifications.tradeChanged',
  noteMail: 'AccountSettings.Notifications.noteMail',
  statementMail: 'AccountSettings.Notifications.statementMail',
  watchedNews: 'AccountSettings.Notifications.watchedNews',
  postingWaits: 'AccountSettings.Notifications.postingWaits',
  postingDecided: 'AccountSettings.Notifications.postingDecided',
  paymentWaits: 'AccountSettings.Notifications.paymentWaits',
  paymentDecided: 'AccountSettings.Notifications.paymentDecided',
  requestWaits: 'AccountSettings.Notifications.requestWaits',
  requestFailed: 'AccountSettings.Notifications.requestFailed',
} as const satisfies Record<ChosenNotification, TextKey>

/** Which kinds of notifications the person wants, of those that their own rights bring. */
export const OwnNotifications = () => {
  const { t } = useTranslation()
  const offered = useSession()
  const names = isMember(offered) ? notificationsFor(offered.permissions) : []
  const profile = useCall('Account/GetProfile', {}, { staleTime: 0 })
  const [text, setText] = useState('')
  if (names.length === 0) return null
  return (
    <Section heading={t('AccountSettings.Notifications')}>
      <div className={styles.form}>
        <p>{t('AccountSettings.Notifications.about')}</p>
        <Loaded answer={profile}>
          {(data) => (
            <SchemaForm<'Account/UpdateProfile', z.input<typeof notificationPreferences>>
              label={t('AccountSettings.Notifications')}
              change="Account/UpdateProfile"
              schema={notificationPreferences}
              fields={names.map((name) => ({ name, label: labels[name] }))}
              initial={data.notifications}
              toInput={(notifications): CallInput<'Account/UpdateProfile'> => {
                const { name, surname, phoneNumber } = data
                const chosen = Object.fromEntries(names.map((kind) => [kind, notifications[kind]]))
                return { name, surname, phoneNumber, notifications: chosen }
              }}
              action={t('AccountSettings.Notifications.save')}
              makesStale={['Account/GetProfile']}
              onDone={() => setText(t('AccountSettings.Notifications.saved'))}
            />
          )}
        </Loaded>
        <p role="status">{text}</p>
      </div>
    </Section>
  )
}
