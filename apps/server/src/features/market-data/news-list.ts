import { type Announcement, type ListQuery, type NewsItem, newsInWords, newsList } from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { Translate } from '../../platform/localisation.ts'
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

/** News is everybody's, in the reader's language where it is known by its kind. */
export const newsSource = (
  input: ListQuery & { readonly id?: string | undefined },
  translate: Translate,
): ListSource<Selectable<News>, NewsItem> => ({
  parts: (tx) => {
    const news = filtered(tx.selectFrom('news').selectAll(), storedNews, input)
    return [{ rows: input.id === undefined ? news : news.where('id', '=', BigInt(input.id)) }]
  },
  order: rowOrder(storedNews, input.sorting),
  item: (row) =>
    newsInWords(
      {
        id: String(row.id),
        headline: row.headline,
        body: row.body,
        source: row.source,
        urgency: row.urgency,
        securityIDs: row.security_ids,
        origTime: row.orig_time.toISOString(),
        ...(row.announcement !== null && { announcement: row.announcement as Announcement }),
      },
      translate,
    ),
})
