import type { RefCallback } from 'react'
import { type ActionIn, actionOf } from './keymap.ts'

/** What a row can be asked: its own buttons, not those of a form that opened within it. */
const CONTROLS = 'tbody > tr > td > button:not(:disabled)'
const SYMBOL = '[data-symbol]'
/** Rows that a Page key goes. */
const PAGE = 10

/** A control by the number of its row and its own number in it. */
export interface Place {
  readonly row: number
  readonly control: number
  /** Nothing stands here (any more): the next row down is the one that took this place. */
  readonly isGone?: boolean
}

/** Where walking leads in a table of so many controls a row; `undefined` where there is none. */
export function nextPlace(
  action: ActionIn<'table'>,
  { row, control, isGone = false }: Place,
  controls: readonly number[],
): Place | undefined {
  const last = controls.length - 1
  if (last < 0) return undefined
  const at = (to: number): Place => {
    const there = Math.min(Math.max(to, 0), last)
    return { row: there, control: within(control, controls[there]) }
  }
  const along = (to: number): Place => ({ row, control: within(to, controls[row]) })
  const places: Readonly<Record<typeof action, () => Place>> = {
    next: () => at(isGone ? row : row + 1),
    previous: () => at(row - 1),
    pageDown: () => at(row + PAGE),
    pageUp: () => at(row - PAGE),
    first: () => at(0),
    last: () => at(last),
    right: () => along(control + 1),
    left: () => along(control - 1),
  }
  return places[action]()
}

const within = (control: number, count = 1): number => Math.min(Math.max(control, 0), count - 1)

/**
 * One tab stop for a whole table: Tab comes in and goes on, arrows walk the rows and what can be
 * asked of them. Rows come, go and move under the focus. What vanishes takes its mark with it, so
 * that no key reaches a row nobody chose; the focus stays in the table, and the next arrow goes on
 * from there.
 */
export const rovingRows: RefCallback<HTMLTableElement> = (table) => {
  if (!table) return
  /** The one control Tab stops at, and where it stood. */
  let stop: HTMLButtonElement | undefined
  let place: Place = { row: 0, control: 0, isGone: true }
  /** The focus is in the table, also when what held it is gone. */
  let isInside = false

  const rows = (): HTMLButtonElement[][] => {
    const byRow = new Map<Element | null, HTMLButtonElement[]>()
    for (const control of table.querySelectorAll<HTMLButtonElement>(CONTROLS)) {
      const row = control.closest('tr')
      const known = byRow.get(row)
      if (known) known.push(control)
      else byRow.set(row, [control])
    }
    return [...byRow.values()]
  }

  const placeOf = (control: Element, all: readonly HTMLButtonElement[][]): Place | undefined => {
    const row = all.findIndex((controls) => controls.includes(control as HTMLButtonElement))
    return row < 0 ? undefined : { row, control: (all[row] ?? []).indexOf(control as HTMLButtonElement) }
  }

  /** Leave one tab stop, where the person was or nearest to it. */
  const arrange = (): void => {
    const all = rows()
    // Nobody has chosen a row, or who did has left: the way in is the top row, whatever came above it since.
    if (!isInside) {
      stop = undefined
      place = { row: 0, control: 0 }
    }
    const found = stop && placeOf(stop, all)
    if (found) place = found
    else {
      const near = all[Math.min(place.row, all.length - 1)]
      // Who comes in has asked for nothing yet: what stands first is the symbol, not what replaces an order.
      stop = near?.find((control) => control.matches(SYMBOL)) ?? near?.[0]
      place = { ...place, isGone: true }
    }
    for (const control of all.flat()) {
      const tabIndex = control === stop ? '0' : '-1'
      if (control.getAttribute('tabindex') !== tabIndex) control.setAttribute('tabindex', tabIndex)
    }
    // A focused element that is taken away, moved or disabled leaves the focus nowhere.
    if (!isInside || document.activeElement !== document.body) return
    const holder = found ? stop : table
    holder?.focus({ preventScroll: true })
  }

  const onFocusIn = ({ target }: FocusEvent): void => {
    const wasInside = isInside
    isInside = target instanceof Element && table.contains(target)
    if (wasInside && !isInside) arrange()
    if (!isInside || !(target instanceof HTMLButtonElement)) return
    const found = placeOf(target, rows())
    if (!found) return
    stop = target
    place = found
    arrange()
  }
  const onPointerDown = ({ target }: PointerEvent): void => {
    if (!isInside || !(target instanceof Node) || table.contains(target)) return
    isInside = false
    arrange()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event
    const action = actionOf('table', event)
    if (!action || !(target instanceof Element)) return
    if (target !== table && !target.matches(CONTROLS)) return
    const all = rows()
    const next = nextPlace(
      action,
      place,
      all.map(({ length }) => length),
    )
    const control = next && all[next.row]?.[next.control]
    if (!control) return
    event.preventDefault()
    control.focus()
    control.scrollIntoView({ block: 'nearest' })
  }
  const observer = new MutationObserver(arrange)

  table.tabIndex = -1
  arrange()
  observer.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  const hear = new AbortController()
  table.addEventListener('keydown', onKeyDown, hear)
  document.addEventListener('focusin', onFocusIn, hear)
  document.addEventListener('pointerdown', onPointerDown, hear)
  return () => {
    observer.disconnect()
    hear.abort()
  }
}
