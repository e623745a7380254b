import { profileInput } from '@tradebook/contract/schemas/identity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'

/** Names and telephone number of their own user. */
export const OwnProfile = () => {
  const { t } = useTranslation()
  const profile = useCall('Account/GetProfile', {}, { staleTime: 0 })
  const [text, setText] = useState('')
  return (
    <Loaded answer={profile}>
      {({ userName, emailAddress, name, surname, phoneNumber }) => (
        <div className={styles.form}>
          <p>{t('AccountSettings.User', { userName, emailAddress })}</p>
          <SchemaForm
            label={t('AccountSettings.Profile')}
            change="Account/UpdateProfile"
            schema={profileInput}
            fields={[
              { name: 'name', label: 'AccountSettings.Name', autoComplete: 'given-name' },
              { name: 'surname', label: 'AccountSettings.Surname', autoComplete: 'family-name' },
              {
                name: 'phoneNumber',
                label: 'AccountSettings.PhoneNumber',
                help: 'AccountSettings.PhoneNumber.help',
                autoComplete: 'tel',
              },
            ]}
            initial={{ name, surname, phoneNumber }}
            action={t('AccountSettings.Save')}
            onDone={(_, { name, surname }) => {
              useSession.setState(({ user }) => ({
                user: user && { ...user, name: name.trim(), surname: surname.trim() },
              }))
              setText(t('AccountSettings.Saved'))
            }}
          />
          <p role="status">{text}</p>
        </div>
      )}
    </Loaded>
  )
}
