import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Every bench, each in a process of its own so that none warms up another: `npm run bench -- orders`.
 * What follows the first option is the bench's own: `npm run bench -- page --seconds 20`.
 */
const benches = [
  'engine',
  'engine-depth',
  'orders',
  'nodes',
  'fanout',
  'paused',
  'page',
  'page-load',
  'lists',
  'portfolio',
  'audit',
  'sign-in',
  'fix',
]

/**
 * Those of the matching, which is measured as it runs from the second start of the server on, when the modules
 * come compiled (decision 096): a process loads them before, and ends.
 */
const loadedBefore = ['engine', 'engine-depth']

const words = process.argv.slice(2)
const firstOption = words.findIndex((word) => word.startsWith('--'))
const asked = firstOption < 0 ? words : words.slice(0, firstOption)
const options = words.slice(asked.length)
for (const name of asked.length > 0 ? asked : benches) {
  if (!benches.includes(name)) throw new RangeError(`no bench is called ${name}: ${benches.join(', ')}`)
  console.log(`\n— ${name} —`)
  if (loadedBefore.includes(name)) await run(name, ['--load'])
  const code = await run(name, options)
  if (code !== 0) process.exitCode = 1
}

/** @returns how the process of a bench ended. */
async function run(name: string, args: readonly string[]): Promise<number | null> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const [code] = await once(spawn(process.execPath, [file, ...args], { stdio: 'inherit' }), 'exit')
  return code
}
