import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../faults/audit.ts'
import { expectSameAnswers, isLost, strangers } from '../faults/history.ts'
import { type OrderLoad, type Sent, startLoad } from '../faults/order-load.ts'
import { Bed, type WebNode } from './bed.ts'
import { Leaders } from './leaders.ts'
import { openPage, type Page } from './page.ts'
import { longestPause } from './pauses.ts'

/** `kill -9` of every kind of part of an installation on three machines, under order load through both web nodes. */

const KILLS = Number(process.env.TRADEBOOK_TEST_KILLS ?? 100)
const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_128)
/** After the failover of the database, and where it stayed up. */
const TRADING_WITHIN_MS = { failover: 30_000, otherwise: 5_000 }
const PAGES_WITHIN_MS = 5_000

let bed: Bed
const history: Sent[] = []

interface Victim {
  readonly what: string
  readonly tradingWithinMs: number
  /** Kills it. Returns how it comes back, and whose orders cannot go on. */
  kill(kill: number): Promise<{ readonly comesBack: () => void; readonly web?: WebNode }>
}

const victims: readonly Victim[] = [
  {
    what: 'the leading desk',
    tradingWithinMs: TRADING_WITHIN_MS.otherwise,
    async kill() {
      const { desk } = await bed.leader()
      await desk.kill()
      return { comesBack: () => desk.start() }
    },
  },
  {
    what: "the primary's PostgreSQL",
    tradingWithinMs: TRADING_WITHIN_MS.failover,
    async kill() {
      process.kill(bed.postmaster(await bed.primary()), 'SIGKILL')
      return { comesBack: () => {} }
    },
  },
  {
    what: "the primary's machine",
    tradingWithinMs: TRADING_WITHIN_MS.failover,
    async kill() {
      const machine = await bed.primary()
      bed.killMachine(machine)
      return { comesBack: () => bed.startMachine(machine) }
    },
  },
  {
    what: 'NATS',
    tradingWithinMs: TRADING_WITHIN_MS.otherwise,
    async kill() {
      await bed.nats.kill()
      bed.nats.start()
      return { comesBack: () => {} }
    },
  },
  {
    what: 'a web node',
    tradingWithinMs: TRADING_WITHIN_MS.otherwise,
    async kill(kill) {
      const web = bed.webs[kill % 2]!
      await web.program.kill()
      return { comesBack: () => web.program.start(), web }
    },
  },
]

beforeAll(async () => {
  bed = new Bed()
  await bed.whole()
}, 300_000)

afterAll(async () => {
  await bed?.end()
})

test.each(victims)(
  `$what is killed ${KILLS} times: nothing acknowledged is lost or done twice, and trading continues`,
  async ({ what, kill: killIt, tradingWithinMs }) => {
    const tradingMs: number[] = []
    const pagesMs: number[] = []
    const sentNow: Sent[] = []
    const pages = await Promise.all(bed.webs.map((web) => openPage(bed.page, web)))
    const leaders = new Leaders(bed)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await bed.whole()
      const name = `${what.replace(/\W/g, '')}-${kill}`
      const loads = await Promise.all(bed.webs.map((web, at) => startLoad(web, `${name}-${at}`, SEED + kill)))
      await Promise.all(loads.map((load) => load.answered(50)))
      const { comesBack, web } = await killIt(kill)
      const living = loads.filter((_, at) => bed.webs[at] !== web)
      const [pauses, lives] = await Promise.all([
        Promise.all(living.map((load: OrderLoad) => longestPause(load))),
        Promise.all(pages.map((page: Page) => page.isLive())),
      ])
      tradingMs.push(Math.max(...pauses))
      if (web) pagesMs.push(Math.max(...lives))
      sentNow.push(...(await Promise.all(loads.map((load) => load.stop()))).flat())
      comesBack()
    }
    await bed.whole()
    leaders.stop()
    await Promise.all(pages.map((page) => page.close()))
    history.push(...sentNow)
    await expectSameAnswers(bed.webs[0], sentNow)
    const client = await bed.openDatabase()
    const found = await auditOf(client).finally(() => client.end())
    const acknowledged = history.filter(({ answer }) => answer?.result).length
    console.log(
      [
        `${what} killed ${KILLS} times (seed ${SEED}): ${acknowledged} orders acknowledged so far, ${history.filter((each) => isLost(each, found)).length} lost`,
        `longest pause of trading in ms: ${distribution(tradingMs)}`,
        ...(pagesMs.length > 0 ? [`pages live again in ms: ${distribution(pagesMs)}`] : []),
        `at most ${leaders.mostPrimaries} primaries and ${leaders.mostDesks} desks led at once, asked ${leaders.asked} times`,
      ].join('\n  '),
    )
    expect(found.broken).toEqual({})
    expect(history.filter((each) => isLost(each, found))).toEqual([])
    expect(strangers(found, history)).toEqual([])
    expect(leaders.mostPrimaries).toBe(1)
    expect(leaders.mostDesks).toBe(1)
    expect(Math.max(...tradingMs)).toBeLessThan(tradingWithinMs)
    if (pagesMs.length > 0) expect(Math.max(...pagesMs)).toBeLessThan(PAGES_WITHIN_MS)
  },
  KILLS * 240_000,
)

/** The figures in order, with their quantiles where there are many. */
function distribution(figures: readonly number[]): string {
  const sorted = figures.map(Math.round).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return `min ${at(0)}, p50 ${at(0.5)}, p90 ${at(0.9)}, max ${at(1)} (${sorted.join(' ')})`
}
