import type { Caller } from '../http/handlers.ts'
import type { Tx } from '../store/store.ts'

/** Depository accounts are ten digits; people drop the leading zeros. */
const CSCS_DIGITS = 10

/**
 * The firm's account number of a CSCS account the caller may look at; nothing for another's, just
 * as for one that does not exist.
 */
export async function findAccount(tx: Tx, caller: Caller, cscsAccount: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('trading_accounts')
    .select('account')
    .where('cscs_account', '=', cscsAccount.trim().padStart(CSCS_DIGITS, '0'))
    .executeTakeFirst()
  if (!row) return undefined
  return seesAllAccounts(caller) || caller.accounts.includes(row.account) ? row.account : undefined
}

/** Staff look at every account of the firm, a customer at its own. */
export const seesAllAccounts = (caller: Caller): boolean =>
  caller.permissions.has('TRADE_ALL_ACCOUNTS') || caller.permissions.has('VIEW_ALL_ORDERS')
