import { describe, expect, test } from 'vitest'
import { CertainTime } from '../platform/clock.ts'
import { MarketClock } from './market-clock.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** Both clocks in a test's hand, and the market's clock between them. */
function clocks() {
  const at = { wall: START, monotonic: 5_000 }
  const clock = new MarketClock(
    'real',
    new CertainTime({ wall: () => at.wall, monotonic: () => at.monotonic }),
  )
  clock.stamp()
  /** Both go on, a second at a look, as the desk looks at its clock. */
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= SECOND) {
      const step = Math.min(left, SECOND)
      at.wall += step
      at.monotonic += step
      clock.stamp()
    }
  }
  const leap = (ms: number) => {
    at.wall += ms
    clock.stamp()
  }
  return { at, clock, pass, leap }
}

describe('the market clock', () => {
  test('three days ahead for some seconds and back: no stamp ever saw it, and time goes on', () => {
    const { clock, pass, leap } = clocks()
    pass(10 * SECOND)
    leap(3 * DAY)
    expect(clock.leap).toBe(3 * DAY)
    pass(20 * SECOND)
    expect(clock.stamp()).toBe(START + 30 * SECOND)
    expect(clock.marketDate(clock.stamp())).toBe('2026-11-20')
    leap(-3 * DAY)
    expect(clock.leap).toBeUndefined()
    pass(10 * SECOND)
    expect(clock.stamp()).toBe(START + 40 * SECOND)
  })

  test.each([
    ['an hour ahead', HOUR],
    ['three days ahead', 3 * DAY],
    ['an hour back', -HOUR],
  ])('a leap that stands is obeyed after 60 s: %s', (_, ms) => {
    const { clock, pass, leap } = clocks()
    leap(ms)
    pass(59 * SECOND)
    expect(clock.leap).toBe(ms)
    expect(clock.now()).toBe(START + 59 * SECOND)
    pass(SECOND)
    expect(clock.leap).toBeUndefined()
    expect(clock.now()).toBe(START + ms + 60 * SECOND)
  })

  test('set back for good, it stamps no time twice over: stamps stand until it has caught up', () => {
    const { clock, pass, leap } = clocks()
    leap(-HOUR)
    pass(60 * SECOND)
    const stood = clock.stamp()
    expect(stood).toBe(START + 59 * SECOND)
    pass(HOUR - SECOND)
    expect(clock.stamp()).toBe(stood)
    pass(2 * SECOND)
    expect(clock.stamp()).toBeGreaterThan(stood)
  })

  test('a second leap begins the minute anew', () => {
    const { clock, pass, leap } = clocks()
    leap(3 * DAY)
    pass(50 * SECOND)
    leap(-DAY)
    pass(50 * SECOND)
    expect(clock.leap).toBe(2 * DAY)
    expect(clock.now()).toBe(START + 100 * SECOND)
    pass(10 * SECOND)
    expect(clock.now()).toBe(START + 2 * DAY + 110 * SECOND)
  })

  test.each([
    ['up to a minute ahead', 60 * SECOND],
    ['up to a minute back', -60 * SECOND],
  ])('small corrections are followed at once: %s', (_, ms) => {
    const { clock, leap } = clocks()
    leap(ms)
    expect(clock.leap).toBeUndefined()
    expect(clock.now()).toBe(START + ms)
  })

  test('many small corrections in one direction are no leap', () => {
    const { clock, pass, leap } = clocks()
    for (let n = 0; n < 10; n++) {
      leap(30 * SECOND)
      pass(SECOND)
    }
    expect(clock.leap).toBeUndefined()
    expect(clock.now()).toBe(START + 310 * SECOND)
  })

  test('a laptop that slept: where the monotonic clock slept, too, it waits a minute to believe it', () => {
    const { at, clock, pass } = clocks()
    at.wall += 8 * HOUR
    expect(clock.leap).toBe(8 * HOUR)
    pass(60 * SECOND)
    expect(clock.leap).toBeUndefined()
    expect(clock.stamp()).toBe(START + 8 * HOUR + 60 * SECOND)
  })

  test('a laptop that slept: where the monotonic clock ran on, there was no leap', () => {
    const { at, clock } = clocks()
    at.wall += 8 * HOUR
    at.monotonic += 8 * HOUR
    expect(clock.leap).toBeUndefined()
    expect(clock.stamp()).toBe(START + 8 * HOUR)
  })

  test('a market that was open at all hours closes where the schedule is', () => {
    const { clock } = clocks()
    const since = Date.parse('2026-11-20T16:00:00Z')
    const open = { phase: 'continuous', since, marketDate: '2026-11-20', halt: null } as const
    expect(clock.changesDue(open, since + HOUR)).toEqual([{ phase: 'closed', due: since + HOUR }])
    expect(clock.changesDue({ ...open, phase: 'closed' }, since + HOUR)).toEqual([])
  })

  test('it never stamps before what the record holds', () => {
    const { clock } = clocks()
    clock.goOnFrom(START + DAY)
    expect(clock.stamp()).toBe(START + DAY)
    clock.goOnFrom(START)
    expect(clock.stamp()).toBe(START + DAY)
  })
})
