import type { AccountType } from '@tradebook/contract'
import {
  fieldTitle,
  type RegistrationField,
  type RegistrationStep,
  registrationSteps,
  type Signatory,
  stepsOf,
  stepTitle,
} from '@tradebook/contract/schemas/registration'
import { Button } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { date } from '../ui/format.ts'
import styles from './registration.module.css'
import { valueText } from './request-steps.tsx'
import { signatoryParts } from './signatories.tsx'

interface RequestAnswersProps {
  readonly type: AccountType
  readonly values: Readonly<Record<string, unknown>>
  /** Leads to the step where the answers are changed. */
  readonly onChange?: (step: RegistrationStep) => void
  /** What stands beside a field's answer. */
  readonly beside?: (name: RegistrationField, label: string) => ReactNode
}

const DATES: ReadonlySet<string> = new Set(['dateOfBirth', 'jointDateOfBirth', 'dateOfIncorporation'])

/** The answers of a request as they are read, step by step. */
export const RequestAnswers = ({ type, values, onChange, beside }: RequestAnswersProps) => {
  const { t } = useTranslation()
  const steps = stepsOf(type).filter((step) => step !== 'documents' && !(onChange && step === 'declarations'))
  const read = (name: RegistrationField) => {
    const value = values[name]
    return DATES.has(name) && typeof value === 'string' && value ? date(value) : valueText(name, value, t)
  }
  return (
    <div className={styles.answers}>
      {steps.map((step) => (
        <section key={step} aria-label={t(stepTitle(step))}>
          <header>
            <h3>{t(stepTitle(step))}</h3>
            {onChange && (
              <Button type="link" size="small" onClick={() => onChange(step)}>
                {t('Registration.Change', { step: t(stepTitle(step)) })}
              </Button>
            )}
          </header>
          <dl>
            {namesOf(type, step).map((name) => (
              <Fragment key={name}>
                <dt>{t(fieldTitle(name))}</dt>
                <dd>
                  {name === 'signatories' ? <SignatoriesRead value={values[name]} /> : read(name) || '–'}
                  {beside?.(name, t(fieldTitle(name)))}
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** The fields of a step in the order of its form. */
const namesOf = (type: AccountType, step: RegistrationStep): RegistrationField[] =>
  Object.keys(
    (registrationSteps[type] as Readonly<Record<string, object>>)[step] ?? {},
  ) as RegistrationField[]

const SignatoriesRead = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation()
  if (!Array.isArray(value) || value.length === 0) return '–'
  return (
    <ol className={styles.signatories}>
      {(value as readonly Partial<Signatory>[]).map((signatory) => (
        <li key={`${signatory.name} ${signatory.bvn}`}>
          {Object.entries(signatoryParts)
            .map(([part, { label }]) => `${t(label)}: ${signatory[part as keyof Signatory] ?? '–'}`)
            .join(' · ')}
        </li>
      ))}
    </ol>
  )
}
