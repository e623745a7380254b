import { useTranslation } from 'react-i18next'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

interface FirmFieldProps {
  readonly value: string
  readonly onChange: (tenancyName: string) => void
  readonly help?: string
  /** What is wrong with it, in words. */
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

/** The short name of a firm, which every public form asks for. */
export const FirmField = ({ value, onChange, help, error, autoFocus = false }: FirmFieldProps) => {
  const { t } = useTranslation()
  return (
    <Field label={t('Login.Firm')} help={help ?? t('Login.Firm.help')} error={error}>
      {(ties) => (
        <TextInput
          {...ties}
          name="tenancyName"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  )
}
