import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { type CuttableDisk, mountCuttableDisk } from './cuttable-disk.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { LONG } from './long.ts'
import { type Sent, startLoad } from './order-load.ts'

/** `npm run faults` cuts more often. */
const CUTS = Number(process.env.TRADEBOOK_TEST_CUTS ?? (LONG ? 30 : 1))
/** After so many cuts the record begins again: auditing a long one takes longer than all else. */
const CUTS_OF_A_RECORD = 10
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_126)
/** Room for the database of the demo with its log. */
const DISK_MEGABYTES = 1_024

const disk = mountCuttableDisk(DISK_MEGABYTES)
const mounted = 'refused' in disk ? undefined : disk
const dataFolder = join(mounted?.folder ?? '', 'data')
let server: RunningServer | undefined

afterAll(async () => {
  await server?.stop()
  await mounted?.remove()
})

/** The disk, or the test is skipped with why there is none. */
function diskOrSkip(skip: (note: string) => never): CuttableDisk {
  return 'refused' in disk ? skip(disk.refused) : disk
}

/** Writes numbered lines until there are this many, and answers those that the file has after the power was cut. */
async function linesKept({ folder, cutPower }: CuttableDisk, isFlushed: boolean): Promise<number> {
  const name = join(folder, `lines-${isFlushed}`)
  const file = openSync(name, 'w')
  for (let line = 1; line <= LINES; line += 1) {
    writeSync(file, `${line}\n`)
    if (isFlushed) fsyncSync(file)
  }
  closeSync(file)
  await cutPower()
  return existsSync(name) ? readFileSync(name, 'utf8').trim().split('\n').length : 0
}
const LINES = 200

test('a cut of the power loses what was not flushed, and nothing that was', async ({ skip }) => {
  const own = diskOrSkip(skip)
  expect(await linesKept(own, false)).toBeLessThan(LINES)
  expect(await linesKept(own, true)).toBe(LINES)
})

test(
  'after a power cut under load the machine loses no acknowledged order and duplicates none',
  async ({ skip }) => {
    const { flush, cutPower } = diskOrSkip(skip)
    const random = chance(SEED)
    const totals = { sent: 0, acknowledged: 0, unanswered: 0, trades: 0 }
    let history: Sent[] = []

    for (let cut = 1; cut <= CUTS; cut += 1) {
      if (!server) {
        await demoDataFolder(dataFolder)
        flush()
        server = await startServer(dataFolder)
      }
      const load = await startLoad(server, `cut${cut}`, SEED + cut)
      // Some way into the load, and then anywhere within what a batch takes.
      await load.answered(between(random, 50, 600))
      await sleep(random() * 20)
      await server.kill()
      await cutPower()
      for (const request of await load.stop()) history.push(request)

      server = await startServer(dataFolder)
      const found = await audit(dataFolder)
      expect(found.broken).toEqual({})
      expect(history.filter((sent) => isLost(sent, found))).toEqual([])
      expect(strangers(found, history)).toEqual([])
      await expectSameAnswers(server, history)

      if (cut % CUTS_OF_A_RECORD !== 0 && cut !== CUTS) continue
      totals.sent += history.length
      totals.acknowledged += history.filter(({ answer }) => answer?.result).length
      totals.unanswered += history.filter(({ answer }) => !answer).length
      totals.trades += found.trades
      history = []
      await server.stop()
      server = undefined
      await removeDataFolder(dataFolder)
    }

    // A run in which nothing traded or nothing was in flight would show little.
    expect(totals.trades).toBeGreaterThan(0)
    expect(totals.unanswered).toBeGreaterThan(0)
    console.log(
      [
        `${CUTS} power cuts (seed ${SEED}): ${totals.sent} requests sent, ${totals.acknowledged} acknowledged, ${totals.unanswered} cut off`,
        `  ${totals.trades} trades; 0 lost, 0 doubled, every ledger at zero, every start succeeded`,
      ].join('\n'),
    )
  },
  CUTS * 120_000,
)
