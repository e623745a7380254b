import { type Phase, TradingSessionSubID } from '@tradebook/contract'
import { useMarketPhase, useStatistic } from '../../../live/use-live.ts'

/** The phase that orders of a security meet: the market's, or the auction that ends a halt of this security alone. */
export function useSecurityPhase(securityID: string | undefined): Phase | undefined {
  const phase = useMarketPhase()
  const isReopening = useStatistic(
    securityID ?? '',
    (row) => row?.tradingSessionSubID === TradingSessionSubID.unscheduledAuction,
  )
  return isReopening ? 'reopening' : phase
}
