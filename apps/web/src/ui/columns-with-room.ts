import { useLayoutEffect, useMemo, useState } from 'react'

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
    const character = characterIn(place)
    const measure = () => {
      // Hidden, it has no width and nothing to leave out.
      if (place.clientWidth === 0) return
      setRoom(Math.floor(place.clientWidth / (character.getBoundingClientRect().width || 1)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // Characters get another width when the page's font arrives.
    observer.observe(character)
    return () => {
      observer.disconnect()
      character.remove()
    }
  }, [place])
  const without = useMemo(() => columnsWithoutRoom(columns, leaving, room), [columns, leaving, room])
  return { ref, without }
}

/** An unseen box as wide as one character (CSS's `ch`) in the face and size that data are written in. */
function characterIn(place: HTMLElement): HTMLElement {
  const character = document.createElement('span')
  character.style.cssText =
    'position:absolute;visibility:hidden;width:1ch;height:1px;font-size:var(--tb-font-data)'
  place.append(character)
  return character
}
