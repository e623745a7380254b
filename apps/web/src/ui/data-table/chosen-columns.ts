import { useMemo } from 'react'
import { create } from 'zustand'
import { readOwnCookie, writeOwnCookie } from '../../own-cookie.ts'
import type { Column, ListView } from './list-view.ts'

/** The columns a person chose, by the key of the list; a list without an entry shows its own choice. */
const useChosen = create<Readonly<Record<string, readonly string[]>>>(() => ({}))

const cookieOf = (list: string): string => `Tradebook.List.${list}`
const APP = '/app'

function kept(list: string): readonly string[] | undefined {
  const text = readOwnCookie(cookieOf(list))
  return text ? text.split(',') : undefined
}

/** The columns of a list that are shown, in the list's order, by the person's choice. */
export function useChosenColumns<Row>(list: ListView<Row>): readonly Column<Row>[] {
  const chosen = useChosen((lists) => lists[list.key])
  return useMemo(() => chosenOf(list, chosen ?? kept(list.key)), [list, chosen])
}

/** What was chosen may name columns of a former release; those are passed over. */
const chosenOf = <Row>(
  { columns }: Pick<ListView<Row>, 'columns'>,
  chosen: readonly string[] | undefined,
): Column<Row>[] =>
  columns.filter(({ key, isKept, isExtra }) => isKept || (chosen ? chosen.includes(key) : !isExtra))

/** Shows these columns from now on; `undefined`: the list's own choice again. */
export function chooseColumns(list: string, keys: readonly string[] | undefined): void {
  writeOwnCookie(cookieOf(list), keys?.join(','), APP)
  useChosen.setState(({ [list]: _, ...others }) => (keys ? { ...others, [list]: keys } : others), true)
}
