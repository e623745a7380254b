import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { recordState, verifyState } from './state-file.ts'

let database: TestDatabase
let folder: string
let file: string

const urlOf = ({ host, port, user, password, database: name } = database.access.admin) =>
  `postgres://${user}:${password}@${host}:${port}/${name}`

beforeAll(async () => {
  database = await testStore()
  folder = mkdtempSync(join(tmpdir(), 'tradebook-state-'))
  file = join(folder, 'state.json')
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO audit_hashes VALUES (1, 7, 1, decode(repeat('ab', 32), 'hex'));
    INSERT INTO audit_heads VALUES (1, 7, 1, decode(repeat('ab', 32), 'hex'))`)
})

afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a database is the same as its own record', async () => {
  const state = await recordState(urlOf(), file)
  expect(state.auditHeads).toEqual([{ tenant: 1, position: '1', hash: 'ab'.repeat(32) }])
  expect(await verifyState(urlOf(), file)).toEqual({ state, differences: [] })
})

test('a changed link of an audit chain and a missing input are named', async () => {
  await recordState(urlOf(), file)
  await database.run(
    `UPDATE audit_hashes SET hash = decode(repeat('cd', 32), 'hex'); UPDATE desk SET sequence = sequence + 1`,
  )
  const { differences } = await verifyState(urlOf(), file)
  expect(differences).toEqual([
    expect.stringMatching(/^sequence is \d+, not \d+$/),
    'rows of desk differ',
    'the audit chain of firm 1 differs at row 1',
  ])
})

test('a user who cannot read all rows, another database and a foreign file are refused with a clear message', async () => {
  const { user, password } = database.access.login ?? {}
  const asLogin = { ...database.access.admin, ...(user && { user, password }) }
  await expect(recordState(urlOf(asLogin), file)).rejects.toThrow(/Use a superuser/)
  await expect(recordState(urlOf({ ...database.access.admin, database: 'template1' }), file)).rejects.toThrow(
    'The database of --database is not Tradebook’s.',
  )
  writeFileSync(file, '{"at": 4}')
  await expect(verifyState(urlOf(), file)).rejects.toThrow(/is not a record of a database/)
  await expect(verifyState(urlOf(), join(folder, 'none'))).rejects.toThrow(/is not a record of a database/)
  await expect(recordState(urlOf(), join(folder, 'no', 'such'))).rejects.toThrow(/cannot be used: ENOENT/)
})
