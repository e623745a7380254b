import type { SavedLine } from './basket-lines.ts'

/** In the tab, until it is closed or its user signs out: a reload does not lose what became of a basket that is not saved. */
const PLACE = 'sent basket'

/** The lines that were sent from a basket before it was saved, with the ids of their orders. */
export const keptSentLines = (): readonly SavedLine[] =>
  JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as SavedLine[]

/** Keeps them from before they are sent. */
export const keepSentLines = (lines: readonly SavedLine[]): void =>
  sessionStorage.setItem(PLACE, JSON.stringify(lines))

export const forgetSentLines = (): void => sessionStorage.removeItem(PLACE)
