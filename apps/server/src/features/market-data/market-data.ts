import {
  consideration,
  DAILY_LIMIT_BPS,
  isoTime,
  MDEntryType,
  newsList,
  type PriceKobo,
  priceGroups,
  type Quantity,
  type Refusal,
  refuse,
  type Security,
  type Statistics,
  toNaira,
} from '@tradebook/contract'
import type { MarketPicture } from '../../desk/market-picture.ts'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import type { Store } from '../../store/store.ts'
import { newsSource } from './news-list.ts'
import { priceTrend } from './price-trend.ts'

export interface MarketDataDependencies {
  readonly store: Store
  readonly picture: MarketPicture
  readonly securities: readonly Security[]
  readonly wallClock: () => number
}

/** The market as everybody sees it: figures and books from what was published, history from the record. */
export function marketDataFeature(dependencies: MarketDataDependencies): Handlers<`MarketData/${string}`> {
  const { store, picture, securities, wallClock } = dependencies
  const bySecurityID = new Map(securities.map((security) => [security.securityID, security]))

  /** A listed security with its figures. */
  function listed(securityID: string): { security: Security; figures: Statistics } | Refusal {
    const security = bySecurityID.get(securityID)
    const figures = picture.statisticsOf(securityID)
    return security && figures ? { security, figures } : refuse('unknownSecurity', { securityID })
  }

  return {
    'MarketData/GetMarketStats': async () => ({ items: [...picture.statistics()] }),

    'MarketData/getSecurityLists': async () => ({
      items: securities.map((security) => ({
        ...security,
        securityTradingStatus:
          picture.statisticsOf(security.securityID)?.securityTradingStatus ?? security.securityTradingStatus,
      })),
    }),

    'MarketData/getPricelimitRange': async ({ security: securityID }) => {
      const found = listed(securityID)
      if ('refusal' in found) return found
      const { security, figures } = found
      const { tickKobo, minMoveQty } = priceGroups[security.priceGroup]
      return {
        securityID,
        referencePx: figures.prevClosePx,
        lowLimitPx: figures.lowLimitPx,
        highLimitPx: figures.highLimitPx,
        tickSize: toNaira(tickKobo as PriceKobo),
        minMoveQty,
        priceGroup: security.priceGroup,
        roundLot: security.roundLot,
        limitPercent: DAILY_LIMIT_BPS / 100,
      }
    },

    'MarketData/getPricelimitRangeMin': async ({ security }) => {
      const found = listed(security)
      if ('refusal' in found) return found
      return { min: found.figures.lowLimitPx, max: found.figures.highLimitPx }
    },

    'MarketData/getMarketOrders': async ({ security, side }) => {
      const book = picture.book(security)
      if (!book) return refuse('unknownSecurity', { securityID: security })
      if (side === undefined) return book
      const type = side === '0' || side.toUpperCase() === 'BUY' ? MDEntryType.bid : MDEntryType.offer
      return { ...book, items: book.items.filter((entry) => entry.mdEntryType === type) }
    },

    'MarketData/GetPriceTrend': async (input) => {
      if (!bySecurityID.has(input.security)) return refuse('unknownSecurity', { securityID: input.security })
      return priceTrend(store, input, wallClock())
    },

    'MarketData/getMarketTrades': async ({ security, skipCount, maxResultCount }, { tenantId }) =>
      store.forTenant(tenantId).read(async (tx) => {
        const today = tx.selectFrom('daily_statistics').select((eb) => eb.fn.max('market_date').as('date'))
        let days = tx.selectFrom('daily_statistics').where('market_date', '=', today)
        let trades = tx.selectFrom('market_trades').where('market_date', '=', today)
        if (security) {
          days = days.where('security_id', '=', security)
          trades = trades.where('security_id', '=', security)
        }
        // The day's figures know how many trades there were; counting a million rows would not be quicker.
        const { totalCount } = await days
          .select((eb) => eb.fn.sum<bigint | null>('trades').as('totalCount'))
          .executeTakeFirstOrThrow()
        const rows = await trades
          .selectAll()
          .orderBy('trade_number', 'desc')
          .offset(skipCount)
          .limit(maxResultCount)
          .execute()
        const items = rows.map((row) => ({
          mdEntryID: String(row.trade_number),
          securityID: row.security_id,
          mdEntryPx: toNaira(row.price as PriceKobo),
          mdEntrySize: row.quantity,
          mdEntryTime: isoTime(row.trade_time.getTime()),
          tickDirection: row.tick_direction,
          tradeCondition: row.trade_condition,
          value: toNaira(consideration(row.quantity as Quantity, row.price as PriceKobo)),
          rptSeq: row.rpt_seq,
        }))
        return { totalCount: Number(totalCount ?? 0), items }
      }),

    'MarketData/GetNews': (input, { tenantId }) =>
      readPage(store.forTenant(tenantId), newsSource(input), input),

    'MarketData/DownloadNews': async (input, { tenantId, translate, write }) => {
      await write(auditOnly)
      return listFile(newsList, allRows(store.forTenant(tenantId), newsSource(input)), {
        ...input,
        translate,
      })
    },
  }
}
