import { hashKey } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { Button, ConfigProvider, Form } from 'antd'
import { Fragment, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { useMayMake } from '../../session.ts'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { FormFailure, messagesByField } from './form-failure.tsx'
import { errorsIn, type FormValues, inputOf, pathOf, textsOf, traitsOf } from './form-schema.ts'
import { type FieldRow, SchemaField } from './schema-field.tsx'

interface SchemaFormProps<Name extends CallName, Values> {
  /** Names the form for screen readers. */
  readonly label: string
  /** The call that saves the values. */
  readonly change: Name
  /** That call's input, or what `toInput` makes it of: checked before anything is sent. */
  readonly schema: z.ZodObject & z.ZodType<unknown, Values>
  readonly fields: readonly FieldRow<keyof Values & string>[]
  /**
   * The values as they are; those that no field shows are sent as they are here. One that becomes known later, such as
   * the market's date, is filled in where nobody has typed anything.
   */
  readonly initial: Partial<Values>
  /**
   * The fields that are sent only where they were changed, so that what nobody touched stays as it is meanwhile. It is
   * not checked either: what an older form let in keeps nobody from correcting something else.
   */
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
  readonly onFailed?: (failure: RequestFailure, input: CallInput<Name>) => void
}

/**
 * A form that saves its values by one call. Its controls and checks follow from the call's schema;
 * what the server finds wrong with a field is shown next to that field, all else above the button.
 * Anyone who leaves with unsaved values is asked. Who may not make the call reads the values, and changes none.
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
  const isToRead = !useMayMake(change)
  const names = fields.map(({ name }) => name as string)
  const known = useRef<Partial<Values>>(initial)
  useEffect(() => {
    const later = fields.filter(
      ({ name }) =>
        known.current[name] === undefined && initial[name] !== undefined && !form.isFieldTouched(name),
    )
    known.current = initial
    if (later.length === 0) return
    const values = textsOf(Object.fromEntries(later.map(({ name }) => [name, initial[name]])))
    form.setFields(Object.entries(values).map(([name, value]) => ({ name, value, errors: [] })))
  })

  const inputNow = () => inputOf(schema, { ...initial, ...form.getFieldsValue() })
  const hasUnsaved = () => {
    const before = saved.current ?? inputOf(schema, initial)
    const now = inputNow()
    return names.some((name) => !isSame(now[name], before[name]))
  }

  /** The fields of which changes alone are sent, without any. */
  const untouchedIn = (values: FormValues): readonly string[] => {
    const before = saved.current ?? inputOf(schema, initial)
    return sendsChangesOf.filter((name) => isSame(values[name], before[name]))
  }

  /** Of the fields of which changes alone are sent: `undefined` where nothing was changed, null where it was emptied. */
  const changesOf = (values: FormValues): FormValues => {
    const untouched = untouchedIn(values)
    return Object.fromEntries(
      sendsChangesOf.map((name) => [name, untouched.includes(name) ? undefined : (values[name] ?? null)]),
    )
  }

  /** Shows each error next to its field and leads to the first. */
  const showErrors = (errors: ReadonlyMap<string, readonly string[]>) => {
    form.setFields([
      ...names.map((name) => ({ name, errors: [] })),
      ...[...errors].map(([name, texts]) => ({ name: pathOf(name), errors: [...texts] })),
    ])
    const [first] = names.flatMap((name) => [...errors.keys()].filter((wrong) => rootOf(wrong) === name))
    if (first !== undefined) form.focusField(pathOf(first))
  }

  const submit = async () => {
    onSubmit?.()
    const values = inputNow()
    const asked = fields.flatMap(({ name, isRequired }) => (isRequired ? [name as string] : []))
    const untouched = untouchedIn(values)
    const faults = new Map(
      [...errorsIn(schema, values, asked)].filter(([name]) => !untouched.includes(rootOf(name))),
    )
    showErrors(new Map([...faults].map(([name, { text, values }]) => [name, [t(text, { ...values })]])))
    if (faults.size > 0) return
    const input = toInput({ ...values, ...changesOf(values) } as Values)
    if (confirm && !(await confirm(input))) return
    const outcome = await send(input)
    if (outcome?.status === 'failed') {
      showErrors(messagesByField(outcome.failure, names))
      onFailed?.(outcome.failure, input)
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

  const shown = isToRead ? fields.filter(({ shownAs }) => shownAs !== 'password') : fields
  return (
    <Form<FormValues>
      form={form}
      name={id}
      aria-label={label}
      layout="vertical"
      disabled={isToRead}
      requiredMark={!isToRead}
      initialValues={textsOf(initial)}
      onFinish={() => void submit()}
      onValuesChange={onValuesChange}
    >
      <ConfigProvider {...(isToRead && { theme: READ })}>
        {shown.map((field) => (
          <Fragment key={field.name}>
            {field.heading && <h3>{t(field.heading)}</h3>}
            {field.list ?? <SchemaField field={field} traits={traitsOf(schema, field.name)} />}
          </Fragment>
        ))}
      </ConfigProvider>
      {state.status === 'failed' && <FormFailure failure={state.failure} names={names} />}
      {state.status === 'slow' && <p role="status">{t('Send.Slow')}</p>}
      {!isToRead && (
        <Button type="primary" danger={isDanger} htmlType="submit" loading={isPending(state)}>
          {action}
        </Button>
      )}
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </Form>
  )
}

/** What its reader cannot change is legible all the same, and asks for nothing. */
const READ = { token: { colorTextDisabled: 'var(--tb-text)', colorTextPlaceholder: 'transparent' } }

/** The field that `signatories.0.name` is a part of. */
const rootOf = (name: string): string => name.split('.')[0] ?? name

/** Whether two values are alike; the form keeps lists as copies, with the parts of a row in its own order. */
const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other])
