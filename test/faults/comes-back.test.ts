import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoDataFolder } from '../demo-server.ts'
import { type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { type Database, databaseOf, LOCK_SESSION } from './database.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { expectWithin, LONG } from './long.ts'
import { type Sent, startLoad } from './order-load.ts'
import { becomesReady, becomesUnready } from './readiness.ts'

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)
const READY_WITHIN_MS = 5_000
const UNREADY_WITHIN_MS = 5_000
const FROZEN_MS = 10_000

let dataFolder: string
let server: RunningServer
let database: Database
const history: Sent[] = []

beforeAll(async () => {
  dataFolder = await demoDataFolder()
  server = await startServer(dataFolder)
  database = databaseOf(dataFolder)
})

afterAll(async () => {
  await server?.stop()
  await removeDataFolder(dataFolder)
})

interface Fault {
  readonly what: string
  readonly isShort: boolean
  /** Injects the fault. Resolves when its cause is gone. */
  readonly harm: () => Promise<void>
}

const faults: readonly Fault[] = [
  {
    what: 'every session of the server ended',
    isShort: true,
    harm: async () => expect(await database.terminate('true')).toBeGreaterThan(2),
  },
  {
    what: 'the lock session ended',
    isShort: true,
    harm: async () => expect(await database.terminate(LOCK_SESSION)).toBe(1),
  },
  {
    what: 'a session killed, which makes PostgreSQL begin again',
    isShort: false,
    async harm() {
      // After the fault before, the server may not have its lock again yet.
      const backend = await vi.waitFor(() => database.backend(LOCK_SESSION), {
        timeout: 10_000,
        interval: 20,
      })
      process.kill(backend, 'SIGKILL')
      await becomesUnready(server)
    },
  },
  {
    what: 'the first process of PostgreSQL killed',
    isShort: true,
    async harm() {
      process.kill(database.postmaster(), 'SIGKILL')
      await becomesUnready(server)
    },
  },
  {
    what: 'PostgreSQL suspended',
    isShort: true,
    async harm() {
      const goOn = database.suspend()
      try {
        const { reason, afterMs } = await becomesUnready(server)
        expect(reason).toBe('The database does not answer.')
        expectWithin(afterMs, UNREADY_WITHIN_MS)
        if (LONG) await sleep(FROZEN_MS - afterMs)
      } finally {
        goOn()
      }
    },
  },
]

for (const { what, harm } of faults.filter(({ isShort }) => LONG || isShort)) {
  test(`${what}: the server keeps running, loses no acknowledged order and duplicates none`, async () => {
    const load = await startLoad(server, `fault${faults.findIndex((fault) => fault.what === what)}`, SEED)
    await load.answered(100)
    await harm()
    const gone = performance.now()
    await load.accepted(20)
    await becomesReady(server)
    const backAfterMs = performance.now() - gone
    const sent = await load.stop()
    history.push(...sent)

    expect(server.hasEnded()).toBe(false)
    const found = await audit(dataFolder)
    expect(found.broken).toEqual({})
    expect(history.filter((one) => isLost(one, found))).toEqual([])
    expect(strangers(found, history)).toEqual([])
    await expectSameAnswers(server, sent)
    expectWithin(backAfterMs, READY_WITHIN_MS, server.output())
    const accepted = sent.filter(({ answer }) => answer?.result).length
    console.log(
      `${what}: trading and ready after ${backAfterMs.toFixed(0)} ms; ${sent.length} requests, ${accepted} accepted, 0 lost, 0 doubled`,
    )
  })
}
