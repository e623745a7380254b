import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { demoDataFolder } from '../demo-server.ts'
import { removeDataFolder, startInVain, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { mountSmallDisk, type SmallDisk } from './full-disk.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { expectWithin, LONG } from './long.ts'
import { startLoad } from './order-load.ts'
import { becomesReady } from './readiness.ts'

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)
const READY_WITHIN_MS = 1_500
const FULL_MS = 8_000
/** Room for the database of the demo and some of its log. */
const DISK_MEGABYTES = 200

const disk = mountSmallDisk(DISK_MEGABYTES)
const mounted = 'refused' in disk ? undefined : disk
const dataFolder = join(mounted?.folder ?? '', 'data')

afterAll(async () => {
  mounted?.clear()
  if (existsSync(dataFolder)) await removeDataFolder(dataFolder)
  mounted?.remove()
})

/** The disk, or the test is skipped with why there is none. */
function diskOrSkip(skip: (note: string) => never): SmallDisk {
  return 'refused' in disk ? skip(disk.refused) : disk
}

test('a full disk keeps a first start from beginning, and the reason is printed', async ({ skip }) => {
  const { fill, clear } = diskOrSkip(skip)
  fill()
  const { code, output } = await startInVain(dataFolder)
  clear()
  expect(code).toBe(1)
  expect(output).toContain('There is no room left on the disk of the data folder')
  expect(output).not.toMatch(/^ +at /m)
})

test('a disk that is full for a while: nothing is accepted, nothing is lost, and trading continues once there is space', async ({
  skip,
}) => {
  const { fill, clear } = diskOrSkip(skip)
  const server = await startServer(await demoDataFolder(dataFolder))
  try {
    const load = await startLoad(server, 'full', SEED)
    await load.answered(100)
    fill()
    await load.putOff(50)
    if (LONG) await sleep(FULL_MS)
    expect(server.hasEnded()).toBe(false)
    clear()
    const gone = performance.now()
    await load.accepted(20)
    await becomesReady(server)
    const backAfterMs = performance.now() - gone
    const sent = await load.stop()

    const found = await audit(dataFolder)
    expect(found.broken).toEqual({})
    expect(sent.filter((one) => isLost(one, found))).toEqual([])
    expect(strangers(found, sent)).toEqual([])
    await expectSameAnswers(server, sent)
    expectWithin(backAfterMs, READY_WITHIN_MS, server.output())
    console.log(
      `a full disk: trading and ready after ${backAfterMs.toFixed(0)} ms; ${sent.length} requests, 0 lost, 0 doubled`,
    )
  } finally {
    await server.stop()
  }
})
