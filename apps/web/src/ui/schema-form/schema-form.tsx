import type { CallInput, CallName, CallOutput, TextKey } from '@tradebook/contract'
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { RequestFailure } from '../../api/request-failure.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { DayPicker } from '../day-picker.tsx'
import { FigureInput } from '../figure-input.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { errorsIn, type FieldTraits, type FormValues, inputOf, textsOf, traitsOf } from './form-schema.ts'

/** One field: the schema defines its values, this row its label and control. */
export interface FieldRow<Name extends string = string> {
  readonly name: Name
  readonly label: TextKey
  readonly help?: TextKey
  /** Whether this form asks for what its call takes from others without. */
  readonly isRequired?: true
  /** Where a text is not one line of plain text. */
  readonly shownAs?: 'password' | 'lines' | 'date'
  readonly autoComplete?: string
  /** The labels of a choice, by its values. */
  readonly choices?: Readonly<Record<string, TextKey>>
  /** Where the values of a text or of several texts are data: what is offered, searched by its label. */
  readonly offered?: readonly { readonly value: string; readonly label: string }[]
}

interface SchemaFormProps<Name extends CallName, Values> {
  /** Names the form for screen readers. */
  readonly label: string
  /** The call that saves the values. */
  readonly change: Name
  /** That call's input, or what `toInput` makes it of: checked before anything is sent. */
  readonly schema: z.ZodObject & z.ZodType<unknown, Values>
  readonly fields: readonly FieldRow<keyof Values & string>[]
  /** The values as they are; those that no field shows are sent as they stand here. */
  readonly initial: Partial<Values>
  /** The call's input, where the form's values are not. */
  readonly toInput?: (values: Values) => CallInput<Name>
  /** What the button does: "Save changes", "Add user". */
  readonly action: string
  /** The reads whose answers the change makes stale. */
  readonly makesStale?: readonly CallName[]
  /** Shows what is about to happen, after the values were checked and before they are sent; false: they are not. */
  readonly confirm?: (input: CallInput<Name>) => PromiseLike<boolean>
  readonly onDone: (output: CallOutput<Name>, input: CallInput<Name>) => void
  readonly onFailed?: (failure: RequestFailure) => void
}

/**
 * A form that saves its values by one call. Its controls and checks follow from the call's schema;
 * what the server finds wrong with a field stands beside that field, all else above the button.
 * Whoever leaves with unsaved values is asked.
 */
export function SchemaForm<Name extends CallName, Values = CallInput<Name>>(
  props: SchemaFormProps<Name, Values>,
) {
  const { label, change, schema, fields, initial, action, makesStale = [], confirm, onDone, onFailed } = props
  const { toInput = (values: Values) => values as unknown as CallInput<Name> } = props
  const { t } = useTranslation()
  const id = useId()
  const [form] = Form.useForm<FormValues>()
  const { state, send, reset } = useSend(change, { makesStale })
  const saved = useRef<FormValues>(undefined)
  const names = fields.map(({ name }) => name as string)

  const inputNow = () => inputOf(schema, { ...initial, ...form.getFieldsValue() })
  const hasUnsaved = () => {
    const before = saved.current ?? inputOf(schema, initial)
    const now = inputNow()
    return names.some((name) => now[name] !== before[name])
  }

  /** Shows each error beside its field and leads to the first. */
  const showErrors = (errors: ReadonlyMap<string, readonly string[]>) => {
    form.setFields(names.map((name) => ({ name, errors: [...(errors.get(name) ?? [])] })))
    const first = names.find((name) => errors.has(name))
    if (first !== undefined) form.focusField(first)
  }

  const submit = async () => {
    const values = inputNow()
    const asked = fields.flatMap(({ name, isRequired }) => (isRequired ? [name as string] : []))
    const faults = errorsIn(schema, values, asked)
    showErrors(new Map([...faults].map(([name, { text, values }]) => [name, [t(text, { ...values })]])))
    if (faults.size > 0) return
    const input = toInput(values as Values)
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
      {state.status === 'failed' && <FailureMessage failure={state.failure} names={names} />}
      {state.status === 'slow' && <p role="status">{t('Send.Slow')}</p>}
      <Button type="primary" htmlType="submit" loading={isPending(state)}>
        {action}
      </Button>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </Form>
  )
}

function SchemaField({ field, traits }: { field: FieldRow; traits: FieldTraits }) {
  const { t } = useTranslation()
  const { name, label, help, isRequired = traits.isRequired } = field
  const isBoolean = traits.kind === 'boolean'
  return (
    <Form.Item
      name={name}
      {...(!isBoolean && { label: t(label), required: isRequired })}
      {...(isBoolean && { valuePropName: 'checked' })}
      {...(help && { extra: t(help) })}
    >
      {controlOf(field, traits, t)}
    </Form.Item>
  )
}

function controlOf(
  { label, shownAs, autoComplete, choices, offered }: FieldRow,
  traits: FieldTraits,
  t: TFunction,
) {
  const { kind, maxLength, isEmail, options } = traits
  if (kind === 'boolean') return <Checkbox>{t(label)}</Checkbox>
  if (offered) {
    return (
      <Select
        {...(kind === 'texts' && { mode: 'multiple' as const })}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={[...offered]}
      />
    )
  }
  if (kind === 'number') return <FigureInput />
  if (kind === 'choice') {
    return (
      <Select
        allowClear={!traits.isRequired}
        options={options.map((value) => ({ value, label: choices?.[value] ? t(choices[value]) : value }))}
      />
    )
  }
  const text = {
    ...(maxLength !== undefined && { maxLength }),
    ...(autoComplete !== undefined && { autoComplete }),
  }
  if (shownAs === 'password') return <Input.Password {...text} />
  if (shownAs === 'lines') return <Input.TextArea {...text} autoSize={{ minRows: 3 }} />
  if (shownAs === 'date') return <DayPicker style={{ width: '100%' }} />
  return <Input {...text} type={isEmail ? 'email' : 'text'} />
}

/** The server's messages by the field that the form shows. A member may name a part of its field. */
function messagesByField(
  { validationErrors = [] }: RequestFailure,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>()
  for (const { message, members } of validationErrors) {
    for (const name of members.flatMap((member) => fieldNamed(member, names) ?? [])) {
      messages.set(name, [...(messages.get(name) ?? []), message])
    }
  }
  return messages
}

/** `orderQty`, `OrderQty` and `orderQty.0` are the field `orderQty`. */
const fieldNamed = (member: string, names: readonly string[]): string | undefined => {
  const [root = ''] = member.split('.')
  return names.find((name) => name.toLowerCase() === root.toLowerCase())
}

/** What failed, except what stands beside a field; nothing where all of it does. */
function FailureMessage({ failure, names }: { failure: RequestFailure; names: readonly string[] }) {
  const { t } = useTranslation()
  const { standing, title, details, validationErrors = [], retryAfterS } = failure
  const others = validationErrors.filter(
    ({ members }) => !members.some((member) => fieldNamed(member, names) !== undefined),
  )
  if (validationErrors.length > 0 && others.length === 0) return null
  const reason = others.length > 0 ? others.map(({ message }) => message) : [details]
  if (standing === 'unknown') reason.push(t('Form.Failed.unknown.details'))
  if (retryAfterS !== undefined) reason.push(t('Form.Failed.retryAfter', { seconds: retryAfterS }))
  return (
    <Alert
      role="alert"
      type={standing === 'refused' ? 'error' : 'warning'}
      title={title}
      description={reason.filter(Boolean).join(' ')}
      style={{ marginBlockEnd: 'calc(4 * var(--tb-space))' }}
    />
  )
}
