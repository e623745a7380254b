import type { TextKey } from '@tradebook/contract'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { hasPasskeys } from '../../api/authenticator.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { firmIn } from '../../firm.ts'
import { CREATE_ACCOUNT, FORGOT_PASSWORD, publicAt, returnPath, SESSION_ENDED } from '../../paths.ts'
import { openSession } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { FirmField } from '../../ui/firm-field.tsx'
import { failureNotice, PlainForm } from '../../ui/plain-form.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import styles from './login-screen.module.css'
import { ProviderButton } from './provider-button.tsx'
import {
  type Credentials,
  goToProvider,
  type SecondFactorAsked,
  type SignInOutcome,
  signIn,
  signInByPasskey,
} from './sign-in.ts'
import { useOfferedPasskeys } from './use-offered-passkeys.ts'

type TextField = Exclude<keyof Credentials, 'rememberMe'>
type FieldErrors = Partial<Record<TextField, TextKey>>

/** The text of each outcome, and the field it is shown next to. */
const firmErrors: Partial<Record<SignInOutcome & string, TextKey>> = {
  firmNotFound: 'Login.Firm.notFound',
  firmInActive: 'Login.Firm.inActive',
}

const LoginScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const wasPutOut = query.has(SESSION_ENDED)
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Credentials>(() => ({
    tenancyName: firmIn(query),
    userNameOrEmailAddress: '',
    password: '',
    twoFactorVerificationCode: '',
    rememberMe: false,
  }))
  const [asked, setAsked] = useState<SecondFactorAsked>()
  const asksForCode = asked?.factors.includes('Authenticator') ?? false
  const asksForPasskey = asked?.factors.includes('Passkey') ?? false
  const [errors, setErrors] = useState<FieldErrors>({})
  const enter = async (prove: () => Promise<SignInOutcome>) => {
    const outcome = await prove()
    if (outcome === 'registrationIncomplete') await navigate(publicAt(CREATE_ACCOUNT, values.tenancyName))
    if (outcome === 'signedIn') {
      await openSession()
      await navigate(returnPath(query.get('from')), { replace: true })
    }
    return outcome
  }
  const entering = useSend(enter)
  const isBusy = isPending(entering.state)

  const submit = async () => {
    const missing = missingIn(values, asksForCode)
    setErrors(missing)
    entering.reset()
    const [first] = Object.keys(missing)
    if (first) return focus(first)
    const outcome = await entering.send(() => signIn(values))
    if (outcome?.status === 'done') follow(outcome.output)
    if (outcome?.status === 'failed') focus(asksForCode ? 'twoFactorVerificationCode' : 'password')
  }

  /** By a passkey: the one that was chosen where the browser offers them, else the browser asks for one. */
  const submitPasskey = async (chosen: Partial<Parameters<typeof signInByPasskey>[0]> = {}) => {
    setErrors({})
    const { tenancyName, rememberMe } = values
    const userId = asked?.userId
    const outcome = await entering.send(() => signInByPasskey({ tenancyName, rememberMe, userId, ...chosen }))
    if (outcome?.status === 'done') follow(outcome.output)
  }
  const submitToProvider = async () => {
    setErrors({})
    const outcome = await entering.send(() => goToProvider(values.tenancyName, query.get('from')))
    if (outcome?.status === 'done') follow(outcome.output)
  }
  const offer = useOfferedPasskeys(
    values.tenancyName,
    (credential, tenancyName) => void submitPasskey({ credential, tenancyName }),
  )

  const follow = (outcome: SignInOutcome) => {
    if (typeof outcome === 'object') return setAsked(outcome)
    const firmError = firmErrors[outcome]
    if (firmError) {
      setErrors({ tenancyName: firmError })
      focus('tenancyName')
    }
  }

  const focus = (field: string) => {
    const control = form.current?.elements.namedItem(field)
    if (control instanceof HTMLInputElement) control.focus()
  }

  const notice = failureNotice(entering.state, t)
  const ended = {
    tone: 'information',
    title: t('Login.SessionEnded'),
    description: t('Login.SessionEnded.details'),
  } as const

  const confirms = {
    tone: 'information',
    title: t('Login.Passkey.asked'),
    description: t('Login.Passkey.asked.details'),
  } as const
  const isPasskeyOnly = asksForPasskey && !asksForCode
  const passkeyButton = (hasPasskeys() || asksForPasskey) && (
    <Button block disabled={isBusy} onClick={() => void submitPasskey()}>
      {t(asked ? 'Login.Passkey.confirm' : 'Login.Passkey')}
    </Button>
  )
  const action = isPasskeyOnly ? 'Login.Passkey.confirm' : 'Login.Submit'

  const text = (field: TextField, label: TextKey, help?: TextKey) => ({
    label: t(label),
    help: help && t(help),
    error: errors[field] && t(errors[field]),
  })

  const input = (field: TextField) => ({
    name: field,
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [field]: target.value }),
  })

  return (
    <PlainForm
      ref={form}
      label={t('Login.Title')}
      notice={notice ?? (isPasskeyOnly ? confirms : wasPutOut ? ended : undefined)}
      action={t(isBusy ? 'Login.Submitting' : action)}
      alternative={
        <>
          {!isPasskeyOnly && (!asked || asksForPasskey) && passkeyButton}
          {!asked && (
            <ProviderButton
              firm={values.tenancyName}
              isBusy={isBusy}
              onChosen={() => void submitToProvider()}
            />
          )}
        </>
      }
      isPending={isBusy}
      onSubmit={() => void (isPasskeyOnly ? submitPasskey() : submit())}
    >
      <FirmField
        value={values.tenancyName}
        onChange={(tenancyName) => setValues({ ...values, tenancyName })}
        error={errors.tenancyName && t(errors.tenancyName, { tenancyName: values.tenancyName.trim() })}
        autoFocus={!values.tenancyName}
      />
      <Field {...text('userNameOrEmailAddress', 'Login.User')}>
        {(ties) => (
          <TextInput
            {...ties}
            {...input('userNameOrEmailAddress')}
            autoComplete="username webauthn"
            onFocus={offer}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            autoFocus={values.tenancyName !== ''}
          />
        )}
      </Field>
      <Field {...text('password', 'Login.Password')}>
        {(ties) => (
          <PasswordInput {...ties} {...input('password')} autoComplete="current-password" maxLength={128} />
        )}
      </Field>
      {asksForCode && (
        <Field {...text('twoFactorVerificationCode', 'Login.Code', 'Login.Code.help')}>
          {(ties) => (
            <TextInput
              {...ties}
              {...input('twoFactorVerificationCode')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={32}
              autoFocus
            />
          )}
        </Field>
      )}
      <label className={styles.remember}>
        <input
          type="checkbox"
          name="rememberMe"
          checked={values.rememberMe}
          onChange={({ target }) => setValues({ ...values, rememberMe: target.checked })}
        />
        {t('Login.RememberMe')}
      </label>
      <Link to={publicAt(FORGOT_PASSWORD, values.tenancyName)}>{t('Login.Forgot')}</Link>
      <p className={styles.register}>
        {t('Login.New')} <Link to={publicAt(CREATE_ACCOUNT, values.tenancyName)}>{t('Login.Register')}</Link>
      </p>
    </PlainForm>
  )
}

const missingIn = (values: Credentials, asksForCode: boolean): FieldErrors => ({
  ...(!values.userNameOrEmailAddress.trim() && { userNameOrEmailAddress: 'Login.User.missing' }),
  ...(!values.password && { password: 'Login.Password.missing' }),
  ...(asksForCode &&
    !values.twoFactorVerificationCode.trim() && { twoFactorVerificationCode: 'Login.Code.missing' }),
})

export default LoginScreen
