import { lagosDateTime, marketRules } from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GuardedClock } from '../../platform/clock.ts'
import { MarketClock } from './market-clock.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** Both clocks in a test's hand, and the market's clock between them. */
function clocks() {
  const at = { wall: START, monotonic: 5_000 }
  const clock = new MarketClock(
    { mode: 'real', speed: 1, rules: marketRules },
    new GuardedClock({ wall: () => at.wall, monotonic: () => at.monotonic }),
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
  test('a jump of three days for a few seconds reaches no timestamp, and time continues', () => {
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
  ])('a clock jump that lasts is accepted after 60 s: %s', (_, ms) => {
    const { clock, pass, leap } = clocks()
    leap(ms)
    pass(59 * SECOND)
    expect(clock.leap).toBe(ms)
    expect(clock.now()).toBe(START + 59 * SECOND)
    pass(SECOND)
    expect(clock.leap).toBeUndefined()
    expect(clock.now()).toBe(START + ms + 60 * SECOND)
  })

  test('a clock set back permanently: timestamps pause until it has caught up', () => {
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

  test('a second leap begins the minute again', () => {
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

  test('many small corrections in one direction are not a leap', () => {
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
    const open = { phase: 'continuous', since, marketDate: '2026-11-20', triggers: [], halt: null } as const
    expect(clock.changesDue(open, since + HOUR)).toEqual([{ phase: 'closed', due: since + HOUR }])
    expect(clock.changesDue({ ...open, phase: 'closed' }, since + HOUR)).toEqual([])
  })

  test('it never stamps a time before the newest in the record', () => {
    const { clock } = clocks()
    clock.continueFrom(START + HOUR)
    expect(clock.stamp()).toBe(START + HOUR)
    clock.continueFrom(START)
    expect(clock.stamp()).toBe(START + HOUR)
  })

  test('the exchange’s own hours cannot continue a record whose date is in the future', () => {
    const { clock } = clocks()
    expect(() => clock.continueFrom(START + 3 * DAY)).toThrow(
      'The market of this data folder has reached 2026-11-23 11:00, and today is 2026-11-20: TRADEBOOK_CLOCK=real cannot go back.',
    )
  })

  test('a clock that is set back for good while it runs stops until the time is reached, and is not refused', () => {
    const { clock, pass, leap } = clocks()
    clock.continueFrom(START)
    pass(SECOND)
    leap(-3 * DAY)
    pass(61 * SECOND)
    clock.continueFrom(START + SECOND)
    expect(clock.stamp()).toBeGreaterThanOrEqual(START + SECOND)
  })
})

describe('an open market', () => {
  const open = (wall: number) => {
    const at = { wall, monotonic: 0 }
    const time = new GuardedClock({ wall: () => at.wall, monotonic: () => at.monotonic })
    return { at, clock: new MarketClock({ mode: 'open', speed: 15, rules: marketRules }, time) }
  }

  test('continues from the stored market time where that is ahead, and never twice as fast', () => {
    const { at, clock } = open(START)
    clock.continueFrom(START + 3 * DAY)
    at.wall += HOUR
    at.monotonic += HOUR
    expect(clock.stamp()).toBe(START + 3 * DAY + HOUR)
    expect(clock.speed).toBe(1)
    const restarted = open(at.wall)
    restarted.clock.continueFrom(clock.stamp())
    expect(restarted.clock.stamp()).toBe(START + 3 * DAY + HOUR)
  })

  test('keeps the real time where the record is behind', () => {
    const { clock } = open(START)
    clock.continueFrom(START - DAY)
    expect(clock.stamp()).toBe(START)
  })

  test('is in continuous trading whatever the hour, and nothing follows', () => {
    const { clock } = open(START)
    const line = {
      phase: 'closed',
      since: START,
      marketDate: '2026-11-20',
      triggers: [],
      halt: null,
    } as const
    expect(clock.changesDue(line, START)).toEqual([{ phase: 'continuous', due: START }])
    expect(clock.changesDue({ ...line, phase: 'continuous' }, START + 12 * HOUR)).toEqual([])
    expect(clock.nextChange(line, START)).toBeUndefined()
  })

  test('reopens in an auction of ten minutes after a halt', () => {
    const { clock } = open(START)
    const line = {
      phase: 'reopening',
      since: START,
      marketDate: '2026-11-20',
      triggers: [],
      halt: null,
    } as const
    const end = { phase: 'continuous', due: START + 600 * SECOND }
    expect(clock.changesDue(line, end.due - 1)).toEqual([])
    expect(clock.nextChange(line, START)).toEqual(end)
    expect(clock.changesDue(line, end.due)).toEqual([end])
  })
})

describe('a demo', () => {
  const OPENING = Date.parse('2026-11-20T09:00:00Z')

  /** A process of a server: its clocks begin again, the wall goes on. */
  function demo({ wall = START, speed = 15, kept = 0 } = {}) {
    const at = { wall, monotonic: 7_000 }
    const time = new GuardedClock({ wall: () => at.wall, monotonic: () => at.monotonic })
    const clock = new MarketClock({ mode: 'demo', speed, rules: marketRules }, time)
    clock.continueFrom(kept)
    const pass = (ms: number) => {
      at.wall += ms
      at.monotonic += ms
    }
    return { at, clock, pass }
  }

  test('a new one begins at 09:45, and its day passes in about 20 minutes', () => {
    const { clock, pass } = demo()
    expect(clock.stamp()).toBe(OPENING - 900 * SECOND)
    pass(60 * SECOND)
    expect(clock.stamp()).toBe(OPENING)
    // 280 minutes of market time until 7.5 minutes after the close.
    pass((277.5 * 60 * SECOND) / 15)
    expect(lagosDateTime(clock.stamp())).toBe('2026-11-23 09:30')
    pass((307.5 * 60 * SECOND) / 15)
    expect(lagosDateTime(clock.stamp())).toBe('2026-11-24 09:30')
  })

  test('continues after a restart where it stopped, at another speed if started with one, however long it was down', () => {
    const first = demo()
    first.pass(HOUR / 15)
    const kept = first.clock.stamp()
    const second = demo({ wall: first.at.wall + 40 * DAY, speed: 600, kept })
    expect(second.clock.stamp()).toBe(kept)
    second.pass(SECOND)
    expect(second.clock.stamp()).toBe(kept + 600 * SECOND)
    expect(second.clock.speed).toBe(600)
  })

  test('no leap of the wall clock moves it or pauses its trading', () => {
    const { at, clock, pass } = demo()
    at.wall += 3 * DAY
    expect(clock.leap).toBeUndefined()
    pass(2 * 60 * SECOND)
    expect(clock.stamp()).toBe(OPENING - 900 * SECOND + 30 * 60 * SECOND)
    at.wall -= 9 * DAY
    expect(clock.stamp()).toBe(OPENING - 900 * SECOND + 30 * 60 * SECOND)
  })

  test('never runs backwards, whatever the speed, the steps and the restarts', () => {
    const step = fc.record({
      ms: fc.double({ min: 0, max: HOUR, noNaN: true }),
      leap: fc.integer({ min: -DAY, max: DAY }),
      restart: fc.option(fc.integer({ min: 1, max: 3_600 })),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let process = demo()
        let last = process.clock.stamp()
        for (const { ms, leap, restart } of steps) {
          process.pass(ms)
          process.at.wall += leap
          if (restart !== null) process = demo({ wall: process.at.wall, speed: restart, kept: last })
          const now = process.clock.stamp()
          expect(now).toBeGreaterThanOrEqual(last)
          expect(Number.isInteger(now)).toBe(true)
          last = now
        }
      }),
    )
  })
})
