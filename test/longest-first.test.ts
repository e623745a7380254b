import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longest, longestFirst } from './longest-first.ts'

test('of each project the longest files begin first, the others in their order', () => {
  const [kill = '', canaries = ''] = longest
  const files = [
    { path: 'test/e2e/b.e2e.ts', project: 'e2e' },
    { path: 'test/e2e/a.e2e.ts', project: 'e2e' },
    { path: 'test/wire/b.test.ts', project: 'system' },
    { path: canaries, project: 'system' },
    { path: 'test/wire/a.test.ts', project: 'system' },
    { path: kill, project: 'system' },
  ]
  expect(longestFirst(files).map(({ path }) => path)).toEqual([
    'test/e2e/b.e2e.ts',
    'test/e2e/a.e2e.ts',
    kill,
    canaries,
    'test/wire/b.test.ts',
    'test/wire/a.test.ts',
  ])
})

test('every file listed as slow exists', () => {
  expect(longest.filter((path) => !existsSync(path))).toEqual([])
})
