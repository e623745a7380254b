import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls, hubEvents, permissionNames } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('docs/coverage.md', root), 'utf8')

/** Every row of every table: what is asked, and what shows it. */
const rows = text
  .split('\n')
  .map((line) => /^\| (.+) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, what = '', shownBy = '']) => ({ what, shownBy }))
  .filter(({ shownBy }) => shownBy !== 'Shown by')

/** `path` "title"; a row may name several. */
const reference = /`([^`]+)` "([^"]+)"/g

describe('docs/coverage.md', () => {
  test('names only tests that exist', () => {
    const missing = rows.flatMap(({ shownBy }) =>
      [...shownBy.matchAll(reference)]
        .filter(([, path = '', title = '']) => !isTest(path, title))
        .map(([named]) => named),
    )
    expect(missing).toEqual([])
  })

  test('has a dash, or tests by file and title, in every row', () => {
    const unclear = rows.filter(
      ({ shownBy }) => shownBy !== '—' && shownBy.replace(reference, '').replace(/[,\s]/g, '') !== '',
    )
    expect(unclear).toEqual([])
  })

  test('has a row for every call, event and permission of the contract', () => {
    const named = new Set(rows.map(({ what }) => what))
    const owed = [...Object.keys(calls), ...Object.keys(hubEvents), ...permissionNames]
    expect(owed.filter((name) => !named.has(`\`${name}\``))).toEqual([])
  })
})

function isTest(path: string, title: string): boolean {
  const file = fileURLToPath(new URL(path, root))
  if (!existsSync(file)) return false
  // The name of a test, or of a row in a table of tests.
  const source = readFileSync(file, 'utf8').replace(/([([])\s+/g, '$1')
  return ['(', '['].some((open) =>
    ["'", '"', '`'].some((quote) => source.includes(`${open}${quote}${title}${quote}`)),
  )
}
