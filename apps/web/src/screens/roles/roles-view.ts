import { type RoleRow, roleList } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The roles of the firm; each opens its form. */
export const rolesView: ListView<RoleRow> = listView({
  key: 'roles',
  title: 'Roles.Title',
  of: roleList,
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    { key: 'name', characters: 20, isKept: true, opens: true },
    { key: 'displayName', characters: 24 },
    { key: 'description', characters: 40, overflow: 'wrap' },
    {
      key: 'isStatic',
      title: 'Roles.Kind',
      kind: 'text',
      fileColumns: [],
      characters: 14,
      show: ({ isStatic }, t) => t(isStatic ? 'Roles.Static' : 'Roles.Own'),
    },
    {
      key: 'grantedPermissions',
      title: 'Roles.Count',
      kind: 'quantity',
      characters: 14,
      value: ({ grantedPermissions }) => grantedPermissions.length,
    },
  ],
  filters: [{ key: 'keyword', title: 'Roles.Search', kind: 'text' }],
  leaving: ['description', 'displayName', 'isStatic'],
  card: [['name', 'isStatic'], ['displayName', 'grantedPermissions'], ['description']],
  empty: { title: 'Roles.Empty', details: 'Roles.Empty.details' },
})
