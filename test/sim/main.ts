import { parseArgs } from 'node:util'
import { type Reached, simulate } from './simulation.ts'

/**
 * npm run sim -- [--seeds N] [--steps N] [--seed S]
 *
 * Runs N seeds from S on, each of so many steps. Prints every seed that fails, and how to see it again.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '500' },
  },
})

const seed = wholeNumber('seed', values.seed ?? '1')
// A seed that is named is one to look at.
const seeds = wholeNumber('seeds', values.seeds ?? (values.seed === undefined ? '100' : '1'))
const steps = wholeNumber('steps', values.steps)

const total: Reached = { commands: 0, refused: 0, trades: 0, crashes: 0, lostBatches: 0, days: 0 }
let failures = 0
for (let each = seed; each < seed + seeds; each++) {
  const { simulation, failure } = simulate(each, steps)
  for (const what of Object.keys(total) as (keyof Reached)[]) total[what] += simulation.reached[what]
  if (!failure) continue
  failures += 1
  console.error(`seed ${each}, step ${failure.step}: ${failure.error.stack}`)
  console.error(`again: npm run sim -- --seed ${each} --steps ${steps}\n`)
}

const { commands, refused, trades, crashes, lostBatches, days } = total
console.log(
  `seeds ${seed} to ${seed + seeds - 1}, ${steps} steps each: ${commands} commands (${refused} refused), ` +
    `${trades} trades, ${crashes} crashes (${lostBatches} lost a batch), ${days} new days`,
)
console.log(`${seeds - failures} seeds held, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) {
    console.error(`--${name} must be a whole number above zero, not ${text}`)
    process.exit(2)
  }
  return value
}
