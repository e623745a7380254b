import { hash } from 'node:crypto'
import type { ChainFault, ChainVerification } from '@tradebook/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope, Tx } from '../store/store.ts'

/**
 * The chain of a firm's audit rows, by their numbers. A link is the SHA-256 of the link before it, 32 bytes, of
 * which the first has zeros, followed by the row's canonical text in UTF-8
 * (docs/decisions/075-audit-rows-are-hash-chained.md).
 */

/**
 * A row as it is hashed: every column and every change in the order of the tables, as a JSON array. Control
 * characters, quotation marks and backslashes are escaped, nothing else; ", " separates the members; times have
 * microseconds. PostgreSQL writes it, so that what is hashed is what is stored.
 */
export const canonicalText: RawBuilder<string> = sql<string>`json_build_array(
  audit_log.tenant_id, audit_log.id, audit_log.user_id, audit_log.user_name, audit_log.service_name,
  audit_log.method_name, audit_log.parameters, audit_log.return_value,
  to_char(audit_log.execution_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  audit_log.execution_duration, audit_log.client_ip_address, audit_log.client_name, audit_log.browser_info,
  audit_log.exception_message, audit_log.exception, audit_log.impersonator_user_id,
  audit_log.impersonator_tenant_id, audit_log.custom_data,
  (select json_agg(json_build_array(entity, entity_id, before, after) order by number) from audit_changes
   where audit_changes.tenant_id = audit_log.tenant_id and audit_changes.audit_id = audit_log.id)
)::text`

/** What the first link follows. */
export const GENESIS: Buffer = Buffer.alloc(32)

/** Who can write to the database numbers rows as they like. */
const BEFORE_ALL = -(2n ** 63n)

/** @param previous 32 bytes. */
export const linkOf = (previous: Buffer, canonical: string): Buffer =>
  hash('sha256', Buffer.concat([previous, Buffer.from(canonical)]), 'buffer')

/** The last link of a firm's chain at some moment. */
export interface Head {
  readonly tenantId: number
  /** Of the last row that is chained. */
  readonly auditId: bigint
  /** How many rows are chained. */
  readonly position: bigint
  readonly hash: Buffer
}

/** Rows are read so many at a time, each time in a transaction of its own. */
const ROWS_A_READ = 2_000

/**
 * Recomputes a firm's chain from its beginning up to its recorded head.
 *
 * @param scope the firm's, or one that reads audit rows of every firm.
 * @param filed the firm's head as it was recorded outside of the database, if it was.
 */
export async function verifyChain(
  scope: Pick<Scope, 'read'>,
  tenantId: number,
  filed?: Head,
  rowsARead = ROWS_A_READ,
): Promise<ChainVerification> {
  const head = await scope.read((tx) => headOf(tx, tenantId))
  const last = head?.auditId ?? BEFORE_ALL
  let link: Pick<Head, 'auditId' | 'position' | 'hash'> = {
    ...{ auditId: BEFORE_ALL, position: 0n },
    hash: GENESIS,
  }
  let isFiled = filed === undefined
  const broken = (fault: ChainFault, position: bigint): ChainVerification => ({
    ok: false,
    rows: Number(link.position),
    firstBroken: String(position),
    fault,
  })

  for (;;) {
    const rows = await scope.read((tx) => chainedRows(tx, { tenantId, after: link.auditId, last, rowsARead }))
    for (const { id, position, hash: stored, canonical } of rows) {
      if (position === null || stored === null) return broken('added', link.position)
      if (position !== link.position + 1n) return broken('missing', position)
      const computed = linkOf(link.hash, canonical)
      if (!computed.equals(stored)) return broken('changed', position)
      link = { auditId: id, position, hash: computed }
      if (filed?.position === position) {
        if (filed.auditId !== id || !filed.hash.equals(computed)) return broken('head', position)
        isFiled = true
      }
    }
    if (rows.length < rowsARead) break
  }
  if (head && link.position !== head.position) return broken('cut', head.position)
  if (head && !link.hash.equals(head.hash)) return broken('head', link.position)
  return isFiled ? { ok: true, rows: Number(link.position) } : broken('cut', filed?.position ?? 0n)
}

async function headOf(tx: Tx, tenantId: number): Promise<Head | undefined> {
  const row = await tx
    .selectFrom('audit_heads')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row && { tenantId, auditId: row.audit_id, position: row.position, hash: row.hash }
}

interface Rows {
  readonly tenantId: number
  readonly after: bigint
  readonly last: bigint
  readonly rowsARead: number
}

/** The rows behind `after` up to `last`, each with its link as it is stored. */
const chainedRows = (tx: Tx, { tenantId, after, last, rowsARead }: Rows) =>
  tx
    .selectFrom('audit_log')
    .leftJoin('audit_hashes', (join) =>
      join
        .onRef('audit_hashes.tenant_id', '=', 'audit_log.tenant_id')
        .onRef('audit_hashes.audit_id', '=', 'audit_log.id'),
    )
    .select(['audit_log.id', 'audit_hashes.position', 'audit_hashes.hash', canonicalText.as('canonical')])
    .where('audit_log.tenant_id', '=', tenantId)
    .where('audit_log.id', '>', after)
    .where('audit_log.id', '<=', last)
    .orderBy('audit_log.id')
    .limit(rowsARead)
    .execute()
