import { readFileSync } from 'node:fs'
import { calls, hubEvents, permissionNames } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { missingTests, testReference } from './named-tests.ts'

const root = new URL('../', import.meta.url)
const text = readFileSync(new URL('docs/coverage.md', root), 'utf8')

const [, ofSpecification = ''] = /^# The specification$([\s\S]*)^# Beyond/m.exec(text) ?? []

/** Every row of every table of a text: what is promised, and what shows it. */
const rowsOf = (part: string) =>
  part
    .split('\n')
    .map((line) => /^\| (.+) \| (.+) \|$/.exec(line))
    .filter((row) => row !== null)
    .map(([, what = '', shownBy = '']) => ({ what, shownBy }))
    .filter(({ shownBy }) => shownBy !== 'Shown by')

const rows = rowsOf(text)

describe('docs/coverage.md', () => {
  test('names only tests that exist', () => {
    expect(rows.flatMap(({ shownBy }) => missingTests(shownBy))).toEqual([])
  })

  test('has a dash, or tests by file and title, in every row', () => {
    const unclear = rows.filter(
      ({ shownBy }) => shownBy !== '—' && shownBy.replace(testReference, '').replace(/[,\s]/g, '') !== '',
    )
    expect(unclear).toEqual([])
  })

  test('names a test in every row of the specification, and says how many rows there are', () => {
    const specified = rowsOf(ofSpecification)
    expect(specified.filter(({ shownBy }) => shownBy === '—')).toEqual([])
    expect(text).toContain(`${specified.length} of ${specified.length} rows`)
  })

  test('has a row for every call, event and permission of the contract', () => {
    const named = new Set(rows.map(({ what }) => what))
    const owed = [...Object.keys(calls), ...Object.keys(hubEvents), ...permissionNames]
    expect(owed.filter((name) => !named.has(`\`${name}\``))).toEqual([])
  })
})
