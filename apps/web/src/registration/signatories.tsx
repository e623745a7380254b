import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { mostSignatories, signatory } from '@tradebook/contract/schemas/registration'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { traitsOf } from '../ui/schema-form/form-schema.ts'
import styles from './registration.module.css'

/** The parts of a signatory by the texts of their labels. */
const parts = {
  name: { label: 'Registration.Field.signatory.name' },
  position: { label: 'Registration.Field.signatory.position' },
  bvn: { label: 'Registration.Field.bvn', inputMode: 'numeric' },
  phoneNumber: { label: 'Registration.Field.phoneNumber', inputMode: 'tel' },
  emailAddress: { label: 'Registration.Field.emailAddress', inputMode: 'email' },
} as const
export const signatoryParts = parts

/**
 * Who signs for a company: one at least, each with its own fields.
 *
 * @param isKnown the form has those that there are; otherwise it begins with an empty one.
 * @param isFromPaper who has no e-mail address leaves it out.
 */
export const Signatories = ({
  isKnown = false,
  isFromPaper = false,
}: {
  readonly isKnown?: boolean
  readonly isFromPaper?: boolean
}) => {
  const { t } = useTranslation()
  return (
    <Form.List name="signatories" {...(!isKnown && { initialValue: [{}] })}>
      {(rows, { add, remove }) => (
        <>
          {rows.map(({ key, name }) => (
            <fieldset key={key} className={styles.signatory}>
              <legend>{t('Registration.Signatory', { number: name + 1 })}</legend>
              {Object.entries(parts).map(([part, { label, ...control }]) => (
                <Form.Item
                  key={part}
                  name={[name, part]}
                  label={t(label)}
                  required={!isFromPaper || part !== 'emailAddress'}
                >
                  <Input {...control} autoComplete="off" {...lengthOf(part)} />
                </Form.Item>
              ))}
              {rows.length > 1 && (
                <Button icon={<DeleteOutlined />} onClick={() => remove(name)}>
                  {t('Registration.Signatory.remove', { number: name + 1 })}
                </Button>
              )}
            </fieldset>
          ))}
          {rows.length < mostSignatories && (
            <Button icon={<PlusOutlined />} onClick={() => add({})} className={styles.add}>
              {t('Registration.Signatory.add')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

const lengthOf = (part: string) => {
  const { maxLength } = traitsOf(signatory, part)
  return maxLength === undefined ? {} : { maxLength }
}
