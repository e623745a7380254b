import type { CallOutput } from '@tradebook/contract'
import { disableTwoFactorInput, enableTwoFactorInput } from '@tradebook/contract/schemas/identity'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './account-settings-screen.module.css'
import { currentPassword } from './current-password.ts'
import { OwnRecovery } from './own-recovery.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Setup = CallOutput<'Account/GetTwoFactorAuthTokens'>

const makesStale = ['Account/GetProfile'] as const

/** Turns the second factor of their own sign-in on and off. */
export const OwnTwoFactor = ({ onDone }: { onDone?: () => void }) => {
  const { t } = useTranslation()
  const profile = useCall('Account/GetProfile', {}, { staleTime: 0 })
  const beginning = useSend('Account/GetTwoFactorAuthTokens')
  const [text, setText] = useState('')

  const turned = (outcome: string) => {
    beginning.reset()
    setText(outcome)
    onDone?.()
  }
  const { state } = beginning
  return (
    <Loaded answer={profile}>
      {({ isTwoFactorOn, recoveryCodesLeft }) => (
        <div className={styles.form}>
          <p>{t(isTwoFactorOn ? 'AccountSettings.TwoFactor.on' : 'AccountSettings.TwoFactor.off')}</p>
          {isTwoFactorOn ? (
            <>
              <OwnRecovery left={recoveryCodesLeft} />
              <h3>{t('AccountSettings.TwoFactor.disable')}</h3>
              <TurnOff onDone={() => turned(t('AccountSettings.TwoFactor.disabled'))} />
            </>
          ) : state.status === 'done' ? (
            <TurnOn setup={state.output} onDone={() => turned(t('AccountSettings.TwoFactor.enabled'))} />
          ) : (
            <Button loading={isPending(state)} onClick={() => void beginning.send({})}>
              {t('AccountSettings.TwoFactor.begin')}
            </Button>
          )}
          {state.status === 'failed' && (
            <Alert
              role="alert"
              type="error"
              title={state.failure.title}
              description={state.failure.details}
            />
          )}
          <p role="status">{text}</p>
        </div>
      )}
    </Loaded>
  )
}

/** Shows what the app needs and the recovery codes, once; a first code of the app turns it on. */
const TurnOn = ({ setup, onDone }: { setup: Setup; onDone: () => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.setup}>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qrCodeSvg)}`}
          alt={t('AccountSettings.TwoFactor.picture')}
        />
        <div>
          <p>{t('AccountSettings.TwoFactor.scan')}</p>
          {t('AccountSettings.TwoFactor.secret')}: <code>{setup.secret}</code>
        </div>
      </div>
      <RecoveryCodes codes={setup.recoveryCodes} />
      <SchemaForm
        label={t('AccountSettings.TwoFactor')}
        change="Account/EnableTwoFactorAuth"
        schema={enableTwoFactorInput}
        fields={[
          {
            name: 'verificationCode',
            label: 'AccountSettings.TwoFactor.code',
            autoComplete: 'one-time-code',
          },
          { ...currentPassword, name: 'password' },
        ]}
        initial={{}}
        action={t('AccountSettings.TwoFactor.enable')}
        makesStale={makesStale}
        onDone={onDone}
      />
    </>
  )
}

const TurnOff = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  return (
    <SchemaForm
      label={t('AccountSettings.TwoFactor')}
      change="Account/DisableTwoFactorAuth"
      schema={disableTwoFactorInput}
      fields={[
        {
          name: 'verificationCode',
          label: 'AccountSettings.TwoFactor.codeOrRecovery',
          autoComplete: 'one-time-code',
        },
        { ...currentPassword, name: 'password' },
      ]}
      initial={{}}
      action={t('AccountSettings.TwoFactor.disable')}
      isDanger
      makesStale={makesStale}
      onDone={onDone}
    />
  )
}
