import { changePasswordInput } from '@tradebook/contract/schemas/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'
import { currentPassword } from './current-password.ts'

/** Replaces their own password; the form is empty again afterwards. */
export const OwnPassword = ({ onDone }: { onDone?: () => void }) => {
  const { t } = useTranslation()
  const [changes, setChanges] = useState(0)
  return (
    <div className={styles.form}>
      <SchemaForm
        key={changes}
        label={t('AccountSettings.Password')}
        change="Account/ChangePassword"
        schema={changePasswordInput}
        fields={[
          { ...currentPassword, name: 'currentPassword' },
          {
            name: 'newPassword',
            label: 'Reset.Password',
            help: 'Reset.Password.help',
            shownAs: 'password',
            autoComplete: 'new-password',
          },
        ]}
        initial={{}}
        action={t('AccountSettings.Password.change')}
        makesStale={['Account/GetSessions']}
        onDone={() => {
          setChanges(changes + 1)
          onDone?.()
        }}
      />
      <p role="status">{changes > 0 && t('AccountSettings.Password.changed')}</p>
    </div>
  )
}
