import { type Kobo, kobo, shares } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import type { Recorded, ValuedHolding } from './valuation.ts'

/** What the record has of an account's worth, now and at the end of past market days. */

/** What an account owns now, valued by `priceOf` in kobo. */
export async function currentHoldings(
  tx: Tx,
  account: string,
  priceOf: (securityID: string) => Kobo,
): Promise<ValuedHolding[]> {
  const rows = await tx.selectFrom('positions').selectAll().where('account', '=', account).execute()
  return rows
    .map((row) => ({
      securityID: row.security_id,
      quantity: shares(row.settled + row.unsettled_in - row.unsettled_out),
      cost: kobo(row.cost),
      price: priceOf(row.security_id),
    }))
    .filter(({ quantity }) => quantity !== 0n)
}

/** What an account owned at the end of a past market day, valued at the prices that were published last until then. */
export async function pastHoldings(tx: Tx, account: string, asOf: string): Promise<ValuedHolding[]> {
  const days = tx
    .selectFrom('position_days')
    .distinctOn('security_id')
    .select(['security_id', 'holding', 'cost'])
    .where('account', '=', account)
    .where('market_date', '<=', asOf)
    .orderBy('security_id')
    .orderBy('market_date', 'desc')
  const rows = await tx
    .selectFrom(days.as('days'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('daily_statistics')
          .select('published_px')
          .whereRef('daily_statistics.security_id', '=', 'days.security_id')
          .where('market_date', '<=', asOf)
          .orderBy('market_date', 'desc')
          .limit(1)
          .as('priced'),
      (join) => join.onTrue(),
    )
    .select(['days.security_id', 'days.holding', 'days.cost', 'priced.published_px'])
    .where('days.holding', '<>', 0n)
    .execute()
  return rows.map((row) => ({
    securityID: row.security_id,
    quantity: shares(row.holding),
    cost: kobo(row.cost),
    price: kobo(row.published_px),
  }))
}

/** An account's cash now. */
export async function currentCash(tx: Tx, account: string): Promise<Kobo> {
  const row = await tx
    .selectFrom('cash_balances')
    .select('balance')
    .where('account', '=', account)
    .executeTakeFirst()
  return kobo(row?.balance ?? 0n)
}

/** An account's cash at the end of a past market day. */
export const pastCash = (tx: Tx, account: string, asOf: string): Promise<Kobo> =>
  lastCash(tx, account, '<=', asOf)

/** An account's cash before a day. The day before it may be one that PostgreSQL does not know. */
export const cashBefore = (tx: Tx, account: string, day: string): Promise<Kobo> =>
  lastCash(tx, account, '<', day)

async function lastCash(tx: Tx, account: string, until: '<' | '<=', day: string): Promise<Kobo> {
  const row = await tx
    .selectFrom('cash_days')
    .select('balance')
    .where('account', '=', account)
    .where('market_date', until, day)
    .orderBy('market_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return kobo(row?.balance ?? 0n)
}

/** What an account's sales gained from 1 January of the year until the day. */
export async function realisedGainUntil(tx: Tx, account: string, asOf: string): Promise<Kobo> {
  const { gain } = await tx
    .selectFrom('contract_notes')
    .select(sql<bigint>`coalesce(sum(realised_gain), 0)::bigint`.as('gain'))
    .where('account', '=', account)
    .where('replaced_by', 'is', null)
    .where('trade_date', '>=', `${asOf.slice(0, 'YYYY'.length)}-01-01`)
    .where('trade_date', '<=', asOf)
    .executeTakeFirstOrThrow()
  return kobo(gain)
}

/**
 * What changed an account's worth during the days of a period that are over, what it had before among it.
 *
 * @param before the first day that does not count: the market day, or one day after the period.
 */
export async function recordedDays(
  tx: Tx,
  account: string,
  { from, before }: { readonly from: string; readonly before: string },
): Promise<Recorded> {
  const positions = tx.selectFrom('position_days').where('account', '=', account)
  const opening = await positions
    .distinctOn('security_id')
    .select(['security_id', 'market_date', 'holding'])
    .where('market_date', '<', from)
    .orderBy('security_id')
    .orderBy('market_date', 'desc')
    .execute()
  const changes = await positions
    .select(['security_id', 'market_date', 'holding'])
    .where('market_date', '>=', from)
    .where('market_date', '<', before)
    .execute()
  const balances = tx
    .selectFrom('cash_days')
    .select(['market_date', 'balance'])
    .where('account', '=', account)
  const openingCash = await balances
    .where('market_date', '<', from)
    .orderBy('market_date', 'desc')
    .limit(1)
    .execute()
  const cashChanges = await balances
    .where('market_date', '>=', from)
    .where('market_date', '<', before)
    .execute()
  const holdings = [...opening, ...changes]
  const securities = [...new Set(holdings.map(({ security_id }) => security_id))]
  const prices = await tx
    .selectFrom('daily_statistics')
    .select(['security_id', 'market_date', 'published_px'])
    .where('security_id', 'in', securities.length > 0 ? securities : [''])
    .where('market_date', '>=', from)
    .where('market_date', '<', before)
    .execute()
  const days = await tx
    .selectFrom('index_days')
    .select('market_date')
    .where('market_date', '>=', from)
    .where('market_date', '<', before)
    .orderBy('market_date')
    .execute()
  return {
    days: days.map(({ market_date }) => market_date),
    holdings: holdings.map((row) => ({
      date: row.market_date,
      securityID: row.security_id,
      quantity: shares(row.holding),
    })),
    balances: [...openingCash, ...cashChanges].map((row) => ({
      date: row.market_date,
      cash: kobo(row.balance),
    })),
    prices: prices.map((row) => ({
      date: row.market_date,
      securityID: row.security_id,
      price: kobo(row.published_px),
    })),
  }
}
