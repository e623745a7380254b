import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { Connection } from './connection.ts'
import { OutcomeUnknown } from './unavailable.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await testStore()
  await database.run('CREATE TABLE kept (n int PRIMARY KEY)')
})
afterAll(() => database.close())

beforeEach(async () => {
  const timeouts = { connectMs: 5_000, answerMs: 60_000 }
  connection = new Connection(() => database.access.admin, timeouts, { pipeline: true })
  await connection.connect()
  await connection.query('TRUNCATE kept')
})
afterEach(() => connection.end())

const keep = (n: string) => ({ name: 'keep', text: 'INSERT INTO kept VALUES ($1::int)', values: [n] })
const ask = { name: 'ask', text: 'SELECT n FROM kept', values: [] }
const kept = async () => (await connection.query('SELECT n FROM kept ORDER BY n')).rows.map(({ n }) => n)

test('all statements are carried out, again and again', async () => {
  for (const n of [1, 3, 5])
    expect(await connection.transact([keep(`${n}`), ask, keep(`${n + 1}`)])).toBe(undefined)
  expect(await kept()).toEqual([1, 2, 3, 4, 5, 6])
})

test('nothing is kept where one fails, and the failure says which one', async () => {
  expect(await connection.transact([keep('1'), ask, keep('1'), keep('2')])).toMatchObject({
    at: 2,
    error: { code: '23505' },
  })
  expect(await kept()).toEqual([])
})

test('a failure leaves the connection as it was: the same statements are prepared, or prepared again', async () => {
  const unprepared = { name: 'unknown', text: 'SELECT unknown', values: [] }
  expect(await connection.transact([keep('1'), unprepared, ask])).toMatchObject({ at: 1 })
  expect(await connection.transact([keep('none'), ask])).toMatchObject({ at: 0, error: { code: '22P02' } })
  expect(await connection.transact([keep('1'), { ...unprepared, text: 'SELECT 1' }, ask])).toBe(undefined)
  expect(await kept()).toEqual([1])
})

test('an error that occurs only at the end of the transaction comes after all statements', async () => {
  await connection.query('CREATE TABLE IF NOT EXISTS late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)')
  const late = { name: 'late', text: 'INSERT INTO late VALUES (1)', values: [] }
  expect(await connection.transact([late, late, keep('1')])).toMatchObject({
    at: 3,
    error: { code: '23505' },
  })
  expect(await kept()).toEqual([])
})

test('a lost connection is a failure, and one that never came is, too', async () => {
  const waiting = connection.transact([{ name: 'sleep', text: 'SELECT pg_sleep(60)', values: [] }])
  connection.cut()
  expect(await waiting).toMatchObject({ error: expect.any(Error) })
  expect(await connection.transact([keep('1')])).toMatchObject({ error: expect.any(Error) })
})

test('a commit that the standby did not confirm has an unknown outcome, and its connection is closed', async () => {
  // As PostgreSQL words it when the wait for a synchronous standby is cancelled after the commit.
  const warn = `DO $$ BEGIN RAISE WARNING 'canceling wait for synchronous replication due to user request'; END $$`
  const text = 'SELECT 1'
  await connection.query(`CREATE OR REPLACE FUNCTION unconfirmed() RETURNS int LANGUAGE plpgsql AS $f$ BEGIN
    RAISE WARNING 'canceling wait for synchronous replication due to user request'; RETURN 1; END $f$`)
  const unconfirmed = { name: 'unconfirmed', text: 'SELECT unconfirmed()', values: [] }
  expect(await connection.transact([{ name: 'one', text, values: [] }, unconfirmed])).toMatchObject({
    at: 2,
    error: expect.any(OutcomeUnknown),
  })
  await expect(connection.query(text)).rejects.toThrow()
  const another = new Connection(() => database.access.admin, { connectMs: 5_000, answerMs: 60_000 })
  await another.connect()
  await expect(another.query(warn)).rejects.toThrow(OutcomeUnknown)
  await expect(another.query(text)).rejects.toThrow()
})
