import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')
const sheets = globSync('**/*.module.css', { cwd: sources })

const camel = (name: string) => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
const namesIn = (sheet: string, pattern: RegExp) =>
  [...readFileSync(join(sources, sheet), 'utf8').matchAll(pattern)].map(([, name = '']) => camel(name))

test.each(sheets)(
  'no animation in %s is exported under the name of a class, which would lose its style',
  (sheet) => {
    const classes = new Set(namesIn(sheet, /\.([a-z][\w-]*)/gi))
    const animations = namesIn(sheet, /@keyframes ([\w-]+)/g)
    expect(animations.filter((name) => classes.has(name))).toEqual([])
  },
)
