import { create } from 'zustand'
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { readOwnCookie, writeOwnCookie } from '../../own-cookie.ts'
import { useSession } from '../../session.ts'
import type { GroupSize } from './ladder/group-sizes.ts'

export const densities = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** How the person arranged the screen. */
export interface Arrangement {
  readonly density: Density
  /** Columns of the market watch by key, in their order. */
  readonly watchColumns: readonly string[]
  readonly watchSort: { readonly column: string; readonly descending: boolean }
  /** What an earlier release kept as favourites in the browser, until it is moved to a list at the server. */
  readonly favourites?: readonly string[] | undefined
  /** Which list the watch shows: all, a sector by its name, or one of the person's own. */
  readonly watchList: string
  /** The user’s list that was chosen last: the star adds to it. */
  readonly ownList: number | null
  readonly bookBy: 'order' | 'price'
  readonly chartInterval: string
  /** How the ladder is: ticks of a row, whether it follows the best prices, and the size of an order as it was typed. */
  readonly ladder: { readonly group: GroupSize; readonly follows: boolean; readonly size: string }
  /** A step between "Buy" and sending. Off only by the person's own choice. */
  readonly review: boolean
  /** Keys that are a single character work (WCAG 2.1.4: who controls the page by voice switches them off). */
  readonly singleKeys: boolean
  /** The account traded last. */
  readonly account: string | null
  /** The security looked at last. */
  readonly security: string | null
  /** Sizes of the panels by group, as they were left. */
  readonly layouts: Readonly<Record<string, string>>
}

const initial: Arrangement = {
  density: 'standard',
  watchColumns: ['symbol', 'lastPx', 'changePercent', 'bidPx', 'offerPx'],
  watchSort: { column: 'tradeValue', descending: true },
  watchList: 'all',
  ownList: null,
  bookBy: 'order',
  chartInterval: '1d',
  ladder: { group: 1, follows: true, size: '1k' },
  review: true,
  singleKeys: true,
  account: null,
  security: null,
  layouts: {},
}

const HERE = '/app/trading'

const screenCookie: StateStorage = {
  getItem: readOwnCookie,
  setItem: (name, value) => writeOwnCookie(name, value, HERE),
  removeItem: (name) => writeOwnCookie(name, undefined, HERE),
}

export const useArrangement = create<Arrangement>()(
  persist(() => initial, {
    name: 'Tradebook.Trading',
    version: 1,
    storage: createJSONStorage(() => screenCookie),
    // What a former release kept and this one does not know must not break the screen.
    merge: (kept) => ({ ...initial, ...(kept as Partial<Arrangement>) }),
  }),
)

// This code may be loaded before the page knows who is signed in: then that person's arrangement is read.
useSession.subscribe(({ user }, before) => {
  if (user && user.id !== before.user?.id) void useArrangement.persist.rehydrate()
})

export const arrange = (change: Partial<Arrangement>): void => {
  useArrangement.setState(change)
}

/** Where the panels keep their sizes. */
export const layoutStorage = {
  getItem: (group: string): string | null => useArrangement.getState().layouts[group] ?? null,
  setItem: (group: string, layout: string): void =>
    arrange({ layouts: { ...useArrangement.getState().layouts, [group]: layout } }),
}
