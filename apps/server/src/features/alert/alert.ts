import {
  type Alert,
  alertLevel,
  isRefusal,
  MOST_ALERTS,
  type Refusal,
  refuse,
  type Statistics,
  shownAveragePrice,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../http/handlers.ts'
import { readPage } from '../../store/list-rows.ts'
import type { Store, Tx } from '../../store/store.ts'
import { reachedFigure, type WaitingAlert } from './alert-index.ts'
import { alertItem, alertSource } from './alert-list.ts'
import { type AlertWatch, dayPrices, waitingAlert } from './alert-watch.ts'

export interface AlertDependencies {
  readonly store: Store
  readonly watch: Pick<AlertWatch, 'set' | 'remove' | 'read'>
  readonly statisticsOf: (securityID: string) => Statistics | undefined
  readonly marketDate: () => string
  /** Market time, epoch milliseconds. */
  readonly marketTime: () => number
}

/** Users' alerts about securities. Nobody else sees them, not even in the same firm. */
export function alertFeature({
  store,
  watch,
  statisticsOf,
  marketDate,
  marketTime,
}: AlertDependencies): Handlers<`Alert/${string}`> {
  return {
    'Alert/GetAll': (input, { caller, translate }) =>
      readPage(store.forTenant(caller.tenantId), alertSource(input, caller, translate), input),

    'Alert/Save': async ({ id, securityID, condition, price, percent, byMail }, { caller, write }) => {
      const { tenantId, userId } = caller
      const statistics = statisticsOf(securityID)
      const prices = dayPrices(statistics)
      if (!statistics || !prices) return refuse('unknownSecurity', { securityID })
      const level = alertLevel(condition, price ?? percent ?? 0) ?? null
      const asked = { condition, level: condition === 'news' ? null : level }
      if (reachedFigure(asked, prices, { high: null, low: null }) !== undefined)
        return refuse('alertHoldsAlready', {
          securityID,
          price: shownAveragePrice(statistics.lastPx ?? 0),
          percent: statistics.changePercent.toFixed(2),
        })
      let waiting: WaitingAlert | undefined
      try {
        const saved = await write<Alert | Refusal>(async (tx) => {
          await inTurn(tx, userId)
          const own = await tx
            .selectFrom('alerts')
            .select(['id', 'fired_at'])
            .where('user_id', '=', userId)
            .where((eb) => eb.or([eb('fired_at', 'is', null), eb('id', '=', id ?? 0)]))
            .execute()
          const before = own.find((row) => row.id === id)
          if (id !== undefined && !before) return refuse('unknownAlert')
          if (before?.fired_at) return refuse('alertHasFired')
          if (id === undefined && own.length >= MOST_ALERTS)
            return refuse('tooManyAlerts', { most: MOST_ALERTS })
          const wasReached = reachedFigure(asked, prices, prices) !== undefined
          const values = {
            ...{ security_id: securityID, ...asked, by_mail: byMail },
            reached_on: wasReached ? marketDate() : null,
            after_news: sql<bigint>`(SELECT coalesce(max(id), 0) FROM news)`,
          }
          const row = await (id === undefined
            ? tx.insertInto('alerts').values({
                ...{ ...values, tenant_id: tenantId, user_id: userId },
                creation_time: new Date(marketTime()),
              })
            : tx
                .updateTable('alerts')
                .set({ ...values, revision: sql<number>`revision + 1` })
                .where('id', '=', id)
                .where('fired_at', 'is', null)
          )
            .returningAll()
            .executeTakeFirst()
          // It fired while it was being changed.
          if (!row) return refuse('alertHasFired')
          waiting = waitingAlert(tenantId, row)
          return alertItem(row)
        })
        if (!isRefusal(saved) && waiting) watch.set(waiting)
        return saved
      } catch (error) {
        // It may have been persisted.
        watch.read(tenantId)
        throw error
      }
    },

    'Alert/Delete': async ({ id }, { caller, write }) => {
      const deleted = await write(async (tx) => {
        await inTurn(tx, caller.userId)
        const { numDeletedRows } = await tx
          .deleteFrom('alerts')
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .executeTakeFirst()
        return numDeletedRows === 0n ? refuse('unknownAlert') : {}
      })
      if (!isRefusal(deleted)) watch.remove(caller.tenantId, id)
      return deleted
    },
  }
}

/** A user's own changes are made one after the other: what one checks holds until it commits. */
const inTurn = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
