import { call } from '../api/client.ts'
import { renewRights } from '../session.ts'
import { Frames } from './frames.ts'
import { type Hub, type HubListener, openHub } from './hub.ts'
import { type Caller, MarketFeed } from './market-feed.ts'
import { isOutage, type LinkState, MarketStore } from './market-store.ts'
import { pacedFrames } from './paced-frames.ts'
import { pollMarket } from './polling.ts'

/** What the feed fails at it tries again: the person is notified when it begins to fail. */
const quietly: Caller = (name, input) => call(name, input, { failure: 'repeated' })

/**
 * The page's one living market: a connection kept while anybody holds it, the feed that repairs
 * what the connection missed, and the store all screens read.
 */
class LiveMarket {
  readonly store = new MarketStore(new Frames(pacedFrames()))
  #holders = 0
  #open: { readonly hub: Hub; readonly feed: MarketFeed } | undefined
  #selected: string | undefined

  /**
   * Keeps the market live: by a connection, or without realtime by polling every few seconds.
   * Returns how to let go; the last to let go ends it.
   */
  hold(isRealtime: boolean): () => void {
    this.connectAhead(isRealtime)
    this.#holders++
    return () => {
      if (--this.#holders === 0) this.#disconnect()
    }
  }

  /** Connects before anybody holds the market: the first to hold it finds it connected. */
  connectAhead(isRealtime: boolean): void {
    if (!this.#open) this.#connect(isRealtime)
  }

  /** The security whose book and trades are followed, or none. */
  select(securityID: string | undefined): void {
    this.#selected = securityID
    if (this.#open) void this.#open.feed.select(securityID)
    else this.store.select(securityID)
  }

  #connect(isRealtime: boolean): void {
    const listener: HubListener = {
      take: this.store.take,
      linkIs: (state, since) => this.#linkIs(state, since),
      // Any call will be refused the same way, and the client's one answer to that is signing out.
      refused: () => void quietly('MarketData/GetMarketStats', {}).catch(() => {}),
    }
    const hub = isRealtime ? openHub(listener, window) : pollMarket(quietly, listener)
    const feed = new MarketFeed({
      store: this.store,
      hub,
      call: quietly,
    })
    this.#open = { hub, feed }
    void feed.select(this.#selected)
  }

  #disconnect(): void {
    this.#open?.feed.lost()
    this.#open?.hub.close()
    this.#open = undefined
    this.store.reset()
  }

  #linkIs(state: LinkState, since?: number): void {
    // What was changed while there was no connection was not refused either.
    if (state === 'connected' && isOutage(this.store.linkState)) void renewRights()
    this.store.linkIs(state, since)
    if (state === 'connected' || state === 'polling') void this.#open?.feed.connected()
    else this.#open?.feed.lost()
  }
}

export const liveMarket = new LiveMarket()
