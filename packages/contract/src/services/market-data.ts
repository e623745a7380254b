import { z } from 'zod'
import { call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { newsList } from '../lists/news.ts'
import { timeInput } from '../schemas/time.ts'
import {
  bookSnapshot,
  items,
  listPage,
  marketTrade,
  newsItem,
  page,
  paging,
  priceBar,
  security,
  statistics,
} from '../shapes.ts'
import { trendIntervals } from '../trend-intervals.ts'

const securityInput = z.object({ security: z.string().min(1).max(32) })

/** A side of the book by its MDEntryType or by its word. */
const bookSide = z.enum(['0', '1', 'BUY', 'SELL', 'buy', 'sell'])

export const marketDataCalls = {
  'MarketData/GetMarketStats': call({
    summary: 'The statistics of every security',
    needs: 'signedIn',
    input: z.object({}),
    output: items(statistics),
  }),
  'MarketData/getSecurityLists': call({
    summary: 'Every listed security',
    needs: 'signedIn',
    input: z.object({}),
    output: items(security),
  }),
  'MarketData/getPricelimitRange': call({
    summary: "A security's price limits, tick and group",
    needs: 'signedIn',
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
    needs: 'signedIn',
    input: securityInput,
    output: z.object({ min: z.number(), max: z.number() }),
  }),
  'MarketData/GetPriceTrend': call({
    summary: 'Bars of price and volume, oldest first',
    needs: 'signedIn',
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
    needs: 'signedIn',
    heavy: true,
    input: listInput(newsList),
    output: listPage(newsItem),
  }),
  'MarketData/DownloadNews': fileCall({
    summary: 'The same news as a file, as many as there are',
    needs: 'signedIn',
    input: listFileInput(newsList),
  }),
  'MarketData/getMarketOrders': call({
    summary: 'The resting orders of one book in priority order',
    needs: 'signedIn',
    input: securityInput.extend({ side: bookSide.optional() }),
    output: bookSnapshot,
  }),
  'MarketData/getMarketTrades': call({
    summary: "The market's trades, newest first",
    needs: 'signedIn',
    heavy: true,
    input: z.object({ ...paging, security: z.string().max(32).optional() }),
    output: page(marketTrade),
  }),
}
