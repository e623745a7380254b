import { describe, expect, test } from 'vitest'
import { FlushPace } from './pace.ts'

/** A thread whose time passes as the test says. */
class Thread {
  #now = 1_000
  #used = 0
  #idle = 0
  readonly now = () => this.#now
  readonly used = () => this.#used
  readonly idle = () => this.#idle

  work(ms: number): void {
    this.#now += ms
    this.#used += ms
  }
  rest(ms: number): void {
    this.#now += ms
    this.#idle += ms
  }
}

const limits = { leastMs: 8, mostMs: 100 }

/** Flushes that take so long, each as soon as it may, of a thread that does other work meanwhile or has none. */
function flushes(
  count: number,
  flushMs: number,
  meanwhile: 'work' | 'rest',
): { thread: Thread; waits: number[] } {
  const thread = new Thread()
  const pace = new FlushPace(limits, thread)
  const waits: number[] = []
  for (let n = 0; n < count; n++) {
    const waitMs = Math.max(0, pace.waitMs())
    waits.push(waitMs)
    thread[meanwhile](waitMs)
    pace.run(() => thread.work(flushMs))
  }
  return { thread, waits }
}

describe('the pace of flushes', () => {
  test('after a pause there is no wait, and no two flushes start closer together than allowed', () => {
    const thread = new Thread()
    const pace = new FlushPace(limits, thread)
    expect(pace.waitMs()).toBeLessThanOrEqual(0)
    pace.run(() => thread.work(1))
    expect(pace.waitMs()).toBe(7)
    thread.rest(1_000)
    expect(pace.waitMs()).toBeLessThanOrEqual(0)
    pace.run(() => thread.work(10))
    // It took longer than the interval.
    expect(pace.waitMs()).toBeLessThanOrEqual(0)
  })

  test('of a busy thread flushing takes a quarter, after a burst that is not delayed', () => {
    const { thread, waits } = flushes(200, 10, 'work')
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    const share = (200 * 10) / (thread.now() - 1_000)
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.3)
  })

  test('whatever flushing takes, none waits longer than the longest interval', () => {
    const { waits } = flushes(50, 300, 'work')
    expect(Math.max(...waits)).toBe(limits.mostMs)
  })

  test('a thread with nothing else to do flushes as often as messages come', () => {
    const thread = new Thread()
    const pace = new FlushPace(limits, thread)
    for (let n = 0; n < 200; n++) {
      expect(pace.waitMs()).toBeLessThanOrEqual(0)
      pace.run(() => thread.work(9))
      thread.rest(11)
    }
  })

  test('after a storm a few idle milliseconds leave no delay behind', () => {
    const thread = new Thread()
    const pace = new FlushPace(limits, thread)
    for (let n = 0; n < 50; n++) pace.run(() => thread.work(60))
    expect(pace.waitMs()).toBe(limits.mostMs)
    thread.rest(2)
    expect(pace.waitMs()).toBeGreaterThan(0)
    thread.rest(3)
    expect(pace.waitMs()).toBeLessThanOrEqual(0)
  })
})
