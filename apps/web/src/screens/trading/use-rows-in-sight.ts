import { type RefCallback, useCallback, useState } from 'react'
import { rowHeightOf } from './use-row-height.ts'

/** Whatever makes the rows below the edge of a panel be looked for. */
const looks = ['pointerenter', 'pointerleave', 'focusin', 'focusout', 'scroll'] as const

/**
 * How many compact rows of a scrolling panel are drawn. Rows below its edge change as often as the others,
 * and nobody sees them: they are drawn while the pointer or the focus is in the panel or it is scrolled.
 *
 * @returns What the scrolling element takes as its `ref`, and the number of rows from the first on.
 */
export function useRowsInSight(): readonly [RefCallback<HTMLElement>, number] {
  const [fitting, setFitting] = useState(0)
  const [isExplored, setExplored] = useState(false)
  const scroller = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const rowHeight = rowHeightOf('compact')
    const measure = () => {
      const rows = Math.ceil(element.clientHeight / rowHeight)
      // Where nothing is laid out, nothing is below an edge.
      setFitting(rows > 0 ? rows : Number.POSITIVE_INFINITY)
    }
    const look = () => setExplored(element.matches(':hover, :focus-within') || element.scrollTop > 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const listening = new AbortController()
    for (const type of looks) element.addEventListener(type, look, { passive: true, ...listening })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])
  return [scroller, isExplored ? Number.POSITIVE_INFINITY : fitting]
}
