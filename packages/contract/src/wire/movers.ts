import type { Statistics } from './market-shapes.ts'

/** What securities are ranked by when those that traded most are asked for. */
export const tradeMeasures = ['value', 'volume', 'trades'] as const
export type TradeMeasure = (typeof tradeMeasures)[number]

/** The securities that rose most, or with `asc` those that fell most; of equal moves first what traded more by value, then by symbol. */
export const topStatistics = (
  all: readonly Statistics[],
  { asc, count }: { readonly asc: boolean; readonly count: number },
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

const members = {
  value: 'tradeValue',
  volume: 'tradeVolume',
  trades: 'numberOfTrades',
} as const satisfies Record<TradeMeasure, keyof Statistics>

/** The securities that traded most; of equals first what traded more by value, then by symbol. */
export const topTrades = (
  all: readonly Statistics[],
  { by, count }: { readonly by: TradeMeasure; readonly count: number },
): Statistics[] => {
  const member = members[by]
  return all
    .filter(({ numberOfTrades }) => numberOfTrades > 0)
    .sort((a, b) => b[member] - a[member] || b.tradeValue - a.tradeValue || bySymbol(a, b))
    .slice(0, count)
}

const bySymbol = (a: Statistics, b: Statistics): number => (a.symbol < b.symbol ? -1 : 1)
