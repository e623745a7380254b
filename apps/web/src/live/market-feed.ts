import type { BookSnapshot, CallInput, CallName, CallOutput } from '@tradebook/contract'
import type { Hub } from './hub.ts'
import type { MarketStore } from './market-store.ts'

export type Caller = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>

const MOST_ROWS = 1_000
const TRADES_FETCHED = 100
const NEWS_FETCHED = 50
const RETRY_MS = 2_000

/**
 * Brings the store what events alone can not: the start of everything, the snapshot of the selected
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
      this.#store.orders.clear()
      if (this.#connected) void this.connected()
    }
    this.#store.onGap = (securityID) => void this.#fetchBook('resync', securityID)
  }

  /** Fetch everything again: at the start, and after each reconnect. */
  async connected(): Promise<void> {
    this.#connected = true
    const connection = ++this.#connection
    const isCurrent = () => this.#connected && connection === this.#connection
    try {
      // The book first: until one is named, the line carries those of the whole market.
      await Promise.all([
        this.#follow(),
        this.#fetchStatistics(),
        this.#fetchOrders(),
        this.#fetchExecutions(),
        this.#fetchNews(),
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

  /** Turn to a security, or to none: its book, its trades, and no longer those of the one before. */
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
    const { items } = await this.#call('MarketData/getMarketTrades', {
      security: securityID,
      maxResultCount: TRADES_FETCHED,
    })
    if (this.#selected === securityID) this.#store.trades.merge(items)
  }

  async #fetchStatistics(): Promise<void> {
    this.#store.statistics.expectList()
    const { items } = await this.#call('MarketData/GetMarketStats', {})
    this.#store.statistics.load(items)
  }

  async #fetchOrders(): Promise<void> {
    const { items } = await this.#call('Order/getStockOrders', {
      status: 'current',
      maxResultCount: MOST_ROWS,
    })
    this.#store.orders.merge(items)
  }

  /** At first the latest; after an outage all since the last one seen: own fills are never missed. */
  async #fetchExecutions(): Promise<void> {
    if (this.#store.lastSequence === 0) {
      const { items } = await this.#call('Order/GetExecutions', { maxResultCount: MOST_ROWS })
      for (const execution of items.toReversed()) this.#store.takeExecution(execution)
      return
    }
    for (;;) {
      const { items } = await this.#call('Order/GetExecutions', {
        sinceSequence: this.#store.lastSequence,
        maxResultCount: MOST_ROWS,
      })
      for (const execution of items) this.#store.takeExecution(execution)
      if (items.length < MOST_ROWS) return
    }
  }

  async #fetchNews(): Promise<void> {
    const { items } = await this.#call('MarketData/GetNews', { maxResultCount: NEWS_FETCHED })
    this.#store.news.merge(items)
  }
}

export interface MarketFeedParts {
  readonly store: MarketStore
  readonly call: Caller
  readonly hub: Pick<Hub, 'invoke'>
  /** Does a task again after a while. */
  readonly retry?: (task: () => void) => void
}
