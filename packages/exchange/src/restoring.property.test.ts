import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyResting, Run, sequences, terms } from './random-sequences.fixture.ts'

describe('restoring', () => {
  it('the orders of a book gives the same book, and what follows is the same', () => {
    fc.assert(
      fc.property(sequences, sequences, (before, after) => {
        const original = new Run()
        before.forEach((command, now) => {
          original.send(command, now)
        })
        const restored = new Run()
        const orders = original.resting()
        restored.reopenWith(orders, 0)
        for (const security of terms.keys()) {
          const shown = ({ fast, entered }: Run, tags: (tag: number) => number) =>
            [...fast.entries(security)].map(({ tag, side, price, size }) => ({
              tag: tags(tag),
              side,
              price,
              size,
              participant: entered[tag]!.participant,
            }))
          expect(shown(restored, (tag) => orders[tag]!.tag)).toEqual(shown(original, (tag) => tag))
        }
        after.forEach((command, now) => {
          restored.send(command, now)
          restored.compare()
        })
      }),
      { numRuns: 300 },
    )
  })

  it('whatever rested before gives the book it was: crossed, off the tick, outside the limits, unpriced', () => {
    let crossed = 0
    fc.assert(
      fc.property(fc.array(anyResting, { maxLength: 30, size: 'max' }), sequences, (orders, after) => {
        const both = new Run()
        both.reopenWith(orders, 7)
        both.compare()
        expect(both.events.every(({ kind }) => kind !== 'traded' && kind !== 'canceled')).toBe(true)
        for (const security of terms.keys()) {
          const { bidPx, offerPx } = both.fast.statistics(security)
          if (bidPx !== null && offerPx !== null && bidPx >= offerPx) crossed += 1
        }
        after.forEach((command, now) => {
          both.send(command, now)
          both.compare()
        })
      }),
      { numRuns: 300, seed: 20_261_122 },
    )
    expect(crossed).toBeGreaterThan(50)
  })
})
