import { nothingReached, type Reached } from './reached.ts'
import { type SimulatedVenue, Simulation } from './simulation.ts'
import type { SlowVenue } from './slow-venue.ts'

export interface Failure {
  readonly seed: number
  readonly step: number
  readonly error: Error
}

export interface Run {
  readonly reached: Reached
  readonly digest: string
  /** What the exchange on a line did, where there is one. */
  readonly slowDid?: SlowVenue['did'] | undefined
  readonly failure: Failure | undefined
}

/** Runs one seed to its end or to the first thing that is wrong. */
export async function simulate(
  seed: number,
  steps: number,
  venue: SimulatedVenue = 'embedded',
): Promise<Run> {
  let step = 0
  let simulation: Simulation | undefined
  try {
    simulation = await Simulation.begin(seed, venue)
    for (; step < steps; step++) await simulation.step()
    await simulation.finish()
    return {
      reached: simulation.reached,
      digest: simulation.digest(),
      slowDid: simulation.slowDid,
      failure: undefined,
    }
  } catch (error) {
    const failure = { seed, step, error: error instanceof Error ? error : new Error(String(error)) }
    return { reached: simulation?.reached ?? nothingReached(), digest: '', failure }
  }
}
