/** The parts of the trading screen that keys lead to; each marks its element with `data-region`. */
export const regions = ['watch', 'security', 'book', 'trades', 'orders', 'ticket'] as const
export type Region = (typeof regions)[number]

/** What Tab would stop at. */
const TABBABLE = [
  '[tabindex="0"]',
  'input:not(:disabled):not([tabindex="-1"])',
  'button:not(:disabled):not([tabindex="-1"])',
].join(', ')

const isShown = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true

/**
 * Put the focus into a part of the screen: where it says its work begins (`data-region-start`), or
 * at its first tab stop. Answers whether the part is on the screen.
 */
export function enterRegion(region: Region): boolean {
  const element = document.querySelector<HTMLElement>(`[data-region="${region}"]`)
  if (!element || !isShown(element)) return false
  const start = element.querySelector<HTMLElement>('[data-region-start]')
  const entry = start ? (start.matches(TABBABLE) ? start : start.querySelector<HTMLElement>(TABBABLE)) : null
  const goal = entry ?? element.querySelector<HTMLElement>(TABBABLE)
  goal?.focus()
  return goal !== null
}

/** Put the focus into the next part of the screen, or the one before, round and round. */
export function enterNextRegion(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown)
  const at = shown.findIndex((element) => element.contains(document.activeElement))
  for (let tried = 1; tried <= shown.length; tried++) {
    const from = at < 0 && step < 0 ? 0 : at
    const next = shown[(from + step * tried + shown.length * tried) % shown.length]
    if (next && enterRegion(next.dataset.region as Region)) return
  }
}
