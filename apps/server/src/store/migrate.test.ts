import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

const silent = pino({ level: 'silent' })
const names = readdirSync(new URL('./migrations/', import.meta.url)).map((file) => file.replace('.sql', ''))

test('migrations are numbered with three digits, and no two share a number', () => {
  const numbers = names.map((name) => /^\d{3}(?=_)/.exec(name)?.[0])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(names.length)
})

/** The newest migration that databases have which are in use, and how many there are up to it. */
const IN_USE = { newest: '121', count: 69 }

test('a migration comes after those that databases have: with one among them they would not start', () => {
  expect(names.filter((name) => name.slice(0, 3) <= IN_USE.newest)).toHaveLength(IN_USE.count)
})

test('a database that recorded the migration of firms by its earlier name starts', async () => {
  const { access, drop } = await copyOf('tradebook_template_008', (template) =>
    migrateNew(template, '008_firms_and_accounts'),
  )
  const client = new Client(access.admin)
  await client.connect()
  // It ran before the migration of the journal's amounts there.
  await client.query(`UPDATE kysely_migration SET name = '007_firms_and_accounts', timestamp = '2026-11-22T03:15:00.000Z'
    WHERE name = '008_firms_and_accounts'`)
  await migrate(access.admin, silent)
  const { rows } = await client.query('SELECT name FROM kysely_migration ORDER BY timestamp, name')
  expect(rows.map(({ name }) => name)).toEqual(names.sort())
  await client.end()
  await drop()
})
