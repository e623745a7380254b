import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from './local-list.ts'

const rows = fc.uniqueArray(fc.record({ id: fc.nat(), isOpen: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 60,
})

test('pages hold every row once, open ones first, each page in the order of the rows', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 10 }), (all, size) => {
      const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        pageOf(all, size, at + 1, ({ isOpen }) => isOpen),
      )
      expect(new Set(pages.flat())).toEqual(new Set(all))
      expect(pages.flat()).toHaveLength(all.length)
      for (const page of pages) {
        const places = page.map((row) => all.indexOf(row))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }
      const open = pages.map((page) => page.filter(({ isOpen }) => isOpen).length)
      const firstMixed = pages.findIndex((page, at) => (open[at] ?? 0) < page.length)
      if (firstMixed >= 0) expect(open.slice(firstMixed + 1).every((count) => count === 0)).toBe(true)
    }),
  )
})
