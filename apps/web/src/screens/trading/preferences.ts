import { create } from 'zustand'
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { session } from '../../session.ts'
import { EVERYTHING, type OrderFilter } from './orders/order-filter.ts'

export const densities = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** How the person arranged the screen. */
export interface Arrangement {
  readonly density: Density
  /** Columns of the market watch by key, in their order. */
  readonly watchColumns: readonly string[]
  readonly watchSort: { readonly column: string; readonly descending: boolean }
  /** Securities marked as favourites. */
  readonly favourites: readonly string[]
  /** Which list the watch shows. */
  readonly watchList: string
  /** Which orders the blotter shows. */
  readonly orderFilter: OrderFilter
  readonly bookBy: 'order' | 'price'
  readonly chartInterval: string
  /** A step between "Buy" and sending. Off only by the person's own choice. */
  readonly review: boolean
  /** Keys that are a single character work (WCAG 2.1.4: who speaks to the screen switches them off). */
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
  favourites: [],
  watchList: 'all',
  orderFilter: EVERYTHING,
  bookBy: 'order',
  chartInterval: '1d',
  review: true,
  singleKeys: true,
  account: null,
  security: null,
  layouts: {},
}

/** One person's arrangement is not the next one's: an order that is sent without review least of all. */
const ownName = (name: string): string => {
  const { tenant, user } = session()
  return `${name}.${tenant?.id ?? 'host'}.${user?.id ?? 'nobody'}`
}

const YEAR_S = 365 * 24 * 60 * 60

/**
 * Signing out empties web storage, and a person who signs in each morning should not have to
 * arrange the screen each morning. A cookie outlives that; its path keeps it out of every call.
 */
const screenCookie: StateStorage = {
  getItem: (name) => {
    const start = `${ownName(name)}=`
    const pair = document.cookie.split('; ').find((other) => other.startsWith(start))
    return pair ? decodeURIComponent(pair.slice(start.length)) : null
  },
  setItem: (name, value) => writeCookie(ownName(name), value, YEAR_S),
  removeItem: (name) => writeCookie(ownName(name), '', 0),
}

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const rules = `path=/app/trading; samesite=lax; max-age=${maxAgeSeconds}${secure}`
  document.cookie = `${name}=${encodeURIComponent(value)}; ${rules}`
}

export const useArrangement = create<Arrangement>()(
  persist(() => initial, {
    name: 'Tradebook.Trading',
    version: 1,
    storage: createJSONStorage(() => screenCookie),
    // What a former release kept and this one does not know must not break the screen.
    merge: (kept, current) => ({ ...current, ...(kept as Partial<Arrangement>) }),
  }),
)

export const arrange = (change: Partial<Arrangement>): void => {
  useArrangement.setState(change)
}

/** Where the panels keep their sizes. */
export const layoutStorage = {
  getItem: (group: string): string | null => useArrangement.getState().layouts[group] ?? null,
  setItem: (group: string, layout: string): void =>
    arrange({ layouts: { ...useArrangement.getState().layouts, [group]: layout } }),
}
