import { Side } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { books, order } from './ledger.fixture.ts'

/** Orders that are looked at together, against the same orders reserved one after the other. */

const orders = fc.array(
  fc.record({
    side: fc.constantFrom(Side.buy, Side.sell),
    leaves: fc.integer({ min: 1, max: 900 }),
    price: fc.integer({ min: 30, max: 40 }),
  }),
  { minLength: 1, maxLength: 12 },
)

test('orders looked at together hold and are refused as if they were reserved one after the other', () => {
  fc.assert(
    fc.property(orders, fc.integer({ min: 0, max: 120_000 }), (asked, cash) => {
      const ledger = books({ cash, zenith: 1_000 })
      // One order is open already: the basket shares its contract note.
      ledger.reserve(order('open', Side.buy, 10, 31))
      ledger.takeTouched()
      const state = ledger.state()
      const previews = ledger.previewTogether((together) =>
        asked.map(({ side, leaves, price }) => {
          const looked = order('', side, leaves, price)
          const preview = together.preview(looked)
          if (!preview.refusal) together.admit(looked)
          return preview
        }),
      )
      expect(ledger.state()).toEqual(state)
      for (const [index, { side, leaves, price }] of asked.entries()) {
        const { held } = ledger.cash('ADA')
        const refusal = ledger.reserve(order(String(index), side, leaves, price))
        expect(previews[index]?.refusal).toEqual(refusal)
        if (!refusal) expect(previews[index]?.hold).toBe(ledger.cash('ADA').held - held)
      }
    }),
    { numRuns: 300 },
  )
})

test('looking that fails leaves the books as they were', () => {
  const ledger = books({ cash: 100_000 })
  const state = [ledger.state(), ledger.cash('ADA')]
  expect(() =>
    ledger.previewTogether((together) => {
      together.admit(order('', Side.buy, 100, 35))
      throw new Error('stopped')
    }),
  ).toThrow('stopped')
  expect([ledger.state(), ledger.cash('ADA')]).toEqual(state)
})
