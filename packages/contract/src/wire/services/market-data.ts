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
    'The side of the book. Bids: `0` (MDEntryType 269), `buy`, `bid`. Offers: `1` (MDEntryType 269), `2` (Side 54), `sell`, `offer`, `ask`. Words in any letter case. `1` is ambiguous: it is the offers, as MDEntryType has it, although Side (54) has it for a buy; say `0` or `buy` for the bids.',
  )

/** How many of the first. */
const first = { count: z.number().int().min(1).max(100).default(10) }

/** The market day that a price list is of: this date's or the last one before it; today's without it. */
const ofDay = { dateTime: z.union([dateInput, timeInput]).optional() }

const marketControl = { all: ['MARKET_CONTROL'] } as const
/** Every listed security can be halted one by one within a minute. */
const controlRate = { perMinute: 600, countedBy: 'user' } as const

const ofNews = {
  /** One item alone. */
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
}

export const marketDataCalls = {
  'MarketData/GetSession': call({
    summary: 'The phase of the market, the one that follows, and the date and time of the market',
    needs: 'member',
    input: z.object({}),
    output: marketSession,
  }),
  'MarketData/GetHalts': call({
    summary: 'What is halted now or reopens after a halt: why, since when and, for market control, by whom',
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
    summary: "A security's price limits alone",
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
    summary: 'The same news as a file, as many as there are',
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
    summary: "The market's trades, newest first unless sorted otherwise; today's unless a time is named",
    needs: 'member',
    heavy: true,
    input: listInput(tradeList),
    output: listPage(namedTrade),
  }),
  'MarketData/DownloadMarketTrades': fileCall({
    summary: 'The same trades as a file, as many as there are',
    needs: 'member',
    input: listFileInput(tradeList),
  }),
  'MarketData/GetTopStatistics': call({
    summary: 'The statistics of the securities that rose most, or with `asc` of those that fell most',
    needs: 'member',
    input: z.object({ asc: z.boolean().default(false), ...first }),
    output: items(statistics),
  }),
  'MarketData/GetTopTrades': call({
    summary: 'The statistics of the securities that traded most by value, volume or number of trades',
    needs: 'member',
    input: z.object({ by: z.enum(tradeMeasures).default('value'), ...first }),
    output: items(statistics),
  }),
  'MarketData/GetMarketSummary': call({
    summary: 'The index and the whole market of today in a few figures',
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
    summary: 'What every security did on a market day',
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
    summary: 'What one security did on each market day, the newest first unless sorted otherwise',
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
    summary: 'Publish news to everybody',
    needs: marketControl,
    limit: controlRate,
    once: 'claim',
    input: newsInput,
    output: z.object({ id: z.string() }),
  }),
  'MarketData/HaltSecurity': call({
    summary: 'Halt trading of a security, or of the whole market',
    needs: marketControl,
    limit: controlRate,
    input: controlInput,
    output: z.object({}),
  }),
  'MarketData/ResumeSecurity': call({
    summary: 'Resume trading of a security, or of the whole market',
    needs: marketControl,
    limit: controlRate,
    input: controlInput,
    output: z.object({}),
  }),
}
