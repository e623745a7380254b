import type { Hub, HubListener } from './hub.ts'
import type { Caller } from './market-feed.ts'

/** How often everything is asked for where nothing is told, in milliseconds. */
const POLL_MS = 5_000

/**
 * What stands in for the hub where a firm has no live updates: the same answers by ordinary calls,
 * and every few seconds everything afresh.
 */
export function pollMarket(call: Caller, { linkIs }: Pick<HubListener, 'linkIs'>): Hub {
  const first = setTimeout(() => linkIs('polling'))
  const timer = setInterval(() => linkIs('polling'), POLL_MS)
  return {
    invoke: async <Answer>(method: string, ...[security]: unknown[]): Promise<Answer> => {
      const isAsked = method === 'subscribeOrderBook' || method === 'resync'
      const answer = isAsked ? await call('MarketData/getMarketOrders', { security: String(security) }) : null
      return answer as Answer
    },
    close: () => {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
