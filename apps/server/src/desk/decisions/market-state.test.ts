import { describe, expect, test } from 'vitest'
import { MarketState, type RecordedMarket, sessionOf } from './market-state.ts'

const FRIDAY = '2026-11-20'
const MONDAY = '2026-11-23'
const NOON = Date.parse(`${MONDAY}T11:00:00Z`)
const halt = { reason: 'Pending news', since: Date.parse(`${FRIDAY}T10:00:00Z`), by: 'admin' }

/** As the record has it on Friday at noon, in continuous trading. */
const onFriday = (changed: Partial<NonNullable<RecordedMarket['market']>> = {}): RecordedMarket => ({
  market: {
    phase: 'continuous',
    since: halt.since,
    marketDate: FRIDAY,
    triggers: [halt.since],
    halt: null,
    ...changed,
  },
  securities: [
    { ...halt, securityID: 'HALTED', halted: true, reopeningUntil: null },
    { ...halt, securityID: 'REOPENS', halted: false, reopeningUntil: halt.since + 600_000 },
  ],
})

describe('a market that is rebuilt', () => {
  test('on the same day is as it was', () => {
    const market = new MarketState(onFriday(), FRIDAY, NOON)
    expect(market.phaseOf('REOPENS')).toBe('reopening')
    expect(market.reopenings).toEqual([{ securityID: 'REOPENS', due: halt.since + 600_000 }])
    expect(market.isHalted('HALTED')).toBe(true)
    expect(market.line.triggers).toHaveLength(1)
  })

  test('on another day begins it in its first phase, without the auctions and triggers of the day before', () => {
    const market = new MarketState(onFriday(), MONDAY, NOON)
    expect(market.phase).toBe('closed')
    expect(market.line).toMatchObject({ marketDate: MONDAY, triggers: [] })
    expect(market.reopenings).toEqual([])
    market.enter('continuous', NOON)
    expect(market.phaseOf('REOPENS')).toBe('continuous')
  })

  test('keeps the halts by market control over any number of days', () => {
    const market = new MarketState(onFriday({ halt }), MONDAY, NOON)
    market.enter('continuous', NOON)
    expect([market.phase, market.phaseOf('ANY')]).toEqual(['halted', 'halted'])
    expect(sessionOf(market.line)).toBe('3')
    expect(market.isHalted('HALTED')).toBe(true)
  })
})
