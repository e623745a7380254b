import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { whyNotStarted } from './access.ts'
import { generateSchema } from './generate-schema.ts'
import { lead, leadDatabase } from './lead.ts'
import { createTenant, createUser } from './people.ts'
import type { Tx } from './store.ts'
import { type TestDatabase, testStore } from './test-database.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './unavailable.ts'

// Longer than 300 lines, for one database and its two firms, made once, serve every test.

let database: TestDatabase
let admin: Client
let meridian: number
let zenith: number

beforeAll(async () => {
  database = await testStore()
  admin = new Client(database.access.admin)
  await admin.connect()
  meridian = await createTenant(database.store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
  zenith = await createTenant(database.store, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
  for (const tenantId of [meridian, zenith]) {
    const user = { userName: 'broker', name: 'B', surname: 'R', password: 'a password' }
    const emailAddress = `of-${tenantId}@example.com`
    await createUser(database.store, tenantId, { ...user, emailAddress, roles: ['BROKER'] })
  }
})
afterAll(async () => {
  await admin.end()
  await database.close()
})

test('the typed schema is what the migrations make', async () => {
  const written = readFileSync(new URL('schema.ts', import.meta.url), 'utf8')
  expect(written).toBe(await generateSchema(database.access.admin))
})

test('a second server on the same database is refused, with the name of the first', async () => {
  await expect(leadDatabase(database.access, pino({ level: 'silent' }))).rejects.toThrow(
    `Another Tradebook (tradebook ${process.pid}@`,
  )
})

test('a database that nobody answers for is named by its address, never with its password', async () => {
  const config = { databaseUrl: 'postgres://me:secret@localhost:1/tradebook', dataFolder: '/nowhere' }
  const error = await lead(config, pino({ level: 'silent' })).catch((error: unknown) => error)
  expect(whyNotStarted(error, config)).toMatchObject({
    message: expect.stringMatching(
      /^The database of DATABASE_URL can not be reached at localhost:1 \(ECONNREFUSED\)\. [^:@]+$/,
    ),
  })
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

  test('only the desk goes beyond one firm: orders and ledger, and adding to the audit trail and the outbox; who chains the trail, who deletes what ended long ago, and who finds whom news concern', async () => {
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
    ])
    const swept = open.filter(({ roles }) => roles === '{tradebook_sweeper}')
    expect(swept.map(({ tablename }) => tablename)).toEqual([
      'login_attempts',
      'password_resets',
      'recovery_codes',
      'sessions',
      'two_factors',
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

  test('every unique index starts with the firm: a duplicate reveals nothing of another one', async () => {
    expect(
      await rows(`SELECT indexrelid::regclass::text AS index FROM pg_index JOIN (${tenantTables}) t ON t.oid = indrelid
        JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0] WHERE indisunique AND attname <> 'tenant_id'`),
    ).toEqual([])
  })

  test('a reference from a firm’s table to another one carries the firm', async () => {
    expect(
      await rows(`SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
        JOIN (${tenantTables}) a ON a.oid = conrelid JOIN (${tenantTables}) b ON b.oid = confrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND attname <> 'tenant_id'`),
    ).toEqual([])
  })

  test('the roles queries take can not log in, own nothing, and bypass nothing', async () => {
    expect(
      await rows(`SELECT rolname FROM pg_roles WHERE rolname LIKE 'tradebook\\_%'
        AND (rolsuper OR rolbypassrls OR rolcanlogin OR rolcreaterole OR rolcreatedb)`),
    ).toEqual([])
    expect(
      await rows(`SELECT relname FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
        WHERE relnamespace = 'public'::regnamespace AND rolname <> 'tradebook_owner'`),
    ).toEqual([])
  })

  test('the login inherits nothing: a query that takes no role sees no table', async () => {
    const login = new Client({ ...database.access.admin, ...database.access.login })
    await login.connect()
    await expect(login.query('SELECT * FROM users')).rejects.toThrow('permission denied')
    await expect(login.query('SET ROLE tradebook_owner')).rejects.toThrow('permission denied')
    await login.end()
  })

  test('nobody may change or delete the audit trail, and no firm can read a secret', async () => {
    const refused = ['UPDATE audit_log SET user_id = 1', 'DELETE FROM audit_log', 'SELECT * FROM secrets']
    for (const statement of refused) {
      await expect(
        database.store.forTenant(meridian).write((tx) => sql.raw(statement).execute(tx)),
      ).rejects.toThrow('permission denied')
    }
  })
})

describe('a firm', () => {
  const emails = (tenantId: number) =>
    database.store.forTenant(tenantId).read(async (tx) => {
      const rows = await tx.selectFrom('users').select('email_address').execute()
      return rows.map(({ email_address }) => email_address)
    })

  test('sees its own rows and, as a tenant that does not exist, none', async () => {
    expect(await emails(meridian)).toEqual([`of-${meridian}@example.com`])
    expect(await emails(zenith)).toEqual([`of-${zenith}@example.com`])
    expect(await emails(999)).toEqual([])
  })

  test('sees its own postings alone; entries that do not sum to zero are refused, with all that were written beside them', async () => {
    const desk = await database.leadership.connectDesk()
    const insert = (...postings: string[]) =>
      desk.query(
        `INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, entry_date, value_date, postings)
         SELECT $1, 1, row_number() OVER (), 'deposit', 'A1', '2026-11-20', '2026-11-20', postings
         FROM unnest($2::jsonb[]) AS postings`,
        [meridian, postings],
      )
    const balanced = '{"NGN": {"customer": 5, "bank": -5}, "GTCO": {"custody": 1, "depository": -1}}'
    await expect(insert(balanced, '{"NGN": {"customer": 5, "bank": -4}}')).rejects.toMatchObject({
      code: '23514',
      message: `entry 1.2 of firm ${meridian} does not sum to zero in NGN`,
    })
    const odd = [
      '{"NGN": {"customer": 0.4, "bank": -0.4}}',
      '{"NGN": {}}',
      '{"NGN": [{"customer": 1, "bank": -1}]}',
      '[]',
    ]
    for (const one of odd) await expect(insert(balanced, one)).rejects.toThrow()
    await insert(balanced)
    const postings = (tenantId: number) =>
      database.store.forTenant(tenantId).read(async (tx) => {
        const { rows } = await sql`SELECT ledger_account, account, amount FROM ledger_postings
          WHERE asset = 'NGN' ORDER BY 1`.execute(tx)
        return rows
      })
    expect(await postings(meridian)).toEqual([
      { ledger_account: 'bank', account: null, amount: -5n },
      { ledger_account: 'customer', account: 'A1', amount: 5n },
    ])
    expect(await postings(zenith)).toEqual([])
    await desk.end()
  })

  test('can neither write into another one nor touch its rows', async () => {
    const mine = database.store.forTenant(meridian)
    const role = { name: 'SPY', display_name: 'Spy', creation_time: new Date() }
    await expect(
      mine.write((tx) =>
        tx
          .insertInto('roles')
          .values({ ...role, tenant_id: zenith })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
    const changed = await mine.write((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('tenant_id', '=', zenith).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    expect(await emails(zenith)).toHaveLength(1)
  })

  test('gets the same answer for a name another firm has as for one that nobody has', async () => {
    const role = (tenantId: number) => ({
      tenant_id: tenantId,
      name: 'DEALER',
      display_name: 'Dealer',
      creation_time: new Date(),
    })
    for (const tenantId of [meridian, zenith]) {
      await database.store
        .forTenant(tenantId)
        .write((tx) => tx.insertInto('roles').values(role(tenantId)).execute())
    }
  })

  test('can not write in a reading', async () => {
    await expect(
      database.store.forTenant(meridian).read((tx) => tx.deleteFrom('users').execute()),
    ).rejects.toThrow('read-only transaction')
  })

  test.each([-1, 1.5, Number.NaN])('%s is none', (tenantId) => {
    expect(() => database.store.forTenant(tenantId)).toThrow(RangeError)
  })

  test('leaves nothing of itself on its connection, however its transaction ends', async () => {
    const boom = new Error('given up')
    const endings = [
      async () => undefined,
      async () => {
        throw boom
      },
    ]
    const work = Array.from({ length: 400 }, (_, index) => async () => {
      const tenantId = index % 2 ? meridian : zenith
      const end = endings[index % 3 === 0 ? 1 : 0]
      const seen: string[] = []
      await database.store
        .forTenant(tenantId)
        .write(async (tx) => {
          const rows = await tx.selectFrom('users').select('email_address').execute()
          seen.push(...rows.map(({ email_address }) => email_address))
          if (index % 5 === 0) await sql`SELECT 1 / 0`.execute(tx)
          await end?.()
        })
        .catch((error: Error) => {
          if (error !== boom && !error.message.includes('division by zero')) throw error
        })
      expect(seen).toEqual([`of-${tenantId}@example.com`])
    })
    await Promise.all(work.map((run) => run()))
    const leftOver = await database.store.forHost().read(async (tx) => {
      const { rows } = await sql<{
        tenant: string | null
      }>`SELECT current_setting('app.tenant_id', true) AS tenant`.execute(tx)
      return rows[0]?.tenant
    })
    expect(leftOver ?? '').toBe('')
  })
})

describe('a connection that is lost', () => {
  const loseConnection = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
    await admin.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]?.pid])
  }

  test('at COMMIT leaves it unknown whether the change was kept', async () => {
    await expect(database.store.forTenant(meridian).write(loseConnection)).rejects.toThrow(OutcomeUnknown)
  })

  test('before it has persisted nothing, and answers so', async () => {
    const writing = database.store.forTenant(meridian).write(async (tx) => {
      await loseConnection(tx)
      await sql`SELECT 1`.execute(tx)
    })
    await expect(writing).rejects.toThrow(DatabaseUnavailable)
    await expect(writing).rejects.not.toThrow(OutcomeUnknown)
  })

  test('while reading has changed nothing, also at its end', async () => {
    const reading = database.store.forTenant(meridian).read(loseConnection)
    await expect(reading).rejects.toThrow(DatabaseUnavailable)
    await expect(reading).rejects.not.toThrow(OutcomeUnknown)
  })
})

describe('the desk', () => {
  test('writes orders of every firm and sees no user', async () => {
    const desk = await database.leadership.connectDesk()
    expect((await desk.query('SELECT current_user AS role, 1::int8 AS sequence')).rows).toEqual([
      { role: 'tradebook_desk', sequence: 1n },
    ])
    await expect(desk.query('SELECT * FROM users')).rejects.toThrow('permission denied')
    await desk.query('SELECT count(*) FROM orders')
    await desk.end()
  })
})

describe('the lock', () => {
  const lockSession = (of: TestDatabase) =>
    `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND granted AND datname = '${of.access.admin.database}'`
  const terminate = (sessions: string) =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM (${sessions}) AS sessions`)

  test('is taken again when its session is lost, and no process is ended', async () => {
    const other = await testStore()
    const replaced = vi.fn()
    other.leadership.onReplaced(replaced)
    const before = await admin.query(lockSession(other))
    await terminate(lockSession(other))
    await vi.waitFor(async () => {
      const { rows } = await admin.query(lockSession(other))
      expect(rows).toHaveLength(1)
      expect(rows).not.toEqual(before.rows)
      expect(other.leadership.health).toEqual({ ok: true })
    }, WAIT)
    expect(replaced).not.toHaveBeenCalled()
    await other.close()
  })

  test('that another server has meanwhile ends this one, in words', async () => {
    const other = await testStore()
    const replaced = new Promise<Error>((resolve) => other.leadership.onReplaced(resolve))
    const waiter = new Client({ ...other.access.admin, application_name: 'tradebook 1@elsewhere' })
    await waiter.connect()
    const taken = waiter.query('SELECT pg_advisory_lock($1)', [0x5442])
    await vi.waitFor(
      async () =>
        expect(
          await admin.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"),
        ).toHaveProperty('rowCount', 1),
      WAIT,
    )
    await terminate(lockSession(other))
    await taken
    expect((await replaced).message).toBe(
      'Another Tradebook (tradebook 1@elsewhere) has taken over this database.',
    )
    expect(other.leadership.health.ok).toBe(false)
    await waiter.end()
    await other.close()
  })

  test('a killed session of any kind ends no process: the next question is answered', async () => {
    const other = await testStore()
    const killed = other.store.forHost().read(async (tx) => {
      await sql`SELECT 1`.execute(tx)
      await terminate(`SELECT pid FROM pg_stat_activity WHERE datname = '${other.access.admin.database}'`)
      await sql`SELECT 1`.execute(tx)
    })
    await expect(killed).rejects.toThrow(DatabaseUnavailable)
    const desk = await other.leadership.connectDesk()
    await desk.query('SELECT 1')
    await desk.end()
    await other.store.forHost().read((tx) => sql`SELECT 1`.execute(tx))
    await other.close()
  })
})

const WAIT = { timeout: 10_000 }
