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
  if (!existsSync(file)) return false
  // The name of a test, or of a row in a table of tests.
  const source = readFileSync(file, 'utf8').replace(/([([])\s+/g, '$1')
  return ['(', '['].some((open) =>
    ["'", '"', '`'].some((quote) => source.includes(`${open}${quote}${title}${quote}`)),
  )
}
