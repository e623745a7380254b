import { expect, it } from 'vitest'
import { simulate } from './run.ts'

const SEEDS = 20
const STEPS = 100

it(`holds every invariant over ${SEEDS} seeds with an exchange on a slow line`, async () => {
  const did = new Map<string, number>()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { slowDid, failure } = await simulate(seed, STEPS, 'slow')
    expect(failure, `again: npm run sim -- --venue slow --seed ${seed} --steps ${STEPS}`).toBeUndefined()
    for (const [what, count] of Object.entries(slowDid ?? {})) did.set(what, (did.get(what) ?? 0) + count)
  }
  // A run in which little happened shows little.
  for (const [what, count] of did) expect(count, what).toBeGreaterThan(3)
  expect(did.size).toBe(16)
}, 60_000)

it('gives the same record for the same seed', async () => {
  const digestOf = async () => (await simulate(3, STEPS, 'slow')).digest
  const first = await digestOf()
  expect(first.length).toBeGreaterThan(1_000)
  expect(await digestOf()).toBe(first)
})
