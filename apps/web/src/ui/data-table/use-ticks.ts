import { useRef } from 'react'
import { useHandler } from '../use-handler.ts'

export interface Selection<Row> {
  /** The rows that are ticked, on this page or another. */
  readonly keys: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
  readonly isSelectable: (row: Row) => boolean
  readonly label: (row: Row) => string
  /** The ticked rows on all pages: their totals are shown under the rows. */
  readonly ticked?: readonly Row[]
}

/** How many are ticked of the rows on a page that can be. */
export type Ticked = 'none' | 'some' | 'all'

export function tickedOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { keys, isSelectable }: Selection<Row>,
): Ticked {
  const selectable = rows.filter(isSelectable)
  const ticked = selectable.filter((row) => keys.includes(keyOf(row))).length
  return ticked === 0 ? 'none' : ticked < selectable.length ? 'some' : 'all'
}

/**
 * Ticks one row of a page, with Shift all from the row ticked last to this one, or several rows together.
 * Rows on other pages keep their ticks.
 */
export function useTicks<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selection: Selection<Row> | undefined,
) {
  const last = useRef<string>(undefined)
  const set = (several: readonly Row[], isTicked: boolean) => {
    if (!selection) return
    const changed = new Set(several.filter(selection.isSelectable).map(keyOf))
    const others = selection.keys.filter((key) => !changed.has(key))
    selection.onChange(isTicked ? [...others, ...changed] : others)
  }
  const tick = useHandler((row: Row, isTicked: boolean, isRange: boolean) => {
    const to = rows.indexOf(row)
    const from = isRange ? rows.findIndex((other) => keyOf(other) === last.current) : -1
    last.current = keyOf(row)
    set(from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), isTicked)
  })
  return { tick, tickSeveral: set }
}
