import { type Expression, sql } from 'kysely'
import { askedForAll } from '../store/places.ts'
import type { Store, Tx } from '../store/store.ts'
import { canonicalText, GENESIS, type Head, linkOf } from './audit-chain.ts'
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
const ROWS_A_WRITE = 1_000

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

  /** Why the chain can not be trusted, in an operator's words. */
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
    this.#run = askedForAll(() => this.chain())
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
      log.error({ tenantId: head.tenantId }, 'the audit trail does not fit the head that was recorded')
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
  const heads = new Map(before.map((row) => [row.tenant_id, row]))
  const rows = await tx
    .selectFrom('tenants')
    .leftJoin('audit_heads', 'audit_heads.tenant_id', 'tenants.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_log')
          .select(['audit_log.id as audit_id', canonicalText.as('canonical')])
          .whereRef('audit_log.tenant_id', '=', 'tenants.id')
          .where('audit_log.id', '>', coalesced(eb.ref('audit_heads.audit_id')))
          .where('audit_log.id', '<=', last)
          .orderBy('audit_log.id')
          .limit(ROWS_A_WRITE)
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(['tenants.id as tenant_id', 'next.audit_id', 'next.canonical'])
    .orderBy('tenants.id')
    .orderBy('next.audit_id')
    .execute()
  if (rows.length === 0) return { heads: [], isMore: false }

  const links: Head[] = []
  const moved = new Map<number, Head>()
  for (const { tenant_id: tenantId, audit_id: auditId, canonical } of rows) {
    const previous = moved.get(tenantId) ?? heads.get(tenantId)
    const link = {
      tenantId,
      auditId,
      position: (previous?.position ?? 0n) + 1n,
      hash: linkOf(previous?.hash ?? GENESIS, canonical),
    }
    links.push(link)
    moved.set(tenantId, link)
  }
  await sql`INSERT INTO audit_hashes (tenant_id, audit_id, position, hash)
    SELECT tenant_id, audit_id, position, decode(hash, 'hex') FROM unnest(${asArray(links, 'tenantId')}::int[],
      ${asArray(links, 'auditId')}::bigint[], ${asArray(links, 'position')}::bigint[],
      ${`{${links.map(({ hash }) => hash.toString('hex'))}}`}::text[]) AS link (tenant_id, audit_id, position, hash)`.execute(
    tx,
  )
  for (const { tenantId, auditId, position, hash } of moved.values()) {
    const row = { audit_id: auditId, position, hash }
    await tx
      .insertInto('audit_heads')
      .values({ tenant_id: tenantId, ...row })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
      .execute()
  }
  const ofFirms = [...Map.groupBy(links, ({ tenantId }) => tenantId).values()]
  return { heads: [...moved.values()], isMore: ofFirms.some(({ length }) => length === ROWS_A_WRITE) }
}

const coalesced = (auditId: Expression<bigint | null>) => sql<bigint>`coalesce(${auditId}, 0)`

const asArray = (links: readonly Head[], member: 'tenantId' | 'auditId' | 'position'): string =>
  `{${links.map((link) => link[member])}}`
