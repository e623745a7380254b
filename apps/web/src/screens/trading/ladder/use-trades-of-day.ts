import type { MarketTrade } from '@tradebook/contract'
import { useMemo } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useTrades } from '../../../live/use-live.ts'

/** As many as one call gives. */
const MOST = 1_000

/** The trades of a security today, at most the last 1,000 when this is first shown, and every one since. */
export function useTradesOfDay(securityID: string): readonly MarketTrade[] {
  const live = useTrades()
  const { data } = useCall('MarketData/getMarketTrades', { security: securityID, maxResultCount: MOST })
  return useMemo(() => {
    const byID = new Map([...(data?.items ?? []), ...live].map((trade) => [trade.mdEntryID, trade]))
    return [...byID.values()].filter((trade) => trade.securityID === securityID)
  }, [data, live, securityID])
}
