import { useMemo } from 'react'
import { useCall } from '../api/use-call.ts'

/** The facts of a security from the exchange: name, identity, size. A list that fails is silent (specification §8). */
export function useSecurity(securityID: string | undefined) {
  const { data } = useCall('MarketData/getSecurityLists', {}, { failure: 'silent' })
  return useMemo(() => data?.items.find((item) => item.securityID === securityID), [data, securityID])
}
