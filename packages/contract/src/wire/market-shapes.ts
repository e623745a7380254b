import { z } from 'zod'
import { phases } from '../rules/acceptance.ts'
import { announcementKinds } from '../rules/announcements.ts'
import { corporateActionTypes } from '../rules/corporate-actions.ts'
import { ExecInst, OrdType, TimeInForce } from '../rules/fix.ts'
import { securityTypes } from '../rules/ticks.ts'
import { mdEntryTypeCode } from './schemas/codes.ts'
import { lineStates } from './schemas/exchange-line.ts'
import { count, naira, nairaOrNull, time } from './wire-fields.ts'

/** The market on the wire: books, trades, statistics, securities, news, and where it is in its day. */

/** One resting order as the market sees it. */
export const bookEntry = z.object({
  mdEntryID: z.string(),
  securityID: z.string(),
  mdEntryType: mdEntryTypeCode,
  mdEntryPx: naira,
  mdEntrySize: count,
  mdEntryTime: time,
  rptSeq: count,
  epoch: count,
})
export type BookEntry = z.infer<typeof bookEntry>

export const bookDelete = z.object({
  mdEntryID: z.string(),
  securityID: z.string(),
  rptSeq: count,
  epoch: count,
})
export type BookDelete = z.infer<typeof bookDelete>

export const bookClear = z.object({ securityID: z.string(), rptSeq: count, epoch: count })
export type BookClear = z.infer<typeof bookClear>

/** Both sides of one book in priority order, as of `rptSeq`. */
export const bookSnapshot = z.object({ items: z.array(bookEntry), rptSeq: count, epoch: count })
export type BookSnapshot = z.infer<typeof bookSnapshot>

const named = {
  /** The user of the caller's own firm behind it, for holders of `VIEW_USERID_MARKET_WATCH`. */
  userName: z.string().optional(),
}

/** A book as the calls give it: with names on the entries of the caller's firm. */
export const namedBook = bookSnapshot.extend({ items: z.array(bookEntry.extend(named)) })
export type NamedBook = z.infer<typeof namedBook>

/** The users behind entries of a book, as the holders of a permission in their firm receive it. */
export const orderBookOwners = z.object({
  securityID: z.string(),
  epoch: count,
  /** An entry has one owner for as long as it is. */
  items: z.array(z.object({ mdEntryID: z.string(), userName: z.string() })),
})
export type OrderBookOwners = z.infer<typeof orderBookOwners>

export const marketTrade = z.object({
  mdEntryID: z.string(),
  securityID: z.string(),
  mdEntryPx: naira,
  mdEntrySize: count,
  mdEntryTime: time,
  tickDirection: z.string(),
  tradeCondition: z.string().nullable(),
  value: naira,
  rptSeq: count,
})
export type MarketTrade = z.infer<typeof marketTrade>

/** A trade as the calls give it; where both sides are of the caller's firm, with both names. */
export const namedTrade = marketTrade.extend(named)

export const statistics = z.object({
  securityID: z.string(),
  symbol: z.string(),
  securityDesc: z.string(),
  sector: z.string(),
  board: z.string().nullable(),
  prevClosePx: naira,
  openPx: nairaOrNull,
  highPx: nairaOrNull,
  lowPx: nairaOrNull,
  lastPx: nairaOrNull,
  lastQty: count.nullable(),
  closePx: nairaOrNull,
  /** Last trade against the previous close, in naira and in percent. */
  change: naira,
  changePercent: z.number(),
  vwapPx: nairaOrNull,
  tradeVolume: count,
  tradeValue: naira,
  numberOfTrades: count,
  bidPx: nairaOrNull,
  bidSize: count.nullable(),
  offerPx: nairaOrNull,
  offerSize: count.nullable(),
  high52Px: nairaOrNull,
  low52Px: nairaOrNull,
  /**
   * Shares traded on an average day: of the last 20 trading sessions before this one, or of as many
   * as there are, rounded down to a whole share; null when there are none.
   */
  averageVolume: count.nullable(),
  highLimitPx: naira,
  lowLimitPx: naira,
  /** Moves only on a trade of at least the minimum quantity. */
  publishedPx: naira,
  indicativePx: nairaOrNull,
  indicativeQty: count.nullable(),
  imbalanceSide: z.string().nullable(),
  imbalanceQty: count.nullable(),
  marketCap: naira,
  tradingSessionSubID: z.string(),
  securityTradingStatus: z.string(),
  lastUpdateTime: time,
  rptSeq: count,
})
export type Statistics = z.infer<typeof statistics>
export type StatisticsChange = Pick<Statistics, 'securityID'> & Partial<Statistics>

export const security = z.object({
  securityID: z.string(),
  symbol: z.string(),
  securityDesc: z.string(),
  isin: z.string().nullable(),
  sector: z.string(),
  board: z.string().nullable(),
  securityType: z.enum(securityTypes),
  roundLot: count,
  priceGroup: z.enum(['A', 'B', 'C']),
  tickTable: z.array(z.object({ fromPx: naira, tickSize: naira })),
  sharesOutstanding: count,
  faceValue: nairaOrNull,
  securityTradingStatus: z.string(),
})
export type Security = z.infer<typeof security>

export const newsItem = z.object({
  id: z.string(),
  headline: z.string(),
  body: z.string(),
  source: z.string(),
  urgency: z.string(),
  securityIDs: z.array(z.string()),
  origTime: time,
  /** Of news of a corporate action, which readers word in their own language (`newsInWords`). */
  announcement: z
    .object({
      kind: z.enum(announcementKinds),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .optional(),
})
export type NewsItem = z.infer<typeof newsItem>

export const priceBar = z.object({
  time,
  openPx: naira,
  highPx: naira,
  lowPx: naira,
  closePx: naira,
  volume: count,
})
export type PriceBar = z.infer<typeof priceBar>

/** What a security did on one market day. */
export const priceListRow = z.object({
  marketDate: z.string(),
  securityID: z.string(),
  securityDesc: z.string(),
  sector: z.string(),
  prevClosePx: naira,
  openPx: nairaOrNull,
  highPx: nairaOrNull,
  lowPx: nairaOrNull,
  lastPx: nairaOrNull,
  /** The official close; null until the day has one. */
  closePx: nairaOrNull,
  /** Last trade against the previous close, in naira and in percent. */
  change: naira,
  changePercent: z.number(),
  tradeVolume: count,
  tradeValue: naira,
  numberOfTrades: count,
  /**
   * The ex-day of corporate actions of the security: this day when it is one, and on the row of the current
   * market day otherwise the next that is announced. With the types whose ex-day it is.
   */
  exDate: z.string().nullable(),
  exTypes: z.array(z.enum(corporateActionTypes)),
})
export type PriceListRow = z.infer<typeof priceListRow>

const points = z.number()

/** The all-share index on one market day, in points with 2 decimals. A day of the history has only its close. */
export const indexDayRow = z.object({ marketDate: z.string(), value: points, high: points, low: points })
export type IndexDayRow = z.infer<typeof indexDayRow>

/** The market of today in a few figures. */
export const marketSummary = z.object({
  /** The all-share index in points with 2 decimals; `change` is against the previous close. */
  index: z.object({
    value: points,
    change: points,
    changePercent: z.number(),
    high: points,
    low: points,
  }),
  /** Securities whose last trade is above their previous close, below it, and all others that are listed. */
  advancers: count,
  decliners: count,
  unchanged: count,
  tradeVolume: count,
  tradeValue: naira,
  numberOfTrades: count,
  /** Of all listed securities, at their published prices. */
  marketCap: naira,
  /** The phase of the market. */
  session: z.enum(phases),
  marketDate: z.string(),
})
export type MarketSummary = z.infer<typeof marketSummary>

const venueTerms = z.object({
  ordTypes: z.array(z.enum(OrdType)).readonly(),
  timeInForce: z.array(z.enum(TimeInForce)).readonly(),
  execInst: z.array(z.enum(ExecInst)).readonly(),
  crosses: z.boolean(),
  icebergs: z.boolean(),
  minQty: z.boolean(),
  priceStepKobo: count,
  mostQty: count,
})

export const venueConnection = z.object({
  connected: z.boolean(),
  /** The line to an exchange that others operate, and since when it is so; absent where orders trade in this installation. */
  line: z.object({ state: z.enum(lineStates), since: time }).optional(),
  venue: z.string(),
  /** What the market takes now is the row of this phase in the table of acceptance. */
  phase: z.enum(phases),
  /** What an order may ask for at the exchange, in any phase; absent while the desk is not ready. */
  terms: venueTerms.optional(),
  /** While the market is closed: the next instant from which it takes orders. */
  opensAt: time.nullable(),
  tradingSessionSubID: z.string(),
  /** 'YYYY-MM-DD': the day that trades now, or trades next. */
  marketDate: z.string(),
  text: z.string(),
  time,
})
export type VenueConnection = z.infer<typeof venueConnection>

/** Where the market is in its day. Its times are the market's, which in a demo are not the world's. */
export const marketSession = z.object({
  phase: z.enum(phases),
  /** The phase in words. */
  name: z.string(),
  tradingSessionSubID: z.string(),
  tradSesStatus: z.string(),
  startedAt: time,
  /** Null where the market is open at all hours. */
  nextPhase: z.enum(phases).nullable(),
  nextAt: time.nullable(),
  /** Milliseconds of market time until then as the clock runs: a demo leaves out nights, weekends and holidays. */
  nextInMs: count.nullable(),
  /** 'YYYY-MM-DD': the day that trades now, or trades next. */
  marketDate: z.string(),
  marketTime: time,
  /** How many seconds of market time pass in one. */
  speed: z.number(),
  /** Calendar days after `marketDate` that an order may name as its last at most. */
  longestOrderDays: count,
})
export type MarketSession = z.infer<typeof marketSession>

/** What stops trading, or has just stopped it. */
const interruptions = ['marketControl', 'circuitBreaker', 'reopening'] as const

/** Trading that is interrupted: a halt by market control or the circuit breaker, or the auction that ends the halt of a security. */
export const tradingHalt = z.object({
  /** Null: the whole market. */
  securityID: z.string().nullable(),
  cause: z.enum(interruptions),
  /** Why market control halted or resumed it; null for the circuit breaker. */
  reason: z.string().nullable(),
  since: time,
  /** The user name of the person who halted or resumed it; null for everybody without MARKET_CONTROL. */
  by: z.string().nullable(),
  /** When it ends by the timetable; null for a halt by market control, which lasts until it is resumed. */
  until: time.nullable(),
})
export type TradingHalt = z.infer<typeof tradingHalt>
