import { RequestStatus } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** Whether numbers of the depository are somebody's in the firm. Other firms have customers with the same. */

/**
 * Whether an account has it already, or will have it as soon as the desk has opened the account.
 *
 * @param except the customer who may have it.
 */
export async function isCscsAccountHeld(tx: Tx, cscsAccount: string, except = NOBODY): Promise<boolean> {
  const held = await tx
    .selectFrom('trading_accounts')
    .select('account')
    .where('cscs_account', '=', cscsAccount)
    .where('customer_id', '<>', except)
    .union(
      tx
        .selectFrom('account_requests')
        .select(sql<string>`account`.as('account'))
        .where('status', '=', RequestStatus.completed)
        .where('cscs_account', '=', cscsAccount)
        .where(sql<boolean>`customer_id IS DISTINCT FROM ${except}`),
    )
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Whether a customer has this clearing house number.
 *
 * @param except the customer who may have it.
 */
export async function isChnHeld(tx: Tx, chn: string, except = NOBODY): Promise<boolean> {
  const holder = await tx
    .selectFrom('customers')
    .select('id')
    .where((eb) => eb(eb.fn('upper', ['chn']), '=', chn.toUpperCase()))
    .where('id', '<>', except)
    .executeTakeFirst()
  return holder !== undefined
}

/** Customers are numbered from 1. */
const NOBODY = 0
