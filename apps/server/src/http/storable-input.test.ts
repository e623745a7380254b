import { type CallName, calls } from '@tradebook/contract'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { binderOf } from './binding.ts'

/** Whatever binding lets through, PostgreSQL keeps: nobody's batch fails by another's input. */

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await testStore()
  client = new Client(database.access.admin)
  await client.connect()
  await client.query(
    'CREATE TEMPORARY TABLE kept (body jsonb, words text[], small int4[], whole int8[], number float8[], times timestamptz[], days date[])',
  )
})
afterAll(async () => {
  await client.end()
  await database.close()
})

/** For each field that some call must have, one value that is good. */
const good: Readonly<Record<string, unknown>> = {
  clOrdID: 'a1',
  orderID: '12',
  account: 'M100001',
  security: 'GTCO',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  orderQty: 100,
  cscsAccount: '1',
  cscsAcct: '1',
  tenancyName: 'Meridian',
  userNameOrEmailAddress: 'broker',
  password: 'a password',
}

const hostile = fc.oneof(
  fc.constantFrom<unknown[]>(
    'a\ud800b',
    '\udc00',
    'a\0b',
    '\ufffe\uffff',
    '😀'.repeat(16),
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-29T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '10000-01-01T00:00:00Z',
    '0000-01-01',
    '9999-12-31',
    '-0',
    '-0.0',
    '1e308',
    '1e309',
    '0x7fffffff',
    '9007199254740993',
    -0,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 53,
    1e308,
    5e-324,
    null,
    true,
    {},
    [],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.integer({ min: -(2 ** 33), max: 2 ** 33 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

test.each(Object.keys(calls) as CallName[])('%s: accepted input is stored unchanged', async (name) => {
  const schema: z.ZodObject = calls[name].input
  const bind = binderOf(schema)
  const fields = Object.keys(schema.shape)
  const base = Object.fromEntries(Object.entries(good).filter(([field]) => fields.includes(field)))
  const changes =
    fields.length > 0 ? fc.dictionary(fc.constantFrom(...fields), hostile, { maxKeys: 2 }) : fc.constant({})
  const given = fc.array(fc.tuple(changes, fc.constantFrom('query', 'body')), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
  })
  await fc.assert(
    fc.asyncProperty(given, async (inputs) => {
      const taken = inputs.flatMap(([change, from]) => {
        const bound = bind({ ...base, ...change }, from)
        return 'failure' in bound ? [] : [valuesOf(bound.input as Input)]
      })
      if (taken.length === 0) return
      const places = taken.map((_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`)})`)
      const { rows } = await client.query(
        `WITH inserted AS (INSERT INTO kept VALUES ${places} RETURNING *)
         SELECT body, words, small, whole::text[] AS whole, number, times, days::text[] AS days FROM inserted`,
        taken.flatMap((values) => columns.map((column) => values[column])),
      )
      expect(rows).toEqual(
        taken.map((values) => ({
          ...values,
          // JSON has one zero.
          body: JSON.parse(values.body),
          whole: values.whole.map(String),
          times: values.times.map((time) => new Date(time)),
        })),
      )
    }),
    { numRuns: 3 },
  )
})

/** So many inputs are inserted by one statement: one at a time, all but the round trips takes no time. */
const AT_ONCE = 100

type Input = Readonly<Record<string, unknown>>

const columns = ['body', 'words', 'small', 'whole', 'number', 'times', 'days'] as const

/** The members of an input by the columns that can keep their kind. */
function valuesOf(input: Input) {
  const of = <T>(isMeant: (field: string, value: unknown) => value is T) =>
    Object.entries(input).flatMap(([field, value]) => (isMeant(field, value) ? [value] : []))
  const number = of((_, value): value is number => typeof value === 'number')
  return {
    body: JSON.stringify(input),
    words: of((_, value): value is string => typeof value === 'string'),
    small: of((field, value): value is number => typeof value === 'number' && /Qty$/.test(field)),
    whole: number.filter(Number.isInteger).filter(Number.isSafeInteger),
    number,
    times: of((field, value): value is string => typeof value === 'string' && /^(from|to)$/.test(field)),
    days: of((field, value): value is string => typeof value === 'string' && field === 'expireDate'),
  }
}

const DAY = '-01-01'
const TIME = '-01-01T00:00:00Z'
/** The members of all calls that hold a date or a time, with how one of them is written after its year. */
const dated = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const { shape }: z.ZodObject = calls[name].input
  return Object.keys(shape).flatMap((field) =>
    [DAY, TIME]
      .filter(
        (rest) =>
          // A code or a password may look like a date; only a date has no thirteenth month.
          shape[field]?.safeParse(`2026${rest}`).success &&
          !shape[field].safeParse(`2026${rest.replace('-01-', '-13-')}`).success,
      )
      .map((rest) => [name, field, rest] as const),
  )
})

test.each(dated)('%s: no %s is in the year 0, which PostgreSQL does not have', (name, field, rest) => {
  const { shape }: z.ZodObject = calls[name].input
  const bind = binderOf(z.object({ [field]: shape[field] as z.ZodType }))
  expect(bind({ [field]: `0001${rest}` }, 'query')).toEqual({ input: { [field]: `0001${rest}` } })
  expect(bind({ [field]: `0000${rest}` }, 'query')).toMatchObject({
    failure: { validationErrors: [{ members: [field] }] },
  })
})

test('dates and times are members of calls', () => {
  expect(dated).toEqual(
    expect.arrayContaining([
      ['Order/getStockOrders', 'from', TIME],
      ['Order/SendNewOrder', 'expireDate', DAY],
      ['MarketData/GetPriceTrend', 'to', TIME],
    ]),
  )
})
