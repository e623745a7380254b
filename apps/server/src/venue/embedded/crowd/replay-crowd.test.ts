import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { CrowdCommand } from '../crowd-port.ts'
import { day, demoListings } from './listings.fixture.ts'
import { PracticeMarket } from './practice-market.fixture.ts'
import { parseRecording, readRecording } from './recording.ts'
import { ReplayCrowd } from './replay-crowd.ts'
import { crowdSecurities } from './temper.ts'

const listings = demoListings()
const securities = crowdSecurities(listings)
/** 61.20 naira, tick 5 kobo. */
const GTCO = listings.findIndex(({ securityID }) => securityID === 'GTCO')

/** A recording at one naira for a cent, so that 5853300 there is 61.20 here and a hundred shares are 8,170. */
const recording = `34200.0,1,11,100,5853300,1
34200.5,1,12,100,5858100,-1
34201.0,1,13,40,5853300,1
34201.5,2,11,50,5853300,1
34202.0,4,11,50,5853300,1
34202.5,5,0,100,5855000,1
34203.0,3,12,100,5858100,-1
34204.0,4,13,20,5853300,1
`

function replay(text: string, speed = 1) {
  const ended: number[] = []
  const messages = parseRecording(text)
  const crowd = new ReplayCrowd({
    day: day(1, securities),
    security: GTCO,
    messages,
    speed,
    ended: (n) => ended.push(n),
  })
  const market = new PracticeMarket(securities)
  market.subscribe(({ crowd: reports }) => crowd.takeReports(reports))
  const goOn = (ms: number): CrowdCommand[] => {
    const commands = crowd.think(market.view, 0, ms)
    market.offer(commands)
    return commands
  }
  const book = () => market.entries(GTCO).map(({ side, price, size }) => [side, price, size])
  return { crowd, market, ended, goOn, book }
}

describe('a recording as the crowd of one security', () => {
  test('becomes orders of that security at its own time, on its tick and in its proportion', () => {
    const { goOn, book } = replay(recording)
    expect(goOn(0)).toEqual([
      {
        kind: 'enter',
        ref: 1,
        security: GTCO,
        side: Side.buy,
        price: 6120,
        quantity: 8170,
      },
    ])
    expect(goOn(499)).toEqual([])
    // 61.2502 here: an offer goes up to the next tick, a bid down.
    expect(goOn(1)).toMatchObject([{ kind: 'enter', side: Side.sell, price: 6130 }])
    goOn(500)
    expect(goOn(500)).toEqual([{ kind: 'replace', ref: 1, price: 6120, quantity: 4085 }])
    expect(book()).toEqual([
      [Side.buy, 6120, 4085],
      [Side.buy, 6120, 3268],
      [Side.sell, 6130, 8170],
    ])
  })

  test('an execution is an opposite order that trades at once', () => {
    const { goOn, book, market } = replay(recording)
    goOn(1_999)
    expect(goOn(1)).toMatchObject([
      { kind: 'enter', side: Side.sell, price: 6120, quantity: 4085, duration: 'immediate' },
      { kind: 'cancel', ref: 1 },
    ])
    expect(market.trades).toBe(1)
    expect(book()).toEqual([
      [Side.buy, 6120, 3268],
      [Side.sell, 6130, 8170],
    ])
  })

  test('at its end its orders leave and it starts again', () => {
    const { goOn, book, ended } = replay(recording)
    goOn(4_000)
    expect(book()).toEqual([])
    expect(ended).toEqual([8])
    expect(goOn(0)).toMatchObject([{ kind: 'enter', side: Side.buy, price: 6120 }])
    expect(book()).toEqual([[Side.buy, 6120, 8170]])
  })

  test('goes as many times faster as is configured', () => {
    const { goOn, book } = replay(recording, 10)
    goOn(50)
    expect(book()).toHaveLength(2)
  })

  test('at any speed it falls behind rather than flood the desk', () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `34200.${row},1,${row + 1},10,5853300,1`)
    const { goOn } = replay(rows.join('\n'), 1_000_000)
    expect(goOn(1_000)).toHaveLength(500)
    expect(goOn(1_000)).toHaveLength(500)
  })

  test('stays inside the limits of the day', () => {
    const { goOn, market, book } = replay(`1,1,1,10,1000,1\n1,1,2,10,2000,-1\n1,1,3,10,1,1\n2,7,0,0,-1,1\n`)
    goOn(0)
    expect(market.refused).toEqual([])
    expect(book().map(([, price]) => price)).toEqual([6120, 5510, 6730])
  })

  test('continues after a rebuild where it was, and the agents never touch its security', () => {
    const { crowd, market, goOn, book } = replay(recording)
    goOn(1_500)
    market.rebuild()
    crowd.reset()
    for (const batch of crowd.prime()) market.offer(batch)
    expect(book()).toEqual([])
    expect(market.entries(GTCO + 1).length).toBeGreaterThan(10)
    goOn(1_500)
    expect(market.refused).toEqual([])
    const agents = crowd.think(market.view, 2_000, 0)
    expect(agents.filter((one) => one.kind === 'enter' && one.security === GTCO)).toEqual([])
    expect(agents.length).toBeGreaterThan(1_900)
  })

  test('is refused if it cannot be replayed', () => {
    const parts = { day: day(1, securities), security: GTCO, speed: 1, ended: () => {} }
    const messages = parseRecording(recording)
    expect(() => new ReplayCrowd({ ...parts, messages: [] })).toThrow('nothing is recorded')
    expect(() => new ReplayCrowd({ ...parts, messages, security: 150 })).toThrow('no security 150')
    expect(() => new ReplayCrowd({ ...parts, messages, speed: 0 })).toThrow('not a speed: 0')
  })
})

describe('a recording', () => {
  test('may hold a halt, which is not a message of an order', () => {
    expect(parseRecording('34200,7,0,0,-1,-1\n')[0]?.kind).toBe('halt')
  })

  test.each([
    ['a type that is none', '34200.0,6,1,10,100,1', 'no such kind of message: 6'],
    ['no size', '34200.0,1,1,0,100,1', 'not a size: 0'],
    ['a price below zero', '34200.0,1,1,10,-100,1', 'not a price: -100'],
    ['a direction that is none', '34200.0,1,1,10,100,0', 'not a direction: 0'],
    ['a field too few', '34200.0,1,1,10,100', '6 columns expected, 5 found'],
    ['words', 'time,type,id,size,price,direction', 'not a kind: type'],
    ['nothing', '', '6 columns expected, 1 found'],
  ])('with %s is refused by line number', (_, row, why) => {
    expect(() => parseRecording(`${recording}${row}\n1,1,1,1,1,1\n`)).toThrow(`recording, line 9: ${why}`)
  })
})

const folder =
  process.env.TRADEBOOK_FIXTURES ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url))
const file = `${folder}/lobster/AAPL_2012-06-21_0930-1030_message_50.csv.gz`

test.skipIf(!existsSync(file))('ten minutes of a real exchange trade here as they did there', () => {
  const from = 9.5 * 3_600_000
  const messages = readRecording(file).filter(({ time }) => time < from + 600_000)
  const crowd = new ReplayCrowd({
    day: day(1, securities),
    security: GTCO,
    messages,
    speed: 1,
    ended: () => {},
  })
  const market = new PracticeMarket(securities)
  market.subscribe(({ crowd: reports }) => crowd.takeReports(reports))
  let seen = 0
  let twoSided = 0
  for (let ms = 0; ms < 599_000; ms += 100) {
    market.offer(crowd.think(market.view, 0, 100))
    const { bidPx, offerPx } = market.view(GTCO)
    seen++
    if (bidPx !== null && offerPx !== null) twoSided++
  }
  const executed = messages.filter(({ kind }) => kind === 'executed').length
  expect(market.refused).toEqual([])
  expect(twoSided / seen).toBeGreaterThan(0.95)
  expect(market.trades / executed).toBeGreaterThan(0.8)
  const last = messages.findLast(({ kind }) => kind === 'executed')?.price ?? 0
  const expected = (last * 6120) / (messages[0]?.price ?? 1)
  expect(Math.abs((market.view(GTCO).lastPx ?? 0) - expected)).toBeLessThanOrEqual(15)
})
