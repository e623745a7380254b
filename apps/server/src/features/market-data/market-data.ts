import {
  bidSides,
  type CallRequest,
  isRefusal,
  MDEntryType,
  newsList,
  type PriceKobo,
  percentOf,
  priceHistoryList,
  priceList,
  type Refusal,
  refuse,
  type Statistics,
  toNaira,
  topStatistics,
  topTrades,
  tradeList,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type DeskAnswer, originOf } from '../../desk/inputs.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import { fileOf, listFile } from '../../files/list-file.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { SharedAnswer } from '../../http/shared-answers.ts'
import type { Caller } from '../../platform/caller.ts'
import { unlessReversed } from '../../platform/of-period.ts'
import { allRows, pageOf, readPage } from '../../store/list-rows.ts'
import type { Store } from '../../store/store.ts'
import { indexHistory } from './index-history.ts'
import { newsSource } from './news-list.ts'
import { priceHistoryOf, priceListOf } from './price-list.ts'
import { priceTrend } from './price-trend.ts'
import { type Listing, ROUND_LOT, toSecurity } from './security.ts'
import { tradeCorrectionHandlers } from './trade-corrections.ts'
import { tradeSource } from './trade-list.ts'
import { namedEntries, namedTrades } from './user-names.ts'

/** Basis points in a whole. */
const bids: ReadonlySet<string> = new Set(bidSides)
const BASIS_POINTS = 10_000n

/** Where news come from that market control publishes. */
const NEWS_SOURCE = 'Market control'

export interface MarketDataDependencies {
  readonly desk: Pick<DeskPort, 'submit' | 'session' | 'halts' | 'marketTime' | 'listings'>
  readonly store: Store
  readonly picture: MarketPicture
}

/** The market as everybody sees it: figures and books from what was published, history from the record. */
export function marketDataFeature(dependencies: MarketDataDependencies): Handlers<`MarketData/${string}`> {
  const { desk, store, picture } = dependencies

  /** A listed security with its figures. Its terms are those of the market day, so nothing keeps them. */
  function listed(securityID: string): { listing: Listing; figures: Statistics } | Refusal {
    const listing = desk.listings.find((each) => each.securityID === securityID)
    const figures = picture.statisticsOf(securityID)
    return listing && figures ? { listing, figures } : refuse('unknownSecurity', { securityID })
  }

  const isListed = (securityID: string): boolean => picture.statisticsOf(securityID) !== undefined
  const unlessListed = (securityID: string): Refusal | undefined =>
    isListed(securityID) ? undefined : refuse('unknownSecurity', { securityID })

  const marketDate = (): string => picture.venue()?.marketDate ?? ''

  async function control(
    action: 'halt' | 'resume',
    { securityID, reason }: CallRequest<'MarketData/HaltSecurity'>,
    context: CallContext<Caller>,
  ): Promise<Record<string, never> | Refusal> {
    const origin = originOf(context)
    const answer = await desk.submit({ kind: 'marketControl', origin, action, securityID, reason })
    return answer.kind === 'done' ? {} : refusalOf(answer)
  }

  return {
    'MarketData/GetSession': async () => desk.session ?? refuse('unavailable'),

    'MarketData/GetHalts': async (_, { caller }) => {
      const seesWho = caller.permissions.has('MARKET_CONTROL')
      return { items: desk.halts.map((halt) => ({ ...halt, by: seesWho ? halt.by : null })) }
    },

    'MarketData/GetMarketStats': async () =>
      new SharedAnswer(picture.statisticsRevision, () => ({ items: [...picture.statistics()] })),

    'MarketData/getSecurityLists': async () => {
      const { listings } = desk
      const states = listings.map((each) => picture.statisticsOf(each.securityID)?.securityTradingStatus)
      return new SharedAnswer(`${marketDate()} ${picture.epoch} ${states}`, () => ({
        items: listings.map((listing) => toSecurity(listing, picture.statisticsOf(listing.securityID))),
      }))
    },

    'MarketData/getPricelimitRange': async ({ security: securityID }) => {
      const found = listed(securityID)
      if (isRefusal(found)) return found
      const { listing, figures } = found
      return {
        securityID,
        referencePx: figures.prevClosePx,
        lowLimitPx: figures.lowLimitPx,
        highLimitPx: figures.highLimitPx,
        tickSize: toNaira(listing.tickKobo as PriceKobo),
        minMoveQty: listing.minMoveQty,
        priceGroup: listing.priceGroup,
        roundLot: ROUND_LOT,
        limitPercent: percentOf(BigInt(listing.limitBps), BASIS_POINTS),
      }
    },

    'MarketData/getPricelimitRangeMin': async ({ security }) => {
      const found = listed(security)
      if (isRefusal(found)) return found
      return { min: found.figures.lowLimitPx, max: found.figures.highLimitPx }
    },

    'MarketData/getMarketOrders': async ({ security, side }, { caller }) => {
      const book = picture.book(security)
      if (!book) return refuse('unknownSecurity', { securityID: security })
      const items = namedEntries(book.items, security, { caller, picture })
      if (side === undefined) return { ...book, items }
      const type = bids.has(side) ? MDEntryType.bid : MDEntryType.offer
      return { ...book, items: items.filter((entry) => entry.mdEntryType === type) }
    },

    'MarketData/GetPriceTrend': async (input) => {
      if (!isListed(input.security)) return refuse('unknownSecurity', { securityID: input.security })
      return priceTrend(store, input, { now: desk.marketTime(), marketDate: marketDate() })
    },

    'MarketData/getMarketTrades': async (input, { tenantId, caller }) => {
      const page = await readPage(store.forTenant(tenantId), tradeSource(input, marketDate()), input)
      return { ...page, items: await namedTrades(page.items, { caller, store }) }
    },

    'MarketData/DownloadMarketTrades': async (input, { tenantId, translate }) => {
      const source = tradeSource(input, marketDate())
      return listFile(tradeList, allRows(store.forTenant(tenantId), source), {
        ...input,
        translate,
        of: [marketDate()],
      })
    },

    'MarketData/GetTopStatistics': async (input) => ({ items: topStatistics(picture.statistics(), input) }),

    'MarketData/GetTopTrades': async (input) => ({ items: topTrades(picture.statistics(), input) }),

    'MarketData/GetMarketSummary': async () => picture.summary() ?? refuse('unavailable'),

    'MarketData/GetIndexHistory': async (input, { tenantId }) =>
      unlessReversed(input) ?? { items: await indexHistory(store.forTenant(tenantId), input) },

    'MarketData/GetPriceList': async (input, { tenantId }) => {
      const rows = await priceListOf(store.forTenant(tenantId), picture, input.dateTime)
      return isRefusal(rows) ? rows : pageOf(priceList, rows, input)
    },

    'MarketData/DownloadPriceListCsv': async (input, { tenantId, translate }) => {
      const rows = await priceListOf(store.forTenant(tenantId), picture, input.dateTime)
      if (isRefusal(rows)) return rows
      return fileOf(priceList, rows, { ...input, translate, of: [rows[0]?.marketDate ?? marketDate()] })
    },

    'MarketData/GetPriceHistory': async (input, { tenantId }) => {
      const { security: securityID } = input
      const refusal = unlessListed(securityID) ?? unlessReversed(input)
      if (refusal) return refusal
      const rows = await priceHistoryOf(store.forTenant(tenantId), picture, securityID)
      return pageOf(priceHistoryList, rows, input)
    },

    'MarketData/DownloadPriceHistory': async (input, { tenantId, translate }) => {
      const { security: securityID } = input
      const refusal = unlessListed(securityID) ?? unlessReversed(input)
      if (refusal) return refusal
      const rows = await priceHistoryOf(store.forTenant(tenantId), picture, securityID)
      return fileOf(priceHistoryList, rows, { ...input, translate, of: [securityID, marketDate()] })
    },

    'MarketData/PostNews': async ({ headline, body, securityIDs, urgency }, context) => {
      const unknown = securityIDs.find((securityID) => !isListed(securityID))
      if (unknown !== undefined) return refuse('unknownSecurity', { securityID: unknown })
      const item = { headline, body, urgency, securityIDs: [...new Set(securityIDs)], source: NEWS_SOURCE }
      const answer = await desk.submit({ kind: 'news', origin: originOf(context), item })
      return answer.kind === 'done' ? { id: String(answer.sequence) } : refusalOf(answer)
    },

    ...tradeCorrectionHandlers({ desk, store, marketDate }),

    'MarketData/HaltSecurity': (input, context) => control('halt', input, context),
    'MarketData/ResumeSecurity': (input, context) => control('resume', input, context),

    'MarketData/GetNews': (input, { tenantId, translate }) =>
      readPage(store.forTenant(tenantId), newsSource(input, translate), input),

    'MarketData/DownloadNews': async (input, { tenantId, translate }) => {
      return listFile(newsList, allRows(store.forTenant(tenantId), newsSource(input, translate)), {
        ...input,
        translate,
        of: [marketDate()],
      })
    },
  }
}

/** The refusal of an input that is answered with nothing else. @throws Error for another answer, which is a defect. */
function refusalOf(answer: DeskAnswer): Refusal {
  if (answer.kind !== 'refused') throw new Error(`the desk answered ${answer.kind}`)
  return answer.refusal
}
