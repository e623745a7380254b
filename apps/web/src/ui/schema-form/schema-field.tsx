import type { TextKey } from '@tradebook/contract'
import { Checkbox, Form, Input, Select } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { DayPicker } from '../day-picker.tsx'
import { FigureInput } from '../figure-input.tsx'
import { searchByLabel } from '../search-by-label.ts'
import { TextsSelect } from '../texts-select.tsx'
import type { FieldTraits } from './form-schema.ts'
import styles from './schema-field.module.css'

/** One field: the schema defines its values, this row its label and control. */
export interface FieldRow<Name extends string = string> {
  readonly name: Name
  readonly label: TextKey
  readonly help?: TextKey
  /** What somebody else found wrong with what is there. */
  readonly remark?: string
  /** Whether this form asks for what its call takes from others without. */
  readonly isRequired?: true
  /** Where a text is not one line of plain text. */
  readonly shownAs?: 'password' | 'lines' | 'date'
  readonly autoComplete?: string
  /** The keys that a phone shows for a text. */
  readonly inputMode?: 'numeric' | 'tel' | 'email'
  /** The labels of a choice, by its values. */
  readonly choices?: Readonly<Record<string, TextKey>>
  /** Where the values of a text or of several texts are data: what is offered, searched by its label. */
  readonly offered?: readonly { readonly value: string; readonly label: string }[]
  /** A control of the screen's own: it is given `id`, `value` and `onChange`. */
  readonly control?: ReactElement
  /** Where the values are a list of objects, the rows in which they are edited: a `Form.List` of this name. */
  readonly list?: ReactElement
  /** The heading of the part of the form that begins with this field. */
  readonly heading?: TextKey
}

/** A choice among more than these is searched. */
const SEARCHED = 10

/** A field with its label, its help and the control that follows from its schema. */
export function SchemaField({ field, traits }: { field: FieldRow; traits: FieldTraits }) {
  const { t } = useTranslation()
  const { name, label, help, remark, isRequired = traits.isRequired } = field
  const isBoolean = traits.kind === 'boolean'
  return (
    <Form.Item
      name={name}
      {...(!isBoolean && { label: t(label), required: isRequired })}
      {...(isBoolean && { valuePropName: 'checked' })}
      {...((help || remark) && { extra: <Notes help={help && t(help)} remark={remark} /> })}
    >
      {controlOf(field, traits, t)}
    </Form.Item>
  )
}

const Notes = ({ help, remark }: { help: string | undefined; remark: string | undefined }) => (
  <>
    {remark && <strong className={styles.remark}>{remark}</strong>}
    {help}
  </>
)

function controlOf(
  { label, shownAs, autoComplete, inputMode, choices, offered, control }: FieldRow,
  traits: FieldTraits,
  t: TFunction,
) {
  const { kind, maxLength, isEmail, options } = traits
  if (control) return control
  if (kind === 'boolean') return <Checkbox>{t(label)}</Checkbox>
  if (offered) {
    const options = { showSearch: searchByLabel, options: [...offered] }
    return kind === 'texts' ? <TextsSelect {...options} /> : <Select allowClear {...options} />
  }
  if (kind === 'number') return <FigureInput />
  if (kind === 'choice') {
    return (
      <Select
        allowClear={!traits.isRequired}
        {...(options.length > SEARCHED && { showSearch: searchByLabel })}
        options={options.map((value) => ({ value, label: choices?.[value] ? t(choices[value]) : value }))}
      />
    )
  }
  const text = {
    ...(maxLength !== undefined && { maxLength }),
    ...(autoComplete !== undefined && { autoComplete }),
    ...(inputMode !== undefined && { inputMode }),
  }
  if (shownAs === 'password') return <Input.Password {...text} />
  if (shownAs === 'lines') return <Input.TextArea {...text} autoSize={{ minRows: 3 }} />
  if (shownAs === 'date')
    return <DayPicker keepsMistyped style={{ width: '100%' }} {...(autoComplete && { autoComplete })} />
  return <Input {...text} type={isEmail ? 'email' : 'text'} />
}
