import { useSyncExternalStore } from 'react'

/**
 * The one table of breakpoints, in CSS pixels: a screen at 200 % counts as half as wide and as high.
 * Code asks by `useRoom`, style sheets by `[data-room="…"]` and `[data-height="…"]`, which are on
 * the root element; nothing else compares the size of the screen with anything. Inside a panel, which
 * a person may make as narrow as they like, tables leave out columns (`useColumnsWithRoom`).
 */
const rooms = [
  /** One thing at a time, with a bar at the bottom. A phone on its side is one, too. */
  { room: 'phone', query: '(width < 768px) or (height < 480px)' },
  /** The panels of a desk, of which some share a place. */
  { room: 'narrow', query: '(width < 1200px)' },
  /** The whole desk. */
  { room: 'wide', query: 'all' },
] as const

const heights = [
  /** Chart and book do not fit above each other. */
  { height: 'low', query: '(height < 640px)' },
  { height: 'high', query: 'all' },
] as const

export type Room = (typeof rooms)[number]['room']
export type Height = (typeof heights)[number]['height']

const queries = [...rooms, ...heights].map(({ query }) => query)

const roomNow = (): Room => rooms.find(({ query }) => matchMedia(query).matches)?.room ?? 'wide'
const heightNow = (): Height => heights.find(({ query }) => matchMedia(query).matches)?.height ?? 'high'

const subscribe = (listener: () => void) => {
  const lists = queries.map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

export const useRoom = (): Room => useSyncExternalStore(subscribe, roomNow)
export const useHeight = (): Height => useSyncExternalStore(subscribe, heightNow)
/** Whether there is room for one thing at a time only. */
export const useIsPhone = (): boolean => useRoom() === 'phone'
/** The same, once, for what is shown outside of components. */
export const isPhone = (): boolean => roomNow() === 'phone'

/**
 * Publishes to style sheets, on the root element, how much room there is, and how many pixels of it an
 * on-screen keyboard covers (`--tb-covered`): Safari neither shrinks the page for it nor has a unit
 * for what is left.
 */
export function watchViewport(): void {
  const root = document.documentElement
  const publishRoom = () => {
    root.dataset.room = roomNow()
    root.dataset.height = heightNow()
  }
  publishRoom()
  subscribe(publishRoom)

  const seen = window.visualViewport
  const publishCovered = () => {
    // Somebody who enlarges a part with two fingers sees less of the page, but nothing covers it.
    const isEnlarged = (seen?.scale ?? 1) > 1
    const covered = seen && !isEnlarged ? window.innerHeight - seen.height - seen.offsetTop : 0
    root.style.setProperty('--tb-covered', `${Math.max(0, Math.round(covered))}px`)
  }
  publishCovered()
  seen?.addEventListener('resize', publishCovered)
  seen?.addEventListener('scroll', publishCovered)
}
