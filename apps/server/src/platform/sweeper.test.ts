import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import type { Every } from './clock.ts'
import { sweep, sweepRegularly } from './sweeper.ts'

/** What ended 90 days ago is deleted in a database, nothing else is, and nobody else may. */

const FIRMS = [1, 2]
const HOST = 0
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database.close())

/** Rows of every kind, in both firms or of the host: one over for longer than 90 days, one for less, one that is not over. */
async function fill() {
  const stamp = '00000000-0000-4000-8000-000000000000'
  const ago = { old: "now() - interval '91 days'", recent: "now() - interval '89 days'" }
  const soon = "now() + interval '1 day'"
  await database.run(`
    SET session_replication_role = replica;
    DELETE FROM sessions; DELETE FROM login_attempts; DELETE FROM verification_codes; DELETE FROM password_resets;
    DELETE FROM recovery_codes; DELETE FROM two_factors; DELETE FROM users; DELETE FROM venue_exec_ids;
    ${FIRMS.map((firm) => {
      const session = (expires: string, revoked: string) =>
        `INSERT INTO sessions VALUES (${firm}, gen_random_uuid(), 1, '${stamp}', now(), now(), ${expires}, ${revoked}, '', '')`
      const code = (expires: string) =>
        `INSERT INTO verification_codes (tenant_id, subject, digest, creation_time, expires_at) VALUES (${firm}, 'user 1', '', now(), ${expires})`
      const link = (digest: string, expires: string) =>
        `INSERT INTO password_resets VALUES (${firm}, '${digest}', 1, now(), ${expires}, NULL)`
      const attempt = (at: string) =>
        `INSERT INTO login_attempts (tenant_id, user_name_or_email_address, client_ip_address, browser_info, result, creation_time) VALUES (${firm}, '', '', '', 1, ${at})`
      const recovery = (digest: string, used: string) =>
        `INSERT INTO recovery_codes VALUES (${firm}, 1, '${digest}', ${used})`
      const factor = (user: number, begun: string, enabled: string) =>
        `INSERT INTO two_factors VALUES (${firm}, ${user}, '', ${begun}, ${enabled}, 0)`
      return [
        ...[session(ago.old, 'NULL'), session(ago.recent, 'NULL'), session(soon, 'NULL')],
        ...[session(soon, ago.old), session(soon, ago.recent)],
        ...[code(ago.old), code(ago.recent), code(soon)],
        ...[link('a', ago.old), link('b', ago.recent), link('c', soon)],
        ...[attempt(ago.old), attempt(ago.recent)],
        ...[recovery('a', ago.old), recovery('b', ago.recent), recovery('c', 'NULL')],
        ...[factor(2, ago.old, 'NULL'), factor(3, ago.recent, 'NULL'), factor(4, ago.old, ago.old)],
      ].join(';')
    }).join(';')};
    INSERT INTO venue_exec_ids VALUES (0, now(), 'a', ${ago.old}, NULL), (0, now(), 'b', ${ago.recent}, NULL);
    SET session_replication_role = origin`)
}

const tables = [
  'sessions',
  'login_attempts',
  'verification_codes',
  'password_resets',
  'recovery_codes',
  'two_factors',
  'venue_exec_ids',
] as const

const left = async () => {
  const counts: Record<string, number> = {}
  for (const table of tables)
    for (const tenant of [...FIRMS, HOST]) {
      const rows = await database.store
        .forTenant(tenant)
        .read((tx) => tx.selectFrom(table).select('tenant_id').execute())
      counts[table] = (counts[table] ?? 0) + rows.length
    }
  return counts
}

const swept = {
  sessions: 4,
  login_attempts: 2,
  verification_codes: 2,
  password_resets: 2,
  recovery_codes: 2,
  two_factors: 2,
  venue_exec_ids: 1,
}
const kept = {
  sessions: 6,
  login_attempts: 2,
  verification_codes: 4,
  password_resets: 4,
  recovery_codes: 4,
  two_factors: 4,
  venue_exec_ids: 1,
}

test.each([1, 2, 1000])(
  'rows that ended 90 days ago are deleted for every firm, %i at once',
  async (rowsAtOnce) => {
    await fill()
    const parts = { store: database.store, now: Date.now, rowsAtOnce }
    expect(await sweep(parts)).toEqual(swept)
    expect(await left()).toEqual(kept)
    expect(Object.values(await sweep(parts))).toEqual(tables.map(() => 0))
  },
)

test('a clock of the server that is a year ahead deletes no more', async () => {
  await fill()
  await sweep({ store: database.store, now: () => Date.now() + 365 * 86_400_000 })
  expect(await left()).toEqual(kept)
})

test('it is done at the start and every hour, and is waited for at the end', async () => {
  await fill()
  const passes: [number, () => unknown][] = []
  const every: Every = (...pass) => {
    passes.push(pass)
    return () => undefined
  }
  const said: object[] = []
  const log = {
    info: (facts: object) => void said.push(facts),
    warn: (facts: object) => void said.push(facts),
  }
  const end = sweepRegularly({ store: database.store, now: Date.now, log, every } as never)
  await end()
  expect(said).toEqual([{ counts: swept }])
  const [[everyMs, again] = []] = passes
  expect(everyMs).toBe(3_600_000)
  await fill()
  again?.()
  await end()
  expect(said).toEqual([{ counts: swept }, { counts: swept }])
})

test.each(tables)(
  'the sweeper sees only keys and times of long-ended %s, and changes nothing',
  async (table) => {
    await fill()
    const scope = database.store.forSweeper()
    const seen = await scope.read((tx) => tx.selectFrom(table).select('tenant_id').execute())
    expect(seen).toHaveLength(swept[table])
    await expect(
      scope.write((tx) =>
        tx
          .updateTable(table)
          .set({ tenant_id: 2 } as never)
          .execute(),
      ),
    ).rejects.toThrow('permission denied')
    await scope.write((tx) => tx.deleteFrom(table).execute())
    expect(await left()).toMatchObject({ [table]: kept[table] })
  },
)

test.each(['users', 'audit_log', 'settings', 'mails', 'tenants', 'orders', 'secrets'] as const)(
  'the sweeper may neither read nor delete %s',
  async (table) => {
    const scope = database.store.forSweeper()
    await expect(scope.read((tx) => tx.selectFrom(table).selectAll().execute())).rejects.toThrow(
      'permission denied',
    )
    await expect(scope.write((tx) => tx.deleteFrom(table).execute())).rejects.toThrow('permission denied')
  },
)

test.each([
  ['sessions', 'client_ip_address'],
  ['login_attempts', 'user_name_or_email_address'],
  ['verification_codes', 'subject'],
  ['password_resets', 'user_id'],
  ['two_factors', 'sealed_secret'],
  ['venue_exec_ids', 'contents'],
] as const)('nor does the sweeper read what is in %s: %s', async (table, column) => {
  const reading = database.store
    .forSweeper()
    .read((tx) => tx.selectFrom(table).select(sql.ref(column).as('value')).execute())
  await expect(reading).rejects.toThrow('permission denied')
})
