import { nairaToPrice, type PriceKobo } from '@tradebook/contract'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { PriceRules } from './ticket/price-step.ts'

/** What the exchange says of a security: name, identity, size. A list that fails is silent. */
export function useSecurity(securityID: string | undefined) {
  const { data } = useCall('MarketData/getSecurityLists', {}, { silent: true })
  return useMemo(() => data?.items.find((item) => item.securityID === securityID), [data, securityID])
}

/** A security's tick and today's limits, in kobo; `undefined` until they are known. */
export function usePriceRules(securityID: string | undefined): PriceRules | undefined {
  const { data } = useCall(
    'MarketData/getPricelimitRange',
    { security: securityID ?? '' },
    { enabled: securityID !== undefined, silent: true },
  )
  return useMemo(() => {
    if (!data) return undefined
    const [tick, low, high] = [data.tickSize, data.lowLimitPx, data.highLimitPx].map(nairaToPrice)
    return isPrice(tick) && isPrice(low) && isPrice(high) ? { tick, low, high } : undefined
  }, [data])
}

const isPrice = (value: PriceKobo | undefined): value is PriceKobo => value !== undefined
