import { flushSync } from 'react-dom'

/**
 * The parts of the trading screen that keys lead to. Each marks its element with `data-region`; one
 * of tabs is called like the tab that is shown, so that its name is of what can be reached there.
 */

/** The parts with a key of their own. */
export type Region = 'watch' | 'book' | 'ticket' | 'orders'

/** What Tab would stop at. */
const TABBABLE = [
  '[tabindex="0"]',
  'input:not(:disabled):not([tabindex="-1"])',
  'button:not(:disabled):not([tabindex="-1"])',
].join(', ')
/** Where the work of a part begins, the best first: at the marked element, at a row, at its first tab stop. */
const STARTS = ['[data-region-start]', 'tbody [tabindex="0"]', TABBABLE]

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)

/** Puts the focus into a part of the screen, where its work begins; a tab that hides it is selected. */
export function enterRegion(region: Region): void {
  const isHere = () => find(`[data-region="${region}"]`)
  // Drawn at once: the focus can only go where something stands.
  if (!isHere()) flushSync(() => find(`[role="tab"][data-tab="${region}"]`)?.click())
  const element = isHere()
  if (element) enter(element)
}

/** Puts the focus into the next part of the screen, or the one before, round and round. */
export function enterNextRegion(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isOutermost)
  const at = all.findIndex((element) => element.contains(document.activeElement))
  const from = at < 0 && step < 0 ? 0 : at
  for (let tried = 1; tried <= all.length; tried++) {
    const next = all[(from + step * tried + all.length * tried) % all.length]
    if (next && enter(next)) return
  }
}

/** A part may be in a tab of the same name. */
const isOutermost = (element: HTMLElement): boolean =>
  element.parentElement?.closest('[data-region]') === null

function enter(region: HTMLElement): boolean {
  for (const start of STARTS) {
    const goal = region.querySelector<HTMLElement>(start)
    goal?.focus()
    if (goal && goal === document.activeElement) return true
  }
  return false
}
