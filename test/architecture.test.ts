import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const map = readFileSync(`${root}docs/ARCHITECTURE.md`, 'utf8')

/** The folders that have a row, each with its sentence. */
const described = new Map(
  [...map.matchAll(/^\| `((?:apps|packages)\/[\w./-]+)` \| ([^|]+) \|/gm)].map(
    ([, folder = '', text = '']) => [folder, text],
  ),
)

/** The folders with code, tests or migrations: a language of the words is data of one folder. */
const folders = new Set(
  globSync(['packages/*/{src,oracle}/**/*.{ts,tsx,sql}', 'apps/*/src/**/*.{ts,tsx,sql,svg}'], { cwd: root })
    .map((file) => dirname(file))
    .filter((folder) => !/^packages\/contract\/src\/words\//.test(folder)),
)

test('every folder has a sentence in docs/ARCHITECTURE.md', () => {
  const packages = globSync('packages/*', { cwd: root })
  expect([...packages, ...folders].filter((folder) => !described.has(folder)).sort()).toEqual([])
})

test('docs/ARCHITECTURE.md describes no folder that is not there', () => {
  const there = new Set([...folders, ...[...folders].map((folder) => dirname(folder))])
  expect([...described.keys()].filter((folder) => !there.has(folder))).toEqual([])
})

test.each([...described])('%s: one sentence says what belongs there and what does not', (_, text) => {
  // Decision numbers and file names have dots of their own.
  const words = text.replaceAll(/\(\[\d+\]\([^)]+\)\)|`[^`]+`/g, '')
  expect(words).toMatch(/^[A-Z][^.]*[.]$/)
  expect(words).toMatch(/\b(no|not|nothing)\b/)
})
