import type {
  BookEvent,
  Execution,
  HubEventArguments,
  HubEventName,
  MarketSession,
  MarketSummary,
  MarketTrade,
  NewsItem,
  StockOrder,
  VenueConnection,
} from '@tradebook/contract'
import { setMarketTime } from '../market-clock.ts'
import type { Frames, Live } from './frames.ts'
import { NewestFirst } from './newest-first.ts'
import { SelectedBook } from './selected-book.ts'
import { StatisticsBoard } from './statistics-board.ts'

/** How the page stands with the server. */
export type LinkState = 'connecting' | 'connected' | 'polling' | 'reconnecting' | 'offline'

export interface Link {
  readonly state: LinkState
  /** Everything missed has been fetched: what is shown is right. */
  readonly synchronised: boolean
  /** Since when the state is so, in milliseconds of the browser's clock. */
  readonly since: number
}

/** The phase of the market, and the day that trades now or trades next, 'YYYY-MM-DD'. */
export type MarketDay = Pick<MarketSession, 'phase' | 'marketDate'>

/** What is shown can be traded on: connected, and nothing missed. */
export const isFresh = ({ state, synchronised }: Link): boolean =>
  (state === 'connected' || state === 'polling') && synchronised

export type EventTakers = {
  readonly [Name in HubEventName]: (argument: HubEventArguments[Name]) => void
}

const TRADES_KEPT = 300
const NEWS_KEPT = 200
/** As many as are fetched at the start. */
const EXECUTIONS_KEPT = 1_000

/**
 * All that the page knows of the living market: the fold of a fetched start and the hub's events.
 * It fetches nothing; `MarketFeed` does, and is called by `onGap` when the book has missed something.
 */
export class MarketStore {
  readonly #now: () => number
  #link: Link
  #venue: VenueConnection | undefined
  #summary: MarketSummary | undefined
  #session: MarketSession | undefined
  #day: MarketDay | undefined
  #ordersNotFetched: number | undefined
  #notificationChanges = 0
  #killSwitchChanges = 0
  /** The highest execution sequence seen: what a reconnect asks from. */
  lastSequence = 0

  readonly link: Live<Link>
  readonly venue: Live<VenueConnection | undefined>
  /** The index and the whole market; `undefined` until the hub has sent it. */
  readonly summary: Live<MarketSummary | undefined>
  /** Where the market is in its day, as it was fetched last. */
  readonly session: Live<MarketSession | undefined>
  /** By the last event or the last answer, whichever came later. */
  readonly day: Live<MarketDay | undefined>
  readonly statistics: StatisticsBoard
  readonly book: SelectedBook
  /** Of the selected security alone. */
  readonly trades: NewestFirst<MarketTrade>
  readonly news: NewestFirst<NewsItem>
  readonly orders: NewestFirst<StockOrder>
  /** How many of the current orders were too many to be fetched; `undefined` until the orders have been fetched. */
  readonly ordersNotFetched: Live<number | undefined>
  readonly executions: NewestFirst<Execution>
  /** How often notifications may have changed: one came or was marked or removed, or some may have been missed. 0 until connected. */
  readonly notificationChanges: Live<number>
  /** How often kill switches may have been switched: one was, or that may have been missed. 0 until connected. */
  readonly killSwitchChanges: Live<number>
  onGap: (securityID: string) => void = () => {}
  /** The market has entered another phase. */
  onPhase: () => void = () => {}
  /** Another market day has begun: what was current is history. */
  onNewDay: () => void = () => {}

  constructor(frames: Frames, now: () => number = Date.now) {
    this.#now = now
    this.#link = { state: 'connecting', synchronised: false, since: now() }
    this.link = frames.live(() => this.#link)
    this.venue = frames.live(() => this.#venue)
    this.summary = frames.live(() => this.#summary)
    this.session = frames.live(() => this.#session)
    this.day = frames.live(() => this.#day)
    this.book = new SelectedBook(frames, (securityID) => this.statistics.topMoved(securityID))
    this.statistics = new StatisticsBoard(frames, this.book)
    this.trades = new NewestFirst(frames, {
      idOf: (trade) => trade.mdEntryID,
      rankOf: (trade) => trade.mdEntryTime,
      limit: TRADES_KEPT,
    })
    this.news = new NewestFirst(frames, {
      idOf: (item) => item.id,
      rankOf: (item) => item.origTime,
      limit: NEWS_KEPT,
    })
    this.orders = new NewestFirst(frames, {
      idOf: (order) => order.id,
      rankOf: (order) => order.creationTime,
      isStale: (coming, known) => coming.version < known.version,
    })
    this.ordersNotFetched = frames.live(() => this.#ordersNotFetched)
    this.notificationChanges = frames.live(() => this.#notificationChanges)
    this.killSwitchChanges = frames.live(() => this.#killSwitchChanges)
    this.executions = new NewestFirst(frames, {
      idOf: (execution) => execution.execID,
      rankOf: (execution) => execution.sequence,
      limit: EXECUTIONS_KEPT,
    })
  }

  /** What each event of the hub does. */
  readonly take: EventTakers = {
    addMarketStatistics: (item) => this.statistics.merge(item),
    updateMarketStatsSession: (change) => this.statistics.merge(change),
    addOrderBook: (argument) => this.#takeBook({ target: 'addOrderBook', argument }),
    updateOrderBook: (argument) => this.#takeBook({ target: 'updateOrderBook', argument }),
    deleteOrderBook: (argument) => this.#takeBook({ target: 'deleteOrderBook', argument }),
    clearAllOrderBook: (argument) => this.#takeBook({ target: 'clearAllOrderBook', argument }),
    orderBookOwners: (owners) => this.book.takeOwners(owners),
    onMarketTrade: (trade) => {
      this.statistics.traded(trade)
      if (trade.securityID === this.book.securityID) this.trades.take(trade)
    },
    marketSummary: (summary) => {
      this.#summary = summary
      this.summary.changed()
    },
    onNews: (item) => this.news.take(item),
    onNseConnection: (venue) => {
      const isNewDay = this.#venue !== undefined && this.#venue.marketDate !== venue.marketDate
      this.#venue = venue
      this.venue.changed()
      // The state of the market also arrives with each connection, which fetches the session itself.
      const isNewPhase = this.#day !== undefined && venue.phase !== this.#day.phase
      this.#setDay(venue)
      if (isNewDay) this.onNewDay()
      else if (isNewPhase) this.onPhase()
    },
    onExecutionReport: (execution) => this.takeExecution(execution),
    addStockOrder: (order) => this.orders.take(order),
    updateStockOrder: (order) => this.orders.take(order),
    replaceStockOrder: (order) => this.orders.take(order),
    getNotification: () => this.#notificationsChanged(),
    notificationsChanged: () => this.#notificationsChanged(),
    killSwitchChanged: () => this.#killSwitchChanged(),
  }

  #setDay({ phase, marketDate }: MarketDay): void {
    this.#day = { phase, marketDate }
    this.day.changed()
  }

  /** Selects a security: its book and its trades start empty. */
  select(securityID: string | undefined): void {
    this.book.select(securityID)
    this.trades.clear()
  }

  /** Nobody is signed in any more: what one person saw is not the next one's. */
  reset(): void {
    this.select(undefined)
    for (const list of [this.news, this.orders, this.executions]) list.clear()
    this.#setOrdersNotFetched(undefined)
    this.statistics.load([])
    this.lastSequence = 0
    this.linkIs('connecting')
  }

  /** Where the market stands, as it was fetched: the page's clock follows it. */
  loadSession(session: MarketSession): void {
    this.#session = session
    setMarketTime(session.marketTime, session.speed)
    this.session.changed()
    this.#setDay(session)
  }

  /** The current orders as they were fetched: of those of before, what they do not hold is over. */
  loadOrders(orders: readonly StockOrder[], notFetched: number): void {
    this.orders.load(orders)
    this.#setOrdersNotFetched(notFetched)
  }

  #setOrdersNotFetched(number: number | undefined): void {
    this.#ordersNotFetched = number
    this.ordersNotFetched.changed()
  }

  takeExecution(execution: Execution): void {
    this.lastSequence = Math.max(this.lastSequence, execution.sequence)
    this.executions.take(execution)
  }

  /**
   * The connection came or went. Whatever it was, what is shown is no longer known to be right.
   * @param since Of an outage: when the server last sent anything.
   */
  linkIs(state: LinkState, since = this.#now()): void {
    if (state === this.#link.state) return
    // Trying again and being without a line is one outage: it counts from its beginning.
    const outageGoesOn = isOutage(state) && isOutage(this.#link.state)
    this.#setLink({ state, synchronised: false, since: outageGoesOn ? this.#link.since : since })
  }

  get linkState(): LinkState {
    return this.#link.state
  }

  synchronised(): void {
    this.#setLink({ ...this.#link, synchronised: true })
    this.#notificationsChanged()
    this.#killSwitchChanged()
  }

  #killSwitchChanged(): void {
    this.#killSwitchChanges += 1
    this.killSwitchChanges.changed()
  }

  #notificationsChanged(): void {
    this.#notificationChanges += 1
    this.notificationChanges.changed()
  }

  #setLink(link: Link): void {
    this.#link = link
    if (!isFresh(link)) this.book.awaitSnapshot()
    this.link.changed()
  }

  #takeBook(event: BookEvent): void {
    if (this.book.receive(event) === 'gap') this.onGap(event.argument.securityID)
  }
}

export const isOutage = (state: LinkState): boolean => state === 'reconnecting' || state === 'offline'
