import type { BookSnapshot, CallInput, CallName, CallOutput, StockOrder } from '@tradebook/contract'
import type { Hub } from './hub.ts'
import type { MarketStore } from './market-store.ts'

export type Caller = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>

/** The most the server lists at once. */
const MOST_ROWS = 1_000
/** More orders than this are not fetched: their number is kept, for the page to show it. */
export const MOST_ORDERS = 5_000
const TRADES_FETCHED = 100
const NEWS_FETCHED = 50
const RETRY_MS = 2_000

/**
 * Brings the store what events alone cannot: the start of everything, the snapshot of the selected
 * book, and after a lost connection all that was missed. Nothing counts as right before that.
 */
export class MarketFeed {
  readonly #store: MarketStore
  readonly #call: Caller
  readonly #hub: Pick<Hub, 'invoke'>
  readonly #retry: (task: () => void) => void
  /** Counts connections: what an older one fetched is thrown away. */
  #connection = 0
  #connected = false
  #selected: string | undefined

  constructor(parts: MarketFeedParts) {
    this.#store = parts.store
    this.#call = parts.call
    this.#hub = parts.hub
    this.#retry = parts.retry ?? ((task) => setTimeout(task, RETRY_MS))
    this.#store.onNewDay = () => {
      if (this.#connected) void this.connected()
    }
    this.#store.onPhase = () => {
      // What is missed here is fetched with the next phase or connection; the phase itself has arrived.
      if (this.#connected) void this.#fetchSession(this.#isCurrent()).catch(() => {})
    }
    this.#store.onGap = (securityID) => void this.#fetchBook('resync', securityID)
  }

  /** Fetch everything again: at the start, and after each reconnect. */
  async connected(): Promise<void> {
    this.#connected = true
    this.#connection++
    const isCurrent = this.#isCurrent()
    try {
      // The book first: until one is named, the line carries those of the whole market.
      await Promise.all([
        this.#follow(),
        this.#fetchSession(isCurrent),
        this.#fetchSummary(isCurrent),
        this.#fetchStatistics(isCurrent),
        this.#fetchOrders(isCurrent),
        this.#fetchExecutions(isCurrent),
        this.#fetchNews(isCurrent),
      ])
      if (isCurrent()) this.#store.synchronised()
    } catch {
      this.#retry(() => {
        if (isCurrent()) void this.connected()
      })
    }
  }

  lost(): void {
    this.#connected = false
  }

  /** Whether the connection of this moment is still the one there is. */
  #isCurrent(): () => boolean {
    const connection = this.#connection
    return () => this.#connected && connection === this.#connection
  }

  /** Selects a security, or none: subscribes to its book and trades, and no longer to those of the one before. */
  async select(securityID: string | undefined): Promise<void> {
    const previous = this.#selected
    if (previous === securityID) return
    this.#selected = securityID
    this.#store.select(securityID)
    if (!this.#connected) return
    if (previous !== undefined) {
      // Should the connection break meanwhile, a new one starts without subscriptions.
      await this.#hub.invoke('unsubscribeOrderBook', previous).catch(() => {})
    }
    if (securityID !== undefined && this.#selected === securityID) {
      await this.#follow().catch(() => this.#retryBook(securityID))
    }
  }

  async #follow(): Promise<void> {
    const securityID = this.#selected
    if (securityID === undefined) {
      await this.#hub.invoke('unsubscribeOrderBook', null)
      return
    }
    await Promise.all([this.#fetchBook('subscribeOrderBook', securityID), this.#fetchTrades(securityID)])
  }

  async #fetchBook(method: 'subscribeOrderBook' | 'resync', securityID: string): Promise<void> {
    const connection = this.#connection
    try {
      const snapshot = await this.#hub.invoke<BookSnapshot>(method, securityID)
      if (connection !== this.#connection || this.#selected !== securityID) return
      if (this.#store.book.load(snapshot) === 'gap') this.#retryBook(securityID)
    } catch {
      this.#retryBook(securityID)
    }
  }

  /** A snapshot that did not come, or came too old. A new connection asks by itself. */
  #retryBook(securityID: string): void {
    const connection = this.#connection
    this.#retry(() => {
      if (!this.#connected || connection !== this.#connection || this.#selected !== securityID) return
      void this.#follow().catch(() => this.#retryBook(securityID))
    })
  }

  async #fetchTrades(securityID: string): Promise<void> {
    const connection = this.#connection
    const { items } = await this.#call('MarketData/getMarketTrades', {
      security: securityID,
      maxResultCount: TRADES_FETCHED,
    })
    if (!this.#connected || connection !== this.#connection) return
    if (this.#selected === securityID) this.#store.trades.merge(items)
  }

  async #fetchSession(isCurrent: () => boolean): Promise<void> {
    const session = await this.#call('MarketData/GetSession', {})
    if (isCurrent()) this.#store.loadSession(session)
  }

  async #fetchSummary(isCurrent: () => boolean): Promise<void> {
    const summary = await this.#call('MarketData/GetMarketSummary', {})
    if (isCurrent()) this.#store.take.marketSummary(summary)
  }

  async #fetchStatistics(isCurrent: () => boolean): Promise<void> {
    this.#store.statistics.expectList()
    const { items } = await this.#call('MarketData/GetMarketStats', {})
    if (isCurrent()) this.#store.statistics.load(items)
  }

  async #fetchOrders(isCurrent: () => boolean): Promise<void> {
    this.#store.orders.expectList()
    // The list may move between two pages: an order can be on both.
    const found = new Map<string, StockOrder>()
    let all = 0
    for (let skipCount = 0; skipCount < MOST_ORDERS; skipCount += MOST_ROWS) {
      const { items, totalCount } = await this.#call('Order/getStockOrders', {
        status: 'current',
        skipCount,
        maxResultCount: MOST_ROWS,
      })
      if (!isCurrent()) return
      for (const order of items) found.set(order.id, order)
      all = totalCount
      if (items.length < MOST_ROWS) break
    }
    this.#store.loadOrders([...found.values()], Math.max(0, all - found.size))
  }

  /** At first the latest; after an outage all since the last one seen: own fills are never missed. */
  async #fetchExecutions(isCurrent: () => boolean): Promise<void> {
    if (this.#store.lastSequence === 0) {
      const { items } = await this.#call('Order/GetExecutions', { maxResultCount: MOST_ROWS })
      if (!isCurrent()) return
      for (const execution of items.toReversed()) this.#store.takeExecution(execution)
      return
    }
    for (;;) {
      const { items } = await this.#call('Order/GetExecutions', {
        sinceSequence: this.#store.lastSequence,
        maxResultCount: MOST_ROWS,
      })
      if (!isCurrent()) return
      for (const execution of items) this.#store.takeExecution(execution)
      if (items.length < MOST_ROWS) return
    }
  }

  async #fetchNews(isCurrent: () => boolean): Promise<void> {
    const { items } = await this.#call('MarketData/GetNews', { maxResultCount: NEWS_FETCHED })
    if (isCurrent()) this.#store.news.merge(items)
  }
}

export interface MarketFeedParts {
  readonly store: MarketStore
  readonly call: Caller
  readonly hub: Pick<Hub, 'invoke'>
  /** Does a task again after a while. */
  readonly retry?: (task: () => void) => void
}
