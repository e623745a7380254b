import { type RefCallback, useCallback, useState } from 'react'

/** Until it is laid out. */
const AT_FIRST = 20

/** How many rows of a height, below one heading as high, fit into an element; at least one. */
export function useFittingRows(rowHeight: number): readonly [RefCallback<HTMLElement>, number] {
  const [count, setCount] = useState(AT_FIRST)
  const scroller = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => {
        const fitting = Math.floor(element.clientHeight / rowHeight) - 1
        if (element.clientHeight > 0) setCount(Math.max(fitting, 1))
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [rowHeight],
  )
  return [scroller, count]
}
