import { nothingReached, type Reached } from './reached.ts'
import { Simulation } from './simulation.ts'

export interface Failure {
  readonly seed: number
  readonly step: number
  readonly error: Error
}

export interface Run {
  readonly reached: Reached
  readonly digest: string
  readonly failure: Failure | undefined
}

/** Runs one seed to its end or to the first thing that is wrong. */
export async function simulate(seed: number, steps: number): Promise<Run> {
  let step = 0
  let simulation: Simulation | undefined
  try {
    simulation = await Simulation.begin(seed)
    for (; step < steps; step++) await simulation.step()
    await simulation.finish()
    return { reached: simulation.reached, digest: simulation.digest(), failure: undefined }
  } catch (error) {
    const failure = { seed, step, error: error instanceof Error ? error : new Error(String(error)) }
    return { reached: simulation?.reached ?? nothingReached(), digest: '', failure }
  }
}
