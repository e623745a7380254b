import {
  type CorporateActionType,
  kobo,
  lagosDate,
  type PriceKobo,
  type PriceListRow,
  percentOf,
  type Refusal,
  refuse,
  toNaira,
} from '@tradebook/contract'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import type { Scope, Tx } from '../../store/store.ts'

/** What the closed days do not contain of a security's day: whether it has its official close. */
type Today = Pick<MarketPicture, 'statisticsOf' | 'venue'>

/**
 * What every security did on a market day: that of a date or of the last one before it; the newest
 * without a date. A refusal where the record begins later.
 *
 * @param dateTime a date, or an instant that stands for its date in Lagos.
 */
export const priceListOf = (
  scope: Pick<Scope, 'read'>,
  today: Today,
  dateTime: string | undefined,
): Promise<readonly PriceListRow[] | Refusal> =>
  scope.read(async (tx) => {
    const days = tx.selectFrom('index_days')
    const date = dateTime === undefined ? undefined : dateOf(dateTime)
    const asked = date === undefined ? days : days.where('market_date', '<=', date)
    const { day } = await asked.select((eb) => eb.fn.max('market_date').as('day')).executeTakeFirstOrThrow()
    if (day !== null) {
      const rows = await securityDays(tx).where('daily_statistics.market_date', '=', day).execute()
      const exDays = await exDaysFrom(tx, day)
      return rows.map((row) => priceListRow(row, today, exDays))
    }
    const { from } = await days.select((eb) => eb.fn.min('market_date').as('from')).executeTakeFirstOrThrow()
    return refuse('noPriceList', { from: from ?? 'a day to come' })
  })

/** The date in Lagos that a date or an instant names. */
const dateOf = (dateTime: string): string =>
  dateTime.length > 'YYYY-MM-DD'.length ? lagosDate(Math.min(Date.parse(dateTime), END_OF_TIME)) : dateTime

/** The last instant whose date in Lagos has a year of four digits. */
const END_OF_TIME = Date.parse('9999-12-31T22:59:59Z')

/** What a security did on each market day on record. */
export const priceHistoryOf = (
  scope: Pick<Scope, 'read'>,
  today: Today,
  securityID: string,
): Promise<readonly PriceListRow[]> =>
  scope.read(async (tx) => {
    const rows = await securityDays(tx).where('securities.security_id', '=', securityID).execute()
    const exDays = await exDaysFrom(tx, '-infinity')
    return rows.map((row) => priceListRow(row, today, exDays))
  })

const securityDays = (tx: Tx) =>
  tx
    .selectFrom('securities')
    .innerJoin('daily_statistics', 'daily_statistics.security_id', 'securities.security_id')
    .select([
      ...(['securities.security_id', 'name', 'sector', 'market_date', 'reference_px', 'open_px'] as const),
      ...(['high_px', 'low_px', 'last_px', 'published_px', 'volume', 'value', 'trades'] as const),
    ])

/** The ex-day of a corporate action that is in force. */
interface ExDay {
  readonly security_id: string
  readonly type: string
  readonly ex_date: string
}

/** The ex-days from a date on, the earliest first. */
const exDaysFrom = (tx: Tx, date: string): Promise<ExDay[]> =>
  tx
    .selectFrom('corporate_actions')
    .select(['security_id', 'type', 'ex_date'])
    .where('revoked_at', 'is', null)
    .where('ex_date', '>=', date)
    .orderBy('ex_date')
    .orderBy('id')
    .execute()

function priceListRow(
  row: Awaited<ReturnType<ReturnType<typeof securityDays>['execute']>>[number],
  today: Today,
  exDays: readonly ExDay[],
): PriceListRow {
  const { reference_px: reference, last_px: last } = row
  const change = last === null ? 0 : last - reference
  const isToday = row.market_date === today.venue()?.marketDate
  const ofSecurity = exDays.filter(({ security_id }) => security_id === row.security_id)
  const exDate = ofSecurity.find(({ ex_date }) =>
    isToday ? ex_date >= row.market_date : ex_date === row.market_date,
  )?.ex_date
  return {
    marketDate: row.market_date,
    securityID: row.security_id,
    securityDesc: row.name,
    sector: row.sector,
    prevClosePx: naira(reference),
    openPx: nairaOrNull(row.open_px),
    highPx: nairaOrNull(row.high_px),
    lowPx: nairaOrNull(row.low_px),
    lastPx: nairaOrNull(last),
    closePx: isToday ? (today.statisticsOf(row.security_id)?.closePx ?? null) : naira(row.published_px),
    change: toNaira(kobo(change)),
    changePercent: percentOf(BigInt(change), BigInt(reference)),
    tradeVolume: Number(row.volume),
    tradeValue: toNaira(kobo(row.value)),
    numberOfTrades: row.trades,
    exDate: exDate ?? null,
    exTypes: ofSecurity
      .filter(({ ex_date }) => ex_date === exDate)
      .map(({ type }) => type as CorporateActionType),
  }
}

const naira = (price: number): number => toNaira(price as PriceKobo)
const nairaOrNull = (price: number | null): number | null => (price === null ? null : naira(price))
