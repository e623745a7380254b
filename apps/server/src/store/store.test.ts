import { readFileSync } from 'node:fs'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateSchema } from './generate-schema.ts'
import { openDatabase } from './store.ts'
import { type TestDatabase, testStore } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database.close())

test('the typed schema is what the migrations make', async () => {
  expect(readFileSync(new URL('schema.ts', import.meta.url), 'utf8')).toBe(
    await generateSchema(database.access.admin),
  )
})

test('a second server on the same database is refused and told who holds it', async () => {
  await expect(openDatabase(database.access, pino({ level: 'silent' }))).rejects.toThrow(
    `Another Tradebook (tradebook ${process.pid}@`,
  )
})
