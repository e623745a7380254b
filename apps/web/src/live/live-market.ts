import { call } from '../api/client.ts'
import { type Hub, openHub } from './hub.ts'
import { startOfMarketDay } from './market-day.ts'
import { MarketFeed } from './market-feed.ts'
import { type LinkState, MarketStore } from './market-store.ts'

/**
 * The page's one living market: a connection kept while anybody holds it, the feed that repairs
 * what the connection missed, and the store all screens read.
 */
class LiveMarket {
  readonly store = new MarketStore()
  #holders = 0
  #open: { readonly hub: Hub; readonly feed: MarketFeed } | undefined
  #selected: string | undefined

  /** Keep the connection open. Returns how to let go; the last to let go ends it. */
  hold(): () => void {
    if (this.#holders++ === 0) this.#connect()
    return () => {
      if (--this.#holders === 0) this.#disconnect()
    }
  }

  /** The security whose book and trades are followed, or none. */
  select(securityID: string | undefined): void {
    this.#selected = securityID
    if (this.#open) void this.#open.feed.select(securityID)
    else this.store.select(securityID)
  }

  #connect(): void {
    const hub = openHub({
      take: this.store.take,
      linkIs: (state) => this.#linkIs(state),
      // Any call will be refused the same way, and the client's one answer to that is signing out.
      refused: () => void call('MarketData/GetMarketStats', {}, { silent: true }).catch(() => {}),
    })
    const feed = new MarketFeed({
      store: this.store,
      hub,
      call: (name, input) => call(name, input, { silent: true }),
      startOfDay: () => startOfMarketDay(new Date()),
    })
    this.#open = { hub, feed }
    void feed.select(this.#selected)
  }

  #disconnect(): void {
    this.#open?.feed.lost()
    this.#open?.hub.close()
    this.#open = undefined
    this.store.forget()
  }

  #linkIs(state: LinkState): void {
    this.store.linkIs(state)
    if (state === 'connected') void this.#open?.feed.connected()
    else this.#open?.feed.lost()
  }
}

export const liveMarket = new LiveMarket()
