import type { TextKey } from '@tradebook/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { chooseFirm, firmIn } from '../../firm.ts'
import { LOGIN, publicAt } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { FirmField } from '../../ui/firm-field.tsx'
import { failureNotice, PlainForm } from '../../ui/plain-form.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'

const LEAST_PASSWORD = 8

type Values = Readonly<Record<'tenancyName' | 'firstName' | 'surname' | 'emailAddress' | 'password', string>>
type Errors = Partial<Record<keyof Values, string>>

/** The fields of the call by those of the form. */
const fieldsByMember: Readonly<Record<string, keyof Values>> = {
  name: 'firstName',
  surname: 'surname',
  username: 'emailAddress',
  emailaddress: 'emailAddress',
  password: 'password',
}

/** The texts of a firm that takes nobody. */
const firmErrors = {
  firmNotFound: 'Login.Firm.notFound',
  firmInActive: 'Login.Firm.inActive',
  closed: 'CreateAccount.Firm.closed',
} as const satisfies Record<string, TextKey>

interface OpenUserProps {
  readonly onOpened: (accessToken: string, emailAddress: string) => void
}

/** The first page of a registration: with which firm, who it is, and the password to come back by. */
export const OpenUser = ({ onOpened }: OpenUserProps) => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(() => ({
    tenancyName: firmIn(query),
    firstName: '',
    surname: '',
    emailAddress: '',
    password: '',
  }))
  const [errors, setErrors] = useState<Errors>({})
  const opening = useSend(register)

  /** Shows each error next to its field and leads to the first. */
  const show = (found: Errors) => {
    setErrors(found)
    const [first] = fieldsInOrder.filter((name) => found[name])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLInputElement) control.focus()
    return first !== undefined
  }

  const submit = async () => {
    const missing = fieldsInOrder.filter((name) => !values[name].trim())
    const found: Errors = Object.fromEntries(missing.map((name) => [name, t('Form.Missing')]))
    if (values.password && [...values.password].length < LEAST_PASSWORD)
      found.password = t('Form.TooShort', { least: LEAST_PASSWORD })
    if (show(found)) return
    const outcome = await opening.send(values)
    if (outcome?.status === 'failed') {
      const named = (outcome.failure.validationErrors ?? []).flatMap(({ message, members }) =>
        members.flatMap((member): [string, string][] => {
          const field = fieldsByMember[member.toLowerCase()]
          return field ? [[field, message]] : []
        }),
      )
      show(Object.fromEntries(named))
    }
    if (outcome?.status !== 'done') return
    const { output } = outcome
    if (output.fault !== undefined)
      show({ tenancyName: t(firmErrors[output.fault], { tenancyName: values.tenancyName.trim() }) })
    else onOpened(output.accessToken, values.emailAddress.trim())
  }

  const input = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value })
      setErrors({ ...errors, [name]: undefined })
      opening.reset()
    },
  })

  return (
    <PlainForm
      ref={form}
      label={t('CreateAccount.Title')}
      about={t('CreateAccount.About')}
      notice={failureNotice(opening.state, t)}
      action={t('CreateAccount.Open')}
      isPending={isPending(opening.state)}
      onSubmit={() => void submit()}
    >
      <FirmField
        value={values.tenancyName}
        onChange={(tenancyName) => {
          setValues({ ...values, tenancyName })
          setErrors({ ...errors, tenancyName: undefined })
        }}
        help={t('CreateAccount.Firm.help')}
        error={errors.tenancyName}
        autoFocus={!values.tenancyName}
      />
      <Field label={t('AccountSettings.Name')} help={t('CreateAccount.Name.help')} error={errors.firstName}>
        {(ties) => <TextInput {...ties} {...input('firstName')} autoComplete="given-name" maxLength={64} />}
      </Field>
      <Field label={t('AccountSettings.Surname')} error={errors.surname}>
        {(ties) => <TextInput {...ties} {...input('surname')} autoComplete="family-name" maxLength={64} />}
      </Field>
      <Field label={t('Forgot.Email')} help={t('CreateAccount.Email.help')} error={errors.emailAddress}>
        {(ties) => (
          <TextInput {...ties} {...input('emailAddress')} type="email" autoComplete="email" maxLength={256} />
        )}
      </Field>
      <Field label={t('Login.Password')} help={t('Reset.Password.help')} error={errors.password}>
        {(ties) => (
          <PasswordInput {...ties} {...input('password')} autoComplete="new-password" maxLength={128} />
        )}
      </Field>
      <Link to={publicAt(LOGIN, values.tenancyName)}>{t('CreateAccount.HaveOne')}</Link>
    </PlainForm>
  )
}

/** The token of the registration, or why the firm takes nobody. */
type Opened =
  | { readonly fault: keyof typeof firmErrors }
  | { readonly fault?: never; readonly accessToken: string }

const fieldsInOrder = ['tenancyName', 'firstName', 'surname', 'emailAddress', 'password'] as const

/** Registers with the firm. The person signs in by the e-mail address. */
async function register({
  tenancyName,
  firstName,
  surname,
  emailAddress,
  password,
}: Values): Promise<Opened> {
  const firm = await chooseFirm(tenancyName.trim())
  if (firm.fault) return { fault: firm.fault }
  if (!firm.isRegistrationOpen) return { fault: 'closed' as const }
  const { accessToken } = await call(
    'Account/Register',
    {
      name: firstName.trim(),
      surname: surname.trim(),
      userName: emailAddress.trim(),
      emailAddress: emailAddress.trim(),
      password,
    },
    { failure: 'inline' },
  )
  return { accessToken }
}
