import { type IndicativeAuction, nairaToPrice, type PriceKobo, type Side, tickAt } from '@tradebook/contract'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useStatistic, useVenue } from '../../live/use-live.ts'
import type { PriceRules } from './ticket/figures.ts'

/** A security's tick and the limits of the day as they are, in kobo; `undefined` until they are known. */
export function usePriceRules(securityID: string | undefined): PriceRules | undefined {
  const { data } = useCall(
    'MarketData/getPricelimitRange',
    { security: securityID ?? '' },
    { enabled: securityID !== undefined },
  )
  // Each day has limits of its own; the statistics carry them when the day changes.
  const low = useStatistic(securityID ?? '', (row) => row?.lowLimitPx)
  const high = useStatistic(securityID ?? '', (row) => row?.highLimitPx)
  // Before they arrive, the limits alone are asked for afresh: the terms above are kept for the day.
  const { data: asked } = useCall(
    'MarketData/getPricelimitRangeMin',
    { security: securityID ?? '' },
    { enabled: securityID !== undefined && (low === undefined || high === undefined), staleTime: 0 },
  )
  const lowLimitPx = low ?? asked?.min ?? data?.lowLimitPx
  const highLimitPx = high ?? asked?.max ?? data?.highLimitPx
  const tickSize = data?.tickSize
  const priceStepKobo = useVenue()?.terms?.priceStepKobo ?? 1
  return useMemo(() => {
    const [tick, low, high] = [tickSize, lowLimitPx, highLimitPx].map((naira) => nairaToPrice(naira ?? 0))
    if (!isPrice(tick) || !isPrice(low) || !isPrice(high)) return undefined
    return { tick: tickAt({ priceStepKobo }, tick) as PriceKobo, low, high }
  }, [tickSize, lowLimitPx, highLimitPx, priceStepKobo])
}

/** The last price of a security, else its previous close, in kobo; `undefined` until it is known. */
export function useLastPrice(securityID: string | undefined): PriceKobo | undefined {
  const last = useStatistic(securityID ?? '', (row) => row?.lastPx ?? row?.prevClosePx)
  return last === undefined || last === null ? undefined : nairaToPrice(last)
}

/** What an uncross of the security would do now, as published; `undefined` until its figures are known. */
export function useAuction(securityID: string | undefined): IndicativeAuction | undefined {
  const indicative = useStatistic(securityID ?? '', (row) => row?.indicativePx)
  const side = useStatistic(securityID ?? '', (row) => row?.imbalanceSide)
  return useMemo(() => {
    if (indicative === undefined || side === undefined) return undefined
    const price = indicative === null ? null : (nairaToPrice(indicative) ?? null)
    return { price, imbalanceSide: side as Side | null }
  }, [indicative, side])
}

const isPrice = (value: PriceKobo | undefined): value is PriceKobo => value !== undefined
