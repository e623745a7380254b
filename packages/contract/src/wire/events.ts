import type { KillSwitchChange } from './limit-shapes.ts'
import type {
  BookClear,
  BookDelete,
  BookEntry,
  MarketSummary,
  MarketTrade,
  NewsItem,
  OrderBookOwners,
  Statistics,
  StatisticsChange,
  VenueConnection,
} from './market-shapes.ts'
import type { Execution, StockOrder } from './order-shapes.ts'
import type { NotificationsChange, UserNotification } from './schemas/notification.ts'

/** The path of ABP's common hub, whose clients receive only their notifications. */
export const COMMON_HUB_PATH = '/signalr'
/** The realtime hub's path; the page and the server's cookie agree on it. */
export const HUB_PATH = '/signalr-tradebookhub'
export const HUB_TOKEN = 'enc_auth_token'

/** Who receives an event. */
export type Audience =
  /** Everybody who is connected. */
  | 'all'
  /** Those who subscribe to that security's book. */
  | 'book'
  /** Those who subscribe to that security's statistics. */
  | 'statistics'
  /** Those who may see the order. */
  | 'order'
  /** Those of the firm who have `VIEW_USERID_MARKET_WATCH` and subscribe to that security's book. */
  | 'owners'
  /** The person whom it is about. */
  | 'user'
  /** The people of one firm, or everybody. */
  | 'firm'

/** What the hub sends: one argument each. */
export const hubEvents = {
  addMarketStatistics: 'statistics',
  updateMarketStatsSession: 'statistics',
  addOrderBook: 'book',
  updateOrderBook: 'book',
  deleteOrderBook: 'book',
  clearAllOrderBook: 'book',
  orderBookOwners: 'owners',
  onMarketTrade: 'all',
  marketSummary: 'all',
  onNews: 'all',
  onNseConnection: 'all',
  onExecutionReport: 'order',
  addStockOrder: 'order',
  updateStockOrder: 'order',
  replaceStockOrder: 'order',
  getNotification: 'user',
  notificationsChanged: 'user',
  killSwitchChanged: 'firm',
} as const satisfies Record<string, Audience>

export type HubEventName = keyof typeof hubEvents

export interface HubEventArguments {
  addMarketStatistics: Statistics
  updateMarketStatsSession: StatisticsChange
  addOrderBook: BookEntry
  updateOrderBook: BookEntry
  deleteOrderBook: BookDelete
  clearAllOrderBook: BookClear
  /** With a book's snapshot all of the firm's entries in it; otherwise those that are new. */
  orderBookOwners: OrderBookOwners
  onMarketTrade: MarketTrade
  /** At most once a second. */
  marketSummary: MarketSummary
  onNews: NewsItem
  onNseConnection: VenueConnection
  onExecutionReport: Execution
  addStockOrder: StockOrder
  updateStockOrder: StockOrder
  replaceStockOrder: StockOrder
  getNotification: UserNotification
  /** The person has marked or removed notifications, perhaps in another tab. */
  notificationsChanged: NotificationsChange
  /** A kill switch was switched: who it may concern asks `Limits/GetKillSwitchesOn`. */
  killSwitchChanged: KillSwitchChange
}

/** An event as one value: which, and its argument. */
export type HubEvent = {
  [Name in HubEventName]: { readonly target: Name; readonly argument: HubEventArguments[Name] }
}[HubEventName]

/** The events that this audience receives. */
export type EventFor<To extends Audience> = {
  [Name in HubEventName]: (typeof hubEvents)[Name] extends To ? Extract<HubEvent, { target: Name }> : never
}[HubEventName]

/** The events of the market itself, which concern no firm. */
export type MarketEvent = EventFor<'all' | 'book' | 'statistics'>

/** Whether this audience receives the event. */
export const isFor = <To extends Audience>(audience: To, event: HubEvent): event is EventFor<To> =>
  hubEvents[event.target] === audience

export type BookEventName = 'addOrderBook' | 'updateOrderBook' | 'deleteOrderBook' | 'clearAllOrderBook'
export type BookEvent = Extract<HubEvent, { target: BookEventName }>

/** What the page can ask of the hub. */
export const hubMethods = {
  subscribeOrderBook: 'subscribeOrderBook',
  unsubscribeOrderBook: 'unsubscribeOrderBook',
  subscribeStatistics: 'subscribeStatistics',
  resync: 'resync',
  ping: 'ping',
} as const

/** What clients of ABP ask of the common hub. */
export const commonHubMethods = { register: 'register' } as const
