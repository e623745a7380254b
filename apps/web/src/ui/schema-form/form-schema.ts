import type { TextKey } from '@tradebook/contract'
import type { z } from 'zod'
import { meaningsOf, type NoFigure, readFigure, writeFigure } from '../decimal.ts'

/** The schema of a form: the input of the call that saves its values. */
export type FormSchema = z.ZodObject

/** The values as controls hold them: figures as they are typed; an empty control holds `''`, `null` or `undefined`. */
export type FormValues = Readonly<Record<string, unknown>>

/** What follows from a field's schema for its control. */
export interface FieldTraits {
  readonly kind: 'text' | 'texts' | 'number' | 'boolean' | 'choice'
  readonly isRequired: boolean
  readonly isEmail: boolean
  /** Characters of a text; `undefined` where there is no limit. */
  readonly maxLength: number | undefined
  /** The values of a choice. */
  readonly options: readonly string[]
}

/** What is wrong with a value, in words. */
export interface FieldError {
  readonly text: TextKey
  readonly values?: Readonly<Record<string, number | string>>
}

/** In the order in which an empty control's value is tried: absent, cleared, empty. */
const EMPTY_VALUES = [undefined, null, ''] as const

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The traits of one field.
 *
 * @throws RangeError for a name that the schema does not have, and for a type that no control edits.
 */
export function traitsOf(schema: FormSchema, name: string): FieldTraits {
  const field = fieldOf(schema, name)
  const type = valueType(field)
  const traits = {
    isRequired: ![...EMPTY_VALUES, []].some((value) => accepts(field, value)),
    isEmail: false,
    maxLength: undefined,
    options: [],
  }
  switch (type.type) {
    case 'string': {
      const { format, maxLength } = type as z.ZodString
      return { ...traits, kind: 'text', isEmail: format === 'email', maxLength: maxLength ?? undefined }
    }
    case 'array': {
      const element = valueType((type as z.ZodArray<z.ZodType>).element)
      if (element.type === 'string' || element.type === 'enum') return { ...traits, kind: 'texts' }
      throw new RangeError(`No control edits the field ${name}, a list of other things than texts`)
    }
    case 'number':
      return { ...traits, kind: 'number' }
    case 'boolean':
      return { ...traits, kind: 'boolean', isRequired: false }
    case 'literal':
      if ((type as z.ZodLiteral).value === true) return { ...traits, kind: 'boolean', isRequired: false }
      throw new RangeError(`No control edits the field ${name}, which has one value`)
    case 'enum':
      return { ...traits, kind: 'choice', options: (type as z.ZodEnum).options.map(String) }
    default:
      throw new RangeError(`No control edits the field ${name}, a ${type.type}`)
  }
}

function fieldOf(schema: FormSchema, name: string): z.ZodType {
  const field = schema.shape[name]
  if (!field) throw new RangeError(`The schema has no field ${name}`)
  return field as z.ZodType
}

/** The type of a value that is there. */
function valueType(field: z.ZodType): z.ZodType {
  switch (field.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return valueType((field as z.ZodOptional<z.ZodType>).unwrap())
    case 'pipe':
      return valueType((field as z.ZodPipe<z.ZodType>).in)
    default:
      return field
  }
}

const accepts = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success

/** The call's input from what the controls hold: an empty one becomes what its field takes for none. */
export function inputOf(schema: FormSchema, values: FormValues): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const field = fieldOf(schema, name)
    const value = values[name]
    input[name] = isEmpty(value) ? EMPTY_VALUES.find((empty) => accepts(field, empty)) : readIn(field, value)
    if (value === undefined && valueType(field).type === 'boolean') input[name] = false
  }
  return input
}

/** A figure that was typed, as the number it is; what is none, and any other value, as it is. */
function readIn(field: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string' || valueType(field).type !== 'number') return value
  const figure = readFigure(value)
  return typeof figure === 'number' ? figure : value
}

/** The values as their controls show them. */
export const textsOf = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? writeFigure(value) : value,
    ]),
  )

/**
 * What is wrong with an input, the first fault of each field; under `''` what concerns none alone.
 * The rows of a list of objects are fields of their own, named by their path: `signatories.0.name`.
 *
 * @param asked the fields that must be filled in although the schema takes the input without them.
 */
export function errorsIn(
  schema: FormSchema,
  input: FormValues,
  asked: readonly string[] = [],
): ReadonlyMap<string, FieldError> {
  const errors = new Map(
    asked.filter((name) => isEmpty(input[name])).map((name): [string, FieldError] => [name, MISSING]),
  )
  for (const issue of schema.safeParse(input).error?.issues ?? []) {
    const { name, value } = fieldAt(input, issue.path)
    if (!errors.has(name)) errors.set(name, errorOf(issue, name, value))
  }
  return errors
}

/** The field that a path leads to, and its value. */
function fieldAt(input: FormValues, path: readonly PropertyKey[]): { name: string; value: unknown } {
  const [root = '', row, part] = path
  const value = input[String(root)]
  const rowValue: unknown = Array.isArray(value) && typeof row === 'number' ? value[row] : undefined
  return part !== undefined && typeof rowValue === 'object' && rowValue !== null
    ? { name: path.join('.'), value: (rowValue as FormValues)[String(part)] }
    : { name: String(root), value }
}

/** `signatories.0.name` as Ant Design names it. */
export const pathOf = (name: string): (string | number)[] =>
  name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const MISSING: FieldError = { text: 'Form.Missing' }

const noFigureTexts: Readonly<Record<NoFigure, TextKey>> = {
  separator: 'Form.Separator',
  twoMeanings: 'Form.TwoMeanings',
  invalid: 'Form.NotFigure',
}

function noFigureError(typed: string): FieldError {
  const read = readFigure(typed)
  const no = typeof read === 'number' ? 'invalid' : read
  return { text: noFigureTexts[no], ...(no === 'twoMeanings' && { values: { typed, ...meaningsOf(typed) } }) }
}

/** A message of a schema that is the key of a text. */
const isTextKey = (message: string): message is TextKey => /^[A-Z]\w*(\.\w+)+$/.test(message)

function errorOf(issue: z.core.$ZodIssue, name: string, value: unknown): FieldError {
  const isMissing = isEmpty(value) && name !== ''
  // A day that was not entered is missing, whatever its schema says of one that is not a day.
  if (isMissing && issue.code === 'invalid_type') return MISSING
  if (isTextKey(issue.message)) return { text: issue.message }
  if (isMissing) return MISSING
  switch (issue.code) {
    case 'too_small': {
      const values = { least: Number(issue.minimum) }
      if (issue.origin === 'string') return { text: 'Form.TooShort', values }
      return { text: issue.inclusive === false ? 'Form.NotMoreThan' : 'Form.TooSmall', values }
    }
    case 'too_big': {
      const values = { most: Number(issue.maximum) }
      if (issue.origin === 'string') return { text: 'Form.TooLong', values }
      return { text: issue.inclusive === false ? 'Form.NotLessThan' : 'Form.TooLarge', values }
    }
    case 'invalid_type':
      // A text where a number belongs is a figure that could not be read.
      if (typeof value === 'string') return noFigureError(value)
      return { text: issue.expected === 'int' ? 'Form.NotWhole' : 'Form.Invalid' }
    case 'not_multiple_of':
      return { text: 'Form.NotMultiple', values: { step: Number(issue.divisor) } }
    case 'invalid_value':
      return { text: 'Form.NotOffered' }
    case 'invalid_format':
      return { text: issue.format === 'email' ? 'Form.NotEmail' : 'Form.Invalid' }
    default:
      return { text: 'Form.Invalid' }
  }
}
