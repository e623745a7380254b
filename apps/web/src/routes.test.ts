import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screens } from './routes.ts'

test('every screen is loaded on demand, as a chunk with a name', () => {
  const source = readFileSync(new URL('./routes.ts', import.meta.url), 'utf8')
  expect(source).not.toMatch(/^import [^\n]*'\.\/screens\//m)
  expect(source.match(/import\(\s*\/\* webpackChunkName: "[\w-]+" \*\//g)).toHaveLength(screens.length)
})
