import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { generateSchema } from '../../testing/generate-schema.ts'
import { admin, database, firmsForAllTests, meridian } from './two-firms.fixture.ts'

firmsForAllTests()

test('the typed schema is what the migrations make', async () => {
  const written = readFileSync(new URL('schema.ts', import.meta.url), 'utf8')
  expect(written).toBe(await generateSchema(database.access.admin))
})

describe('the catalogue', () => {
  const rows = async <Row extends object>(query: string): Promise<Row[]> =>
    (await admin.query<Row>(query)).rows
  const tenantTables = `SELECT oid, relname, relrowsecurity, relforcerowsecurity, relowner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id')`

  test('sees the tables of the firms', async () => {
    const tables = await rows<{ relname: string }>(tenantTables)
    const names = tables.map(({ relname }) => relname)
    expect(names).toEqual(
      expect.arrayContaining(['users', 'sessions', 'audit_log', 'orders', 'ledger_entries']),
    )
  })

  test('row security is on and forced on each of them, for the owner too', async () => {
    expect(
      await rows(
        `SELECT relname FROM (${tenantTables}) t WHERE NOT (relrowsecurity AND relforcerowsecurity)`,
      ),
    ).toEqual([])
  })

  test('each has the firm’s policy, for reading and for writing', async () => {
    expect(
      await rows(`SELECT relname FROM (${tenantTables}) t WHERE NOT EXISTS (
        SELECT FROM pg_policies WHERE tablename = relname AND roles = '{tradebook_tenant}' AND cmd = 'ALL'
          AND qual LIKE '%app.tenant_id%' AND with_check = qual)`),
    ).toEqual([])
  })

  test('only the desk (orders, ledger, adding to audit trail and outbox), the sequencer of the trail, the sweeper and the search for news watchers go beyond one firm', async () => {
    const open = await rows<{ tablename: string; roles: string }>(
      `SELECT tablename, roles::text AS roles FROM pg_policies JOIN (${tenantTables}) t ON relname = tablename
       WHERE policyname <> 'of_tenant' ORDER BY 1`,
    )
    expect(new Set(open.map(({ roles }) => roles))).toEqual(
      new Set(['{tradebook_desk}', '{tradebook_audit}', '{tradebook_sweeper}', '{tradebook_notifier}']),
    )
    const chained = open.filter(({ roles }) => roles === '{tradebook_audit}')
    expect(chained.map(({ tablename }) => tablename)).toEqual([
      'audit_changes',
      'audit_hashes',
      'audit_heads',
      'audit_log',
      'syslog_cursors',
    ])
    const swept = open.filter(({ roles }) => roles === '{tradebook_sweeper}')
    expect(swept.map(({ tablename }) => tablename)).toEqual([
      'login_attempts',
      'password_resets',
      'recovery_codes',
      'sessions',
      'two_factors',
      'venue_exec_ids',
      'verification_codes',
    ])
    const notified = open.filter(({ roles }) => roles === '{tradebook_notifier}')
    expect(notified.map(({ tablename }) => tablename)).toEqual(['notification_cursors', 'watchlists'])
    const touched = open.filter((policy) => !swept.includes(policy)).map(({ tablename }) => tablename)
    for (const table of ['users', 'roles', 'sessions', 'login_attempts', 'features', 'two_factors']) {
      expect(touched).not.toContain(table)
    }
    expect(
      await rows(`SELECT table_name, privilege_type FROM information_schema.role_table_grants
        WHERE grantee = 'tradebook_desk' AND table_name IN ('audit_log', 'mails') ORDER BY 1, 2`),
    ).toEqual([
      { table_name: 'audit_log', privilege_type: 'INSERT' },
      { table_name: 'mails', privilege_type: 'INSERT' },
    ])
  })

  test('every unique index starts with the firm, so a duplicate reveals nothing about another firm, except for passkey ids, which cannot be guessed', async () => {
    expect(
      await rows(`SELECT indexrelid::regclass::text AS index FROM pg_index JOIN (${tenantTables}) t ON t.oid = indrelid
        JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] WHERE indisunique AND attname <> 'tenant_id'`),
    ).toEqual([{ index: 'passkeys_credential_id_key' }])
  })

  test('a reference from a firm’s table to another one carries the firm', async () => {
    expect(
      await rows(`SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
        JOIN (${tenantTables}) a ON a.oid = conrelid JOIN (${tenantTables}) b ON b.oid = confrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND attname <> 'tenant_id'`),
    ).toEqual([])
  })

  test('the roles queries take cannot log in, own nothing, and bypass nothing', async () => {
    expect(
      await rows(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'tradebook\\_%'
        AND (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole OR rolcreatedb)`),
    ).toEqual([])
    expect(
      await rows(`SELECT relname FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
        WHERE relnamespace = 'public'::regnamespace AND rolname <> 'tradebook_owner'`),
    ).toEqual([])
  })

  test('only the roles that a function is granted to can execute it, not everyone who can log in', async () => {
    const ours = `SELECT proname, proacl, proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace`
    const names = (await rows<{ proname: string }>(ours)).map(({ proname }) => proname)
    expect(names).toEqual(expect.arrayContaining(['audit_link', 'audit_links', 'drop_trades_before']))
    expect(
      await rows(`SELECT DISTINCT proname FROM (${ours}) f,
        aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0 AND privilege_type = 'EXECUTE'`),
    ).toEqual([])
  })

  test('the login inherits nothing: a query that takes no role sees no table', async () => {
    const login = new Client({ ...database.access.admin, ...database.access.login })
    await login.connect()
    await expect(login.query('SELECT * FROM users')).rejects.toThrow('permission denied')
    await expect(login.query('SET ROLE tradebook_owner')).rejects.toThrow('permission denied')
    await login.end()
  })

  test('no role may change or delete the audit trail, and no firm can read a secret', async () => {
    const refused = ['UPDATE audit_log SET user_id = 1', 'DELETE FROM audit_log', 'SELECT * FROM secrets']
    for (const statement of refused) {
      await expect(
        database.store.forTenant(meridian).write((tx) => sql.raw(statement).execute(tx)),
      ).rejects.toThrow('permission denied')
    }
  })
})
