import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callKey } from '../api/use-call.ts'
import { useMarketDate } from '../live/use-live.ts'

/** The calls that answer with terms of securities: tick, price group, limits. */
const callsOfTerms = ['MarketData/getPricelimitRange', 'MarketData/getSecurityLists'] as const

/** Securities have other terms on another market day: with each new one they are read again. */
export function useDayOfTerms(queries: QueryClient): void {
  const marketDate = useMarketDate()
  const day = useRef(marketDate)
  useEffect(() => {
    const isNewDay = day.current !== undefined && marketDate !== undefined && day.current !== marketDate
    day.current = marketDate ?? day.current
    if (!isNewDay) return
    for (const name of callsOfTerms) void queries.invalidateQueries({ queryKey: callKey(name) })
  }, [queries, marketDate])
}
