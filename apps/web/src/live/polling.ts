import type { Hub, HubListener } from './hub.ts'
import type { Caller } from './market-feed.ts'

/** How often everything is fetched where no events arrive, in milliseconds. */
const POLL_MS = 5_000

/**
 * What replaces the hub where a firm has no live updates: the same answers by ordinary calls,
 * and every few seconds everything again. Without a network nothing is fetched, and the link is
 * offline until the network is back.
 *
 * @param network dispatches `offline` and `online`, as a browser's window does.
 */
export function pollMarket(
  call: Caller,
  { linkIs }: Pick<HubListener, 'linkIs'>,
  network: EventTarget = window,
): Hub {
  let isOffline = !navigator.onLine
  const report = () => linkIs(isOffline ? 'offline' : 'polling')
  const networkIs = (offline: boolean) => () => {
    isOffline = offline
    report()
  }
  const subscription = new AbortController()
  network.addEventListener('offline', networkIs(true), subscription)
  network.addEventListener('online', networkIs(false), subscription)
  const first = setTimeout(report)
  const timer = setInterval(report, POLL_MS)
  return {
    invoke: async <Answer>(method: string, ...[security]: unknown[]): Promise<Answer> => {
      const isRead = method === 'subscribeOrderBook' || method === 'resync'
      const answer = isRead ? await call('MarketData/getMarketOrders', { security: String(security) }) : null
      return answer as Answer
    },
    close: () => {
      subscription.abort()
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
