import { HOST } from './host.ts'
import type { Store } from './store.ts'

/** The host's kill switch of a firm while it is on. The row is the host's: no transaction of the firm reads it. */
export const switchOfHost = (store: Store, tenantId: number) =>
  store
    .forTenant(HOST)
    .read((tx) =>
      tx
        .selectFrom('kill_switches')
        .select('halts_orders')
        .where('scope', '=', 'tenant')
        .where('id', '=', String(tenantId))
        .where('is_on', '=', true)
        .executeTakeFirst(),
    )
