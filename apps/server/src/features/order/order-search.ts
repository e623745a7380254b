import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { customerOfAccount } from '../../store/account-joins.ts'
import { hasKeyword } from '../../store/pattern.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredColumn, stored } from '../../store/stored-list.ts'

/**
 * How a keyword is looked for among a firm's orders and their executions, however many they are: first
 * among the securities, accounts and requests, which are few or have an index, and then for the orders
 * that these have, each by an index of `orders`.
 */

const account = sql.ref('orders.account')
const number = sql.ref('orders.order_id')

/** Orders in a listed security whose symbol has the keyword, and in any security whose symbol it is. */
export const searchedSecurity: StoredColumn = {
  ...stored('orders.security_id'),
  search: async (tx, keyword) => {
    const listed = await tx
      .selectFrom('securities')
      .select('security_id')
      .where(hasKeyword(sql.ref('security_id'), keyword))
      .execute()
    const named = await tx
      .selectFrom('orders')
      .select('security_id')
      .where('security_id', '=', keyword)
      .limit(1)
      .execute()
    const symbols = new Set([...listed, ...named].map(({ security_id }) => security_id))
    return oneOf(sql.ref('orders.security_id'), 'text', [...symbols])
  },
}

/** Orders of the accounts whose number has the keyword. */
export const searchedAccount: StoredColumn = {
  ...stored('orders.account'),
  search: async (tx, keyword) => {
    const found = await tx
      .selectFrom('trading_accounts')
      .select('account')
      .where(hasKeyword(sql.ref('account'), keyword))
      .execute()
    return ofAccounts(found)
  },
}

/** Orders of the customers whose name has the keyword. */
export const searchedCustomer: StoredColumn = {
  ...stored('customers.name'),
  search: async (tx, keyword) => {
    const found = await tx
      .selectFrom('trading_accounts')
      .innerJoin('customers', customerOfAccount)
      .select('trading_accounts.account')
      .where(hasKeyword(sql.ref('customers.name'), keyword))
      .execute()
    return ofAccounts(found)
  },
}

/** Rows whose `clOrdID` is the keyword; a request names its order. */
export const searchedRequest = (column: StoredColumn): StoredColumn => ({
  ...column,
  search: async (tx: Tx, keyword) => {
    const requests = await tx
      .selectFrom('order_requests')
      .select('order_id')
      .distinct()
      .where('cl_ord_id', '=', keyword)
      .execute()
    const ids = oneOf(
      number,
      'bigint',
      requests.map(({ order_id }) => String(order_id)),
    )
    return ids && sql<SqlBool>`(${ids} and ${column.value} = ${keyword})`
  },
})

const ofAccounts = (found: readonly { readonly account: string }[]) =>
  oneOf(
    account,
    'text',
    found.map((row) => row.account),
  )

/** Whether a column is one of the values; `undefined` of none. An index has the rows of a single one in their order. */
const oneOf = (
  column: RawBuilder<unknown>,
  type: 'text' | 'bigint',
  values: readonly string[],
): RawBuilder<SqlBool> | undefined => {
  if (values.length === 0) return undefined
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} = any(${values}::${sql.raw(type)}[])`
}
