import type { TextKey } from '@tradebook/contract'
import { groupsOf, isInMenu, type MenuGroup, menuGroups, type ScreenRow } from '../routes.ts'
import type { Session } from '../session.ts'

/** A line of the menu: a screen, or a group of lines. */
export type MenuEntry =
  | { readonly title: TextKey; readonly path: string }
  | { readonly title: TextKey; readonly group: MenuGroup; readonly entries: MenuEntry[] }

/** The menu a person sees: the table's screens they may open, in its order, under their groups. */
export function menuOf(
  screens: readonly ScreenRow[],
  who: Pick<Session, 'permissions' | 'roles'>,
): MenuEntry[] {
  const menu: MenuEntry[] = []
  for (const row of screens) {
    if (!isInMenu(row, who)) continue
    const place = groupsOf(row).reduce(entriesOf, menu)
    place.push({ title: row.title, path: row.path })
  }
  return menu
}

/** The lines of a group, added to those next to it when it has none yet. */
function entriesOf(beside: MenuEntry[], group: MenuGroup): MenuEntry[] {
  const known = beside.find((entry) => 'group' in entry && entry.group === group)
  if (known && 'entries' in known) return known.entries
  const entries: MenuEntry[] = []
  beside.push({ title: menuGroups[group].title, group, entries })
  return entries
}
