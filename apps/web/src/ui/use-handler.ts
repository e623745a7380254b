import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * An event handler that stays the same function over renders and always does what the last render
 * said, so that who receives it is not rendered again. It is not called while rendering.
 */
export function useHandler<Arguments extends unknown[]>(
  handler: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...given) => latest.current(...given), [])
}
