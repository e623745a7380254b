import { type Selectable, sql } from 'kysely'
import { runForAll } from '../store/connection-shares.ts'
import type { Database } from '../store/schema.ts'
import type { Store, Tx } from '../store/store.ts'
import { canonicalText, GENESIS, type Head } from './audit-chain.ts'
import type { AuditHeadsFile } from './audit-heads-file.ts'
import { type Every, systemEvery } from './clock.ts'

export interface SequencerParts {
  readonly store: Pick<Store, 'forAudit'>
  readonly file: AuditHeadsFile
  readonly log: { error(facts: object, message: string): void; warn(facts: object, message: string): void }
  readonly every?: Every
}

/** Two looks at what is under way lie this far apart: a row is chained within twice of it. */
const LOOK_EVERY_MS = 250
/** So many rows of a firm are chained in one transaction. */
const ROWS_A_WRITE = 1_000n

/**
 * Chains every firm's audit rows in the order of their numbers.
 *
 * Numbers are given before transactions commit, and some never commit. So a look takes the last number given and
 * the transactions that hold the table's lock for writing; when these have ended, no row up to that number will
 * still appear, and those that are there are chained. Gaps remain, and delay nothing.
 */
export class AuditSequencer {
  readonly #parts: SequencerParts
  readonly #stopLooking: () => void
  #run: Promise<void> | undefined
  /** Every row up to this number is chained. */
  #settled = 0n
  #look: Look | undefined
  #isFileChecked = false
  /** Firms whose chain does not lead to the head in the file: that line is kept as evidence. */
  readonly #contradicted = new Set<number>()

  constructor(parts: SequencerParts) {
    this.#parts = parts
    this.#stopLooking = (parts.every ?? systemEvery)(LOOK_EVERY_MS, () => this.#wake())
  }

  /** Why the chain cannot be trusted, in an operator's words. */
  get warnings(): readonly string[] {
    return this.#contradicted.size === 0
      ? []
      : [
          `The audit trail does not fit audit-heads.jsonl (tenant ${[...this.#contradicted].join(', ')}): rows are missing or were changed, or an older database was restored.`,
        ]
  }

  /** Chains what is settled now. One at a time. */
  async chain(): Promise<void> {
    const { store, file } = this.#parts
    const scope = store.forAudit()
    if (!this.#isFileChecked) await this.#checkFile()
    this.#look = await scope.read((tx) => lookAgain(tx, this.#look, this.#settled))
    if (!this.#look || this.#look.writers.size > 0) return
    const { last } = this.#look
    for (;;) {
      const { heads, isMore } = await scope.write((tx) => chainRows(tx, last))
      const fitting = heads.filter(({ tenantId }) => !this.#contradicted.has(tenantId))
      if (fitting.length > 0) await file.record(fitting)
      if (!isMore) break
    }
    this.#settled = last
    this.#look = undefined
  }

  async stop(): Promise<void> {
    this.#stopLooking()
    await this.#run
  }

  #wake(): void {
    if (this.#run !== undefined) return
    const { log } = this.#parts
    this.#run = runForAll(() => this.chain())
      .catch((error: Error) => log.warn({ reason: error.message }, 'audit rows wait to be chained'))
      .finally(() => {
        this.#run = undefined
      })
  }

  /** Finds the firms whose chain does not lead to the head that the file has of them. */
  async #checkFile(): Promise<void> {
    const { store, file, log } = this.#parts
    for (const head of file.all) {
      const link = await store
        .forAudit()
        .read((tx) =>
          tx
            .selectFrom('audit_hashes')
            .select(['position', 'hash'])
            .where('tenant_id', '=', head.tenantId)
            .where('audit_id', '=', head.auditId)
            .executeTakeFirst(),
        )
      if (link?.position === head.position && link.hash.equals(head.hash)) continue
      this.#contradicted.add(head.tenantId)
      log.error({ tenantId: head.tenantId }, 'the audit trail does not match the head that was recorded')
    }
    this.#isFileChecked = true
  }
}

interface Look {
  /** The last number that had been given. */
  readonly last: bigint
  /** The transactions, by their virtual ids, that may still add rows up to it. */
  readonly writers: ReadonlySet<string>
}

/** The look before with those of its transactions that go on, or a new one; `undefined` when there is nothing new. */
async function lookAgain(tx: Tx, before: Look | undefined, settled: bigint): Promise<Look | undefined> {
  let last = before?.last
  if (last === undefined) {
    const { rows } = await sql<{ last: bigint }>`SELECT last_value AS last FROM audit_log_id_seq`.execute(tx)
    last = rows[0]?.last ?? 0n
    if (last <= settled) return undefined
  }
  // Asked after the number: who holds no lock now had given up its own before, so its rows are there.
  const { rows } = await sql<{ writer: string }>`
    SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(tx)
  const writers = rows.map(({ writer }) => writer)
  return { last, writers: new Set(before ? writers.filter((one) => before.writers.has(one)) : writers) }
}

/** Adds the links of each firm's next rows up to a number. @returns the heads that moved, and whether more may follow. */
async function chainRows(tx: Tx, last: bigint): Promise<{ heads: Head[]; isMore: boolean }> {
  // Locked, so that a server that is being replaced and its successor chain one after the other.
  const before = await tx.selectFrom('audit_heads').selectAll().forUpdate().execute()
  const { rows: moved } = await sql<Selectable<Database['audit_heads']>>`
    WITH links AS (
      INSERT INTO audit_hashes (tenant_id, audit_id, position, hash)
      SELECT tenant_id, id, position + row_number() OVER firm, audit_links(hash, canonical) OVER firm
      FROM (
        SELECT tenants.id AS tenant_id, coalesce(position, 0) AS position, coalesce(hash, ${GENESIS}) AS hash, next.*
        FROM tenants LEFT JOIN audit_heads ON tenant_id = tenants.id
        CROSS JOIN LATERAL (
          SELECT id, ${canonicalText} AS canonical FROM audit_log
          WHERE audit_log.tenant_id = tenants.id AND id > coalesce(audit_heads.audit_id, 0) AND id <= ${last}
          ORDER BY id LIMIT ${ROWS_A_WRITE}
        ) AS next
      ) AS rows
      WINDOW firm AS (PARTITION BY tenant_id ORDER BY id)
      RETURNING *
    )
    INSERT INTO audit_heads AS head
    SELECT DISTINCT ON (tenant_id) tenant_id, audit_id, position, hash FROM links ORDER BY tenant_id, position DESC
    ON CONFLICT (tenant_id) DO UPDATE
      SET (audit_id, position, hash) = (excluded.audit_id, excluded.position, excluded.hash)
    RETURNING head.*`.execute(tx)
  const earlier = new Map(before.map(({ tenant_id, position }) => [tenant_id, position]))
  const isFull = ({ tenant_id, position }: (typeof moved)[number]) =>
    position - (earlier.get(tenant_id) ?? 0n) === ROWS_A_WRITE
  return {
    heads: moved.map(({ tenant_id, audit_id, ...link }) => ({
      tenantId: tenant_id,
      auditId: audit_id,
      ...link,
    })),
    isMore: moved.some(isFull),
  }
}
