import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { clearCredentials } from '../../api/client.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { firmIn } from '../../firm.ts'
import { FORGOT_PASSWORD, LOGIN, publicAt } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { failureNotice, PlainForm } from '../../ui/plain-form.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'

const LEAST = 8

/** Sets a new password by the link that was mailed. Its secret is behind the address's number sign, where no server sees it. */
const ResetPasswordScreen = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const resetToken = useLocation().hash.slice(1)
  const firm = firmIn(query)
  const [newPassword, setNewPassword] = useState('')
  const [isTooShort, setIsTooShort] = useState(false)
  const { state, send, reset } = useSend('Account/PasswordReset')

  const submit = async () => {
    const tooShort = [...newPassword].length < LEAST
    setIsTooShort(tooShort)
    if (tooShort) return
    const outcome = await send({ resetToken, newPassword })
    // Every session of the user has ended; one of this browser may have been among them.
    if (outcome?.status === 'done') clearCredentials()
  }

  const again = <Link to={publicAt(FORGOT_PASSWORD, firm)}>{t('Reset.Again')}</Link>
  if (!resetToken)
    return (
      <>
        <NoticeBar tone="error" title={t('Reset.NoLink')} description={t('Reset.NoLink.details')} />
        {again}
      </>
    )
  if (state.status === 'done')
    return (
      <>
        <NoticeBar tone="information" title={t('Reset.Done')} description={t('Reset.Done.details')} />
        {/* Another document: this one may belong to the person who was signed in. */}
        <Button type="primary" block href={publicAt(LOGIN, firm)}>
          {t('Login.Submit')}
        </Button>
      </>
    )
  return (
    <PlainForm
      label={t('Reset.Title')}
      about={t('Reset.About')}
      notice={failureNotice(state, t)}
      action={t('Reset.Submit')}
      isPending={isPending(state)}
      onSubmit={() => void submit()}
    >
      <Field
        label={t('Reset.Password')}
        help={t('Reset.Password.help')}
        error={isTooShort ? t('Form.TooShort', { least: LEAST }) : undefined}
      >
        {(ties) => (
          <PasswordInput
            {...ties}
            name="newPassword"
            value={newPassword}
            onChange={({ target }) => {
              setNewPassword(target.value)
              reset()
            }}
            autoComplete="new-password"
            maxLength={256}
            autoFocus
          />
        )}
      </Field>
      {again}
    </PlainForm>
  )
}

export default ResetPasswordScreen
