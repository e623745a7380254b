import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { Button, Form } from 'antd'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { FormFailure, messagesByField } from './form-failure.tsx'
import { errorsIn, type FormValues, inputOf, textsOf, traitsOf } from './form-schema.ts'
import { type FieldRow, SchemaField } from './schema-field.tsx'

interface SchemaFormProps<Name extends CallName, Values> {
  /** Names the form for screen readers. */
  readonly label: string
  /** The call that saves the values. */
  readonly change: Name
  /** That call's input, or what `toInput` makes it of: checked before anything is sent. */
  readonly schema: z.ZodObject & z.ZodType<unknown, Values>
  readonly fields: readonly FieldRow<keyof Values & string>[]
  /** The values as they are; those that no field shows are sent as they are here. */
  readonly initial: Partial<Values>
  /** The fields that are sent only where they were changed, so that what nobody touched stays as it is meanwhile. */
  readonly sendsChangesOf?: readonly (keyof Values & string)[]
  /** The call's input, where the form's values are not. */
  readonly toInput?: (values: Values) => CallInput<Name>
  /** What the button does: "Save changes", "Add user". */
  readonly action: string
  /** Whether it stops or takes away something: the button has the colour of danger. */
  readonly isDanger?: boolean
  /** The files that a call takes with its values, by the names of their parts. */
  readonly files?: Readonly<Record<string, File>> | undefined
  /** The reads whose answers the change makes stale. */
  readonly makesStale?: readonly CallName[]
  /** The person wants the values saved; they are checked next. */
  readonly onSubmit?: () => void
  /** Shows what is about to happen, after the values were checked and before they are sent; false: they are not. */
  readonly confirm?: (input: CallInput<Name>) => PromiseLike<boolean>
  readonly onDone: (output: CallOutput<Name>, input: CallInput<Name>) => void
  readonly onFailed?: (failure: RequestFailure) => void
}

/**
 * A form that saves its values by one call. Its controls and checks follow from the call's schema;
 * what the server finds wrong with a field is shown next to that field, all else above the button.
 * Anyone who leaves with unsaved values is asked.
 */
export function SchemaForm<Name extends CallName, Values = CallInput<Name>>(
  props: SchemaFormProps<Name, Values>,
) {
  const { label, change, schema, fields, initial, action, makesStale = [], confirm, onDone, onFailed } = props
  const { sendsChangesOf = [], onSubmit, isDanger = false, files } = props
  const { toInput = (values: Values) => values as unknown as CallInput<Name> } = props
  const { t } = useTranslation()
  const id = useId()
  const [form] = Form.useForm<FormValues>()
  const { state, send, reset } = useSend(change, { makesStale, files })
  const saved = useRef<FormValues>(undefined)
  const names = fields.map(({ name }) => name as string)

  const inputNow = () => inputOf(schema, { ...initial, ...form.getFieldsValue() })
  const hasUnsaved = () => {
    const before = saved.current ?? inputOf(schema, initial)
    const now = inputNow()
    return names.some((name) => !isSame(now[name], before[name]))
  }

  /** Of the fields of which changes alone are sent: `undefined` where nothing was changed, null where it was emptied. */
  const changesOf = (values: FormValues): FormValues => {
    const before = saved.current ?? inputOf(schema, initial)
    return Object.fromEntries(
      sendsChangesOf.map((name) => [
        name,
        isSame(values[name], before[name]) ? undefined : (values[name] ?? null),
      ]),
    )
  }

  /** Shows each error next to its field and leads to the first. */
  const showErrors = (errors: ReadonlyMap<string, readonly string[]>) => {
    form.setFields(names.map((name) => ({ name, errors: [...(errors.get(name) ?? [])] })))
    const first = names.find((name) => errors.has(name))
    if (first !== undefined) form.focusField(first)
  }

  const submit = async () => {
    onSubmit?.()
    const values = inputNow()
    const asked = fields.flatMap(({ name, isRequired }) => (isRequired ? [name as string] : []))
    const faults = errorsIn(schema, values, asked)
    showErrors(new Map([...faults].map(([name, { text, values }]) => [name, [t(text, { ...values })]])))
    if (faults.size > 0) return
    const input = toInput({ ...values, ...changesOf(values) } as Values)
    if (confirm && !(await confirm(input))) return
    const outcome = await send(input)
    if (outcome?.status === 'failed') {
      showErrors(messagesByField(outcome.failure, names))
      onFailed?.(outcome.failure)
    }
    if (outcome?.status === 'done') {
      // What was changed while it was being saved is unsaved still.
      saved.current = values
      onDone(outcome.output, input)
    }
  }

  const onValuesChange = (changed: FormValues) => {
    form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
    reset()
  }

  return (
    <Form<FormValues>
      form={form}
      name={id}
      aria-label={label}
      layout="vertical"
      initialValues={textsOf(initial)}
      onFinish={() => void submit()}
      onValuesChange={onValuesChange}
    >
      {fields.map((field) => (
        <SchemaField key={field.name} field={field} traits={traitsOf(schema, field.name)} />
      ))}
      {state.status === 'failed' && <FormFailure failure={state.failure} names={names} />}
      {state.status === 'slow' && <p role="status">{t('Send.Slow')}</p>}
      <Button type="primary" danger={isDanger} htmlType="submit" loading={isPending(state)}>
        {action}
      </Button>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </Form>
  )
}

/** Whether two values are alike; the form keeps a list of texts as a copy. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
