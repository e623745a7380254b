import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeStandby } from '../backup/standby.ts'
import { accessTo } from './access.ts'
import { runAs } from './connection-shares.ts'
import { type EmbeddedServer, SUPERUSER, startEmbedded, stopEmbedded } from './embedded.ts'
import { createTenant, createUser } from './people.ts'
import { databasePasswords } from './postgres-passwords.ts'
import { openStore, type Store } from './store.ts'

/** Reads on a standby that really follows a primary by streaming replication. */

const silent = pino({ level: 'silent' })
const parent = mkdtempSync(join(tmpdir(), 'tradebook-read-standby-'))
const [primary, replica] = [join(parent, 'primary'), join(parent, 'standby')]
let standby: EmbeddedServer
let store: Store
let meridian: number
let zenith: number
let userId: number

beforeAll(async () => {
  const access = await accessTo({ databaseUrl: undefined, dataFolder: primary }, silent)
  const { host, port } = access.admin
  const { superuserPassword, loginPassword } = databasePasswords(primary)
  const first = await openStore(access, silent, { migrate: true })
  meridian = await createTenant(first, { tenancyName: 'Meridian', name: 'Meridian Securities' })
  zenith = await createTenant(first, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
  const broker = {
    userName: 'broker',
    name: 'B',
    surname: 'R',
    password: 'a password',
    roles: ['BROKER'] as const,
  }
  userId = await createUser(first, meridian, { ...broker, emailAddress: 'broker@example.com' })
  await first.close()
  await makeStandby(`postgres://${SUPERUSER}:${superuserPassword}@${host}:${port}`, replica)
  standby = await startEmbedded(replica, silent)
  const readUrl = `postgres://${access.login?.user}:${loginPassword}@${standby.host}:${standby.port}/postgres`
  store = await openStore(access, silent, { migrate: false, readUrl })
})

afterAll(async () => {
  await store?.close()
  for (const folder of [primary, replica]) await stopEmbedded(folder)
  rmSync(parent, { recursive: true, force: true })
})

async function onStandby(query: string): Promise<void> {
  const client = new Client({
    ...{ host: standby.host, port: standby.port, user: SUPERUSER, database: 'postgres' },
    password: databasePasswords(primary).superuserPassword,
  })
  await client.connect()
  try {
    await client.query(query)
  } finally {
    await client.end()
  }
}

/** What somebody reads, and where it was read. */
const read = (mayReadStandby = true) =>
  runAs({ key: 'broker', mayReadStandby }, () =>
    store.forTenant(meridian).read(async (tx) => {
      const { rows } = await sql<{ on: string }>`
        SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS on`.execute(tx)
      const secrets = await tx.selectFrom('watchlists').select('name').execute()
      return { on: rows[0]?.on, names: secrets.map(({ name }) => name) }
    }),
  )

const write = (name: string) =>
  runAs({ key: 'broker' }, () =>
    store
      .forTenant(meridian)
      .write((tx) =>
        tx
          .insertInto('watchlists')
          .values({ tenant_id: meridian, user_id: userId, name, security_ids: [] })
          .execute(),
      ),
  )

/** A standby that was of no use is left alone for a while. */
const untilUsed = () =>
  vi.waitFor(async () => expect([(await read()).on, store.standbyProblem]).toEqual(['standby', undefined]), {
    timeout: 15_000,
    interval: 20,
  })

test('a read that can be made on the standby is made there, and contains what was written before it', async () => {
  await untilUsed()
  for (let round = 0; round < 20; round += 1) {
    await write(`round ${round}`)
    const { on, names } = await read()
    expect(on).toBe('standby')
    expect(names).toContain(`round ${round}`)
  }
})

test('reads that last on the standby take no turn of the primary, and no more than a pool has', async () => {
  await untilUsed()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = 0
  const lasting = Array.from({ length: 12 }, (_, at) =>
    runAs({ key: `reader ${at % 6}`, mayReadStandby: true }, () =>
      store.forTenant(meridian).read(async (tx) => {
        await sql`SELECT 1`.execute(tx)
        begun += 1
        await ended
      }),
    ),
  )
  await vi.waitFor(() => expect(begun).toBe(10), { timeout: 15_000 })
  await write('while others read')
  expect(await read(false)).toMatchObject({
    on: 'primary',
    names: expect.arrayContaining(['while others read']),
  })
  end()
  await Promise.all(lasting)
  expect(begun).toBe(12)
})

test('other reads are made on the primary', async () => {
  await untilUsed()
  expect(await read(false)).toMatchObject({ on: 'primary' })
})

test('while the standby is behind, reads are made on the primary and contain what was written before them', async () => {
  await untilUsed()
  await onStandby('SELECT pg_wal_replay_pause()')
  await write('unreplayed')
  const { on, names } = await read()
  expect({ on, problem: store.standbyProblem }).toEqual({
    on: 'primary',
    problem: 'It is behind the primary.',
  })
  expect(names).toContain('unreplayed')
  await onStandby('SELECT pg_wal_replay_resume()')
  await untilUsed()
  expect(store.standbyProblem).toBeUndefined()
})

test('a read waits a moment for a standby that has nearly replayed what was written', async () => {
  await untilUsed()
  await onStandby('SELECT pg_wal_replay_pause()')
  await write('replayed soon')
  const reading = read()
  await onStandby('SELECT pg_wal_replay_resume()')
  expect((await reading).names).toContain('replayed soon')
})

test('a firm sees the rows of no other firm on the standby', async () => {
  await untilUsed()
  await write('of Meridian')
  const names = await runAs({ key: 'other', mayReadStandby: true }, () =>
    store.forTenant(zenith).read((tx) => tx.selectFrom('watchlists').select('name').execute()),
  )
  expect(names).toEqual([])
})

test('nothing can be written where reads are made on the standby', async () => {
  await untilUsed()
  const written = runAs({ key: 'broker', mayReadStandby: true }, () =>
    store.forTenant(meridian).read((tx) => tx.deleteFrom('watchlists').execute()),
  )
  await expect(written).rejects.toThrow('read-only')
})

test('when the standby is gone reads are made on the primary, and on the standby again when it is back', async () => {
  await untilUsed()
  const { port } = standby
  await stopEmbedded(replica)
  expect(await read()).toMatchObject({ on: 'primary' })
  expect(store.standbyProblem).toBeDefined()
  standby = await startEmbedded(replica, silent, { port: String(port) })
  await untilUsed()
})

test('a standby that was promoted has a history of its own, and is no longer read', async () => {
  await untilUsed()
  await onStandby('SELECT pg_promote(true, 60)')
  expect(await read()).toMatchObject({ on: 'primary' })
  expect(store.standbyProblem).toBe('It is no standby.')
})
