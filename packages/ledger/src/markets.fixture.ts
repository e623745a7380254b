import { ALWAYS, Side } from '@tradebook/contract'
import fc from 'fast-check'
import type { AgreedAccount } from './balances.ts'

/** What the books are asked at random: who trades what, at which prices and in which quantities. */

export const customers: readonly Pick<AgreedAccount, 'account' | 'agreed'>[] = [
  { account: 'ADA', agreed: [] },
  { account: 'OBI', agreed: [{ dateFrom: ALWAYS, commissionPpm: 7_500, stampDutyExempt: true }] },
]
export const securities = ['ZENITH', 'JAIZ']

export interface Market {
  readonly accounts: readonly string[]
  readonly securities: readonly string[]
  readonly sides: readonly Side[]
  readonly price: fc.Arbitrary<number>
  readonly count: fc.Arbitrary<number>
  readonly amount: fc.Arbitrary<bigint>
}

export const wholeMarket: Market = {
  accounts: customers.map(({ account }) => account),
  securities,
  sides: [Side.buy, Side.sell],
  price: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 601, max: 50_000 })),
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5_000 })),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 50_000_000n })),
}

/** At a few kobo per share the rounding of charges outweighs proceeds, and all meets in one note. */
export const cheapSales: Market = {
  accounts: ['ADA'],
  securities: ['JAIZ'],
  sides: [Side.sell],
  price: fc.integer({ min: 1, max: 12 }),
  count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 400 })),
  amount: fc.bigInt({ min: 1n, max: 2_000n }),
}
