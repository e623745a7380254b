import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { useAreMailsSent } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { failureNotice, PlainForm } from '../../ui/plain-form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './create-account-screen.module.css'

const DIGITS = 6
/** The server mails at most one code in so many seconds. */
const BETWEEN_CODES_S = 60

interface VerifyAddressProps {
  readonly accessToken: string
  /** Where the code was mailed to; after a reload nobody knows. */
  readonly emailAddress: string | undefined
  readonly onVerified: () => void
  readonly onAgain: () => void
}

/** Asks for the code that was mailed. */
export const VerifyAddress = ({ accessToken, emailAddress, onVerified, onAgain }: VerifyAddressProps) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [waitsFor, wait] = useCountdown(BETWEEN_CODES_S)
  const field = useRef<HTMLFormElement>(null)
  const resending = useSend('Account/GetResendVerificationCode')
  const verifying = useSend('Account/VerifyAccount')
  const areMailsSent = useAreMailsSent()

  const submit = async () => {
    const given = code.replace(/\s/g, '')
    const isWhole = given.length === DIGITS && /^\d+$/.test(given)
    setError(isWhole ? undefined : t('CreateAccount.Code.missing'))
    if (!isWhole) return focus()
    const outcome = await verifying.send({ accessToken, code: given })
    if (outcome?.status === 'failed') focus()
    if (outcome?.status !== 'done') return
    if (outcome.output.verified) return onVerified()
    setError(t('CreateAccount.Code.wrong'))
    focus()
  }

  const focus = () => {
    const control = field.current?.elements.namedItem('code')
    if (control instanceof HTMLInputElement) control.focus()
  }

  const resend = async () => {
    verifying.reset()
    setError(undefined)
    const outcome = await resending.send({})
    if (outcome?.status === 'done') wait(BETWEEN_CODES_S)
    else if (outcome?.failure.retryAfterS !== undefined) wait(outcome.failure.retryAfterS)
  }

  return (
    <>
      {!areMailsSent && (
        <NoticeBar
          tone="information"
          title={t('Customer.EmailUnconfirmed')}
          description={t('Address.NoMail.person')}
        />
      )}
      <PlainForm
        ref={field}
        label={t('CreateAccount.Code.Title')}
        about={
          emailAddress !== undefined
            ? t('CreateAccount.Code.About', { emailAddress })
            : t('CreateAccount.Code.AboutUnknown')
        }
        notice={failureNotice(verifying.state, t) ?? failureNotice(resending.state, t)}
        action={t('CreateAccount.Code.Submit')}
        isPending={isPending(verifying.state)}
        onSubmit={() => void submit()}
      >
        <Field label={t('CreateAccount.Code')} help={t('CreateAccount.Code.help')} error={error}>
          {(ties) => (
            <TextInput
              {...ties}
              name="code"
              value={code}
              onChange={({ target }) => {
                setCode(target.value)
                setError(undefined)
                verifying.reset()
              }}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={12}
              autoFocus
            />
          )}
        </Field>
      </PlainForm>
      <div className={styles.others}>
        <Button disabled={waitsFor > 0} loading={isPending(resending.state)} onClick={() => void resend()}>
          {waitsFor > 0
            ? t('CreateAccount.Code.resendIn', { seconds: waitsFor })
            : t('CreateAccount.Code.resend')}
        </Button>
        <Button type="link" onClick={onAgain}>
          {t('CreateAccount.Code.again')}
        </Button>
        <p role="status">{resending.state.status === 'done' && t('CreateAccount.Code.resent')}</p>
      </div>
    </>
  )
}

/** Whole seconds that are left, and how to begin again. */
function useCountdown(seconds: number): [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(seconds)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft((now) => now - 1), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return [left, setLeft]
}
