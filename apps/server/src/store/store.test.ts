import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { whyNotStarted } from './access.ts'
import { lead, leadDatabase } from './lead.ts'
import type { Tx } from './store.ts'
import { admin, database, firmsForAllTests, meridian, zenith } from './two-firms.fixture.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './unavailable.ts'

firmsForAllTests()

test('a second server on the same database is refused, with the name of the first', async () => {
  await expect(leadDatabase(database.access, pino({ level: 'silent' }))).rejects.toThrow(
    `Another Tradebook (tradebook ${process.pid}@`,
  )
})

test('an unreachable database is named by its address, never with its password', async () => {
  const config = { databaseUrl: 'postgres://me:secret@localhost:1/tradebook', dataFolder: '/nowhere' }
  const error = await lead(config, pino({ level: 'silent' })).catch((error: unknown) => error)
  expect(whyNotStarted(error, config)).toMatchObject({
    message: expect.stringMatching(
      /^The database of DATABASE_URL cannot be reached at localhost:1 \(ECONNREFUSED\)\. [^:@]+$/,
    ),
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

  test('sees only its own postings; entries that do not sum to zero are refused, with everything written with them', async () => {
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

  test('gets the same answer for another firm’s name as for an unknown one', async () => {
    const role = (tenantId: number) => ({
      tenant_id: tenantId,
      name: 'DESK',
      display_name: 'Desk',
      creation_time: new Date(),
    })
    for (const tenantId of [meridian, zenith]) {
      await database.store
        .forTenant(tenantId)
        .write((tx) => tx.insertInto('roles').values(role(tenantId)).execute())
    }
  })

  test('cannot write in a reading', async () => {
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
    const work = async (index: number) => {
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
    }
    // Always more of them than there are connections, and never so many that one waits for long.
    const turns = Array.from({ length: 10 }, (_, turn) => turn)
    const lanes = Array.from({ length: 40 }, async (_, lane) => {
      for (const turn of turns) await work(turn * 40 + lane)
    })
    await Promise.all(lanes)
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

  test('taken by another server in the meantime ends this one with a message', async () => {
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
