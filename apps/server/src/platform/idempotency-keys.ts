import { sql } from 'kysely'
import type { Store, Tx } from '../store/store.ts'
import type { Keys } from './keys.ts'
import { openSealing } from './sealing.ts'

/** A request that carried an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly tenantId: number
  readonly userId: number
  readonly key: string
  /** SHA-256 of the call and its input. */
  readonly hash: Buffer
  /** Whether its answer holds a secret, and is kept sealed. */
  readonly isSecret: boolean
}

/** An answer as HTTP sent it. */
export interface KeptAnswer {
  readonly status: number
  readonly text: string
}

/** What is known of a key: how its request was answered, or that it was begun; `otherRequest` when it was another one. */
export type KeyState = KeptAnswer | 'begun' | 'otherRequest' | undefined

/** The answers of requests with an `Idempotency-Key`, kept for 24 hours, each for its user alone. */
export interface IdempotencyKeys {
  find(request: KeyedRequest): Promise<KeyState>
  /** Persists that a request is begun, where nothing of its change says so. Answers false where it was begun already. */
  claim(request: KeyedRequest): Promise<boolean>
  keep(request: KeyedRequest, answer: KeptAnswer): Promise<void>
  /**
   * Persists the answer in the transaction of the change.
   *
   * @throws KeyTaken when another transaction has kept an answer under the key: this one must not commit.
   */
  keepIn(tx: Tx, request: KeyedRequest, answer: KeptAnswer): Promise<void>
  /** Forgets a claim whose request was certainly not carried out. */
  release(request: KeyedRequest): Promise<void>
}

/** A key that got its answer while the transaction of another request with it was under way. */
export class KeyTaken extends Error {
  constructor() {
    super('this key has an answer already')
  }
}

const KEPT_MS = 24 * 3_600_000
/** So many old answers are deleted with each one that is kept: more than come, and never a long statement. */
const SWEPT_AT_ONCE = 100

/** @param now epoch milliseconds. */
export function openIdempotencyKeys(
  store: Pick<Store, 'forTenant'>,
  keyFor: Keys,
  now: () => number,
): IdempotencyKeys {
  const sealing = openSealing(keyFor('answer'))
  const asKept = ({ isSecret }: KeyedRequest, answer: KeptAnswer): KeptAnswer =>
    isSecret ? { ...answer, text: sealing.seal(answer.text).toString('base64') } : answer
  const asSent = ({ isSecret }: KeyedRequest, kept: string): string | null =>
    isSecret ? sealing.unseal(Buffer.from(kept, 'base64')) : kept
  const oldest = () => new Date(now() - KEPT_MS)
  const write = (request: KeyedRequest, answer: KeptAnswer | null) =>
    store.forTenant(request.tenantId).write((tx) => put(tx, request, answer, new Date(now()), oldest()))
  return {
    async find(request) {
      const { tenantId, userId, key, hash } = request
      const row = await store
        .forTenant(tenantId)
        .read((tx) =>
          tx
            .selectFrom('idempotency_keys')
            .select(['request_hash', 'status', 'answer'])
            .where('user_id', '=', userId)
            .where('key', '=', key)
            .where('created_at', '>', oldest())
            .executeTakeFirst(),
        )
      if (!row) return undefined
      if (!row.request_hash.equals(hash)) return 'otherRequest'
      const { status, answer } = row
      const text = answer === null ? null : asSent(request, answer)
      return status === null || text === null ? 'begun' : { status, text }
    },
    claim: (request) => write(request, null),
    keep: async (request, answer) => void (await write(request, asKept(request, answer))),
    async keepIn(tx, request, answer) {
      const isKept = await put(tx, request, asKept(request, answer), new Date(now()), oldest())
      if (!isKept) throw new KeyTaken()
    },
    async release({ tenantId, userId, key }) {
      await store
        .forTenant(tenantId)
        .write((tx) =>
          tx
            .deleteFrom('idempotency_keys')
            .where('user_id', '=', userId)
            .where('key', '=', key)
            .where('answer', 'is', null)
            .execute(),
        )
    },
  }
}

/** Puts a claim or an answer under a key that has no answer yet. @returns whether it did. */
async function put(
  tx: Tx,
  { tenantId, userId, key, hash }: KeyedRequest,
  answer: KeptAnswer | null,
  at: Date,
  oldest: Date,
): Promise<boolean> {
  // Rows that another transaction is deleting are left to it: nobody waits for a sweep.
  await sql`
    DELETE FROM idempotency_keys WHERE (tenant_id, user_id, key) IN (
      SELECT tenant_id, user_id, key FROM idempotency_keys
      WHERE tenant_id = ${tenantId} AND created_at <= ${oldest}
      ORDER BY created_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(tx)
  const values = {
    request_hash: hash,
    status: answer?.status ?? null,
    answer: answer?.text ?? null,
    created_at: at,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: tenantId, user_id: userId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet(values)
        // An answer replaces the claim of its request; of two that claim, the second finds the first.
        .where((eb) =>
          eb.or([
            eb('idempotency_keys.created_at', '<=', oldest),
            ...(answer === null ? [] : [eb('idempotency_keys.answer', 'is', null)]),
          ]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
