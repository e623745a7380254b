import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { openFirstPasswords } from './first-passwords.ts'
import { createHostAdmin } from './people.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradebook-passwords-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const chosen = { adminPassword: 'given to admin', demoPassword: 'given to demo' }
const none = { adminPassword: undefined, demoPassword: undefined }

test('the environment’s are used, and none is shown or written down', () => {
  const passwords = openFirstPasswords(chosen, folder)
  expect([passwords.of('admin'), passwords.of('demo')]).toEqual(['given to admin', 'given to demo'])
  expect(passwords.given).toEqual({})
  expect(existsSync(passwords.file)).toBe(false)
})

test('others are random, and stored readable only by their owner, so that an interrupted start continues with them', () => {
  const first = openFirstPasswords(none, folder)
  const admin = first.of('admin')
  expect(admin.length).toBeGreaterThanOrEqual(16)
  expect(first.given).toEqual({ admin })
  expect(statSync(first.file).mode & 0o777).toBe(0o600)
  const second = openFirstPasswords(none, folder)
  const demo = second.of('demo')
  expect(demo).not.toBe(admin)
  expect(second.of('admin')).toBe(admin)
  expect(JSON.parse(readFileSync(first.file, 'utf8'))).toEqual({ admin, demo })
})

test('the server starts without any one of the variables', () => {
  openFirstPasswords({ ...none, adminPassword: 'given to admin' }, folder).of('demo')
  expect(openFirstPasswords(none, folder).of('admin').length).toBeGreaterThanOrEqual(16)
})

test('only passwords of users who are made now are shown and kept: those of a database with users would not work', async () => {
  const first = openFirstPasswords(none, folder)
  await createHostAdmin(database.store, () => first.of('admin'))
  const { password_hash } = await database.store
    .forTenant(0)
    .read((tx) => tx.selectFrom('users').select('password_hash').executeTakeFirstOrThrow())
  expect(await verify(password_hash, first.given.admin ?? '')).toBe(true)

  const elsewhere = join(folder, 'elsewhere')
  const second = openFirstPasswords(none, elsewhere)
  await createHostAdmin(database.store, () => second.of('admin'))
  expect(second.given).toEqual({})
  expect(existsSync(second.file)).toBe(false)
})

test.each(['{"admin": "cut o', '{"admin": 1}', '[]', ''])('a damaged file (%s) is named', (text) => {
  const passwords = openFirstPasswords(none, folder)
  writeFileSync(passwords.file, text)
  expect(() => passwords.of('admin')).toThrow(`${passwords.file} is damaged`)
})
