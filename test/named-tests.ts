import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)

/** How documents name a test: `path` "title". */
export const testReference = /`([^`]+)` "([^"]+)"/g

/** The tests that a text of a document names and that do not exist, as it names them. */
export const missingTests = (text: string): string[] =>
  [...text.matchAll(testReference)]
    .filter(([, path = '', title = '']) => !isTest(path, title))
    .map(([named]) => named)

function isTest(path: string, title: string): boolean {
  const file = fileURLToPath(new URL(path, root))
  return /\.(test\.tsx?|e2e\.ts)$/.test(path) && existsSync(file) && runs(readFileSync(file, 'utf8'), title)
}

/** Whether the tests of a source have one of a title, or a row of that name in a table of tests. A file with skipped tests shows nothing. */
export function runs(source: string, title: string): boolean {
  // What differs from row to row says nothing by itself.
  const hasWords = /\p{L}{2}/u.test(title.replaceAll(/\$\{?[\w.]+\}?|%\w/g, ''))
  if (!hasWords || /\b(test|it|describe)(\.\w+)*\.(skip|todo)\b/.test(source)) return false
  const code = source.replaceAll(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '').replaceAll(/([([])\s+/g, '$1')
  return [...code.matchAll(titleOf(title))].some(([, before = '']) => before === '[' || isCall(before))
}

/** A title in quotes, with what opens it. */
const titleOf = (title: string): RegExp =>
  new RegExp(`(\\[|[\\w.]*\\(|\\)\\()(['"\`])${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\2`, 'g')

/** `test(` and the like, or the call of what `test.each(…)` returned. */
const isCall = (before: string): boolean => /^(test|it|describe)(\.\w+)*\($|^\)\($/.test(before)
