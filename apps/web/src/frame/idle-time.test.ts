import { beforeEach, describe, expect, test } from 'vitest'
import { openIdleTime } from './idle-time.ts'

const MINUTE_MS = 60_000
const idleMs = 15 * MINUTE_MS

let now: number
let kept: number | undefined
const shared = {
  read: () => kept,
  write: (at: number) => {
    kept = at
  },
}
const open = () => openIdleTime({ idleMs, now: () => now, shared })

beforeEach(() => {
  now = 1_000_000
  kept = undefined
})

describe('the idle time', () => {
  test('warns a minute before the end, and ends', () => {
    const idle = open()
    now += idleMs - MINUTE_MS - 1
    expect(idle.standing()).toEqual({ kind: 'present' })
    now += 1
    expect(idle.standing()).toEqual({ kind: 'warned', leftMs: MINUTE_MS })
    now += MINUTE_MS
    expect(idle.standing()).toEqual({ kind: 'over' })
  })

  test('begins again with each sign of the person, until the warning: then it takes an answer', () => {
    const idle = open()
    now += idleMs - 2 * MINUTE_MS
    idle.seen()
    now += idleMs - MINUTE_MS
    expect(idle.standing().kind).toBe('warned')
    idle.seen()
    expect(idle.standing().kind).toBe('warned')
    idle.stay()
    expect(idle.standing()).toEqual({ kind: 'present' })
  })

  test('is shared by all tabs: activity in one keeps the others, including a frozen one', () => {
    const [one, other] = [open(), open()]
    now += idleMs - 2 * MINUTE_MS
    one.seen()
    now += 5 * MINUTE_MS
    expect(other.standing()).toEqual({ kind: 'present' })
    now += idleMs - 5 * MINUTE_MS - 1
    expect([one, other].map((tab) => tab.standing().kind)).toEqual(['warned', 'warned'])
    other.stay()
    expect(one.standing()).toEqual({ kind: 'present' })
  })

  test('a machine that slept through it finds the session over, whatever is pressed first', () => {
    const idle = open()
    now += 8 * 60 * MINUTE_MS
    idle.seen()
    idle.stay()
    expect(idle.standing()).toEqual({ kind: 'over' })
  })

  test('continues where the browser stores nothing for the tabs', () => {
    const idle = openIdleTime({
      idleMs,
      now: () => now,
      shared: { read: () => undefined, write: () => undefined },
    })
    now += idleMs - 2 * MINUTE_MS
    idle.seen()
    now += MINUTE_MS * 5
    expect(idle.standing()).toEqual({ kind: 'present' })
  })
})
