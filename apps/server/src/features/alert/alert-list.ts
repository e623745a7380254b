import {
  type Alert,
  type AlertConditionName,
  type Announcement,
  alertConditions,
  alertList,
  alertValue,
  type ListQuery,
  newsInWords,
  ofHundredths,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Translate } from '../../platform/localisation.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Alerts } from '../../store/schema.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const id = sql.ref('alerts.id')

const storedAlerts: StoredList<(typeof alertList)['columns']> = {
  list: alertList,
  key: id,
  columns: {
    securityID: stored('alerts.security_id'),
    condition: stored('alerts.condition'),
    state: { value: sql`(CASE WHEN alerts.fired_at IS NULL THEN 'waiting' ELSE 'fired' END)` },
    creationTime: { value: sql.ref('alerts.creation_time') },
    firedAt: { value: sql.ref('alerts.fired_at') },
    id: { value: id, order: id },
  },
}

type AlertRow = Selectable<Alerts> & {
  readonly headline: string | null
  readonly announcement: object | null
}

/** A user's own alerts, the news of those that it fired worded for the reader. */
export const alertSource = (
  input: ListQuery,
  { userId }: Pick<Caller, 'userId'>,
  translate: Translate,
): ListSource<AlertRow, Alert> => ({
  parts: (tx) => {
    const own = tx
      .selectFrom('alerts')
      .leftJoin('news', (join) =>
        join.onRef('news.id', '=', 'alerts.fired_value').on('alerts.condition', '=', 'news'),
      )
      .selectAll('alerts')
      .select(['news.headline', 'news.announcement'])
      .where('alerts.user_id', '=', userId)
    return [{ rows: filtered(own, storedAlerts, input) }]
  },
  order: rowOrder(storedAlerts, input.sorting),
  item: (row) => ({ ...alertItem(row), headline: headlineOf(row, translate) }),
})

function headlineOf({ headline, announcement }: AlertRow, translate: Translate): string | null {
  if (headline === null || announcement === null) return headline
  return newsInWords({ headline, body: '', announcement: announcement as Announcement }, translate).headline
}

/** An alert as its user reads it. */
export function alertItem(row: Selectable<Alerts>): Alert {
  const condition = row.condition as AlertConditionName
  const { of } = alertConditions[condition]
  const fired = row.fired_value
  return {
    id: row.id,
    securityID: row.security_id,
    condition,
    price: of === 'price' ? ofHundredths(row.level ?? 0) : null,
    percent: of === 'percent' ? alertValue(condition, row.level ?? 0) : null,
    byMail: row.by_mail,
    state: row.fired_at === null ? 'waiting' : 'fired',
    creationTime: row.creation_time.toISOString(),
    firedAt: row.fired_at?.toISOString() ?? null,
    firedPrice: of === 'price' && fired !== null ? ofHundredths(Number(fired)) : null,
    firedPercent: of === 'percent' && fired !== null ? ofHundredths(Number(fired)) : null,
    newsID: of === 'news' && fired !== null ? String(fired) : null,
    headline: null,
  }
}
