import { expect, test } from 'vitest'
import { tickAt } from './venue-capabilities.ts'

/** The venue's step and the security's tick in kobo, and the step of an order's price. */
test.each([
  [1, 5, 5],
  [5, 5, 5],
  [10, 5, 10],
  [4, 5, 20],
  [100, 1, 100],
])(
  'a venue with a step of %d kobo and a tick of %d take prices in steps of %d',
  (priceStepKobo, tick, step) => {
    expect(tickAt({ priceStepKobo }, tick)).toBe(step)
  },
)
