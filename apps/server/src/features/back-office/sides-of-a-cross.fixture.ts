import { type PriceKobo, Side } from '@tradebook/contract'

/**
 * One cross of 10,000 GTCO at 61.25 between two customers of one firm, under the standard fees and without
 * agreements. Every amount below is computed by hand, in naira. Each charge, and the VAT on each, is rounded to
 * the kobo by itself, half away from zero: the VAT on the commission is 620.15625, that on a fee 137.8125.
 */

export const QUANTITY = 10_000

export const PRICE = 61_25 as PriceKobo

export const CONSIDERATION = 612_500

export const buyer = {
  trader: { tenantId: 1, account: 'A1' },
  cscsAcct: '0000000001',
  customerName: 'Ada',
  side: Side.buy,
  title: 'Contract note: purchase',
  fees: [
    ['commission', 'Brokerage commission1.35%', 8_268.75],
    ['commission:vat', 'VAT on brokerage commission7.5%', 620.16],
    ['sec', 'SEC fee0.3%', 1_837.5],
    ['sec:vat', 'VAT on SEC fee7.5%', 137.81],
    ['stampDuty', 'Stamp duty0.08%', 490],
    ['tradeAlert', 'Trade alert', 4],
  ],
  totalFees: 11_358.22,
  net: 'Amount payable by you',
  netAmount: 623_858.22,
  // 1,000,000.00 were deposited.
  cash: 376_141.78,
  debit: 623_858.22,
  credit: null,
  narration: 'Bought 10,000 GTCO at 61.25',
  // What the shares cost is what the purchase cost.
  gtco: {
    quantity: 10_000,
    unsettledIn: 10_000,
    unsettledOut: 0,
    averageCost: 62.3858,
    costValue: 623_858.22,
  },
  realisedGain: 0,
} as const

export const seller = {
  trader: { tenantId: 1, account: 'A2' },
  cscsAcct: '0000000012',
  customerName: 'Bola',
  side: Side.sell,
  title: 'Contract note: sale',
  fees: [
    ['commission', 'Brokerage commission1.35%', 8_268.75],
    ['commission:vat', 'VAT on brokerage commission7.5%', 620.16],
    ['ngx', 'NGX fee0.3%', 1_837.5],
    ['ngx:vat', 'VAT on NGX fee7.5%', 137.81],
    ['cscs', 'CSCS fee0.3%', 1_837.5],
    ['cscs:vat', 'VAT on CSCS fee7.5%', 137.81],
    ['stampDuty', 'Stamp duty0.08%', 490],
    ['tradeAlert', 'Trade alert', 4],
  ],
  totalFees: 13_333.53,
  net: 'Amount payable to you',
  netAmount: 599_166.47,
  cash: 599_166.47,
  debit: null,
  credit: 599_166.47,
  narration: 'Sold 10,000 GTCO at 61.25',
  // 15,000 came in at 40.00; a third of them stays.
  gtco: { quantity: 5_000, unsettledIn: 0, unsettledOut: 10_000, averageCost: 40, costValue: 200_000 },
  // 599,166.47 less 10,000 × 40.00.
  realisedGain: 199_166.47,
} as const

export const sides = [
  ['buyer', buyer],
  ['seller', seller],
] as const

/** Another holding of both, that the cross leaves as it is. */
export const ZENITHBANK = { securityID: 'ZENITHBANK', quantity: 100, averageCost: 30, costValue: 3_000 }
