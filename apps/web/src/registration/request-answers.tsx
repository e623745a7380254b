import type { AccountType, TextKey } from '@tradebook/contract'
import {
  type RegistrationField,
  type RegistrationStep,
  registrationSteps,
  type Signatory,
  stepsOf,
} from '@tradebook/contract/schemas/registration'
import { fieldTitle } from '@tradebook/contract/schemas/registration-texts'
import { Button } from 'antd'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { date } from '../ui/format.ts'
import styles from './registration.module.css'
import { titleOf, valueText } from './request-steps.tsx'
import { signatoryParts } from './signatories.tsx'

interface RequestAnswersProps {
  readonly type: AccountType
  readonly values: Readonly<Record<string, unknown>>
  /** The fields that are shown; all where it is absent. */
  readonly names?: readonly RegistrationField[]
  /** Leads to the step where the answers are changed. */
  readonly onChange?: (step: RegistrationStep) => void
  /** What is shown next to a field's answer. */
  readonly beside?: (name: RegistrationField, label: string) => ReactNode
  /** What is in the place of a step's answers; false: the answers. */
  readonly instead?: (step: RegistrationStep) => ReactElement | false
  /** Whether the reader is not who answered. */
  readonly isForStaff?: boolean
  /** Staff copy them from the applicant's paper form. */
  readonly isFromPaper?: boolean
}

/** What only the applicant changes: their own declarations, and lists of persons. */
const OWN_STEPS: ReadonlySet<RegistrationStep> = new Set(['declarations', 'signatories'])

const DATES: ReadonlySet<string> = new Set(['dateOfBirth', 'jointDateOfBirth', 'dateOfIncorporation'])

/** The answers of a request as they are read, step by step. */
export const RequestAnswers = ({
  type,
  values,
  names,
  onChange,
  beside,
  instead,
  isForStaff = false,
  isFromPaper = false,
}: RequestAnswersProps) => {
  const { t } = useTranslation()
  // Who hands it in declares below.
  const isDeclaring = onChange !== undefined && !isForStaff
  const steps = stepsOf(type).filter(
    (step) => step !== 'documents' && !(isDeclaring && step === 'declarations'),
  )
  const shownIn = (step: RegistrationStep) =>
    namesOf(type, step).filter((name) => names === undefined || names.includes(name))
  const title = (step: RegistrationStep) => t(titleOf(step, isForStaff || isFromPaper))
  return (
    <div className={styles.answers}>
      {steps
        .filter((step) => shownIn(step).length > 0)
        .map((step) => (
          <section key={step} aria-label={title(step)}>
            <header>
              <h3>{title(step)}</h3>
              {onChange && !(isForStaff && OWN_STEPS.has(step)) && !instead?.(step) && (
                <Button type="link" size="small" onClick={() => onChange(step)}>
                  {t('Registration.Change', { step: title(step) })}
                </Button>
              )}
            </header>
            {instead?.(step) || (
              <dl>
                {shownIn(step).map((name) => (
                  <Fragment key={name}>
                    <dt>{t(fieldTitle(name))}</dt>
                    <dd>
                      {name === 'signatories' ? (
                        <SignatoriesRead value={values[name]} />
                      ) : (
                        answerText(name, values[name], t)
                      )}
                      {beside?.(name, t(fieldTitle(name)))}
                    </dd>
                  </Fragment>
                ))}
              </dl>
            )}
          </section>
        ))}
    </div>
  )
}

/** An answer as it is read; a dash where there is none. */
export function answerText(name: RegistrationField, value: unknown, t: (key: TextKey) => string): string {
  if (name === 'signatories') return signatoriesIn(value, t).join('; ') || '–'
  const isDay = DATES.has(name) && typeof value === 'string' && value !== ''
  return (isDay ? date(value) : valueText(name, value, t)) || '–'
}

/** The fields of a step in the order of its form. */
const namesOf = (type: AccountType, step: RegistrationStep): RegistrationField[] =>
  Object.keys(
    (registrationSteps[type] as Readonly<Record<string, object>>)[step] ?? {},
  ) as RegistrationField[]

/** Each of the signatories, with all that is known. */
const signatoriesIn = (value: unknown, t: (key: TextKey) => string): string[] =>
  (Array.isArray(value) ? (value as readonly Partial<Signatory>[]) : []).map((signatory) =>
    Object.entries(signatoryParts)
      .map(([part, { label }]) => `${t(label)}: ${signatory[part as keyof Signatory] || '–'}`)
      .join(' · '),
  )

const SignatoriesRead = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation()
  const all = signatoriesIn(value, t)
  if (all.length === 0) return '–'
  return (
    <ol className={styles.signatories}>
      {all.map((signatory) => (
        <li key={signatory}>{signatory}</li>
      ))}
    </ol>
  )
}
