import { Input } from 'antd'
import { Field } from '../../ui/field.tsx'
import { LONGEST_REASON } from './request.ts'

interface ReasonFieldProps {
  readonly label: string
  readonly help: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

/** Why a request is decided as it is, in the reviewer's words. */
export const ReasonField = ({ label, help, error, value, onChange, autoFocus = false }: ReasonFieldProps) => (
  <Field label={label} help={help} error={error}>
    {(ties) => (
      <Input.TextArea
        {...ties}
        autoFocus={autoFocus}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={LONGEST_REASON}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
