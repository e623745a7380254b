import type { KillSwitchScope } from '../../rules/limits.ts'
import type { TextKey } from '../../words/words.ts'
import type { LimitRow } from '../limit-shapes.ts'
import { list } from '../list.ts'
import { code } from './columns.ts'

/** Whose orders a kill switch refuses, or limits hold for. */
export const limitScopes = {
  market: 'Limits.Scope.market',
  tenant: 'Limits.Scope.tenant',
  user: 'Limits.Scope.user',
  account: 'Limits.Scope.account',
} as const satisfies Record<KillSwitchScope, TextKey>

/** Limits and kill switches of a firm; for the host those of the market and its firms: `Limits/GetAll`. */
export const limitList = list<LimitRow>()({
  title: 'Limits.Title',
  key: 'key',
  sorting: 'scope asc',
  columns: {
    scope: code('scope', 'Limits.Level', limitScopes),
    id: { title: 'Limits.Who', kind: 'text', sortable: true, searched: true },
    name: { title: 'Limits.Name', kind: 'name', sortable: true, searched: true },
    orderValue: { title: 'Limits.Column.orderValue', kind: 'money', sortable: true },
    orderQty: { title: 'Limits.Column.orderQty', kind: 'quantity', sortable: true },
    volumePercent: { title: 'Limits.Column.volumePercent', kind: 'percent', sortable: true },
    collarPercent: { title: 'Limits.Column.collarPercent', kind: 'percent', sortable: true },
    ordersPerSecond: { title: 'Limits.Column.ordersPerSecond', kind: 'quantity', sortable: true },
    duplicateSeconds: { title: 'Limits.Column.duplicateSeconds', kind: 'quantity', sortable: true },
    dailyTurnover: { title: 'Limits.Column.dailyTurnover', kind: 'money', sortable: true },
    key: { title: 'Limits.Who', kind: 'text' },
  },
})
