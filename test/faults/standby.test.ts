import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow, makeStandby, promote } from '../../apps/server/src/backup/standby.ts'
import { databasePasswords } from '../../apps/server/src/store/postgres-passwords.ts'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import {
  freePort,
  type RunningServer,
  removeDataFolder,
  startInVain,
  startServer,
} from '../running-server.ts'
import { audit } from './audit.ts'
import { databaseOf } from './database.ts'
import { isLost, strangers } from './history.ts'
import { LONG } from './long.ts'
import { type Sent, startLoad } from './order-load.ts'

/** `npm run faults` kills more primaries. */
const KILLS = LONG ? 20 : 1
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_128)
const silent = pino({ level: 'silent' })

let parent: string
let server: RunningServer
let port: number

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-standby-'))
  port = await freePort()
  const dataFolder = await demoDataFolder(join(parent, 'primary-0'))
  server = await startServer(dataFolder, { TRADEBOOK_DATABASE_PORT: String(port) })
})

afterAll(async () => {
  await server?.stop()
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const folder = join(parent, `primary-${kill}`)
    if (existsSync(folder)) await removeDataFolder(folder)
  }
  rmSync(parent, { recursive: true, force: true })
})

const urlOf = (dataFolder: string) =>
  `postgres://postgres:${databasePasswords(dataFolder).superuserPassword}@127.0.0.1:${port}`

test(
  'a standby takes the place of a primary that was killed under load, and has every order that was acknowledged',
  async () => {
    const random = chance(SEED)
    const promotedMs: number[] = []
    /** Of all that were killed: the last standby has what each of them acknowledged. */
    const history: Sent[] = []
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const old = server.dataFolder
      const folder = join(parent, `primary-${kill}`)
      await makeStandby(urlOf(old), folder)
      const said: string[] = []
      const ended = new AbortController()
      const following = follow(folder, {
        isSynchronous: true,
        log: silent,
        print: (line) => said.push(line),
        ended: ended.signal,
      })
      await expect
        .poll(() => said, { timeout: 60_000 })
        .toContainEqual(expect.stringContaining('nothing is acknowledged'))
      expect(await startInVain(folder)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is the standby of'),
      })
      await expect(promote(folder, { isForced: false, log: silent })).rejects.toThrow('still answers')

      const load = await startLoad(server, `standby${kill}`, SEED + kill)
      await load.answered(between(random, 50, 300))
      // The machine is lost: the server, and its database with it.
      process.kill(databaseOf(old).postmaster(), 'SIGKILL')
      await server.kill()
      history.push(...(await load.stop()))

      const began = performance.now()
      await promote(folder, { isForced: false, log: silent })
      promotedMs.push(performance.now() - began)
      expect(await following).toBe(true)
      port = await freePort()
      server = await startServer(folder, { TRADEBOOK_DATABASE_PORT: String(port) })
      const found = await audit(folder)
      expect(found.broken).toEqual({})
      expect(history.filter((sent) => isLost(sent, found))).toEqual([])
      expect(strangers(found, history)).toEqual([])
    }
    const acknowledged = history.filter(({ answer }) => answer?.result).length
    expect(acknowledged).toBeGreaterThan(0)
    console.log(
      `${KILLS} primaries killed (seed ${SEED}): ${acknowledged} orders acknowledged, 0 lost; promoted within ${Math.max(...promotedMs).toFixed(0)} ms`,
    )
  },
  KILLS * 240_000,
)
