import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { isPending, useSend } from '../../api/use-send.ts'
import { firmIn } from '../../firm.ts'
import { LOGIN, publicAt } from '../../paths.ts'
import { useAreMailsSent } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { FirmField } from '../../ui/firm-field.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { failureNotice, PlainForm } from '../../ui/plain-form.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** Asks for a link to set a new password by. The answer does not reveal whether the address is anybody's. */
const ForgotPasswordScreen = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [tenancyName, setTenancyName] = useState(() => firmIn(query))
  const [emailAddress, setEmailAddress] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { state, send } = useSend('Account/PasswordReset')
  const areMailsSent = useAreMailsSent()

  const submit = () => {
    const address = emailAddress.trim()
    setIsMissing(!address)
    if (address) void send({ emailAddress: address, tenancyName: tenancyName.trim() || null })
  }

  const back = <Link to={publicAt(LOGIN, tenancyName)}>{t('Forgot.Back')}</Link>
  if (state.status === 'done')
    return (
      <>
        <NoticeBar
          tone="information"
          title={t('Forgot.Sent')}
          description={
            areMailsSent
              ? t('Forgot.Sent.details', { emailAddress: emailAddress.trim() })
              : t('Forgot.Unmailed.details')
          }
        />
        {back}
      </>
    )
  return (
    <PlainForm
      label={t('Forgot.Title')}
      about={t('Forgot.About')}
      notice={failureNotice(state, t)}
      action={t('Forgot.Submit')}
      isPending={isPending(state)}
      onSubmit={submit}
    >
      <FirmField value={tenancyName} onChange={setTenancyName} />
      <Field label={t('Forgot.Email')} error={isMissing ? t('Form.Missing') : undefined}>
        {(ties) => (
          <TextInput
            {...ties}
            name="emailAddress"
            type="email"
            value={emailAddress}
            onChange={({ target }) => setEmailAddress(target.value)}
            autoComplete="email"
            maxLength={256}
            autoFocus
          />
        )}
      </Field>
      {back}
    </PlainForm>
  )
}

export default ForgotPasswordScreen
