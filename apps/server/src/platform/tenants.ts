import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

export interface FoundTenant {
  readonly id: number
  readonly tenancyName: string
  readonly name: string
  readonly isActive: boolean
}

/** A firm by its id or, in any letter case, its tenancy name; the host is found by its id 0 alone. */
export async function findTenant(
  store: Store,
  by: { readonly id: number } | { readonly tenancyName: string },
): Promise<FoundTenant | undefined> {
  const row = await store.forHost().read((tx) => {
    const tenants = tx.selectFrom('tenants').selectAll()
    return 'id' in by
      ? tenants.where('id', '=', by.id).executeTakeFirst()
      : tenants
          .where(sql`lower(tenancy_name)`, '=', by.tenancyName.trim().toLowerCase())
          .where('id', '!=', 0)
          .executeTakeFirst()
  })
  return row && { id: row.id, tenancyName: row.tenancy_name, name: row.name, isActive: row.is_active }
}

/** Features of the product with the values firms have unless the host decided otherwise. */
const defaultFeatures = { SignalR: 'true', 'SignalR.AspNetCore': 'true' } as const

/** The features of a firm; the host has the defaults. */
export async function featuresOf(store: Store, tenantId: number): Promise<Record<string, string>> {
  const rows = await store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('features').select(['name', 'value']).execute())
  return { ...defaultFeatures, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
