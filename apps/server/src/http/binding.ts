import { unstorableMembers } from '@tradebook/contract'
import { z } from 'zod'
import type { Failure } from './envelope.ts'
import { invalidFields, invalidInput } from './validation.ts'

export type Bound = { readonly input: object } | { readonly failure: Failure }

/**
 * Bind what a client sent to a call's input, as ABP does: names in any letter case, numbers and
 * booleans also as text, unknown names ignored; then check it. A text that cannot be kept is
 * refused wherever it stands, under an unknown name too.
 */
export function binderOf(schema: z.ZodType): (raw: unknown, from: 'query' | 'body') => Bound {
  const fields = fieldsOf(schema)
  const byLowerCase = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]))
  return (raw, from) => {
    const unstorable = unstorableMembers(raw).filter((path) => path !== '')
    if (unstorable.length > 0) return { failure: invalidFields(unstorable.map(asDeclared)) }
    const parsed = schema.safeParse(isRecord(raw) ? named(raw, from) : (raw ?? {}), { reportInput: true })
    return parsed.success ? { input: parsed.data as object } : { failure: invalidInput(parsed.error) }
  }

  /** A path as the client wrote it, its first name as the schema has it. */
  function asDeclared(path: string): string {
    return path.replace(/^[^.[]+/, (name) => byLowerCase.get(name.toLowerCase()) ?? name)
  }

  function named(raw: Readonly<Record<string, unknown>>, from: 'query' | 'body'): Record<string, unknown> {
    const input: Record<string, unknown> = {}
    for (const key in raw) {
      const name = fields.has(key) ? key : byLowerCase.get(key.toLowerCase())
      if (name === undefined) continue
      const value = converted(fields.get(name), raw[key], from)
      if (value !== undefined) input[name] = value
    }
    return input
  }
}

type Kind = 'number' | 'boolean' | 'array' | 'other'

function converted(kind: Kind | undefined, value: unknown, from: 'query' | 'body'): unknown {
  if (kind === 'array') return from === 'query' && !Array.isArray(value) ? [value] : value
  // JSON writes a second zero that no column keeps.
  if (value === 0) return 0
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (kind === 'number') {
    // An empty query parameter is one that was not given.
    if (text === '') return from === 'query' ? undefined : value
    return DECIMAL.test(text) ? Number(text) || 0 : value
  }
  if (kind === 'boolean')
    return booleans[text.toLowerCase()] ?? (text === '' && from === 'query' ? undefined : value)
  return value
}

/** A number as JSON or a person writes it; JavaScript would read `0x10` and `Infinity`, too. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The fields of an object schema with what they hold below `optional`, `nullable` and `default`. */
function fieldsOf(schema: z.ZodType): Map<string, Kind> {
  if (!(schema instanceof z.ZodObject)) throw new Error('the input of a call is an object')
  return new Map(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [name, kindOf(field)]),
  )
}

function kindOf(field: z.ZodType): Kind {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault) {
    return kindOf(field.unwrap() as z.ZodType)
  }
  if (field instanceof z.ZodNumber) return 'number'
  if (field instanceof z.ZodBoolean) return 'boolean'
  return field instanceof z.ZodArray ? 'array' : 'other'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
