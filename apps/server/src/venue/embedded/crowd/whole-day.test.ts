import { marketRules, minutesOf, type Phase, type ScheduledPhase, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { CrowdCommand } from '../crowd-port.ts'
import { Crowd } from './agents.ts'
import { day, demoListings } from './listings.fixture.ts'
import { QUOTES } from './makers.ts'
import { pace } from './pace.ts'
import { PracticeMarket } from './practice-market.fixture.ts'
import { crowdSecurities } from './temper.ts'

const securities = crowdSecurities(demoListings())
/** Commands of a turn, and what continuous trading has of them. */
const BUDGET = 10
const COMMANDS_PER_MINUTE = 120

/** Reasons for which the market may refuse what was lawful a moment before: the auction has moved on. */
const movedOn = ['auctionEmpty', 'imbalanceOnThisSide', 'beyondTheoreticalPrice']

const volumes = (market: PracticeMarket) =>
  securities.map((_, security) => Number(market.exchange.statistics(security).volume))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** A market before the opening, with its crowd's first quotes. */
function open(seed: number, marketDate = '2026-11-23') {
  const crowd = new Crowd({ ...day(seed, securities), marketDate })
  const market = new PracticeMarket(securities, 'preOpen')
  market.subscribe(({ crowd: reports }) => crowd.takeReports(reports))
  const commands: { phase: Phase; command: CrowdCommand }[] = []
  const send = (batch: CrowdCommand[]) => {
    commands.push(...batch.map((command) => ({ phase: market.phase, command })))
    market.offer(batch)
  }
  const turns = (number: number) => {
    for (let turn = 0; turn < number; turn++) send(crowd.think(market.view, BUDGET))
  }
  crowd.prime().forEach(send)
  return { crowd, market, commands, turns }
}

/** A market day of the timetable, phase by phase, with what a phase traded as it began. */
function trade(seed: number) {
  const { market, commands, turns } = open(seed)
  const uncrossed = new Map<Phase, number[]>()
  const begins = Object.entries(marketRules.timetable) as [ScheduledPhase, string][]
  begins.forEach(([phase, time], at) => {
    const before = volumes(market)
    market.enterPhase(phase)
    uncrossed.set(
      phase,
      volumes(market).map((volume, security) => volume - (before[security] ?? 0)),
    )
    const next = begins[at + 1]
    const minutes = next ? minutesOf(next[1]) - minutesOf(time) : 5
    turns(Math.round((minutes * COMMANDS_PER_MINUTE * pace[phase]) / BUDGET))
  })
  return { market, commands, uncrossed, traded: volumes(market) }
}

const whole = trade(1)
const share = (phase: Phase) => sum(whole.uncrossed.get(phase) ?? []) / sum(whole.traded)
const of = (phase: Phase) => whole.commands.filter((one) => one.phase === phase).map(({ command }) => command)

describe('a whole market day', () => {
  test('nothing is refused except for orders that the auction has moved past', () => {
    expect(whole.market.refused.filter((reason) => !movedOn.includes(reason))).toEqual([])
    expect(whole.market.refused.length).toBeLessThan(whole.commands.length / 1_000)
  })

  test('both auctions trade their shares of it', () => {
    expect(share('continuous')).toBeGreaterThan(0.03)
    expect(share('continuous')).toBeLessThan(0.08)
    expect(share('closed')).toBeGreaterThan(0.1)
    expect(share('closed')).toBeLessThan(0.2)
  })

  test('the closing auction moves the published price of most of the busiest securities', () => {
    const closing = whole.uncrossed.get('closed') ?? []
    const busiest = securities
      .map(({ liquidity, minMoveQty }, index) => ({ liquidity, met: (closing[index] ?? 0) >= minMoveQty }))
      .toSorted((a, b) => b.liquidity - a.liquidity)
      .slice(0, 15)
    expect(busiest.filter(({ met }) => met).length).toBeGreaterThanOrEqual(8)
  })

  test('imbalance sessions bring imbalance orders and better ones, and nothing else', () => {
    for (const phase of ['preOpenImbalance', 'preCloseImbalance'] as const) {
      const kinds = of(phase).map((one) => (one.kind === 'enter' ? one.instructions : one.kind))
      expect(kinds).toContainEqual({ imbalanceOnly: true })
      expect(kinds).toContain('replace')
      expect(kinds).not.toContain('cancel')
      expect(kinds).not.toContain(undefined)
    }
  })

  test('market orders come in the call before the close, and none in the one before the opening', () => {
    const unpriced = (phase: Phase) => of(phase).filter((one) => one.kind === 'enter' && one.price === null)
    expect(unpriced('preOpen')).toEqual([])
    expect(unpriced('preClose').length).toBeGreaterThan(0)
  })

  test('continuous trading has icebergs, minimum quantities and orders that are filled or killed, in small shares', () => {
    const entered = of('continuous').filter((one) => one.kind === 'enter')
    const parts = [
      entered.filter(({ instructions }) => instructions?.displayQty != null),
      entered.filter(({ instructions }) => instructions?.minQty != null),
      entered.filter(({ duration }) => duration === 'fillOrKill'),
    ]
    for (const { length } of parts) {
      expect(length).toBeGreaterThan(20)
      expect(length).toBeLessThan(entered.length / 20)
    }
  })

  test('a closed market receives nothing', () => {
    expect(of('closed')).toEqual([])
  })
})

test('while orders are collected every book has depth on both sides, and the busy ones an indicative price near the fair one', () => {
  const { market, crowd, turns } = open(2)
  turns(100)
  securities.forEach(({ liquidity, referencePx }, index) => {
    const entries = market.entries(index)
    const bids = entries.filter(({ side }) => side === Side.buy).length
    expect(Math.min(bids, entries.length - bids)).toBeGreaterThanOrEqual(QUOTES.least)
    const { indicativePx } = market.view(index)
    if (liquidity > 0.3) expect(Math.abs((indicativePx ?? 0) / referencePx - 1)).toBeLessThan(0.04)
  })
  expect(crowd.think(market.view, 5)).toHaveLength(5)
})

test('a halted security receives no order and no change, the others continue', () => {
  const { market, turns, commands } = open(3)
  market.enterPhase('continuous')
  const busiest = securities.findIndex(({ liquidity }) => liquidity === 1)
  market.setHalted(busiest, true)
  const before = commands.length
  turns(200)
  expect(market.refused).toEqual([])
  const later = commands.slice(before).map(({ command }) => command)
  expect(later.length).toBeGreaterThan(1_900)
  expect(later.filter((one) => one.kind === 'enter' && one.security === busiest)).toEqual([])
})

test('a change that comes too late for its phase leaves the order as the crowd knew it', () => {
  const { market, crowd, turns } = open(4)
  market.enterPhase('continuous')
  turns(50)
  const late = crowd.think(market.view, 200)
  market.enterPhase('closed')
  market.offer(late)
  expect(market.refused.length).toBeGreaterThan(100)
  market.refused.length = 0
  market.enterPhase('preOpen')
  market.enterPhase('continuous')
  turns(200)
  expect(market.refused).toEqual([])
  for (const [index] of securities.entries()) expect(market.entries(index).length).toBeGreaterThan(0)
})

test('each day of a seed is another, and each comes out the same again', () => {
  const stream = (seed: number, marketDate: string) => {
    const { turns, commands } = open(seed, marketDate)
    turns(20)
    return commands.slice(-200)
  }
  expect(stream(5, '2026-11-24')).toEqual(stream(5, '2026-11-24'))
  expect(stream(5, '2026-11-25')).not.toEqual(stream(5, '2026-11-24'))
  expect(stream(6, '2026-11-24')).not.toEqual(stream(5, '2026-11-24'))
})
