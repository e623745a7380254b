import { MDEntryType, type PriceKobo } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MirroredBook, type MirroredEntry } from './mirrored-book.ts'

const { bid, offer } = MDEntryType

/** What a book must answer, read from all of its entries each time. */
class NaiveBook {
  readonly entries = new Map<string, MirroredEntry>()

  best(side: string) {
    const there = [...this.entries.values()].filter((entry) => entry.side === side)
    if (there.length === 0) return undefined
    const prices = there.map(({ price }) => price)
    const price = side === bid ? Math.max(...prices) : Math.min(...prices)
    const size = there.filter((entry) => entry.price === price).reduce((sum, entry) => sum + entry.size, 0)
    return { price, size }
  }
}

const entries = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  side: fc.constantFrom<string>(bid, offer),
  price: fc.integer({ min: 6_000, max: 6_004 }).map((price) => price as PriceKobo),
  size: fc.integer({ min: 1, max: 1_000 }),
})
const changes = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), entry: entries }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), entry: entries }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), entry: entries }) },
)

test('the best price of each side, and what waits there, are those of all entries after any changes', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 60 }), (all) => {
      const book = new MirroredBook()
      const naive = new NaiveBook()
      for (const { kind, entry } of all) {
        if (kind === 'set') {
          book.set(entry)
          naive.entries.set(entry.id, entry)
        } else if (kind === 'delete') {
          expect(book.delete(entry.id)).toBe(naive.entries.delete(entry.id))
        } else {
          book.clear()
          naive.entries.clear()
        }
        expect([book.best(bid), book.best(offer)]).toEqual([naive.best(bid), naive.best(offer)])
      }
      expect([...book.entries]).toEqual([...naive.entries.values()])
    }),
    { numRuns: 500 },
  )
})
