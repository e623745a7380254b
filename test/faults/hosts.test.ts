import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStandby } from '../../apps/server/src/backup/standby.ts'
import { SUPERUSER, startEmbedded } from '../../apps/server/src/store/embedded.ts'
import { databasePasswords } from '../../apps/server/src/store/postgres-passwords.ts'
import { demoDataFolder } from '../demo-server.ts'
import { freePort, type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { databaseOf } from './database.ts'
import { isLost, strangers } from './history.ts'
import { expectWithin } from './long.ts'
import { startLoad } from './order-load.ts'

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_129)
/** From the promotion until orders are accepted again. */
const TRADING_WITHIN_MS = 5_000
const silent = pino({ level: 'silent' })

let parent: string
let primary: string
let standby: string
let ports: readonly [number, number]
let password: string
let server: RunningServer

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-hosts-'))
  ;[primary, standby] = [join(parent, 'primary'), join(parent, 'standby')]
  ports = [await freePort(), await freePort()]
  await demoDataFolder(primary)
  await startEmbedded(primary, silent, { port: String(ports[0]) })
  password = databasePasswords(primary).superuserPassword
  await makeStandby(`postgres://${SUPERUSER}:${password}@127.0.0.1:${ports[0]}`, standby)
  await startEmbedded(standby, silent, { port: String(ports[1]) })
  await ask(ports[0], `ALTER SYSTEM SET synchronous_standby_names = 'tradebook_standby'`)
  await ask(ports[0], 'SELECT pg_reload_conf()')
})

afterAll(async () => {
  await server?.stop()
  for (const folder of [primary, standby]) await removeDataFolder(folder)
  rmSync(parent, { recursive: true, force: true })
})

async function ask(port: number, query: string): Promise<unknown[]> {
  const client = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

test('of two hosts the server uses the primary, follows when the other is promoted, and loses no acknowledged order', async () => {
  await expect
    .poll(() => ask(ports[0], 'SELECT sync_state FROM pg_stat_replication'))
    .toEqual([{ sync_state: 'sync' }])
  const [first, second] = [ports[1], ports[0]].map((port) => `127.0.0.1:${port}`)
  server = await startServer(join(parent, 'server'), {
    DATABASE_URL: `postgres://${SUPERUSER}:${password}@${first},${second}/postgres?target_session_attrs=read-write`,
  })
  const load = await startLoad(server, 'hosts', SEED)
  await load.answered(200)
  process.kill(databaseOf(primary).postmaster(), 'SIGKILL')
  await load.putOff(20)
  await ask(ports[1], 'SELECT pg_promote(true, 60)')
  const promoted = performance.now()
  await load.accepted(50)
  const tradingMs = performance.now() - promoted
  const history = await load.stop()
  expect(server.hasEnded()).toBe(false)
  const found = await audit(standby)
  expect(found.broken).toEqual({})
  expect(history.filter((sent) => isLost(sent, found))).toEqual([])
  expect(strangers(found, history)).toEqual([])
  const acknowledged = history.filter(({ answer }) => answer?.result).length
  console.log(
    `a primary killed and its standby promoted (seed ${SEED}): ${acknowledged} orders acknowledged, 0 lost; 50 orders were accepted ${tradingMs.toFixed(0)} ms after the promotion`,
  )
  expectWithin(tradingMs, TRADING_WITHIN_MS)
}, 240_000)
