import { disableTwoFactorInput } from '@tradebook/contract/schemas/identity'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { currentPassword } from './current-password.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** So few are left that others should be had. */
const FEW = 2

/** How many recovery codes are left, and the way to ten others, which are shown once. */
export function OwnRecovery({ left }: { readonly left: number }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<readonly string[]>()
  const text = t('AccountSettings.Recovery.left', { count: left })
  return (
    <>
      {left <= FEW ? (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={text}
          description={t('AccountSettings.Recovery.few')}
        />
      ) : (
        <p>{text}</p>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <SchemaForm
          label={t('AccountSettings.Recovery')}
          change="Account/RenewRecoveryCodes"
          schema={disableTwoFactorInput}
          fields={[
            {
              name: 'verificationCode',
              label: 'AccountSettings.TwoFactor.code',
              autoComplete: 'one-time-code',
              isRequired: true,
            },
            { ...currentPassword, name: 'password' },
          ]}
          initial={{}}
          action={t('AccountSettings.Recovery.renew')}
          makesStale={['Account/GetProfile']}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      )}
    </>
  )
}
