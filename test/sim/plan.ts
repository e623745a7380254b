import { type CashTerms, type PriceKobo, shares } from '@tradebook/contract'
import type { AccountTerms } from '../../apps/server/src/desk/decisions/accounts.ts'
import { type Listing, listing } from '../../apps/server/src/venue/listing.ts'

/** A firm of the simulated market. */
export interface FirmPlan {
  readonly tenantId: number
  readonly accounts: readonly AccountTerms[]
}

/** A text that the record refuses, as a database refuses one that it cannot store. */
export const UNRECORDABLE = 'unrecordable'

/** The direct route, with a bank account whose check digit is right. */
export const DIRECT: CashTerms = { route: 'direct', bankAccount: { bankCode: '011', number: '0000014579' } }

/** A customer with one account, whose number follows a letter, and a bank account on file. */
export const person = (account: string): AccountTerms => ({
  account,
  cscsAccount: account.slice(1).padStart(10, '0'),
  customerId: Number(account.slice(1)),
  customerName: account,
  cash: { route: 'broker', bankAccount: DIRECT.bankAccount },
})

/** One whose proceeds leave for the bank account. */
const ofDirectRoute = (account: string): AccountTerms => ({ ...person(account), cash: DIRECT })

/** The firms that a run opens at its beginning: they differ in size and in what they allow. */
export const firms: readonly FirmPlan[] = [
  { tenantId: 1, accounts: [person('A1'), ofDirectRoute('A2'), ofDirectRoute('A3')] },
  { tenantId: 2, accounts: [person('B1'), ofDirectRoute('B2')] },
  { tenantId: 3, accounts: ['C1'].map(person) },
]

const listed = (
  securityID: string,
  priceGroup: Listing['priceGroup'],
  referencePx: number,
  sharesOutstanding = 1_000_000_000,
): Listing =>
  listing({
    securityID,
    name: securityID,
    isin: null,
    sector: 'Simulated',
    board: null,
    securityType: 'CS',
    priceGroup,
    sharesOutstanding: shares(sharesOutstanding),
    referencePx: referencePx as PriceKobo,
    monthlyCloses: [],
    high52Px: null,
    low52Px: null,
    averageVolume: null,
    today: null,
  })

/** So much of the index that a move to its limit triggers the circuit breaker. */
export const HEAVY = 'ZENITH'

/** One security of each price group, and one at so few kobo that charges outweigh its proceeds. */
export const securities: readonly Listing[] = [
  listed('DEAR', 'A', 41_020),
  listed(HEAVY, 'B', 3_680, 1_000_000_000_000),
  listed('CHEAP', 'C', 120),
  listed('PENNY', 'C', 20),
]
