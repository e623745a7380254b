import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MarketSession, type Phase, TimeInForce } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { between, chance } from '../chance.ts'
import { demoDataFolder } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'
import { type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { audit, openAsSuperuser } from './audit.ts'
import { expectSameAnswers, isLost, strangers } from './history.ts'
import { expectWithin, LONG } from './long.ts'
import { booksOf, type MarketRecord, publishedBook, readMarketRecord } from './market-record.ts'
import { startOffice } from './office-load.ts'
import { type Sent, securities, startLoad } from './order-load.ts'

/**
 * Kills a server under load through whole market days: in every phase, in a halt and the auction after it,
 * as books uncross and as the day turns. A day is a few minutes of market time long, and the demo's clock
 * passes them quickly. `npm test` kills at the opening alone.
 */

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_121)
/** Market time in one of the world's: anyone who is killed in a phase has to find it again. */
const SPEED = LONG ? 30 : 200
const HALTED = 'UBA'

const rules = {
  timetable: {
    preOpen: '09:30',
    preOpenImbalance: '09:38',
    continuous: '09:43',
    preClose: '10:08',
    preCloseImbalance: '10:12',
    closed: '10:16',
  },
  reopeningMinutes: 5,
}
/** Market minutes after the close until a demo's next day. */
const AFTER_CLOSE_MS = 7.5 * 60_000
/** From 09:30 to 10:16, and until the next day. */
const MARKET_DAY_MS = 46 * 60_000 + AFTER_CLOSE_MS
/** A strike may wait a whole market day for its phase; a start and an audit follow. */
const STRIKE_WITHIN_MS = MARKET_DAY_MS / SPEED + 30_000

/** Where a kill strikes: some way into the orders of a phase, or as the phase ends. */
interface Strike {
  readonly phase: Phase
  readonly when: 'within' | 'asItEnds'
}

const day: readonly Strike[] = [
  { phase: 'preOpen', when: 'within' },
  { phase: 'preOpenImbalance', when: 'within' },
  { phase: 'preOpenImbalance', when: 'asItEnds' },
  { phase: 'continuous', when: 'within' },
  { phase: 'halted', when: 'within' },
  { phase: 'reopening', when: 'within' },
  { phase: 'reopening', when: 'asItEnds' },
  { phase: 'preClose', when: 'within' },
  { phase: 'preCloseImbalance', when: 'within' },
  { phase: 'preCloseImbalance', when: 'asItEnds' },
  { phase: 'closed', when: 'within' },
  { phase: 'closed', when: 'asItEnds' },
]
const opening: readonly Strike[] = [{ phase: 'preOpenImbalance', when: 'asItEnds' }]
const strikes = LONG ? [...day, ...opening] : opening
const MORE_DAYS = 3
const ORDERS_TO_UNCROSS = 60
const comesAgain = ({ when }: Strike) => LONG && when === 'within'

let dataFolder: string
let server: RunningServer
const start = () =>
  startServer(dataFolder, {
    TRADEBOOK_CLOCK: 'demo',
    TRADEBOOK_CLOCK_SPEED: String(SPEED),
    TRADEBOOK_MARKET_RULES: join(dataFolder, 'rules.json'),
  })

beforeAll(async () => {
  dataFolder = await demoDataFolder()
  writeFileSync(join(dataFolder, 'rules.json'), JSON.stringify(rules))
  server = await start()
})

afterAll(async () => {
  await server?.stop()
  await removeDataFolder(dataFolder)
})

test(
  'killed in each phase, as books uncross and as the market day changes: phase, halts, books and carried orders are as before',
  async () => {
    const random = chance(SEED)
    const history: Sent[] = []
    const found = new Set<Phase>()
    const control = await signIn(server, null, 'admin')
    const { marketDate: firstDate } = await control.get('MarketData/GetSession', {})
    await control.get('MarketData/HaltSecurity', { securityID: HALTED, reason: NEWS })

    const planned = [...strikes]
    for (const [at, strike] of planned.entries()) {
      const { phase, when } = strike
      const load = await startLoad(server, `strike${at}`, SEED + at, [
        TimeInForce.day,
        TimeInForce.day,
        TimeInForce.goodTillCancel,
      ])
      const host = await signIn(server, null, 'admin')
      // Without orders nothing uncrosses.
      if (when === 'asItEnds') await load.accepted(ORDERS_TO_UNCROSS)
      const session = await phaseIs(host, phase)
      if (when === 'within') await load.answered(between(random, 50, 200))
      else await sleep(leftOf(session) + between(random, 0, 30))
      await server.kill()
      for (const request of await load.stop()) history.push(request)

      const before = await readMarketRecord(dataFolder)
      server = await start()
      const again = await signIn(server, 'Meridian', 'broker')
      if (await isAsBefore(again, before)) found.add(before.isHalted ? 'halted' : before.phase)
      // A machine that starts slowly may need another day.
      else if (comesAgain(strike) && planned.length < strikes.length + MORE_DAYS) planned.push(strike)
      const kept = await audit(dataFolder)
      expect(kept.broken).toEqual({})
      expect(history.filter((sent) => isLost(sent, kept))).toEqual([])
      expect(strangers(kept, history)).toEqual([])
      await expectSameAnswers(server, history)
    }

    const { broken, trades, requests } = await audit(dataFolder)
    const { marketDate } = await (await signIn(server, null, 'admin')).get('MarketData/GetSession', {})
    expect(broken).toEqual({})
    expect(trades).toBeGreaterThan(0)
    if (LONG) expect([...found].sort()).toEqual([...new Set(day.map(({ phase }) => phase))].sort())
    console.log(
      `${planned.length} kills from ${firstDate} to ${marketDate} (seed ${SEED}): ${requests.size} requests kept, ${trades} trades; 0 lost, 0 doubled`,
    )
  },
  (strikes.length + MORE_DAYS) * STRIKE_WITHIN_MS,
)

/** Days pass quickly where only their turn matters. */
const SPEED_OF_DAYS = 300
/** Trades settle at the turn of the second day after theirs. */
const DAYS_BEFORE_SETTLEMENT = 2
const SETTLEMENTS = 5
const READY_WITHIN_MS = 5_000

test.runIf(LONG)(
  'killed as the day turns and trades settle: each settles once, and nothing is lost',
  async () => {
    const random = chance(SEED)
    const folder = await demoDataFolder()
    writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules))
    const history: Sent[] = []
    let running = await startDays(folder)
    try {
      for (let turn = 1; turn <= DAYS_BEFORE_SETTLEMENT + SETTLEMENTS; turn += 1) {
        const office = await startOffice(running, `turn${turn}`, SEED + turn)
        const load = await startLoad(running, `turn${turn}`, SEED + turn)
        const session = await phaseIs(await signIn(running, null, 'admin'), 'closed')
        await sleep(leftOf(session) + between(random, 0, 60))
        await running.kill()
        for (const request of await load.stop()) history.push(request)
        await office.stop()
        running = await startDays(folder)
        expectWithin(running.readyAfterMs, READY_WITHIN_MS, running.output())
        const kept = await audit(folder)
        expect(kept.broken).toEqual({})
        expect(history.filter((sent) => isLost(sent, kept))).toEqual([])
        expect(strangers(kept, history)).toEqual([])
      }
      const client = await openAsSuperuser(folder)
      const { rows } = await client.query<{ settled: number; late: number }>(
        `SELECT count(*) FILTER (WHERE settled)::int AS settled,
           count(*) FILTER (WHERE NOT settled AND settlement_date < desk.market_date)::int AS late
         FROM contract_notes, desk`,
      )
      await client.end()
      expect(rows[0]?.settled).toBeGreaterThan(0)
      expect(rows[0]?.late).toBe(0)
      console.log(`${SETTLEMENTS} kills as trades settle: ${rows[0]?.settled} notes settled once, 0 late`)
    } finally {
      await running.stop()
      await removeDataFolder(folder)
    }
  },
  (DAYS_BEFORE_SETTLEMENT + SETTLEMENTS) * 60_000,
)

const startDays = (folder: string) =>
  startServer(folder, {
    TRADEBOOK_CLOCK: 'demo',
    TRADEBOOK_CLOCK_SPEED: String(SPEED_OF_DAYS),
    TRADEBOOK_MARKET_RULES: join(folder, 'rules.json'),
  })

const POLL_MS = 20
/** So many market days may pass until a phase is met: a busy machine misses a short one. */
const DAYS_UNTIL_MET = 5
const NEWS = 'Pending news'

/** What market control does in a phase, so that one comes that no day has by itself. */
const broughtBy: {
  readonly [Brought in Phase]?: {
    readonly [Now in Phase]?: 'MarketData/HaltSecurity' | 'MarketData/ResumeSecurity'
  }
} = {
  halted: { continuous: 'MarketData/HaltSecurity' },
  // The auction after a halt may be over before anybody looks; it comes again after another halt.
  reopening: { continuous: 'MarketData/HaltSecurity', halted: 'MarketData/ResumeSecurity' },
}

/**
 * Resolves when the market is in a phase, which the host brings about where no day does.
 *
 * @throws Error where some market days pass without it.
 */
async function phaseIs(host: Person, phase: Phase): Promise<MarketSession> {
  const days = new Set<string>()
  for (;;) {
    const session = await host.get('MarketData/GetSession', {})
    if (session.phase === phase) return session
    if (days.add(session.marketDate).size > DAYS_UNTIL_MET)
      throw new Error(`The market was not met ${phase} from ${[...days].join(' to ')}.`)
    const call = broughtBy[phase]?.[session.phase]
    // Where the phase has ended meanwhile this is refused, and the next look says what is to be done.
    if (call) await host.ask(call, { securityID: null, reason: NEWS })
    await sleep(POLL_MS)
  }
}

/** Milliseconds until a phase ends, of the world's. */
function leftOf({ phase, startedAt, nextAt, marketTime, speed }: MarketSession): number {
  const ends = phase === 'closed' ? Date.parse(startedAt) + AFTER_CLOSE_MS : Date.parse(nextAt ?? marketTime)
  return Math.max(0, (ends - Date.parse(marketTime)) / speed)
}

/**
 * Compares the market with its record of before the start. @returns false when the market has gone on
 * meanwhile, so that its books are others: what has been made up is for the audit.
 */
async function isAsBefore(person: Person, before: MarketRecord): Promise<boolean> {
  const { phase, marketDate } = await person.get('MarketData/GetSession', {})
  const books = await Promise.all(securities.map((security) => publishedBook(person, security)))
  const statistics = await person.get('MarketData/GetMarketStats', {})
  const halted = statistics.items.filter((row) => row.securityTradingStatus === '2')
  const after = await person.get('MarketData/GetSession', {})
  if (!before.isHalted) expect(halted.map(({ securityID }) => securityID)).toEqual(before.halted)
  expect(marketDate >= before.marketDate).toBe(true)
  if (marketDate > before.marketDate) await expectCarried(before)
  const expected = before.isHalted ? 'halted' : before.phase
  if (marketDate !== before.marketDate || phase !== expected || after.phase !== expected) return false
  expect(books).toEqual(securities.map((security) => booksOf(before.openOrders, security)))
  return true
}

/** Orders that are good for longer are open on the new day, in the same places. */
async function expectCarried(before: MarketRecord): Promise<void> {
  const longer = ({ openOrders }: MarketRecord) =>
    openOrders.filter(({ timeInForce }) => timeInForce !== TimeInForce.day)
  expect(longer(before).length).toBeGreaterThan(0)
  expect(longer(await readMarketRecord(dataFolder))).toEqual(longer(before))
}
