import { firmSettings, type Refusal, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** The number before the first account of a firm that has none. */
const BEFORE_FIRST = 100_000

/**
 * Takes the next account number of a firm: its member code, then a counter without gaps, as `MSL100209`. The
 * counter begins after the highest number that the firm's accounts end with.
 *
 * @param tx a writing transaction of the firm, in which what the number is for is kept: the number is given when it
 * commits, and is free again when it does not. Others of the firm who ask wait for it to end.
 * @returns the number; a refusal while the firm has no member code.
 */
export async function takeAccountNumber(tx: Tx, tenantId: number): Promise<string | Refusal> {
  const code = await tx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', firmSettings.memberCode.name)
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  if (!code?.value) return refuse('noMemberCode')
  const { rows } = await sql<{ last: number }>`
    INSERT INTO account_numbers (tenant_id, last)
    SELECT ${tenantId}, 1 + greatest(${BEFORE_FIRST}, max(substring(account FROM '([0-9]{1,9})$')::int))
    FROM trading_accounts WHERE tenant_id = ${tenantId} AND account ~ '^[^0-9]*[0-9]{1,9}$'
    ON CONFLICT (tenant_id) DO UPDATE SET last = account_numbers.last + 1
    RETURNING last`.execute(tx)
  const [number] = rows
  if (!number) throw new Error('the counter of account numbers gave none')
  return `${code.value}${number.last}`
}
