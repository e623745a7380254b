import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsOf, groupsOnPage, openRows } from './groups.ts'

interface Row {
  readonly id: number
  readonly account: string
}

const t = ((key: string) => key) as never
const byAccount = { of: ({ account }: Row) => account, label: ({ account }: Row) => account }
const accounts = ['1', '2', '10', '11'] as const
const rows = fc.uniqueArray(fc.record({ id: fc.nat(), account: fc.constantFrom(...accounts) }), {
  selector: ({ id }) => id,
  maxLength: 60,
})
const closedOnes = fc.subarray([...accounts]).map((keys) => new Set<string>(keys))

test('every row is in the one group of its value, in the order it came in; groups are in the order of their labels', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const groups = groupsOf(all, byAccount, t)
      expect(groups.map(({ label }) => label)).toEqual(
        accounts.filter((account) => all.some((row) => row.account === account)),
      )
      for (const group of groups)
        expect(group.rows).toEqual(all.filter(({ account }) => account === group.key))
    }),
  )
})

test('the pages together hold every row of the open groups once, and every closed group once', () => {
  fc.assert(
    fc.property(rows, closedOnes, fc.integer({ min: 1, max: 10 }), (all, closed, size) => {
      const groups = groupsOf(all, byAccount, t)
      const total = openRows(groups, closed)
      const pages = Array.from({ length: Math.max(1, Math.ceil(total / size)) }, (_, at) =>
        groupsOnPage(groups, closed, size, at + 1),
      )
      const shown = pages.flat()
      expect(shown.flatMap((group) => group.shown)).toEqual(
        groups.flatMap((group) => (closed.has(group.key) ? [] : group.rows)),
      )
      for (const page of pages) expect(page.flatMap((group) => group.shown).length).toBeLessThanOrEqual(size)
      expect(shown.filter(({ isClosed }) => isClosed).map(({ key }) => key)).toEqual(
        groups.filter(({ key }) => closed.has(key)).map(({ key }) => key),
      )
      for (const group of shown) expect(group.rows).toEqual(groups.find(({ key }) => key === group.key)?.rows)
    }),
  )
})
