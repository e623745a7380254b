import { list } from '../list.ts'
import type { TenantRow } from '../tenant-shapes.ts'

/** The firms of the installation: `Tenant/GetAll`. Its call takes `isActive`, too. */
export const tenantList = list<TenantRow>()({
  title: 'Tenants.List',
  key: 'id',
  sorting: 'tenancyName asc, name asc',
  columns: {
    name: { title: 'Tenants.Name', kind: 'name', sortable: true, searched: true },
    tenancyName: { title: 'Tenants.TenancyName', kind: 'text', sortable: true, searched: true },
    isActive: {
      title: 'Tenants.IsActive',
      kind: 'code',
      sortable: true,
      codes: { true: 'Tenants.Active', false: 'Tenants.Inactive' },
    },
    creationTime: { title: 'Tenants.CreationTime', kind: 'time', sortable: true },
    id: { title: 'Tenants.Id', kind: 'id', sortable: true },
  },
})
