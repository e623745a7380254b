import { lagosDate } from '@tradebook/contract'
import { useEffect, useReducer, useState } from 'react'
import { marketNow } from './market-clock.ts'
import { dayOfWeek, minuteOfDay, NOTHING } from './ui/format.ts'

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

/** A moment to the minute, with its day unless that is today where the market is: `9:30 AM`, `Mon 23 Nov, 9:30 AM`. */
export function useMoment(moment: string | null | undefined): string {
  const today = useToday()
  if (!moment) return NOTHING
  return today === undefined || lagosDate(Date.parse(moment)) === today
    ? minuteOfDay(moment)
    : `${dayOfWeek(moment)}, ${minuteOfDay(moment)}`
}

/** The date where the market is, 'YYYY-MM-DD'; rendered again when it changes. */
export function useToday(): string | undefined {
  const [today, setToday] = useState(todayNow)
  useEffect(() => {
    const timer = setInterval(() => setToday(todayNow), TODAY_STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}

/** The date where the market is, by the browser's clock while the market's time is not known. */
export const marketToday = (): string => todayNow() ?? lagosDate(Date.now())

function todayNow(): string | undefined {
  const now = marketNow()
  return now === undefined ? undefined : lagosDate(now)
}
