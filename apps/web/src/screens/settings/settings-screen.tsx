import { settingsInput } from '@tradebook/contract/schemas/settings'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './settings-screen.module.css'

/** What the firm sets for itself. */
const SettingsScreen = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useCall('Settings/GetAll', {}, { silent: true, staleTime: 0 })
  const [text, setText] = useState('')
  return (
    <Page title={t('Settings.Title')} about={t('Settings.About')}>
      <Section heading={t('Settings.Cash')}>
        {isError ? (
          <EmptyState
            title={t('Settings.Failed')}
            details={t('Table.Failed.details')}
            action={<Button onClick={() => void refetch()}>{t('Chunk.Retry')}</Button>}
          />
        ) : data === undefined ? (
          <Skeleton active />
        ) : (
          <div className={styles.form}>
            <SchemaForm
              label={t('Settings.Title')}
              change="Settings/Update"
              schema={settingsInput}
              fields={[
                {
                  name: 'cashApprovalThreshold',
                  label: 'Settings.CashApprovalThreshold',
                  help: 'Settings.CashApprovalThreshold.help',
                },
              ]}
              initial={data}
              action={t('Settings.Save')}
              onDone={() => setText(t('Settings.Saved'))}
            />
            <p role="status">{text}</p>
          </div>
        )}
      </Section>
    </Page>
  )
}

export default SettingsScreen
