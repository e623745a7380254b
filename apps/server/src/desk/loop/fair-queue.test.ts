import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CANCELS_PER_USER, FairQueue, WAITING_PER_USER } from './fair-queue.ts'

const RATE = { perSecond: 50, burst: 100 }
const unlimited = { perSecond: 1, burst: 1_000_000 }

const queueAt = (rate = unlimited) => {
  const clock = { now: 0 }
  return { clock, queue: new FairQueue<string>(rate, () => clock.now) }
}

describe('the fair queue', () => {
  test('serves users in turn, however much one has piled up', () => {
    const { queue } = queueAt()
    for (let n = 1; n <= 5; n++) queue.enter('1:1', 'newOrder', `a${n}`)
    queue.enter('2:1', 'newOrder', 'b1')
    queue.enter('2:2', 'externalTransfer', 'c1')
    expect(queue.take(4)).toEqual(['a1', 'b1', 'c1', 'a2'])
    expect(queue.take(10)).toEqual(['a3', 'a4', 'a5'])
    expect(queue.size).toBe(0)
  })

  test('cancels and other inputs alternate: many of the one hold up none of the other', () => {
    const { queue } = queueAt()
    queue.enter('1:1', 'newOrder', 'order')
    for (let n = 1; n <= 4; n++) queue.enter('1:1', 'cancelOrder', `cancel${n}`, true)
    expect(queue.take(3)).toEqual(['cancel1', 'order', 'cancel2'])
  })

  test(`one user can have ${WAITING_PER_USER} waiting, until taken ones are released; another user's are accepted`, () => {
    const { queue } = queueAt()
    const taken = Array.from({ length: WAITING_PER_USER + 1 }, () => queue.enter('1:1', 'newOrder', 'a'))
    expect(taken.filter(Boolean)).toHaveLength(WAITING_PER_USER)
    expect(taken.at(-1)).toBe(false)
    expect(queue.enter('1:2', 'newOrder', 'b')).toBe(true)
    queue.take(3)
    expect(queue.enter('1:1', 'newOrder', 'a')).toBe(false)
    queue.release()
    expect(queue.enter('1:1', 'newOrder', 'a')).toBe(true)
  })

  test('a user may send 100 orders, replaces and idle cancels at once and 50 per second; a cancel that ends an order is never refused for its rate', () => {
    const { queue, clock } = queueAt(RATE)
    const send = (kind: 'newOrder' | 'replaceOrder' | 'cancelOrder', count: number, endsOrder = false) => {
      let taken = 0
      for (let n = 0; n < count; n++) {
        if (queue.enter('1:1', kind, 'x', endsOrder)) taken += 1
        queue.takeAll()
      }
      return taken
    }
    expect(send('newOrder', 80) + send('cancelOrder', 10) + send('replaceOrder', 80)).toBe(100)
    expect(send('cancelOrder', 10)).toBe(0)
    expect(send('cancelOrder', 500, true)).toBe(500)
    clock.now = 1_000
    expect(send('newOrder', 80)).toBe(50)
    clock.now = 3_600_000
    expect(send('newOrder', 200)).toBe(100)
  })

  test('cancels are bounded, too, so that memory is', () => {
    const { queue } = queueAt()
    for (let n = 0; n < CANCELS_PER_USER; n++) expect(queue.enter('1:1', 'cancelOrder', 'c', true)).toBe(true)
    queue.take(1)
    expect(queue.enter('1:1', 'cancelOrder', 'c', true)).toBe(false)
  })

  test('with k users waiting each gets a turn within k picks, whatever came before', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ user: fc.integer({ min: 1, max: 8 }) }) },
      { weight: 1, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 5 }) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.boolean(), (steps, cancels) => {
        const { queue } = queueAt()
        const waiting = new Map<string, number>()
        const taken = (users: string[]) => {
          for (const user of users) waiting.set(user, (waiting.get(user) ?? 0) - 1)
        }
        for (const each of steps) {
          if ('take' in each) taken(queue.take(each.take))
          else {
            const user = `1:${each.user}`
            if (queue.enter(user, cancels ? 'cancelOrder' : 'newOrder', user))
              waiting.set(user, (waiting.get(user) ?? 0) + 1)
          }
        }
        const users = [...waiting].filter(([, count]) => count > 0).map(([user]) => user)
        expect(queue.take(users.length).toSorted()).toEqual(users.toSorted())
      }),
    )
  })

  test('nothing is lost, and a user’s own inputs keep their order', () => {
    const input = fc.record({ user: fc.integer({ min: 1, max: 4 }), cancel: fc.boolean() })
    fc.assert(
      fc.property(fc.array(input, { maxLength: 100 }), fc.integer({ min: 1, max: 7 }), (inputs, most) => {
        const { queue } = queueAt()
        const lanes = new Map<string, string[]>()
        inputs.forEach(({ user, cancel }, n) => {
          const item = `${user}-${cancel}-${n}`
          if (queue.enter(`1:${user}`, cancel ? 'cancelOrder' : 'newOrder', item)) {
            const lane = `${user}-${cancel}`
            lanes.set(lane, [...(lanes.get(lane) ?? []), item])
          }
        })
        const out = new Map<string, string[]>()
        while (queue.size > 0) {
          for (const item of queue.take(most)) {
            const lane = item.slice(0, item.lastIndexOf('-'))
            out.set(lane, [...(out.get(lane) ?? []), item])
          }
        }
        expect(Object.fromEntries(out)).toEqual(Object.fromEntries(lanes))
      }),
    )
  })
})
