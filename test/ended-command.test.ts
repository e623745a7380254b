import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const run = JSON.stringify(fileURLToPath(new URL('../scripts/run.mjs', import.meta.url)))
/** Goes on for ever; says its number. */
const goesOn = `setInterval(() => {}, 60_000); console.log(process.pid)`
/** Does, too, when it is told to end, as npm does for long while it installs. */
const heedless = `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); ${goesOn}`
/** Waits for a process, and lets it say its number. */
const waitsFor = (script: string, options = {}) => `
  import { spawn } from 'node:child_process'
  import { finished } from ${run}
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(process.stdout)
  await finished(child, ${JSON.stringify(options)}).catch((error) => console.log(error.message))`
/** Starts the same and passes nothing on, as the shell by which npm runs its scripts. */
const shell = `
  import { spawn } from 'node:child_process'
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(waitsFor(goesOn))}], { stdio: 'inherit' })`

/** Starts it. @returns it, the process for which is waited, and all that is printed until the last of them has ended. */
async function started(
  script: string,
): Promise<{ starter: ChildProcess; pid: number; printed: Promise<string> }> {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  starter.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const printed = once(starter.stdout, 'close').then(() => said.join(''))
  await once(starter.stdout, 'data')
  const pid = Number.parseInt(said.join(''), 10)
  onTestFinished(() => {
    if (isThere(pid)) process.kill(pid, 'SIGKILL')
  })
  return { starter, pid, printed }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const kinds = {
  'as others': { script: goesOn, options: {} },
  'that heeds no signal': { script: heedless, options: { atOnce: true } },
}

test.each([
  ['as others', 'SIGTERM'],
  ['as others', 'SIGINT'],
  ['as others', 'SIGHUP'],
  ['that heeds no signal', 'SIGTERM'],
  ['that heeds no signal', 'SIGINT'],
] as const)('a process %s ends with the process that waits for it: %s', async (kind, signal) => {
  const { script, options } = kinds[kind]
  const { starter, pid, printed } = await started(waitsFor(script, options))
  expect(isThere(pid)).toBe(true)
  starter.kill(signal)
  expect(await printed).toContain('Ended before it was done.')
  expect(isThere(pid)).toBe(false)
})

test('it ends, too, where a shell between them ended and passed nothing on', async () => {
  const { starter, pid, printed } = await started(shell)
  starter.kill('SIGKILL')
  expect(await printed).toContain('Ended before it was done.')
  expect(isThere(pid)).toBe(false)
})
