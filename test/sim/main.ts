import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { runExchangeDays } from './exchange-days.ts'
import { nothingReached, type Reached } from './reached.ts'

/**
 * npm run sim -- [--venue embedded|slow] [--seeds N] [--steps N] [--seed S]
 * npm run sim -- --exchange-days N [--seed S]
 *
 * Runs N seeds from S on, each of so many steps, on every processor. Prints every seed that fails,
 * and how to see it again. With `--exchange-days` it runs random trading days through the exchange and
 * the naive exchange instead.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '500' },
    venue: { type: 'string', default: 'embedded' },
    'exchange-days': { type: 'string' },
  },
})

const first = wholeNumber('seed', values.seed ?? '1')
const exchangeDays = values['exchange-days']
if (exchangeDays !== undefined)
  process.exit(Math.min(runExchangeDays(first, wholeNumber('exchange-days', exchangeDays)), 1))

// A seed that is named is one to look at.
const seeds = wholeNumber('seeds', values.seeds ?? (values.seed === undefined ? '100' : '1'))
const steps = wholeNumber('steps', values.steps)
const { venue } = values
if (venue !== 'embedded' && venue !== 'slow') {
  console.error(`--venue must be embedded or slow, not ${venue}`)
  process.exit(2)
}

/** How a seed went, from the worker that ran it. */
interface Outcome {
  readonly seed: number
  readonly reached: Reached
  readonly failure: { readonly step: number; readonly error: string } | undefined
}

const total = nothingReached()
let failures = 0
let done = 0
let next = first
await Promise.all(Array.from({ length: Math.min(seeds, availableParallelism()) }, runSeeds))

console.log(
  `seeds ${first} to ${first + seeds - 1}, ${steps} steps each: ` +
    Object.entries(total)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
)
console.log(`${seeds - failures} seeds held, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

/** One worker, until no seed is left. */
async function runSeeds(): Promise<void> {
  const worker = new Worker(new URL('worker.ts', import.meta.url))
  await new Promise<void>((resolve, reject) => {
    const sendNext = () => {
      if (next < first + seeds) worker.postMessage({ seed: next++, steps, venue })
      else resolve()
    }
    worker.on('error', reject)
    worker.on('message', (outcome: Outcome) => {
      count(outcome)
      sendNext()
    })
    sendNext()
  })
  await worker.terminate()
}

function count({ seed, reached, failure }: Outcome): void {
  for (const what of Object.keys(total) as (keyof Reached)[]) total[what] += reached[what]
  done += 1
  // A long run shows that it goes on.
  if (done % 100 === 0 && done < seeds) console.error(`${done} of ${seeds} seeds`)
  if (!failure) return
  failures += 1
  console.error(`seed ${seed}, step ${failure.step}: ${failure.error}`)
  console.error(`again: npm run sim -- --venue ${venue} --seed ${seed} --steps ${steps}\n`)
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) {
    console.error(`--${name} must be a whole number above zero, not ${text}`)
    process.exit(2)
  }
  return value
}
