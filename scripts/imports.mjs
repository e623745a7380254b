import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { root } from './run.mjs'

/** The import rules of .dependency-cruiser.mjs, checked; prints what breaks one, and why it is there. */

const folders = ['packages', 'apps', 'test', 'bench', 'scripts']
const skipped = new Set(['node_modules', 'dist'])

/**
 * @param {string} folder
 * @returns {string[]}
 */
const sourcesIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesIn(path)
    return /[.](ts|tsx|mjs)$/.test(entry.name) ? [path] : []
  })

process.chdir(root)
const { output } = await cruise(folders, await extractOptions('./.dependency-cruiser.mjs'))
if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of its findings')

// Without a parser it understands, dependency-cruiser sees nothing and finds nothing wrong.
const seen = new Set(output.modules.map(({ source }) => source))
const unseen = folders.flatMap(sourcesIn).filter((path) => !seen.has(path))
for (const path of unseen) console.log(`not seen: ${path}`)

for (const { rule, from, to, cycle } of output.summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to
  const why = output.summary.ruleSetUsed?.forbidden?.find(({ name }) => name === rule.name)?.comment
  console.log(`${rule.name}: ${from} → ${path}\n  ${why}`)
}

const dependencies = output.modules.reduce((sum, module) => sum + module.dependencies.length, 0)
console.log(
  `${seen.size} modules, ${dependencies} imports, ${output.summary.violations.length} against a rule`,
)
process.exitCode = unseen.length + output.summary.violations.length > 0 ? 1 : 0
