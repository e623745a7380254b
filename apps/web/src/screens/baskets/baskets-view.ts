import { type BasketRow, basketList } from '@tradebook/contract'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The baskets that a person may open. */
export const basketsView: ListView<BasketRow> = listView({
  key: 'baskets',
  title: 'Basket.Title',
  of: basketList,
  rowKey: ({ id }) => String(id),
  pageSize: 50,
  columns: [
    { key: 'name', characters: 34, isKept: true, opens: true },
    { key: 'lineCount', characters: 8 },
    { key: 'isShared', characters: 18 },
    { key: 'userName', characters: 18 },
    { key: 'savedAt', kind: 'minute', characters: 20, isNamed: true },
    { key: 'sentAt', kind: 'minute', characters: 20, isNamed: true },
  ],
  filters: [
    { key: 'keyword', title: 'Basket.Search', kind: 'text' },
    choiceFilter('isShared', 'Basket.Shared', 'Basket.All', {
      yes: 'Basket.Shared.yes',
      no: 'Basket.Shared.no',
    }),
  ],
  leaving: ['userName', 'savedAt', 'isShared'],
  card: [['name', 'lineCount'], ['isShared', 'userName'], ['savedAt'], ['sentAt']],
  empty: { title: 'Basket.Empty', details: 'Basket.Empty.details' },
})
