import { afterAll, beforeAll, expect, test } from 'vitest'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { signIn } from '../person.ts'
import { type RunningServer, removeDataFolder, startInVain, startServer } from '../running-server.ts'
import { audit } from './audit.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { expectWithin, LONG } from './long.ts'
import { startOffice } from './office-load.ts'
import { type Sent, startLoad } from './order-load.ts'

/** `npm run faults` kills more often. */
const KILLS = Number(process.env.TRADEBOOK_TEST_KILLS ?? 5)
/** After so many kills the record begins again: auditing a long one takes longer than all else. */
const KILLS_OF_A_RECORD = 20
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)
const READY_WITHIN_MS = 5_000

let dataFolder: string
let server: RunningServer

beforeAll(async () => {
  dataFolder = await demoDataFolder()
  server = await startServer(dataFolder)
})

async function beginAnew(): Promise<void> {
  await server.stop()
  await removeDataFolder(dataFolder)
  dataFolder = await demoDataFolder()
  server = await startServer(dataFolder)
}

afterAll(async () => {
  await server?.stop()
  await removeDataFolder(dataFolder)
})

test(
  'killed under load, the server loses no acknowledged order and duplicates none',
  async () => {
    const random = chance(SEED)
    const totals = { sent: 0, acknowledged: 0, unanswered: 0, trades: 0 }
    let history: Sent[] = []
    const readyAfterMs: number[] = []

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const office = LONG ? await startOffice(server, `kill${kill}`, SEED + kill) : undefined
      const load = await startLoad(server, `kill${kill}`, SEED + kill)
      // Some way into the load, and then anywhere within what a batch takes.
      await load.answered(between(random, 50, 600))
      await new Promise((resolve) => setTimeout(resolve, random() * 20))
      await server.kill()
      for (const request of await load.stop()) history.push(request)
      await office?.stop()

      server = await startServer(dataFolder)
      readyAfterMs.push(server.readyAfterMs)
      const found = await audit(dataFolder)
      expect(found.broken).toEqual({})
      expect(history.filter((sent) => isLost(sent, found))).toEqual([])
      expect(strangers(found, history)).toEqual([])
      await expectSameAnswers(server, history)

      if (kill % KILLS_OF_A_RECORD !== 0 && kill !== KILLS) continue
      totals.sent += history.length
      totals.acknowledged += history.filter(({ answer }) => answer?.result).length
      totals.unanswered += history.filter(({ answer }) => !answer).length
      const { broken, trades } = await audit(dataFolder)
      expect(broken).toEqual({})
      totals.trades += trades
      history = []
      if (kill !== KILLS) await beginAnew()
    }

    readyAfterMs.sort((one, other) => one - other)
    const [slowestMs = 0] = readyAfterMs.slice(-1)
    const [medianMs = 0] = readyAfterMs.slice(readyAfterMs.length / 2)
    // A run in which nothing traded or nothing was in flight would show little.
    expect(totals.trades).toBeGreaterThan(0)
    expect(totals.unanswered).toBeGreaterThan(0)
    console.log(
      [
        `${KILLS} kills (seed ${SEED}): ${totals.sent} requests sent, ${totals.acknowledged} acknowledged, ${totals.unanswered} cut off`,
        `  ${totals.trades} trades; 0 lost, 0 doubled, every ledger at zero`,
        `  ready again within ${slowestMs.toFixed(0)} ms, median ${medianMs.toFixed(0)} ms`,
      ].join('\n'),
    )
    // Last, so that what was counted is printed also where the machine was too slow.
    expectWithin(slowestMs, READY_WITHIN_MS)
  },
  KILLS * 60_000,
)

test('a second server on the same data folder refuses to start and prints why', async () => {
  const { code, output } = await startInVain(dataFolder)
  expect(code).toBeGreaterThan(0)
  expect(output).toContain('Another Tradebook')
  expect(output).toContain('TRADEBOOK_DATA')
  // The first one noticed nothing.
  await signIn(server, 'Meridian', 'broker')
})
