import { availableParallelism } from 'node:os'
import { finished, start } from './run.mjs'

/** Several checkers each build their own types: one takes a third of the processor time and half the memory of four. */
const ONE_CHECKER = ['--checkers', '1']

/** @type {[what: string, command: string, args: string[]][]} */
const checks = [
  ['types: server, packages, tests', 'tsc', ['-p', 'tsconfig.node.json', ...ONE_CHECKER]],
  ['types: pure packages know no platform', 'tsc', ['-p', 'tsconfig.pure.json', ...ONE_CHECKER]],
  ['types: page', 'tsc', ['-p', 'tsconfig.web.json', ...ONE_CHECKER]],
  ['format and lint', 'biome', ['ci', '--colors=off', '--error-on-warnings', '.']],
  ['imports', 'node', ['scripts/imports.mjs']],
  ['wording', 'node', ['scripts/wording.mjs']],
  [
    'architecture, coverage table, README, security',
    'vitest',
    [
      'run',
      '--project',
      'unit',
      ...['architecture', 'coverage', 'readme', 'security'].map((name) => `test/${name}.test.ts`),
    ],
  ],
]

/**
 * Runs every check, whether or not another failed, as many at once as there are processors.
 * @returns {Promise<number>} the exit code
 */
export async function check() {
  const waiting = checks.values()
  let failed = 0
  const work = async () => {
    for (const [what, command, args] of waiting) {
      const started = performance.now()
      const { code, output } = await finished(start(command, args, { stdio: 'pipe' }))
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${what} (${seconds} s)`)
      if (code !== 0) {
        failed += 1
        console.log(output)
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed === 0 ? 0 : 1
}
