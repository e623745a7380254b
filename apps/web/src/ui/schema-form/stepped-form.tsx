import type { TextKey } from '@tradebook/contract'
import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SendOutcome } from '../../api/send.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { FormFailure, messagesByField } from './form-failure.tsx'
import {
  errorsIn,
  type FormSchema,
  type FormValues,
  inputOf,
  pathOf,
  textsOf,
  traitsOf,
} from './form-schema.ts'
import { type FieldRow, SchemaField } from './schema-field.tsx'
import { StepList } from './step-list.tsx'
import styles from './stepped-form.module.css'

/** One step: a few fields that belong together, or content that is not a field. */
export interface FormStep {
  readonly key: string
  readonly title: TextKey
  readonly about?: TextKey
  /** Of the step's fields, and of the lists that its content edits. */
  readonly schema: FormSchema
  readonly fields: readonly FieldRow[]
  /** What is before the fields. */
  readonly lead?: ReactNode
  /** What stands after the fields. */
  readonly content?: ReactNode
  /** What keeps the step from being complete next to its fields, in words; `undefined`: nothing. */
  readonly missing?: string | undefined
}

/** What is wrong in a step, shown once the step is. */
interface Faults {
  readonly step: string
  readonly errors: ReadonlyMap<string, readonly string[]>
  readonly missing?: string | undefined
}

interface SteppedFormProps {
  /** Names the form for screen readers. */
  readonly label: string
  readonly steps: readonly FormStep[]
  /** The key of the step that is shown. */
  readonly step: string
  readonly onStep: (key: string) => void
  readonly initial: FormValues
  /** Receives every change of a value, for what the steps themselves depend on. */
  readonly onChange?: (values: FormValues) => void
  /** Saves all values as they are, complete or not. */
  readonly save: (values: FormValues) => Promise<unknown>
  /** Sends all values, which every step has found complete. */
  readonly submit: (values: FormValues) => Promise<unknown>
  /** What the button of the last step does. */
  readonly action: string
}

/**
 * A long form in steps. Each step is checked and everything is saved before the next one opens, so that
 * nothing is typed twice after a cut. The last step checks all of them and leads to the first fault.
 */
export function SteppedForm({
  label,
  steps,
  step: key,
  onStep,
  initial,
  onChange,
  save,
  submit,
  action,
}: SteppedFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [form] = Form.useForm<FormValues>()
  const saving = useSend(save)
  const submitting = useSend(submit)
  const saved = useRef(JSON.stringify(textsOf(initial)))
  const heading = useRef<HTMLHeadingElement>(null)
  const [faults, setFaults] = useState<Faults>()
  const [isSaved, setIsSaved] = useState(false)

  const at = Math.max(
    0,
    steps.findIndex((step) => step.key === key),
  )
  const step = steps[at]
  const next = steps[at + 1]
  const names = step ? namesIn(step) : []

  const values = (): FormValues => form.getFieldsValue(true)
  const hasUnsaved = () => JSON.stringify(values()) !== saved.current

  // Each fault is shown next to its field, and the first has the focus; a step without any begins at its heading.
  const shown = useRef(key)
  useEffect(() => {
    if (faults?.step === key) {
      form.setFields(
        [...faults.errors].map(([name, errors]) => ({ name: pathOf(name), errors: [...errors] })),
      )
      const [first] = faults.errors.keys()
      if (first !== undefined) form.focusField(pathOf(first))
    } else if (shown.current !== key) heading.current?.focus()
    shown.current = key
  }, [form, key, faults])

  if (!step) return null

  /** What is wrong in a step, where something is. */
  const faultsIn = (looked: FormStep): Faults | undefined => {
    const now = values()
    const errors = errorsIn(looked.schema, inputOf(looked.schema, now))
    if (errors.size === 0 && looked.missing === undefined) return undefined
    const texts = [...errors].map(([name, { text, values }]): [string, string[]] => [
      name,
      [t(text, { ...values })],
    ])
    return { step: looked.key, errors: new Map(texts), missing: looked.missing }
  }

  const isDone = async (sending: typeof saving, sent: FormValues): Promise<boolean> => {
    const outcome: SendOutcome<unknown> | undefined = await sending.send(sent)
    if (outcome?.status === 'failed') {
      const places = steps.map((one) => [one.key, messagesByField(outcome.failure, namesIn(one))] as const)
      const [wrong, errors] = places.find(([, messages]) => messages.size > 0) ?? []
      if (wrong !== undefined && errors !== undefined) lead({ step: wrong, errors })
    }
    if (outcome?.status === 'done') saved.current = JSON.stringify(sent)
    return outcome?.status === 'done'
  }

  const lead = (found: Faults) => {
    setFaults(found)
    if (found.step !== key) onStep(found.step)
  }

  const goOn = async () => {
    setFaults(undefined)
    setIsSaved(false)
    // A copy: what is typed while it is being sent is not what was sent.
    const sent = structuredClone(values())
    const found = (next ? [step] : steps).map(faultsIn).find((fault) => fault !== undefined)
    if (found) return lead(found)
    if (!next) return void (await isDone(submitting, sent))
    if (await isDone(saving, sent)) {
      setIsSaved(true)
      onStep(next.key)
    }
  }

  const onValuesChange = (changed: FormValues) => {
    form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
    saving.reset()
    submitting.reset()
    setIsSaved(false)
    onChange?.(values())
  }

  const failed = [saving.state, submitting.state].find(({ status }) => status === 'failed')
  // As it is now: what was missing may have been added since the step was sent.
  const missing = faults?.step === key && faults.missing !== undefined ? step.missing : undefined
  return (
    <Form<FormValues>
      form={form}
      name={id}
      aria-label={label}
      layout="vertical"
      initialValues={textsOf(initial)}
      onFinish={() => void goOn()}
      onValuesChange={onValuesChange}
    >
      <StepList steps={steps} at={at} onStep={onStep} />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t(step.title)}
      </h2>
      {step.about && <p className={styles.about}>{t(step.about)}</p>}
      <div key={step.key}>
        {step.lead}
        {step.fields.map((field) => (
          <SchemaField key={field.name} field={field} traits={traitsOf(step.schema, field.name)} />
        ))}
        {step.content}
      </div>
      {missing !== undefined && (
        <p role="alert" className={styles.missing}>
          {missing}
        </p>
      )}
      {failed?.status === 'failed' && <FormFailure failure={failed.failure} names={names} />}
      {[saving.state, submitting.state].some(({ status }) => status === 'slow') && (
        <p role="status">{t('Send.Slow')}</p>
      )}
      <div className={styles.ways}>
        {at > 0 && <Button onClick={() => onStep(steps[at - 1]?.key ?? key)}>{t('Steps.Back')}</Button>}
        <Button
          type="primary"
          htmlType="submit"
          loading={isPending(saving.state) || isPending(submitting.state)}
        >
          {next ? t('Steps.Next') : action}
        </Button>
        <span role="status" className={styles.saved}>
          {isSaved && t('Steps.Saved')}
        </span>
      </div>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </Form>
  )
}

/** The fields of a step, those that its content edits too. */
const namesIn = ({ schema, fields }: FormStep): string[] => [
  ...new Set([...fields.map(({ name }) => name), ...Object.keys(schema.shape)]),
]
