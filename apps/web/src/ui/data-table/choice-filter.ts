import { Side, type TextKey } from '@tradebook/contract'
import type { Filter } from './list-view.ts'

/** Chooses one value of a list's parameter that takes several, or all. @param titles of the values, in their order. */
export const choiceFilter = (
  key: string,
  title: TextKey,
  all: TextKey,
  titles: Readonly<Record<string, TextKey>>,
): Filter => ({
  key,
  title,
  kind: 'choice',
  options: [{ value: '', title: all }, ...Object.entries(titles).map(([value, title]) => ({ value, title }))],
  input: (value) => ({ [key]: [value] }),
})

export const sideFilter = choiceFilter('side', 'Trading.Filter.Side', 'Trading.Filter.BothSides', {
  [Side.buy]: 'Trading.Buy',
  [Side.sell]: 'Trading.Sell',
})
