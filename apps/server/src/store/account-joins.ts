import type { JoinBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Depository accounts are ten digits; people drop the leading zeros. */
const CSCS_DIGITS = 10
export const cscsAccountOf = (named: string): string => named.trim().padStart(CSCS_DIGITS, '0')

type Join<Table extends keyof Database> = JoinBuilder<Database, 'trading_accounts' | Table>
/** Tables whose rows are an account's. */
type OfAccount = 'contract_notes' | 'orders' | 'payment_requests' | 'transfer_requests'

/** Joins to a row of the table the account whose it is. */
export const accountOf = (table: OfAccount) => (join: Join<OfAccount>) =>
  join
    .onRef('trading_accounts.tenant_id', '=', `${table}.tenant_id`)
    .onRef('trading_accounts.account', '=', `${table}.account`)

/** Joins to an account the customer whose it is. */
export const customerOfAccount = (join: Join<'customers'>) =>
  join
    .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
    .onRef('customers.id', '=', 'trading_accounts.customer_id')
