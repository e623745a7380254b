import { useLayoutEffect, useState } from 'react'

export interface ColumnRoom {
  readonly key: string
  /** Room for so many characters, those of its margins included. */
  readonly characters: number
}

/**
 * Which columns have to be left out so that the others are seen whole: from the first of `leaving`
 * on, as many as it takes. What is not in `leaving` always stays.
 *
 * @param room for so many characters
 */
export function columnsWithoutRoom(
  columns: readonly ColumnRoom[],
  leaving: readonly string[],
  room: number,
): string[] {
  const wanted = new Map(columns.map(({ key, characters }) => [key, characters]))
  let needed = columns.reduce((sum, { characters }) => sum + characters, 0)
  const left: string[] = []
  for (const key of leaving) {
    if (needed <= room) break
    const characters = wanted.get(key)
    if (characters === undefined) continue
    needed -= characters
    left.push(key)
  }
  return left
}

/** The columns a table has to leave out in its place, the element that takes `ref`, as wide as that is. */
export function useColumnsWithoutRoom(
  columns: readonly ColumnRoom[],
  leaving: readonly string[],
): { readonly ref: (place: HTMLElement | null) => void; readonly without: readonly string[] } {
  const [place, ref] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!place) return
    const character = characterWidth(place)
    const measure = () => {
      // Hidden, it has no width and nothing to leave out.
      if (place.clientWidth > 0) setRoom(Math.floor(place.clientWidth / character))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  return { ref, without: columnsWithoutRoom(columns, leaving, room) }
}

const PROBE_CHARACTERS = 100

/** Pixels of CSS's `ch` in the face and size that data are written in. */
function characterWidth(element: HTMLElement): number {
  const probe = document.createElement('span')
  probe.style.cssText = `position:absolute;visibility:hidden;width:${PROBE_CHARACTERS}ch;font-size:var(--tb-font-data)`
  element.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  return width / PROBE_CHARACTERS || 1
}
