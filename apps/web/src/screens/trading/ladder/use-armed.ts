import { useCallback, useEffect, useState } from 'react'

/** After this long without an order the ladder disarms itself. */
export const ARMED_MS = 60_000

export interface Armed {
  readonly isArmed: boolean
  readonly arm: () => void
  readonly disarm: () => void
  /** An order was sent or moved: the time begins again. */
  readonly used: () => void
}

/**
 * Whether one click sends. Only the person arms it; it disarms itself after a minute without an order, when the page is
 * hidden or loses the focus, when it may not be traded, and when what a click means changes.
 *
 * @param meaning what a click would be for, such as security and account: another one disarms.
 * @param isPossible whether orders can be sent at all.
 */
export function useArmed(meaning: string, isPossible: boolean): Armed {
  // What it was armed for, and how often it was used since.
  const [armed, setArmed] = useState<{ readonly meaning: string; readonly uses: number }>()
  const isArmed = armed !== undefined && armed.meaning === meaning && isPossible
  const disarm = useCallback(() => setArmed(undefined), [])
  const arm = useCallback(() => setArmed({ meaning, uses: 0 }), [meaning])
  const used = useCallback(() => setArmed((now) => now && { ...now, uses: now.uses + 1 }), [])
  // What is no longer in force does not come back with the security or the connection.
  useEffect(() => {
    if (armed !== undefined && !isArmed) disarm()
  }, [armed, isArmed, disarm])
  useEffect(() => {
    if (armed === undefined) return
    const timer = setTimeout(disarm, ARMED_MS)
    return () => clearTimeout(timer)
  }, [armed, disarm])
  useEffect(() => {
    if (!isArmed) return
    const listening = new AbortController()
    window.addEventListener('blur', disarm, listening)
    document.addEventListener('visibilitychange', disarm, listening)
    return () => listening.abort()
  }, [isArmed, disarm])
  return { isArmed, arm, disarm, used }
}
