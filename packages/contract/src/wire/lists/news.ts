import { list } from '../list.ts'
import type { NewsItem } from '../market-shapes.ts'
import { code, equals, period } from './columns.ts'

/** News: `MarketData/GetNews`. */
export const newsList = list<NewsItem>()({
  title: 'List.File.news',
  key: 'id',
  sorting: 'origTime desc',
  columns: {
    origTime: { title: 'List.Column.published', kind: 'time', sortable: true, filter: period },
    urgency: code('urgency', 'List.Column.urgency', {
      0: 'List.Urgency.0',
      1: 'List.Urgency.1',
      2: 'List.Urgency.2',
    }),
    headline: { title: 'List.Column.headline', kind: 'text', sortable: true, searched: true },
    body: { title: 'List.Column.body', kind: 'text' },
    source: { title: 'List.Column.source', kind: 'text', sortable: true, filter: equals('source') },
    securityIDs: { title: 'List.Column.securityIDs', kind: 'texts', filter: equals('security') },
  },
})
