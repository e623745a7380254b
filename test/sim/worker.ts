import { parentPort } from 'node:worker_threads'
import { simulate } from './run.ts'
import type { SimulatedVenue } from './simulation.ts'

/** Runs each seed it is sent, and sends back how it went. */
parentPort?.on(
  'message',
  async ({ seed, steps, venue }: { seed: number; steps: number; venue: SimulatedVenue }) => {
    const { reached, failure } = await simulate(seed, steps, venue)
    parentPort?.postMessage({ seed, reached, failure: failure && { ...failure, error: failure.error.stack } })
  },
)
