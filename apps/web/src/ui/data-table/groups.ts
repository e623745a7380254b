import type { TFunction } from 'i18next'
import { useCallback, useState } from 'react'
import type { Group, Grouping, ShownGroup } from './list-view.ts'

/**
 * Puts rows together. Groups are in the order of their labels, so that none moves when a row comes or changes; the rows
 * of a group are in the order they came in.
 */
export function groupsOf<Row>(
  rows: readonly Row[],
  { of, label }: Pick<Grouping<Row>, 'of' | 'label'>,
  t: TFunction,
): Group<Row>[] {
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const group = byKey.get(of(row))
    if (group) group.push(row)
    else byKey.set(of(row), [row])
  }
  const compare = new Intl.Collator(undefined, { numeric: true }).compare
  return [...byKey]
    .flatMap(([key, [first, ...others]]) =>
      first === undefined ? [] : { key, label: label(first, t), rows: [first, ...others] },
    )
    .sort((a, b) => compare(a.label, b.label) || compare(a.key, b.key))
}

/** How many rows are shown of groups, on all pages. */
export const openRows = <Row>(groups: readonly Group<Row>[], closed: ReadonlySet<string>): number =>
  groups.reduce((sum, { key, rows }) => sum + (closed.has(key) ? 0 : rows.length), 0)

/**
 * The groups on one page, which the rows of open groups fill. A closed group is where its rows would begin; one that
 * continues on the next page is on both.
 */
export function groupsOnPage<Row>(
  groups: readonly Group<Row>[],
  closed: ReadonlySet<string>,
  size: number,
  page: number,
): ShownGroup<Row>[] {
  const [start, end] = [(page - 1) * size, page * size]
  const isLast = openRows(groups, closed) <= end
  let at = 0
  return groups.flatMap((group) => {
    const from = at
    const isClosed = closed.has(group.key)
    if (isClosed) {
      const isHere = from >= start && (from < end || isLast)
      return isHere ? { ...group, isClosed, shown: [] } : []
    }
    at += group.rows.length
    const shown = group.rows.slice(Math.max(start - from, 0), Math.max(end - from, 0))
    return shown.length > 0 ? { ...group, isClosed, shown } : []
  })
}

/** The groups whose rows a person has hidden, and what hides or shows those of one. */
export function useClosedGroups(): readonly [ReadonlySet<string>, (key: string) => void] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set())
  const toggle = useCallback(
    (key: string) =>
      setClosed((before) => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  return [closed, toggle]
}
