import type { CallRequest, Statistics } from '@tradebook/contract'

/** The securities that rose most, or fell most; of equal moves first what traded more by value, then by symbol. */
export const topStatistics = (
  all: readonly Statistics[],
  { asc, count }: CallRequest<'MarketData/GetTopStatistics'>,
): Statistics[] => {
  const direction = asc ? -1 : 1
  return all
    .filter(({ changePercent }) => changePercent * direction > 0)
    .sort(
      (a, b) =>
        (b.changePercent - a.changePercent) * direction || b.tradeValue - a.tradeValue || bySymbol(a, b),
    )
    .slice(0, count)
}

const measures = {
  value: 'tradeValue',
  volume: 'tradeVolume',
  trades: 'numberOfTrades',
} as const

/** The securities that traded most; of equals first what traded more by value, then by symbol. */
export const topTrades = (
  all: readonly Statistics[],
  { by, count }: CallRequest<'MarketData/GetTopTrades'>,
): Statistics[] => {
  const measure = measures[by]
  return all
    .filter(({ numberOfTrades }) => numberOfTrades > 0)
    .sort((a, b) => b[measure] - a[measure] || b.tradeValue - a.tradeValue || bySymbol(a, b))
    .slice(0, count)
}

const bySymbol = (a: Statistics, b: Statistics): number => (a.symbol < b.symbol ? -1 : 1)
