import { sql } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import type { Scope, Tx } from './store.ts'

/**
 * Begins works while a transaction of its own holds locks, each when all before it wait for one; the locks are given
 * up when the last waits, too. So the works go on in the order in which they are named.
 */
export async function inOrderBehind<Works extends readonly (() => Promise<unknown>)[]>(
  scope: Scope,
  lock: (tx: Tx) => Promise<unknown>,
  works: Works,
): Promise<{ readonly [At in keyof Works]: Awaited<ReturnType<Works[At]>> }> {
  const begun: Promise<unknown>[] = []
  await scope.write(async (tx) => {
    await lock(tx)
    for (const work of works) {
      begun.push(work())
      await eventually(async () => expect(await waiting(scope)).toBe(begun.length))
    }
  })
  return (await Promise.all(begun)) as never
}

/** How many transactions of the database wait for a lock. */
async function waiting(scope: Scope): Promise<number> {
  const { rows } = await scope.read((tx) =>
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`.execute(tx),
  )
  return rows[0]?.count ?? 0
}
