import { globSync, readFileSync } from 'node:fs'
import { english } from '@tradebook/contract'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root.pathname })
  .filter((path) => !/\/words\/|\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))

const found = (pattern: RegExp): readonly string[] => [
  ...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, text = '']) => text))),
]

/** A template such as `Refusal.${name}.details` stands for every key of its form. */
const formOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/)
      .map((text) => text.replaceAll('.', '\\.'))
      .join('.+')}$`,
  )

test('every text has a place that shows it', () => {
  const literals = new Set(found(/['"`]([A-Z][\w.-]*)['"`]/g))
  // One that begins with a value must end with a word: `${direction}.Title`.
  const templates = found(/`((?:[A-Z]\w*\.(?:[\w.-]|\$\{[^}`]*\})*)|\$\{\w+\}\.[A-Z]\w*)`/g)
  const forms = templates.filter((template) => template.includes('${')).map(formOf)
  const unused = Object.keys(english).filter(
    (key) => !literals.has(key) && !forms.some((form) => form.test(key)),
  )
  expect(unused).toEqual([])
})
