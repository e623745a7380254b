import { randomBytes } from 'node:crypto'
import type * as os from 'node:os'
import { Client, type ClientConfig } from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { columnTypes } from './column-types.ts'
import { Connection } from './connection.ts'
import { applicationName, type ServerLock, takeServerLock } from './server-lock.ts'

const machine = vi.hoisted(() => ({ name: '' }))
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), hostname: () => machine.name }))

const SHORT_NAME = 'desk'
const LONG_NAME = `${'a-very-long-name-'.repeat(4)}of.a.machine.example`
const WAIT = { timeout: 10_000 }
const TIMEOUTS = { connectMs: 5_000, answerMs: 60_000 }

let database: TestDatabase
let admin: Client
let connectAs: ClientConfig
let sessions: Connection[]
let lock: ServerLock

beforeAll(async () => {
  database = await testStore()
  admin = new Client(database.access.admin)
  await admin.connect()
}, 60_000)
afterAll(async () => {
  await admin.end()
  await database.close()
})

/** A database whose lock nobody has, and the connections made to it. */
beforeEach(async () => {
  machine.name = SHORT_NAME
  sessions = []
  connectAs = { ...database.access.admin, database: `lock_${randomBytes(6).toString('hex')}` }
  await admin.query(`CREATE DATABASE ${connectAs.database}`)
})
afterEach(async () => {
  lock.release()
  await admin.query(`DROP DATABASE ${connectAs.database} WITH (FORCE)`)
})

async function connect(): Promise<Connection> {
  const settings = { application_name: applicationName(), types: columnTypes }
  const session = new Connection(() => connectAs, TIMEOUTS, settings)
  await session.connect()
  sessions.push(session)
  return session
}

const backends = async () => {
  const { rows } = await admin.query('SELECT pid FROM pg_stat_activity WHERE datname = $1', [
    connectAs.database,
  ])
  return rows.map(({ pid }) => pid)
}

const log = pino({ level: 'silent' })

test.each([SHORT_NAME, LONG_NAME])(
  'its own lost session that still holds the lock is ended, on a machine named %s',
  async (name) => {
    machine.name = name
    lock = await takeServerLock({ connect, log })
    const replaced = vi.fn()
    lock.onReplaced(replaced)
    const [first] = sessions
    // While it works on a statement PostgreSQL does not notice that nobody listens any more.
    first?.query('SELECT pg_sleep(600)').catch(() => {})
    await vi.waitFor(
      async () =>
        expect(
          await admin.query("SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'", [
            first?.backend,
          ]),
        ).toHaveProperty('rowCount', 1),
      WAIT,
    )
    first?.cut()
    await vi.waitFor(() => expect(lock.health.ok).toBe(false), WAIT)
    await vi.waitFor(() => expect(lock.health).toEqual({ ok: true }), WAIT)
    expect(replaced).not.toHaveBeenCalled()
    await vi.waitFor(async () => expect(await backends()).toEqual([sessions.at(-1)?.backend]), WAIT)
  },
)

test('a holder whose name is not known is not taken for another server', async () => {
  lock = await takeServerLock({ connect, log })
  const replaced = vi.fn()
  lock.onReplaced(replaced)
  const nameless = new Client({ ...connectAs, application_name: '' })
  nameless.on('error', () => {})
  await nameless.connect()
  const taking = nameless.query('SELECT pg_advisory_lock($1)', [0x5442])
  await vi.waitFor(
    async () =>
      expect(
        await admin.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"),
      ).toHaveProperty('rowCount', 1),
    WAIT,
  )
  sessions[0]?.cut()
  await taking
  // It is asked for the lock again and again.
  await vi.waitFor(() => expect(sessions.length).toBeGreaterThan(3), WAIT)
  expect(replaced).not.toHaveBeenCalled()
  await nameless.end()
  await vi.waitFor(() => expect(lock.health).toEqual({ ok: true }), WAIT)
  expect(replaced).not.toHaveBeenCalled()
})

test('a session on which the lock could not be asked for is not left open', async () => {
  let isFailing = false
  lock = await takeServerLock({
    async connect() {
      const session = await connect()
      if (sessions.length === 2) {
        isFailing = true
        session.query = (() => Promise.reject(new Error('nothing was answered'))) as Connection['query']
      }
      return session
    },
    log,
  })
  sessions[0]?.cut()
  await vi.waitFor(() => expect(isFailing).toBe(true), WAIT)
  await vi.waitFor(() => expect(lock.health).toEqual({ ok: true }), WAIT)
  expect(sessions).toHaveLength(3)
  await vi.waitFor(async () => expect(await backends()).toEqual([sessions[2]?.backend]), WAIT)
})

test('its holder sees a process that waits and could lead at once, and no other', async () => {
  lock = await takeServerLock({ connect, log })
  const waiting = (isReady: boolean) => takeServerLock({ connect, log, isReady: () => isReady })
  expect(await lock.isAnotherReady()).toBe(false)
  await expect(waiting(false)).rejects.toThrow('Another Tradebook')
  const ready = waiting(true)
  await vi.waitFor(async () => expect(await lock.isAnotherReady()).toBe(true), { ...WAIT, interval: 10 })
  await expect(ready).rejects.toThrow('Another Tradebook')
  // Who was ready and leads now waits no more.
  lock.release()
  lock = await waiting(true)
  expect(await lock.isAnotherReady()).toBe(false)
})

test('a full disk makes it not ready while it answers, and waiting writes continue once there is space', async () => {
  let lacksRoom = false
  lock = await takeServerLock({ connect, lacksRoom: async () => lacksRoom, log })
  expect(lock.health).toEqual({ ok: true })
  lacksRoom = true
  await vi.waitFor(
    () => expect(lock.health).toEqual({ ok: false, reason: 'The disk of the database is full.' }),
    WAIT,
  )
  const woken = lock.whenWell()
  lacksRoom = false
  await woken
  expect(lock.health).toEqual({ ok: true })
})
