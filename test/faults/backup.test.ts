import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Archive } from '../../apps/server/src/backup/archive.ts'
import { instantOf } from '../../apps/server/src/backup/instant.ts'
import { restore } from '../../apps/server/src/backup/restore.ts'
import { differences, type State, stateNow } from '../../apps/server/src/backup/state.ts'
import { verify } from '../../apps/server/src/backup/verify.ts'
import { runningEmbedded } from '../../apps/server/src/store/embedded.ts'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { asOperator, type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { LONG } from './long.ts'
import { startLoad } from './order-load.ts'

/** `npm run faults` restores to more instants. */
const INSTANTS = LONG ? 20 : 1
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_126)
const KEY = 'a key of the operator'
const PATIENCE = { timeout: 120_000 }
const silent = pino({ level: 'silent' })

let parent: string
let backups: string
let dataFolder: string
let server: RunningServer
const states: State[] = []

/** The newest figure of the server. */
async function figure(name: string): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: asOperator(server) })
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await answer.text())?.[1])
}

async function warnings(): Promise<string[]> {
  const answer = await fetch(`${server.url}/health/ready`, { headers: asOperator(server) })
  return ((await answer.json()) as { warnings: string[] }).warnings
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-backup-'))
  backups = join(parent, 'backups')
  dataFolder = await demoDataFolder()
  server = await startServer(dataFolder, { TRADEBOOK_BACKUP: backups, TRADEBOOK_BACKUP_KEY: KEY })
})

afterAll(async () => {
  await server?.stop()
  await removeDataFolder(dataFolder)
  rmSync(parent, { recursive: true, force: true })
})

const archive = () => Archive.open(backups, KEY)

test(
  'the server backs its database up while orders are sent, and shows how old the backup is',
  async () => {
    const random = chance(SEED)
    const load = await startLoad(server, 'backup', SEED)
    const hasState = () =>
      existsSync(join(backups, 'states')) && readdirSync(join(backups, 'states')).length > 0
    await expect.poll(hasState, PATIENCE).toBe(true)
    for (let instant = 0; instant < INSTANTS; instant += 1) {
      await load.answered(between(random, 50, 400))
      const access = runningEmbedded(dataFolder)
      if (access) states.push(await stateNow(access))
    }
    await load.answered(50)
    await load.stop()
    const newest = Date.now()
    const coveredUntil = async () => Date.now() - (await figure('tradebook_backup_age_seconds')) * 1_000
    await expect.poll(coveredUntil, PATIENCE).toBeGreaterThan(newest + 1_000)
    expect(await warnings()).not.toContainEqual(expect.stringContaining('backup'))
    expect(await server.stop()).toBe(0)
  },
  280_000 + INSTANTS * 10_000,
)

test(
  'a backup made under load is restored to an instant between two orders, with everything as it was then',
  async () => {
    for (const [number, state] of states.entries()) {
      const into = join(parent, `restored-${number}`)
      let found: string[] = ['not opened']
      await restore(archive(), {
        at: instantOf(state.at),
        into,
        log: silent,
        whileOpen: async (access) => {
          found = await differences(access, state)
        },
      })
      expect(found).toEqual([])
      rmSync(into, { recursive: true })
    }
  },
  INSTANTS * 120_000,
)

test('a backup is verified by restoring it to a scratch folder', async () => {
  expect((await verify(archive(), silent, parent)).differences).toEqual([])
})

test('a restored data folder is a server that trades', async () => {
  const into = join(parent, 'newest')
  const { lastCommit } = await restore(archive(), { into, log: silent })
  expect(lastCommit?.getTime()).toBeGreaterThan(Date.parse(states.at(-1)?.at ?? ''))
  const restored = await startServer(into)
  const load = await startLoad(restored, 'after-restore', SEED + 1)
  await load.accepted(10)
  await load.stop()
  await restored.stop()
  await removeDataFolder(into)
})

test('a torn, a missing and a foreign file of a backup are refused, with what can still be restored', async () => {
  const [base] = archive().bases()
  const piece = archive()
    .log(1)
    .findLast(({ start }) => start <= BigInt(base?.start ?? ''))
  const file = join(backups, 'log', piece?.name ?? '')
  const whole = readFileSync(file)
  const refusal = () =>
    restore(archive(), { into: join(parent, 'refused'), log: silent }).then(
      () => 'restored',
      ({ message }: Error) => message,
    )
  truncateSync(file, 30)
  expect(await refusal()).toMatch(
    /The log in .* is incomplete: .* Nothing can be restored from this base backup/,
  )
  const flipped = Buffer.from(whole)
  flipped[40] = (flipped[40] ?? 0) ^ 1
  writeFileSync(file, flipped)
  expect(await refusal()).toMatch(/The log in .* is incomplete: .* is damaged at chunk 1/)
  writeFileSync(file, readFileSync(join(backups, 'bases', base?.name ?? '', 'manifest')))
  expect(await refusal()).toMatch(/The log in .* is incomplete: .* belongs to another backup/)
  rmSync(file)
  expect(await refusal()).toMatch(/The log in .* is incomplete/)
  writeFileSync(file, whole)
  expect(existsSync(join(parent, 'refused'))).toBe(false)
})
