import {
  averageNaira,
  type Kobo,
  type PortfolioDay,
  percentOf,
  type Shares,
  toNaira,
  type ValuationRow,
  type ValuationSummary,
} from '@tradebook/contract'

/** What an account owned of one security, and at which price it is valued. */
export interface ValuedHolding {
  readonly securityID: string
  /** Settled or not. */
  readonly quantity: Shares
  readonly cost: Kobo
  /** Kobo per share. */
  readonly price: Kobo
}

/** The figures of a valuation besides its rows. */
export interface ValuedCash {
  readonly asOf: string
  readonly cash: Kobo
  readonly realisedGain: Kobo
}

/**
 * A valuation: every amount is an exact product or sum of integers. Only the average cost, the percents
 * and the weights are rounded, as `valuationRow` of the contract says.
 */
export function valued(
  holdings: readonly ValuedHolding[],
  { asOf, cash, realisedGain }: ValuedCash,
): { readonly rows: ValuationRow[]; readonly summary: ValuationSummary } {
  const sorted = [...holdings].sort((a, b) => (a.securityID < b.securityID ? -1 : 1))
  const values = sorted.map(({ quantity, price }) => quantity * price)
  const weights = weightsOf(values)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const [value, cost] = [sum(values), sum(sorted.map((holding) => holding.cost))]
  const gain = (of: bigint, paid: bigint) => ({
    gainLoss: naira(of - paid),
    gainLossPercent: paid === 0n ? null : percentOf(of - paid, paid),
  })
  return {
    rows: sorted.map((holding, index) => ({
      id: index + 1,
      securityID: holding.securityID,
      quantity: Number(holding.quantity),
      averageCost: averageNaira(holding.cost, holding.quantity),
      costValue: naira(holding.cost),
      lastPx: naira(holding.price),
      marketValue: naira(values[index] ?? 0n),
      ...gain(values[index] ?? 0n, holding.cost),
      weightPercent: (weights[index] ?? 0) / BASIS_POINTS_A_PERCENT,
    })),
    summary: {
      asOf,
      totals: { costValue: naira(cost), marketValue: naira(value), ...gain(value, cost) },
      cashBalance: naira(cash),
      totalValue: naira(value + cash),
      realisedGain: naira(realisedGain),
    },
  }
}

const BASIS_POINTS_A_PERCENT = 100
const ALL_BASIS_POINTS = 10_000n

/**
 * The share of each value in their sum, in basis points that sum to 10,000: each is rounded down, and what
 * is left goes, one each, to the largest fractions, of equal ones to the first. All are 0 where the sum is 0.
 *
 * @param values 0 or more each, in one unit.
 */
export function weightsOf(values: readonly bigint[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0n)
  if (total === 0n) return values.map(() => 0)
  const weights = values.map((value) => Number((value * ALL_BASIS_POINTS) / total))
  const fractions = values.map((value, index) => ({ index, rest: (value * ALL_BASIS_POINTS) % total }))
  fractions.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const left = Number(ALL_BASIS_POINTS) - weights.reduce((sum, weight) => sum + weight, 0)
  for (const { index } of fractions.slice(0, left)) weights[index] = (weights[index] ?? 0) + 1
  return weights
}

/** The days of a period, and what changed an account's worth until and on each of them. */
export interface Recorded {
  /** The market days, the earliest first. */
  readonly days: readonly string[]
  /** An account's shares of a security from the end of a day on. */
  readonly holdings: readonly {
    readonly date: string
    readonly securityID: string
    readonly quantity: Shares
  }[]
  /** Its cash from the end of a day on. */
  readonly balances: readonly { readonly date: string; readonly cash: Kobo }[]
  /** Prices from a day on, kobo per share. */
  readonly prices: readonly { readonly date: string; readonly securityID: string; readonly price: Kobo }[]
}

/** What the account was worth at the end of each of the days: Σ shares × price, and cash; exact. */
export function worthByDay({ days, holdings, balances, prices }: Recorded): PortfolioDay[] {
  const owned = new Map<string, bigint>()
  const published = new Map<string, bigint>()
  let cash = 0n
  const changes = [
    ...holdings.map(({ date, securityID, quantity }) => ({
      date,
      apply: () => owned.set(securityID, quantity),
    })),
    ...prices.map(({ date, securityID, price }) => ({ date, apply: () => published.set(securityID, price) })),
    ...balances.map((row) => ({ date: row.date, apply: () => (cash = row.cash) })),
  ].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  let next = 0
  return days.map((date) => {
    for (let change = changes[next]; change && change.date <= date; change = changes[++next]) change.apply()
    let value = 0n
    for (const [securityID, quantity] of owned) value += quantity * (published.get(securityID) ?? 0n)
    return { date, cashBalance: naira(cash), marketValue: naira(value), totalValue: naira(value + cash) }
  })
}

const naira = (amount: bigint): number => toNaira(amount as Kobo)
