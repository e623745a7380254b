import { sideFilter } from '../../ui/data-table/choice-filter.ts'
import type { Filter } from '../../ui/data-table/list-view.ts'
import { periodFilters } from '../../ui/data-table/period-filters.ts'

/** What the reports of a firm's orders and trades are narrowed by. */
export const reportFilters: readonly Filter[] = [
  sideFilter,
  ...periodFilters,
  { key: 'securityID', title: 'List.Column.securityID', kind: 'text' },
  { key: 'account', title: 'Trading.Column.account', kind: 'text' },
  { key: 'userName', title: 'List.Column.userName', kind: 'text' },
  { key: 'keyword', title: 'Reports.Search', kind: 'text' },
]
