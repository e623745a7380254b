import { expect, test } from 'vitest'
import { runs } from './named-tests.ts'

test.each([
  ["test('a title', () => 0)", true],
  ["describe('a title', () => 0)", true],
  ["test.concurrent(\n  'a title',\n () => 0)", true],
  ["test.each(rows)('a title', () => 0)", true],
  ["test.each([['a title', 1]])('%s', () => 0)", true],
  ["test('another title', () => 0)", false],
  ["// test('a title', () => 0)", false],
  ["/* \n test('a title', () => 0) */", false],
  ["test.skip('a title', () => 0)", false],
  ["test.todo('a title')", false],
  ["describe.skip('rows', () => { test('a title', () => 0) })", false],
  ["shown('a title')", false],
])('a title counts as that of a running test in %j: %j', (source, isOne) => {
  expect(runs(source, 'a title')).toBe(isOne)
})

test.each(['%s', '%d: %s', '$name', '—'])('%j without a title names no test', (title) => {
  expect(runs(`test('${title}', () => 0)`, title)).toBe(false)
})
