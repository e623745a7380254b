import { lagosDate } from '@tradebook/contract'
import { useEffect, useReducer, useState } from 'react'

/**
 * The market's time, as the server has it: a demo's day is not the world's, and a browser's clock may be
 * wrong. Between two answers of the server it goes on by the browser's steady clock, which nobody sets.
 */

interface Known {
  /** Milliseconds since 1970, in market time. */
  readonly marketMs: number
  /** When that was received, in milliseconds of the steady clock. */
  readonly receivedMs: number
  /** How many seconds of market time pass in one. */
  readonly speed: number
}

let known: Known | undefined

/** Sets the market's time to what the server has just answered. */
export function setMarketTime(marketTime: string, speed: number): void {
  known = { marketMs: Date.parse(marketTime), receivedMs: performance.now(), speed }
}

/** The market's time now in milliseconds since 1970; `undefined` until the server has said it. */
export const marketNow = (): number | undefined =>
  known && known.marketMs + (performance.now() - known.receivedMs) * known.speed

/** The market's time, rendered again whenever so many milliseconds have passed; `undefined` until it is known. */
export function useMarketNow(stepMs = 1_000): number | undefined {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(render, stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return marketNow()
}

const TODAY_STEP_MS = 1_000

/** The date where the market is, 'YYYY-MM-DD'; rendered again when it changes. */
export function useToday(): string | undefined {
  const [today, setToday] = useState(todayNow)
  useEffect(() => {
    const timer = setInterval(() => setToday(todayNow), TODAY_STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}

function todayNow(): string | undefined {
  const now = marketNow()
  return now === undefined ? undefined : lagosDate(now)
}
