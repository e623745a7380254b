/**
 * The mark of the market watch: the one row that its keys act on. It is drawn whenever it is there,
 * and there is no other: neither the focus nor the selected security replaces it.
 */
export interface WatchMark {
  /** The rows that are shown, in their order. */
  readonly rows: readonly string[]
  /** What they were searched by. */
  readonly search: string
  /** One of the rows, or none. */
  readonly marked: string | undefined
}

export const NO_MARK: WatchMark = { rows: [], search: '', marked: undefined }

export const steps = ['next', 'previous', 'pageDown', 'pageUp', 'first', 'last'] as const
export type Step = (typeof steps)[number]

export type WatchEvent =
  /** Other rows, or the same in another order: after typing, another list, or an update of the market. */
  | { readonly type: 'shown'; readonly rows: readonly string[]; readonly search: string }
  /** A row was pointed at. */
  | { readonly type: 'pointed'; readonly securityID: string }
  | {
      readonly type: 'walked'
      readonly step: Step
      /** Rows that a page holds. */
      readonly page: number
      /** Where walking begins while nothing is marked, if it is shown. */
      readonly selected: string | undefined
    }

/**
 * Typing marks the first row found, and clearing the search marks none. Otherwise a mark stays with
 * its security wherever that moves; when its row is no longer shown, the mark is gone for good.
 */
export function reduceMark(before: WatchMark, event: WatchEvent): WatchMark {
  switch (event.type) {
    case 'shown': {
      const { rows } = event
      const search = event.search.trim()
      const kept = before.marked !== undefined && rows.includes(before.marked) ? before.marked : undefined
      const found = search === '' ? undefined : rows[0]
      return { rows, search, marked: search === before.search ? kept : found }
    }
    case 'pointed':
      return before.rows.includes(event.securityID) ? { ...before, marked: event.securityID } : before
    case 'walked':
      return { ...before, marked: walk(before, event) }
  }
}

function walk(
  { rows, marked }: WatchMark,
  { step, page, selected }: Extract<WatchEvent, { type: 'walked' }>,
): string | undefined {
  const last = rows.length - 1
  const at = marked === undefined ? -1 : rows.indexOf(marked)
  if (step === 'first') return rows[0]
  if (step === 'last') return rows[last]
  if (at < 0) return selected !== undefined && rows.includes(selected) ? selected : rows[0]
  const by = { next: 1, previous: -1, pageDown: page, pageUp: -page }[step]
  return rows[Math.min(Math.max(at + by, 0), last)]
}
