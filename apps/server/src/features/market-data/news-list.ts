import { type ListQuery, type NewsItem, newsList } from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { News } from '../../store/schema.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const storedNews: StoredList<(typeof newsList)['columns']> = {
  list: newsList,
  key: sql.ref('news.id'),
  columns: {
    origTime: {
      value: sql.ref('news.orig_time'),
      order: sql.ref('news.orig_time'),
    },
    urgency: stored('news.urgency'),
    headline: stored('news.headline'),
    source: stored('news.source'),
    securityIDs: stored('news.security_ids'),
  },
}

/** News is everybody's. */
export const newsSource = (
  input: ListQuery & { readonly id?: string | undefined },
): ListSource<Selectable<News>, NewsItem> => ({
  parts: (tx) => {
    const news = filtered(tx.selectFrom('news').selectAll(), storedNews, input)
    return [{ rows: input.id === undefined ? news : news.where('id', '=', BigInt(input.id)) }]
  },
  order: rowOrder(storedNews, input.sorting),
  item: (row) => ({
    id: String(row.id),
    headline: row.headline,
    body: row.body,
    source: row.source,
    urgency: row.urgency,
    securityIDs: row.security_ids,
    origTime: row.orig_time.toISOString(),
  }),
})
