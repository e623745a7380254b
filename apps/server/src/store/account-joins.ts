import type { JoinBuilder } from 'kysely'
import type { Database } from './schema.ts'

type Join = JoinBuilder<Database, 'trading_accounts' | 'customers'>

/** Joins to an account the customer whose it is. */
export const customerOfAccount = (join: Join) =>
  join
    .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
    .onRef('customers.id', '=', 'trading_accounts.customer_id')
