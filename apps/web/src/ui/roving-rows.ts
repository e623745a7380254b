import type { RefCallback } from 'react'

/** The keys that walk a table. */
export const rowKeys = [
  { key: 'ArrowDown', action: 'next', text: 'Trading.Keys.Rows' },
  { key: 'ArrowUp', action: 'previous', text: 'Trading.Keys.Rows' },
  { key: 'ArrowLeft', action: 'left', text: 'Trading.Keys.Controls' },
  { key: 'ArrowRight', action: 'right', text: 'Trading.Keys.Controls' },
  { key: 'PageDown', action: 'pageDown', text: 'Trading.Keys.WalkPage' },
  { key: 'PageUp', action: 'pageUp', text: 'Trading.Keys.WalkPage' },
  { key: 'Home', action: 'first', text: 'Trading.Keys.WalkEnds' },
  { key: 'End', action: 'last', text: 'Trading.Keys.WalkEnds' },
] as const

type RowAction = (typeof rowKeys)[number]['action']

const actionOf = (event: KeyboardEvent): RowAction | undefined =>
  event.ctrlKey || event.altKey || event.metaKey || event.shiftKey
    ? undefined
    : rowKeys.find(({ key }) => key === event.key)?.action

/** The rows that are walked: the headings, and those of the body without what is unfolded under one. */
const ROW = ':is(thead, tbody) > tr:not([data-detail])'
/** What a row can be asked: its own controls, not those of a form that opened under it. */
const CONTROLS = `${ROW} > :is(th, td) :is(button, input, a[href]):not(:disabled)`
const SYMBOL = '[data-symbol]'
/** Rows that a Page key goes. */
const PAGE = 10

/** A control by the number of its row and its own number in it. */
export interface Place {
  readonly row: number
  readonly control: number
  /** Nothing is here (any more): the next row down is the one that took this place. */
  readonly isGone?: boolean
}

/**
 * Where walking leads in a table of so many controls a row; `undefined` where there is none.
 *
 * @param headings how many of the rows, from the top, are headings: ends and pages stop below them.
 */
export function nextPlace(
  action: RowAction,
  { row, control, isGone = false }: Place,
  controls: readonly number[],
  headings = 0,
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
    pageUp: () => at(Math.max(row - PAGE, headings)),
    first: () => at(headings),
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
  let stop: HTMLElement | undefined
  let place: Place = { row: 0, control: 0, isGone: true }
  /** The focus is in the table, also when what held it is gone. */
  let isInside = false

  const rows = (): HTMLElement[][] => {
    const byRow = new Map<Element | null, HTMLElement[]>()
    for (const control of table.querySelectorAll<HTMLElement>(CONTROLS)) {
      const row = control.closest('tr')
      const known = byRow.get(row)
      if (known) known.push(control)
      else byRow.set(row, [control])
    }
    return [...byRow.values()]
  }

  const placeOf = (control: Element, all: readonly HTMLElement[][]): Place | undefined => {
    const row = all.findIndex((controls) => controls.includes(control as HTMLElement))
    return row < 0 ? undefined : { row, control: (all[row] ?? []).indexOf(control as HTMLElement) }
  }

  /** Rows of headings that have something to press. */
  const headingsOf = (all: readonly HTMLElement[][]): number =>
    all.filter(([control]) => control?.closest('thead')).length

  /** Who comes into a row has asked for nothing yet: what comes first is the symbol, not what replaces an order. */
  const wayIn = (controls: readonly HTMLElement[] | undefined): HTMLElement | undefined =>
    controls?.find((control) => control.matches(SYMBOL)) ?? controls?.[0]

  /** Leaves one tab stop, where the person was or nearest to it. */
  const arrange = (): void => {
    const all = rows()
    // Nobody has chosen a row, or who did has left: the way in is the top row, whatever came above it since.
    if (!isInside) {
      stop = undefined
      place = { row: headingsOf(all), control: 0 }
    }
    const found = stop && placeOf(stop, all)
    if (found) place = found
    else {
      stop = wayIn(all[Math.min(place.row, all.length - 1)])
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
    if (!isInside || !(target instanceof HTMLElement)) return
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
    const action = actionOf(event)
    if (!action || !(target instanceof Element)) return
    if (target !== table && !target.matches(CONTROLS)) return
    const all = rows()
    const headings = headingsOf(all)
    const counts = all.map(({ length }) => length)
    const next = nextPlace(action, place, counts, headings)
    if (!next) return
    const isFromHeading = place.row < headings && next.row >= headings
    const control = isFromHeading ? wayIn(all[next.row]) : all[next.row]?.[next.control]
    if (!control) return
    event.preventDefault()
    control.focus()
    control.scrollIntoView({ block: 'nearest' })
  }
  const observer = new MutationObserver(arrange)

  table.tabIndex = -1
  arrange()
  observer.observe(table, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  const listening = new AbortController()
  table.addEventListener('keydown', onKeyDown, listening)
  document.addEventListener('focusin', onFocusIn, listening)
  document.addEventListener('pointerdown', onPointerDown, listening)
  return () => {
    observer.disconnect()
    listening.abort()
  }
}
