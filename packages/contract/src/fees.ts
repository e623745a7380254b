/**
 * What a contract note is charged: data that ledger, ticket and tests read from one place.
 * Rates are parts per million of the consideration, so that every published rate is an integer.
 * Source: the exchange's published market structure; VAT at 7.5 % on commission and on the
 * regulator's, exchange's and depository's own fees.
 */
export const feeItems = {
  commission: { name: 'Brokerage commission', buyPpm: 13_500, sellPpm: 13_500, flatKobo: 0, vat: true },
  sec: { name: 'SEC fee', buyPpm: 3_000, sellPpm: 0, flatKobo: 0, vat: true },
  ngx: { name: 'NGX fee', buyPpm: 0, sellPpm: 3_000, flatKobo: 0, vat: true },
  cscs: { name: 'CSCS fee', buyPpm: 0, sellPpm: 3_000, flatKobo: 0, vat: true },
  stampDuty: { name: 'Stamp duty', buyPpm: 800, sellPpm: 800, flatKobo: 0, vat: false },
  /** Once per contract note. */
  tradeAlert: { name: 'Trade alert', buyPpm: 0, sellPpm: 0, flatKobo: 400, vat: false },
} as const satisfies Record<string, FeeItem>

export type FeeName = keyof typeof feeItems

export interface FeeItem {
  readonly name: string
  readonly buyPpm: number
  readonly sellPpm: number
  readonly flatKobo: number
  /** Value added tax is charged on this item, on a line of its own. */
  readonly vat: boolean
}

/** Value added tax in parts per million. */
export const VAT_PPM = 75_000
export const PPM = 1_000_000
