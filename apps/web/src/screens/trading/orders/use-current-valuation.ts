import { useQueryClient } from '@tanstack/react-query'
import type { HoldingRow } from '@tradebook/contract'
import { useEffect } from 'react'
import { callKey } from '../../../api/use-call.ts'
import { liveMarket } from '../../../live/live-market.ts'

/** How long a valuation may lag behind the published prices, in milliseconds. */
export const VALUATION_LAG_MS = 2_000

/**
 * Keeps a valuation current: when a published price is no longer the one a holding was valued at,
 * the server is asked to value them again, once for all the prices that moved within the lag.
 */
export function useCurrentValuation(holdings: readonly HoldingRow[] | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!holdings || holdings.length === 0) return
    const { statistics } = liveMarket.store
    const rows = holdings.map(({ securityID, lastPx }) => ({ lastPx, row: statistics.row(securityID) }))
    let waiting: ReturnType<typeof setTimeout> | undefined
    const look = ({ lastPx, row }: (typeof rows)[number]) => {
      if ((row.get()?.publishedPx ?? lastPx) === lastPx) return
      waiting ??= setTimeout(() => {
        waiting = undefined
        void queries.invalidateQueries({ queryKey: callKey('BackOffice/GetDashAccountPortfolioHolding') })
      }, VALUATION_LAG_MS)
    }
    rows.forEach(look)
    const ends = rows.map((held) => held.row.subscribe(() => look(held)))
    return () => {
      clearTimeout(waiting)
      for (const end of ends) end()
    }
  }, [holdings, queries])
}
