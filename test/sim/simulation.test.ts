import { expect, it } from 'vitest'
import { type Reached, Simulation, simulate } from './simulation.ts'

const SEEDS = 200
const STEPS = 200

it(`holds every invariant over ${SEEDS} seeds of ${STEPS} steps`, () => {
  const total: Reached = { commands: 0, refused: 0, trades: 0, crashes: 0, lostBatches: 0, days: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { simulation, failure } = simulate(seed, STEPS)
    expect(failure, `again: npm run sim -- --seed ${seed} --steps ${STEPS}`).toBeUndefined()
    for (const what of Object.keys(total) as (keyof Reached)[]) total[what] += simulation.reached[what]
  }
  // A run in which little happened shows little.
  expect(total.refused).toBeGreaterThan(1_000)
  expect(total.trades).toBeGreaterThan(1_000)
  expect(total.lostBatches).toBeGreaterThan(100)
  expect(total.days).toBeGreaterThan(100)
}, 120_000)

it('gives the same journal, orders and ledgers for the same seed, and others for another', () => {
  const digestOf = (seed: number) => simulate(seed, STEPS).simulation.digest()
  expect(digestOf(7)).toBe(digestOf(7))
  expect(digestOf(7)).not.toBe(digestOf(8))
})

it('sees a single kobo that came from nowhere', () => {
  const simulation = new Simulation(1)
  for (let step = 0; step < 50; step++) simulation.step()
  expect(() => simulation.conjure()).toThrow('was brought in')
})
