import type { Statistics, TextKey } from '@tradebook/contract'
import { change, compact, direction, percent, price, quantity, timestamp } from '../../../ui/format.ts'

export interface WatchColumn {
  readonly key: string
  readonly title: TextKey
  /** Room for so many characters. */
  readonly characters: number
  /** Words stand left, figures right. */
  readonly kind: 'text' | 'figure'
  /** What the column is sorted by. */
  readonly value: (row: Statistics) => number | string | null
  readonly text: (row: Statistics) => string
  /** Changes are shown by a fading tint. */
  readonly flashes?: true
  /** Which way the figure points: its colour, next to the sign or arrow in its text. */
  readonly tone?: (row: Statistics) => 'up' | 'down' | 'flat'
}

type FigureKey = {
  [Key in keyof Statistics]: Statistics[Key] extends number | null ? Key : never
}[keyof Statistics]

const figure = (
  key: FigureKey,
  characters: number,
  format: (value: number | null) => string,
  more: Pick<WatchColumn, 'flashes' | 'tone'> = {},
): WatchColumn => ({
  key,
  title: `Trading.Column.${key}` as TextKey,
  characters,
  kind: 'figure',
  value: (row) => row[key],
  text: (row) => format(row[key]),
  ...more,
})

const text = (key: 'symbol' | 'securityDesc' | 'sector', characters: number): WatchColumn => ({
  key,
  title: `Trading.Column.${key}` as TextKey,
  characters,
  kind: 'text',
  value: (row) => row[key],
  text: (row) => row[key],
})

const byChange = (row: Statistics) => direction(row.change)

/** Every column the market watch can show. */
export const watchColumns: readonly WatchColumn[] = [
  text('symbol', 12),
  text('securityDesc', 26),
  figure('lastPx', 7.6, price, { flashes: true }),
  figure('change', 8, change, { tone: byChange }),
  figure('changePercent', 7.2, percent, { tone: byChange }),
  figure('bidSize', 9, quantity),
  figure('bidPx', 7.6, price, { flashes: true }),
  figure('offerPx', 7.6, price, { flashes: true }),
  figure('offerSize', 9, quantity),
  figure('tradeVolume', 7.5, compact),
  figure('tradeValue', 9, compact),
  figure('numberOfTrades', 7, quantity),
  figure('openPx', 9, price),
  figure('highPx', 9, price),
  figure('lowPx', 9, price),
  figure('prevClosePx', 9, price),
  figure('indicativePx', 9, price, { flashes: true }),
  figure('indicativeQty', 9, quantity),
  figure('vwapPx', 9, price),
  figure('lastQty', 9, quantity),
  figure('lowLimitPx', 9, price),
  figure('highLimitPx', 9, price),
  figure('low52Px', 9, price),
  figure('high52Px', 9, price),
  figure('marketCap', 9, compact),
  text('sector', 18),
  {
    key: 'lastUpdateTime',
    title: 'Trading.Column.lastUpdateTime',
    characters: 14,
    kind: 'figure',
    value: (row) => row.lastUpdateTime,
    text: (row) => timestamp(row.lastUpdateTime),
  },
]

/**
 * The order in which columns are left out for lack of room: what was chosen last goes first, but a quote,
 * which is nothing by half, after all others. The symbol and what is shown next to it stay.
 */
export function leavingOf(columns: readonly WatchColumn[]): string[] {
  const keys = columns
    .slice(2)
    .map(({ key }) => key)
    .toReversed()
  const isQuote = (key: string) => key === 'bidPx' || key === 'offerPx'
  return [...keys.filter((key) => !isQuote(key)), ...keys.filter(isQuote)]
}

const byKey = new Map(watchColumns.map((column) => [column.key, column]))

/** The chosen columns in their order; the symbol is always there and always first. */
export const columnsOf = (keys: readonly string[]): WatchColumn[] =>
  [...new Set(['symbol', ...keys])].flatMap((key) => byKey.get(key) ?? [])
