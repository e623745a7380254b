import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Every bench, each in a process of its own so that none warms up another: `npm run bench -- orders`. */
const benches = ['engine', 'orders', 'fanout']

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : benches) {
  if (!benches.includes(name)) throw new RangeError(`no bench is called ${name}: ${benches.join(', ')}`)
  console.log(`\n— ${name} —`)
  const bench = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  })
  const [code] = await once(bench, 'exit')
  if (code !== 0) process.exitCode = 1
}
