import { expect, it } from 'vitest'
import { nothingReached, type Reached } from './reached.ts'
import { simulate } from './run.ts'
import { Simulation } from './simulation.ts'

const SEEDS = 40
const STEPS = 150

it(`holds every invariant over ${SEEDS} seeds of ${STEPS} steps`, async () => {
  const total = nothingReached()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { reached, failure } = await simulate(seed, STEPS)
    expect(failure, `again: npm run sim -- --seed ${seed} --steps ${STEPS}`).toBeUndefined()
    for (const what of Object.keys(total) as (keyof Reached)[]) total[what] += reached[what]
  }
  // A run in which little happened shows little.
  for (const what of Object.keys(total) as (keyof Reached)[]) expect(total[what], what).toBeGreaterThan(5)
}, 120_000)

it('gives the same record for the same seed, and another for another', async () => {
  const digestOf = async (seed: number) => (await simulate(seed, STEPS)).digest
  const [first, again, other] = [await digestOf(7), await digestOf(7), await digestOf(8)]
  expect(first.length).toBeGreaterThan(1_000)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('sees a single kobo that came from nowhere', async () => {
  const simulation = await Simulation.begin(1)
  expect(() => simulation.conjure()).toThrow('was brought in')
})
