import { useQueryClient } from '@tanstack/react-query'
import { type Statistics, type TradingHalt, TradingSessionSubID } from '@tradebook/contract'
import { useEffect } from 'react'
import { callKey, useCall } from '../api/use-call.ts'
import { useAllStatistics, useMarketPhase, useStatistic } from '../live/use-live.ts'
import { isHalted } from './halted.ts'

/** Whether a security reopens alone, while the market trades continuously. */
export const isReopening = (row: Pick<Statistics, 'tradingSessionSubID'>): boolean =>
  row.tradingSessionSubID === TradingSessionSubID.unscheduledAuction

/** What the figures of a security show of its halt; '' when it trades. */
const haltState = (row: Statistics): string =>
  isHalted(row) ? `${row.securityID} halted` : isReopening(row) ? `${row.securityID} reopens` : ''

/** What interrupts the trading of a security now: a halt of the market, one of its own, or the auction that ends that. */
export function useHaltOf(securityID: string): TradingHalt | undefined {
  const phase = useMarketPhase()
  const own = useStatistic(securityID, (row) => row && haltState(row)) ?? ''
  const isOfMarket = phase === 'halted'
  const halts = useHalts(isOfMarket ? phase : phase === 'continuous' ? own : '')
  return halts?.find((halt) => halt.securityID === (isOfMarket ? null : securityID))
}

/** What interrupts trading now: of the market and of each security; `undefined` until it is known. */
export function useAllHalts(): readonly TradingHalt[] | undefined {
  const phase = useMarketPhase()
  const rows = useAllStatistics()
  const halts = useHalts([phase === 'halted' ? phase : '', ...rows.map(haltState)].join(''))
  return rows.length === 0 ? undefined : halts
}

/**
 * What interrupts trading, read again with every change.
 *
 * @param state a text that differs whenever something was halted, resumed or reopened; '' while nothing is
 *   interrupted, when nothing is read.
 */
function useHalts(state: string): readonly TradingHalt[] | undefined {
  const queries = useQueryClient()
  const isInterrupted = state !== ''
  const { data } = useCall('MarketData/GetHalts', {}, { enabled: isInterrupted })
  useEffect(() => {
    if (state !== '') void queries.invalidateQueries({ queryKey: callKey('MarketData/GetHalts') })
  }, [queries, state])
  return isInterrupted ? data?.items : []
}
