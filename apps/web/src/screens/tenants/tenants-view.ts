import { type TenantRow, tenantList } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The firms; each opens its record. */
export const tenantsView: ListView<TenantRow> = listView({
  key: 'tenants',
  title: 'Tenants.Title',
  of: tenantList,
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    { key: 'name', characters: 34, isKept: true, opens: true },
    { key: 'tenancyName', characters: 22 },
    { key: 'isActive', characters: 12, value: ({ isActive }) => String(isActive) },
    { key: 'creationTime', kind: 'minute', characters: 22 },
    { key: 'id', characters: 10, isExtra: true },
  ],
  filters: [
    { key: 'keyword', title: 'Tenants.Search', kind: 'text' },
    {
      key: 'isActive',
      title: 'Tenants.IsActive',
      kind: 'choice',
      options: [
        { value: '', title: 'Tenants.All' },
        { value: 'true', title: 'Tenants.Active' },
        { value: 'false', title: 'Tenants.Inactive' },
      ],
    },
  ],
  leaving: ['id', 'creationTime', 'tenancyName'],
  card: [
    ['name', 'isActive'],
    ['tenancyName', 'creationTime'],
  ],
  empty: { title: 'Tenants.None', details: 'Tenants.None.details' },
  noMatch: { title: 'Tenants.NoMatch', details: 'Tenants.NoMatch.details' },
})
