import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { HUB_PATH } from '@tradebook/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { signIn } from '../person.ts'
import {
  newDataFolder,
  type RunningServer,
  removeDataFolder,
  spawnServer,
  startInVain,
  startServer,
} from '../running-server.ts'
import { audit } from './audit.ts'
import { databaseOf } from './database.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { expectWithin, LONG } from './long.ts'
import { type Sent, startLoad } from './order-load.ts'

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)
const KILLS = 5
const OUT_WITHIN_MS = 10_000
const REFUSED_WITHIN_MS = 2_000
const READY_WITHIN_MS = 5_000

let dataFolder: string
let server: RunningServer

beforeAll(async () => {
  dataFolder = await demoDataFolder()
})
beforeEach(async () => {
  if (server === undefined || server.hasEnded()) server = await startServer(dataFolder)
})
afterAll(async () => {
  await server?.stop()
  await removeDataFolder(dataFolder)
})

/** Resolves with the exit code when the server is out, having taken no longer than it may. */
async function out(): Promise<number | null> {
  const signalled = performance.now()
  const code = await server.ended
  expectWithin(performance.now() - signalled, OUT_WITHIN_MS)
  return code
}

test('signalled to end, the server is out whatever is connected, and no acknowledged order is lost', async () => {
  const { port } = new URL(server.url)
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const half = connect(Number(port), '127.0.0.1')
  half.write('GET /Home/Configuration HTTP/1.1\r\nHost:')
  for (const socket of [silent, half]) socket.on('error', () => {})
  const { token } = await signIn(server, 'Meridian', 'broker')
  const hub = new HubConnectionBuilder()
    .withUrl(`${server.url}${HUB_PATH}`, { accessTokenFactory: () => token })
    .withAutomaticReconnect()
    .configureLogging(LogLevel.None)
    .build()
  const comesBack = new Promise<void>((resolve) => hub.onreconnecting(() => resolve()))
  await hub.start()
  const load = await startLoad(server, 'ending', SEED)
  await load.answered(100)

  server.signal('SIGTERM')
  expect(await out()).toBe(0)
  // A page reconnects, because the close allows it.
  await comesBack
  await hub.stop()
  const sent = await load.stop()

  server = await startServer(dataFolder)
  const found = await audit(dataFolder)
  expect(found.broken).toEqual({})
  expect(sent.filter((one) => isLost(one, found))).toEqual([])
  expect(strangers(found, sent)).toEqual([])
  await expectSameAnswers(server, sent)
})

test('signalled to end while its database is suspended, the server is out; the next start has every order', async () => {
  const load = await startLoad(server, 'suspended', SEED)
  await load.answered(100)
  databaseOf(dataFolder).suspend()
  server.signal('SIGTERM')
  await out()
  const sent = await load.stop()

  server = await startServer(dataFolder)
  const found = await audit(dataFolder)
  expect(found.broken).toEqual({})
  expect(sent.filter((one) => isLost(one, found))).toEqual([])
})

test('a second signal ends it at once', async () => {
  const goOn = databaseOf(dataFolder).suspend()
  const again = setInterval(() => server.signal('SIGTERM'), 100)
  try {
    // An ending in good order has another code, and waits for the database.
    expect(await server.ended).toBe(1)
  } finally {
    clearInterval(again)
    goOn()
  }
})

test.runIf(LONG)('killed at any moment of its ending, it starts again with every order', async () => {
  const random = chance(SEED)
  const history: Sent[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const load = await startLoad(server, `kill${kill}`, SEED + kill)
    await load.answered(100)
    server.signal('SIGTERM')
    await sleep(random() * 400)
    await server.kill()
    for (const request of await load.stop()) history.push(request)
    server = await startServer(dataFolder)
    expectWithin(server.readyAfterMs, READY_WITHIN_MS)
    const found = await audit(dataFolder)
    expect(found.broken).toEqual({})
    expect(history.filter((one) => isLost(one, found))).toEqual([])
    await expectSameAnswers(server, history)
  }
})

test.runIf(LONG)('killed at any moment of its first start, it starts', async () => {
  const random = chance(SEED)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const fresh = newDataFolder()
    const first = spawnServer(fresh)
    await sleep(random() * 5_000)
    await first.kill()
    const second = await startServer(fresh)
    await signIn(second, 'Meridian', 'broker')
    expect((await audit(fresh)).broken).toEqual({})
    await second.stop()
    await removeDataFolder(fresh)
  }
})

test('under load a second server is refused soon, with a clear message', async () => {
  const load = await startLoad(server, 'second', SEED)
  await load.answered(100)
  const { code, output, afterMs } = await startInVain(dataFolder)
  await load.accepted(1)
  await load.stop()
  expect(code).toBe(1)
  expect(output).toMatch(/Another Tradebook \(tradebook \d+@.+\) is running on this database\./)
  expectWithin(afterMs, REFUSED_WITHIN_MS)
  console.log(`a second server: refused ${afterMs.toFixed(0)} ms after it was started`)
})
