import fc from 'fast-check'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** What an attacker does to the audit rows of a firm. */

const FIRM = 1
/** So many rows the firm has, of which another firm's rows part the halves. */
export const attackedRows = 40

const columns = [
  ...['user_id', 'execution_duration', 'impersonator_user_id', 'impersonator_tenant_id'],
  ...['user_name', 'service_name', 'method_name', 'parameters', 'return_value', 'client_ip_address'],
  ...['client_name', 'browser_info', 'exception_message', 'exception', 'custom_data'],
]
const NUMBERS = 4

const nth = fc.nat({ max: attackedRows - 1 })
/** Whatever can be done to the rows of a chain by anyone who can write to the database. */
export const attack = fc.oneof(
  fc.record({ kind: fc.constant('edit'), at: nth, column: fc.nat({ max: columns.length - 1 }) }),
  fc.record({ kind: fc.constant('time'), at: nth, microseconds: fc.integer({ min: 1, max: 1_000_000_000 }) }),
  fc.record({ kind: fc.constant('change'), at: nth }),
  fc.record({ kind: fc.constant('delete'), at: nth, hashesToo: fc.boolean() }),
  fc.record({ kind: fc.constant('insert'), isFirst: fc.boolean(), hashesToo: fc.boolean() }),
  fc.record({ kind: fc.constant('swap'), at: nth, by: fc.integer({ min: 1, max: attackedRows - 1 }) }),
  fc.record({
    kind: fc.constant('cut'),
    rows: fc.integer({ min: 1, max: attackedRows }),
    hidesIt: fc.boolean(),
  }),
)
export type Attack = typeof attack extends fc.Arbitrary<infer Kind> ? Kind : never

/**
 * Carries an attack out on the firm's chained rows.
 *
 * @param all their numbers in order.
 */
export async function carryOut(tx: Tx, all: readonly bigint[], what: Attack): Promise<void> {
  const id = 'at' in what ? all[what.at]! : 0n
  switch (what.kind) {
    case 'edit': {
      const index = 'column' in what ? what.column : 0
      const column = sql.ref(columns[index]!)
      const value = index < NUMBERS ? sql`coalesce(${column}, 0) + 1` : sql`coalesce(${column}, '') || 'x'`
      await sql`UPDATE audit_log SET ${column} = ${value} WHERE id = ${id}`.execute(tx)
      return
    }
    case 'time':
      await sql`UPDATE audit_log SET execution_time = execution_time + ${'microseconds' in what ? what.microseconds : 0} * interval '1 microsecond' WHERE id = ${id}`.execute(
        tx,
      )
      return
    case 'change':
      await sql`INSERT INTO audit_changes VALUES (${FIRM}, ${id}, 1, 'User', '8', NULL, '{}')
        ON CONFLICT (tenant_id, audit_id, number) DO UPDATE SET after = '{"name": "Bola"}'`.execute(tx)
      return
    case 'delete':
      await sql`DELETE FROM audit_log WHERE id = ${id}`.execute(tx)
      if ('hashesToo' in what && what.hashesToo)
        await sql`DELETE FROM audit_hashes WHERE audit_id = ${id}`.execute(tx)
      return
    case 'insert': {
      // Before all others, or in the gap that the other firm's rows leave.
      const isFirst = 'isFirst' in what && what.isFirst
      const added = isFirst ? all[0]! - 1n : all[attackedRows / 2 - 1]! + 1n
      await sql`DELETE FROM audit_log WHERE id = ${added}`.execute(tx)
      await sql`INSERT INTO audit_log SELECT (json_populate_record(audit_log, json_build_object('id', ${added}::bigint))).*
        FROM audit_log WHERE id = ${all[0]}`.execute(tx)
      if ('hashesToo' in what && what.hashesToo)
        await sql`INSERT INTO audit_hashes VALUES (${FIRM}, ${added}, ${isFirst ? 1 : attackedRows / 2 + 1}, ${Buffer.alloc(32)})`.execute(
          tx,
        )
      return
    }
    case 'swap': {
      const other = all[('at' in what ? what.at : 0) + ('by' in what ? what.by : 1)] ?? all[0]!
      const [one, two] = id === other ? [all[0]!, all[1]!] : [id, other]
      await sql`UPDATE audit_log SET id = 0 WHERE id = ${one}`.execute(tx)
      await sql`UPDATE audit_log SET id = ${one} WHERE id = ${two}`.execute(tx)
      await sql`UPDATE audit_log SET id = ${two} WHERE id = 0`.execute(tx)
      return
    }
    case 'cut': {
      const kept = all.length - ('rows' in what ? what.rows : 1)
      await sql`DELETE FROM audit_log WHERE tenant_id = ${FIRM} AND id > ${all[kept - 1] ?? 0n}`.execute(tx)
      if (!('hidesIt' in what && what.hidesIt)) return
      await sql`DELETE FROM audit_hashes WHERE tenant_id = ${FIRM} AND position > ${kept}`.execute(tx)
      await sql`DELETE FROM audit_heads WHERE tenant_id = ${FIRM}`.execute(tx)
      await sql`INSERT INTO audit_heads SELECT * FROM audit_hashes WHERE tenant_id = ${FIRM} AND position = ${kept}`.execute(
        tx,
      )
    }
  }
}
