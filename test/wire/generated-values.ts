import { between, oneOf } from '../chance.ts'

/** A JSON Schema (draft 2020-12), as far as the description of the API uses it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly format?: string
  readonly pattern?: string
}

type Random = () => number

/** Names of what already exists: a generated request reaches further with one of them than with any other. */
export type KnownTexts = (field: string) => readonly unknown[]

/** A value that a schema describes, as far as it says; what a pattern asks for is left to the known texts. */
export function generated(schema: Schema, random: Random, known: KnownTexts, field = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return oneOf(random, schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return generated(oneOf(random, choices), random, known, field)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => generated(part, random, known, field)))
  const type = typeof schema.type === 'object' ? oneOf(random, schema.type) : schema.type
  switch (type) {
    case 'object':
      return objectOf(schema, random, known)
    case 'array': {
      const most = Math.min(schema.maxItems ?? 3, 3)
      const length = between(random, Math.min(schema.minItems ?? 0, most), most)
      return Array.from({ length }, () => generated(schema.items ?? {}, random, known, field))
    }
    case 'integer':
    case 'number':
      return numberOf(schema, random, known, field)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return textOf(schema, random, known, field)
  }
}

function objectOf({ properties = {}, required = [] }: Schema, random: Random, known: KnownTexts): object {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || random() < 0.4)
      .map(([name, schema]) => [name, generated(schema, random, known, name)]),
  )
}

function numberOf(schema: Schema, random: Random, known: KnownTexts, field: string): number {
  const numbers = known(field).filter((value) => typeof value === 'number')
  if (numbers.length > 0 && random() < 0.7) return oneOf(random, numbers)
  const low = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
  const high = Math.max(low, Math.min(schema.maximum ?? low + 1_000, low + 1_000_000))
  return between(random, Math.ceil(low), Math.floor(high))
}

function textOf(schema: Schema, random: Random, known: KnownTexts, field: string): string {
  const texts = known(field).filter((value) => typeof value === 'string')
  if (texts.length > 0 && random() < 0.8) return oneOf(random, texts)
  if (schema.format === 'date') return `2026-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`
  if (schema.format === 'date-time') return '2026-11-20T10:00:00.000Z'
  if (schema.format === 'email') return `someone${between(random, 1, 50)}@example.com`
  if (schema.format === 'uuid') return `00000000-0000-4000-8000-00000000000${between(random, 0, 9)}`
  const least = schema.minLength ?? 1
  const length = between(random, least, Math.max(least, Math.min(schema.maxLength ?? 12, least + 12)))
  return Array.from({ length }, () => oneOf(random, LETTERS)).join('')
}

const two = (figure: number) => String(figure).padStart(2, '0')
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789']

/** What no field expects. Each is JSON, and nothing in it is also a text of a failure that must not be shown. */
const unexpected: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[[[]]]]],
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '0',
  '-0',
  'NaN',
  'Infinity',
  '1e999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  "'; --",
  '" OR ""="',
  '$1',
  '%',
  '%_%',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://example.com")',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '\r\nSet-Cookie: a=b',
  '9999-12-31',
  '0000-00-00',
  '2026-02-30',
  '275760-09-13T00:00:00Z',
  'x'.repeat(5_000),
  '🏦'.repeat(300),
  { __proto__: null, constructor: { prototype: { isAdmin: true } } },
  Array.from({ length: 200 }, (_, at) => at),
]

/** The input with one field, or one more, that is not as it should be. */
export function malformed(input: object, random: Random): object {
  const names = [...Object.keys(input), '__proto__', 'constructor', 'unknownField']
  const changed = new Map<string, unknown>(Object.entries(input))
  const name = oneOf(random, names)
  if (random() < 0.15) changed.delete(name)
  else changed.set(name, oneOf(random, unexpected))
  return Object.fromEntries(changed)
}

/** Bodies that are not an input of any call. */
export const hostileBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":',
  '{"a":1}}',
  '\u0000\u0001',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(200_000)}"}`,
  `{"a":${'9'.repeat(10_000)}}`,
  '<?xml version="1.0"?><a/>',
  'a=1&b=2&a=3',
  '--x\r\nContent-Disposition: form-data; name="files"; filename="../x"\r\n\r\nMZ\r\n--x--',
]
