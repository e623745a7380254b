import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * An event handler that stays the same function over renders and always does what the last render
 * said, so that who receives it is not rendered again. It is not called while rendering.
 */
export function useHandler<Arguments extends unknown[], Result = void>(
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...given) => latest.current(...given), [])
}
