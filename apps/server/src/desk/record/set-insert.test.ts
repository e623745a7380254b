import { toStorableText } from '@tradebook/contract'
import fc, { type Arbitrary } from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import type { ColumnValues } from '../../store/column-values.ts'
import { isAboutData } from './failures.ts'
import { type Columns, columnsOf, nameRowTypes, rowsOf, type Write } from './set-insert.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await testStore()
  client = new Client(database.access.admin)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const INT8 = 2n ** 63n
const text = fc.oneof(
  fc.string({ unit: 'binary' }).map(toStorableText),
  fc.json(),
  fc.constantFrom('', ' ', '"', '\\', 'NULL', '{}', ',', 'a\nb\tc', '\u2028', '\u007f\u0085', 'Ṣàngó 😀'),
)
const time = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(2225, 0, 1) })
const json = fc.json().filter((of) => !of.includes('\\u'))

/** For each type, values as the desk has them. */
const values: { readonly [Type in keyof ColumnValues]: Arbitrary<ColumnValues[Type]> } = {
  int: fc.oneof(fc.integer(), fc.constantFrom(0, -(2 ** 31), 2 ** 31 - 1)),
  bigint: fc.oneof(
    fc.bigInt({ min: -INT8, max: INT8 - 1n }),
    fc.constantFrom(-INT8, INT8 - 1n, 0n, String(INT8 - 1n), String(-INT8), -1, -(2 ** 32), 2 ** 32),
    fc.maxSafeInteger(),
    fc.maxSafeInteger().map(String),
  ),
  text,
  date: fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  timestamptz: fc.oneof(
    time,
    time.map((at) => new Date(at).toISOString()),
  ),
  boolean: fc.boolean(),
  json,
  jsonb: json,
  uuid: fc.uuid(),
  bytea: fc.uint8Array(),
}

type Row = { readonly [Type in keyof ColumnValues]: ColumnValues[Type] | null }
const types = Object.keys(values) as (keyof ColumnValues)[]
const columns = Object.fromEntries(
  types.map((type) => [type, [type, (row: Row) => row[type]]]),
) as Columns<Row>
const rows: Row[] = fc.sample(
  fc.record(
    Object.fromEntries(types.map((type) => [type, fc.option<unknown>(values[type], { nil: null })])),
  ) as unknown as Arbitrary<Row>,
  { numRuns: 1_000, seed: 7 },
)

/** The same value in PostgreSQL's text form. */
const textOf = (value: Row[keyof Row]): string | null =>
  value === null
    ? null
    : value instanceof Uint8Array
      ? `\\x${Buffer.from(value).toString('hex')}`
      : String(value)
const parameterOf = (type: keyof ColumnValues, value: Row[keyof Row]) =>
  type === 'timestamptz' && typeof value === 'number' ? textOf(new Date(value).toISOString()) : textOf(value)

describe('values read back equal the values sent, as if each was sent as text, and NULL stays NULL', () => {
  const casts = types.map((type, index) => `$${index + 1}::text::${type}::text`)
  const selected = types.map((type) => `"${type}"::text`).join()
  const read = async (sql: string, given: unknown[]) =>
    (await client.query({ text: sql, values: given, rowMode: 'array' })).rows
  /** The first that differs is enough to see: all would be printed for minutes. */
  const expectSame = async (sent: unknown[][]) => {
    expect(sent).toHaveLength(rows.length)
    for (const [at, row] of rows.entries()) {
      const given = types.map((type) => parameterOf(type, row[type]))
      const [plain] = await read(`SELECT ${casts}`, given)
      if (JSON.stringify(plain) !== JSON.stringify(sent[at])) expect(sent[at]).toEqual(plain)
    }
  }

  test('as an array for each column', async () => {
    const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
    const names = types.map((type) => `"${type}"`)
    await expectSame(
      await read(`SELECT ${selected} FROM unnest(${arrays}) AS sent (${names})`, columnsOf(rows, columns)),
    )
  })

  test('as an array of rows', async () => {
    await client.query(`CREATE TYPE written_all AS (${types.map((type) => `"${type}" ${type}`)})`)
    const {
      rows: [{ oid }],
    } = await client.query("SELECT 'written_all'::regtype::oid AS oid")
    const of: Write = { name: 'all', text: '', values: [rowsOf(rows, columns)], rowsOf: 'all' }
    nameRowTypes([of], new Map([['all', oid]]))
    await expectSame(await read(`SELECT ${selected} FROM unnest($1::written_all[])`, [...of.values]))
  })

  test('no rows are an empty array', async () => {
    const [none] = columnsOf([], { int: ['int', (row: Row) => row.int] })
    expect(await read('SELECT $1::int[] = ARRAY[]::int[]', [none])).toEqual([[true]])
  })
})

describe('values outside a type’s range', () => {
  const of = (type: keyof ColumnValues, value: unknown) =>
    columnsOf([value], { of: [type, (of: unknown) => of] } as Columns<unknown>)

  test.each<[keyof ColumnValues, unknown[]]>([
    ['int', [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1n]],
    ['bigint', [INT8, -INT8 - 1n, 2 ** 53, 0.5, Number.NaN, String(INT8), '', ' 1', '1.0', '0x1', 'one']],
    [
      'date',
      ['2026-02-30', '2026-2-3', '2026-02', '', 'infinity', '+012026-01-01', '2026-01-01T00:00:00.000Z'],
    ],
    [
      'timestamptz',
      [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, 'infinity', '', '2026-01-01', '2026-01-01T00:00:00'],
    ],
    ['uuid', ['', '0', '0123456789abcdef0123456789abcdef', 'g0000000-0000-0000-0000-000000000000']],
  ])('is refused before it is sent: %s', (type, refused) => {
    for (const value of refused) expect(() => of(type, value), String(value)).toThrow()
  })

  test.each(['text', 'json', 'jsonb'] as const)(
    'is refused by PostgreSQL where it is a NUL: %s',
    async (type) => {
      const asked = client.query(`SELECT $1::${type}[]`, of(type, '"a\u0000b"'))
      await expect(asked).rejects.toMatchObject({ code: '22021' })
    },
  )

  test('leaves nothing behind for what is written next', async () => {
    expect(() => of('int', 0.5)).toThrow()
    const { rows } = await client.query('SELECT $1::int[] AS read', of('int', 5))
    expect(rows).toEqual([{ read: [5] }])
  })
})

test('a half of a surrogate is kept as the replacement character', async () => {
  const { rows } = await client.query(
    'SELECT $1::text[] AS read',
    columnsOf(['a\ud800b'], { of: ['text', (of) => of] }),
  )
  expect(rows).toEqual([{ read: ['a\ufffdb'] }])
})

test('rows that name the type of another database are not refused for their contents', async () => {
  const none: Columns<number> = { tenant_id: ['int', (n) => n] }
  const of: Write = { name: 'rows', text: '', values: [rowsOf([1], none)], rowsOf: 'positions' }
  nameRowTypes([of], new Map([['positions', 23]]))
  const failure = await client
    .query('SELECT $1::written_positions[]', [...of.values])
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '42804' })
  expect(isAboutData(failure)).toBe(false)
})
