import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BookSide } from './book-side.ts'
import { LevelPool } from './levels.ts'
import { NONE } from './orders.ts'

/** Keys on both sides of zero: within a word, a page, across pages, and far apart. */
const rungs = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -214_748_364, max: 214_748_364 }),
)

describe('a side of a book', () => {
  test('has the levels of a sorted list, best first, however they come and go', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 5, 10), fc.array(rungs, { maxLength: 200 }), (tick, ticks) => {
        // One page, so that the pool has to grow.
        const levels = new LevelPool(1)
        const side = new BookSide(levels, tick)
        const open = new Map<number, number>()
        for (const key of ticks.map((rung) => rung * tick)) {
          const known = open.get(key)
          if (known === undefined) {
            const level = side.open(key)
            expect(side.open(key)).toBe(level)
            levels.append(level, key, 0)
            open.set(key, level)
          } else {
            side.close(known)
            open.delete(key)
          }
          const bestFirst = [...open.keys()].sort((a, b) => b - a)
          expect([...downwards(side)].map((level) => levels.head(level))).toEqual(bestFirst)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('returns its pages: moving prices need no additional memory', () => {
    const levels = new LevelPool(2)
    const side = new BookSide(levels, 1)
    const used = new Set<number>()
    for (let key = 0; key < 1_000_000; key += 300) {
      const level = side.open(key)
      used.add(level >> 8)
      side.close(level)
    }
    expect(side.best).toBe(NONE)
    expect([...used]).toEqual([0])
  })
})

test("a page that one side gave back is the other side's alone", () => {
  const levels = new LevelPool(1)
  const [buys, sells] = [new BookSide(levels, 1), new BookSide(levels, 1)]
  buys.close(buys.open(100))
  const offered = sells.open(100)
  expect(buys.open(100)).not.toBe(offered)
  expect([...downwards(sells)]).toEqual([offered])
})

function* downwards(side: BookSide): Generator<number> {
  for (let level = side.best; level !== NONE; level = side.below(level)) yield level
}
