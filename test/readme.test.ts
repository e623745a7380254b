import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configTable } from '../apps/server/src/config.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

test('the README has the very table of configuration that the server reads', () => {
  const [, table] =
    /\n\| Variable \| Default \| Meaning \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(readme) ?? []
  const rows = configTable.map(
    ({ name, fallback, about }) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${about} |\n`,
  )
  expect(table).toBe(rows.join(''))
})

test('the README names every command there is', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const owed = Object.keys(scripts).filter(
    (name) => !readme.includes(`\`npm ${name}\``) && !readme.includes(`\`npm run ${name}\``),
  )
  expect(owed).toEqual([])
})
