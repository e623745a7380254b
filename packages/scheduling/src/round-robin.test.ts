import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RoundRobin } from './round-robin.ts'

const KEYS = ['a', 'b', 'c', 'd']

test('every waiting key has its turn within as many turns as keys wait, and its items keep their order', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('add' as const), key: fc.constantFrom(...KEYS) }),
    fc.record({ does: fc.constant('next' as const) }),
    fc.record({ does: fc.constant('remove' as const), key: fc.constantFrom(...KEYS) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const lanes = new RoundRobin<number>()
      const waiting = new Map<string, number[]>(KEYS.map((key) => [key, []]))
      const turnsSince = new Map<string, number>()
      steps.forEach((action, n) => {
        if (action.does === 'add') {
          lanes.add(action.key, n)
          if (waiting.get(action.key)?.push(n) === 1) turnsSince.set(action.key, 0)
        } else if (action.does === 'remove') {
          const last = waiting.get(action.key)?.pop()
          expect(lanes.remove(action.key, last ?? n)).toBe(last !== undefined)
        } else {
          const turn = lanes.next()
          const keys = KEYS.filter((key) => waiting.get(key)?.length)
          expect(turn === undefined).toBe(keys.length === 0)
          if (!turn) return
          expect(turn.item).toBe(waiting.get(turn.key)?.shift())
          for (const key of keys) turnsSince.set(key, key === turn.key ? 0 : (turnsSince.get(key) ?? 0) + 1)
          for (const key of keys) expect(turnsSince.get(key)).toBeLessThan(KEYS.length)
        }
        expect(lanes.size).toBe([...waiting.values()].flat().length)
        for (const key of KEYS) expect(lanes.waitingOf(key)).toBe(waiting.get(key)?.length)
      })
    }),
  )
})

test('a key that is not eligible keeps its place', () => {
  const lanes = new RoundRobin<number>()
  lanes.add('a', 1)
  lanes.add('b', 2)
  expect(lanes.next((key) => key !== 'a')).toEqual({ key: 'b', item: 2 })
  lanes.add('b', 3)
  expect(lanes.next()).toEqual({ key: 'a', item: 1 })
  expect(lanes.next(() => false)).toBeUndefined()
  expect(lanes.takeAll()).toEqual([3])
  expect(lanes.size).toBe(0)
})
