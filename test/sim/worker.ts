import { parentPort } from 'node:worker_threads'
import { simulate } from './run.ts'

/** Runs each seed it is sent, and sends back how it went. */
parentPort?.on('message', async ({ seed, steps }: { seed: number; steps: number }) => {
  const { reached, failure } = await simulate(seed, steps)
  parentPort?.postMessage({ seed, reached, failure: failure && { ...failure, error: failure.error.stack } })
})
