import { z } from 'zod'
import { bookSides } from '../../rules/fix.ts'
import { call, fileCall, sharedCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { newsList } from '../lists/news.ts'
import { priceHistoryList, priceList } from '../lists/prices.ts'
import { tradeList } from '../lists/trades.ts'
import {
  indexDayRow,
  marketSession,
  marketSummary,
  namedBook,
  namedTrade,
  newsItem,
  priceBar,
  priceListRow,
  security,
  statistics,
  tradingHalt,
} from '../market-shapes.ts'
import { tradeMeasures } from '../movers.ts'
import { items, listPage } from '../paging.ts'
import { controlInput, newsInput } from '../schemas/market-control.ts'
import { code } from '../schemas/shown-text.ts'
import { dateInput, timeInput } from '../schemas/time.ts'
import { trendIntervals } from '../trend-intervals.ts'

const securityInput = z.object({ security: code(32) })

/** A side of the book by its MDEntryType or by its word. */
const bookSide = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(bookSides))
  .describe(
    'The side of the book. Bids: `0` (MDEntryType 269), `buy`, `bid`. Offers: `1` (MDEntryType 269), `2` (Side 54), `sell`, `offer`, `ask`. Words are case-insensitive. `1` means the offers, as in MDEntryType, although it is a buy in Side (54): use `0` or `buy` for the bids.',
  )

/** How many of the first. */
const first = { count: z.number().int().min(1).max(100).default(10) }

/** The market day that a price list is of: this date's or the last one before it; today's without it. */
const ofDay = { dateTime: z.union([dateInput, timeInput]).optional() }

const marketControl = { all: ['MARKET_CONTROL'] } as const
/** Every listed security can be halted one by one within a minute. */
const controlRate = { perMinute: 600, countedBy: 'user' } as const

const ofNews = {
  /** One item only. */
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
}

export const marketDataCalls = {
  'MarketData/GetSession': call({
    summary: "The market's current and next phase, its date and its time",
    needs: 'member',
    input: z.object({}),
    output: marketSession,
  }),
  'MarketData/GetHalts': call({
    summary: 'What is halted, or reopening after a halt: why, since when and, for market control, by whom',
    needs: 'member',
    input: z.object({}),
    output: items(tradingHalt),
  }),
  'MarketData/GetMarketStats': sharedCall({
    summary: 'The statistics of every security',
    needs: 'member',
    input: z.object({}),
    output: items(statistics),
  }),
  'MarketData/getSecurityLists': sharedCall({
    summary: 'Every listed security',
    needs: 'member',
    input: z.object({}),
    output: items(security),
  }),
  'MarketData/getPricelimitRange': call({
    summary: "A security's price limits, tick and group",
    needs: 'member',
    input: securityInput,
    output: z.object({
      securityID: z.string(),
      referencePx: z.number(),
      lowLimitPx: z.number(),
      highLimitPx: z.number(),
      tickSize: z.number(),
      minMoveQty: z.number().int(),
      priceGroup: z.enum(['A', 'B', 'C']),
      roundLot: z.number().int(),
      limitPercent: z.number(),
    }),
  }),
  'MarketData/getPricelimitRangeMin': call({
    summary: "Only a security's price limits",
    needs: 'member',
    input: securityInput,
    output: z.object({ min: z.number(), max: z.number() }),
  }),
  'MarketData/GetPriceTrend': call({
    summary: 'Bars of price and volume, oldest first',
    needs: 'member',
    heavy: true,
    input: securityInput.extend({
      interval: z.enum(trendIntervals).default('1d'),
      from: timeInput.optional(),
      to: timeInput.optional(),
    }),
    output: items(priceBar).extend({
      /** MDEntryID of the last trade the bars hold: later trades come on top of them. */
      lastTradeID: z.string().nullable(),
    }),
  }),
  'MarketData/GetNews': call({
    summary: 'News, newest first unless sorted otherwise',
    needs: 'member',
    heavy: true,
    input: listInput(newsList).extend(ofNews),
    output: listPage(newsItem),
  }),
  'MarketData/DownloadNews': fileCall({
    summary: 'The same news as a file, without a limit on rows',
    needs: 'member',
    input: listFileInput(newsList).extend(ofNews),
  }),
  'MarketData/getMarketOrders': call({
    summary: 'The resting orders of one book in priority order',
    needs: 'member',
    input: securityInput.extend({ side: bookSide.optional() }),
    output: namedBook,
  }),
  'MarketData/getMarketTrades': call({
    summary: "The market's trades, newest first unless sorted otherwise; today's unless a time is given",
    needs: 'member',
    heavy: true,
    input: listInput(tradeList),
    output: listPage(namedTrade),
  }),
  'MarketData/DownloadMarketTrades': fileCall({
    summary: 'The same trades as a file, without a limit on rows',
    needs: 'member',
    input: listFileInput(tradeList),
  }),
  'MarketData/GetTopStatistics': call({
    summary: 'The statistics of the securities that gained most or, with `asc`, lost most',
    needs: 'member',
    input: z.object({ asc: z.boolean().default(false), ...first }),
    output: items(statistics),
  }),
  'MarketData/GetTopTrades': call({
    summary: 'The statistics of the most traded securities by value, volume or number of trades',
    needs: 'member',
    input: z.object({ by: z.enum(tradeMeasures).default('value'), ...first }),
    output: items(statistics),
  }),
  'MarketData/GetMarketSummary': call({
    summary: "The index and the whole market's figures for today",
    needs: 'member',
    input: z.object({}),
    output: marketSummary,
  }),
  'MarketData/GetIndexHistory': call({
    summary: 'The all-share index of each market day, oldest first',
    needs: 'member',
    heavy: true,
    input: z.object({ from: dateInput.optional(), to: dateInput.optional() }),
    output: items(indexDayRow),
  }),
  'MarketData/GetPriceList': call({
    summary: "Every security's prices on one market day",
    needs: 'member',
    heavy: true,
    input: listInput(priceList).extend(ofDay),
    output: listPage(priceListRow),
  }),
  'MarketData/DownloadPriceListCsv': fileCall({
    summary: 'The same price list as a file',
    needs: 'member',
    input: listFileInput(priceList).extend(ofDay),
  }),
  'MarketData/GetPriceHistory': call({
    summary: "One security's prices on each market day, newest first unless sorted otherwise",
    needs: 'member',
    heavy: true,
    input: listInput(priceHistoryList).extend(securityInput.shape),
    output: listPage(priceListRow),
  }),
  'MarketData/DownloadPriceHistory': fileCall({
    summary: 'The same history as a file',
    needs: 'member',
    input: listFileInput(priceHistoryList).extend(securityInput.shape),
  }),
  'MarketData/PostNews': call({
    summary: 'Publish news to everyone',
    needs: marketControl,
    limit: controlRate,
    once: 'claim',
    input: newsInput,
    output: z.object({ id: z.string() }),
  }),
  'MarketData/HaltSecurity': call({
    summary: 'Halt trading in a security or in the whole market',
    needs: marketControl,
    limit: controlRate,
    input: controlInput,
    output: z.object({}),
  }),
  'MarketData/ResumeSecurity': call({
    summary: 'Resume trading in a security or in the whole market',
    needs: marketControl,
    limit: controlRate,
    input: controlInput,
    output: z.object({}),
  }),
}
