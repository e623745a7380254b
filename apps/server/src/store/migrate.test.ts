import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testStore } from './test-database.ts'

const names = readdirSync(new URL('./migrations/', import.meta.url)).map((file) => file.replace('.sql', ''))

test('migrations are numbered without a gap, and no two share a number', () => {
  const numbers = names.map((name) => Number(name.slice(0, 3))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('a database that recorded the migration of firms by its earlier name starts', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  const recorded = async () =>
    (await client.query('SELECT name FROM kysely_migration ORDER BY timestamp, name')).rows.map(
      ({ name }) => name,
    )
  // It ran before the migration of the journal's amounts there.
  await client.query(`UPDATE kysely_migration SET name = '007_firms_and_accounts', timestamp = '2026-11-22T03:15:00.000Z'
    WHERE name = '008_firms_and_accounts'`)
  await migrate(access.admin, pino({ level: 'silent' }))
  expect(await recorded()).toEqual(names.sort())
  await client.end()
  await close()
})
