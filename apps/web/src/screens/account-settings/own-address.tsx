import { changeEmailAddressInput, confirmEmailAddressInput } from '@tradebook/contract/schemas/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'
import { currentPassword } from './current-password.ts'

/** Leads their own mail to another address, which counts once a code that was mailed there is entered. */
export const OwnAddress = () => {
  const { t } = useTranslation()
  /** The address that a code was mailed to, and how many were. */
  const [asked, setAsked] = useState({ emailAddress: '', codes: 0 })
  const [text, setText] = useState('')
  const { emailAddress, codes } = asked
  return (
    <div className={styles.form}>
      <SchemaForm
        key={codes}
        label={t('AccountSettings.Email')}
        change="Account/ChangeEmailAddress"
        schema={changeEmailAddressInput}
        fields={[
          { name: 'emailAddress', label: 'AccountSettings.Email.new', autoComplete: 'email' },
          { ...currentPassword, name: 'password' },
        ]}
        initial={{}}
        action={t('AccountSettings.Email.send')}
        onDone={(_, sent) => {
          setAsked({ emailAddress: sent.emailAddress, codes: codes + 1 })
          setText(t('AccountSettings.Email.sent', { emailAddress: sent.emailAddress }))
        }}
      />
      <p role="status">{text}</p>
      {emailAddress !== '' && (
        <SchemaForm
          key={`code ${codes}`}
          label={t('AccountSettings.Email.confirm')}
          change="Account/ConfirmEmailAddress"
          schema={confirmEmailAddressInput}
          fields={[
            {
              name: 'code',
              label: 'AccountSettings.Email.code',
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
            },
          ]}
          initial={{ emailAddress }}
          action={t('AccountSettings.Email.confirm')}
          makesStale={['Account/GetProfile']}
          onDone={() => {
            setAsked({ emailAddress: '', codes })
            setText(t('AccountSettings.Email.done', { emailAddress }))
          }}
        />
      )}
    </div>
  )
}
