import { type CallRequest, type TenantRow, tenantList } from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const id = sql.ref('tenants.id')

const storedTenants: StoredList<(typeof tenantList)['columns']> = {
  list: tenantList,
  key: id,
  columns: {
    name: stored('tenants.name'),
    tenancyName: stored('tenants.tenancy_name'),
    isActive: { value: sql`tenants.is_active::text` },
    creationTime: stored('tenants.creation_time'),
    id: { value: id, order: id },
  },
}

/** The firms that were not deleted; the host is none. */
export const tenantSource = (
  input: CallRequest<'Tenant/GetAll'>,
): ListSource<Selectable<Database['tenants']>, TenantRow> => ({
  parts: (tx) => [
    {
      rows: filtered(firmsOf(tx, input.isActive), storedTenants, input),
    },
  ],
  order: rowOrder(storedTenants, input.sorting),
  item: tenantRowOf,
})

const firmsOf = (tx: Tx, isActive: boolean | undefined) => {
  const firms = tx.selectFrom('tenants').selectAll().where('id', '>', 0).where('deletion_time', 'is', null)
  return isActive === undefined ? firms : firms.where('is_active', '=', isActive)
}

export const tenantRowOf = (row: Selectable<Database['tenants']>): TenantRow => ({
  ...{ id: row.id, tenancyName: row.tenancy_name, name: row.name, isActive: row.is_active },
  creationTime: row.creation_time.toISOString(),
})
