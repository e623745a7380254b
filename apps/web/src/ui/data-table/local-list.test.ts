import { orderList, type StockOrder } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readListState } from './list-state.ts'
import { type Filter, listView } from './list-view.ts'
import { localList, rowsOnPage } from './local-list.ts'

const rows = fc.uniqueArray(fc.record({ id: fc.nat(), isOpen: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 60,
})

test('pages hold every row once, open ones first, each page in the order of the rows', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 10 }), (all, size) => {
      const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        rowsOnPage(all, size, at + 1, ({ isOpen }) => isOpen),
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

const standing: Filter = {
  key: 'standing',
  title: 'Trading.Filter.Standing',
  kind: 'choice',
  options: [{ value: 'open', title: 'Trading.Filter.open' }],
  input: () => ({ leavesQtyFrom: 1 }),
}
const view = listView<StockOrder, typeof orderList.columns>({
  key: 'orders',
  title: 'Trading.Orders',
  of: orderList,
  rowKey: ({ id }) => id,
  pageSize: 2,
  columns: [{ key: 'orderQty', characters: 8 }],
  filters: [standing],
  leaving: [],
  card: [['orderQty']],
  empty: { title: 'Trading.Orders.None', details: 'Trading.Orders.None.details' },
})

test('a sorting holds over all pages, whatever is first without one', () => {
  const orders = [4, 3, 2, 1].map((orderQty) => ({ id: `${orderQty}`, orderQty }) as StockOrder)
  const isFirst = ({ id }: StockOrder) => id === '1'
  const shown = (sorting?: readonly { by: string; descending: boolean }[]) =>
    localList(view, orders, { page: 1, sorting, filters: {} }, isFirst).rows?.map(({ id }) => id)
  expect(shown()).toEqual(['4', '1'])
  expect(shown([{ by: 'orderQty', descending: true }])).toEqual(['4', '3'])
})

test('a word in the address that is not a choice of the filter filters nothing', () => {
  const filtersOf = (word: string) =>
    readListState(view, new URLSearchParams(`orders.standing=${word}`)).filters
  expect(filtersOf('open')).toEqual({ standing: 'open' })
  expect(filtersOf('pending')).toEqual({})
})

test('a filter lets those pass that the server would be asked for', () => {
  const orders = [0, 7].map((leavesQty) => ({ id: `${leavesQty}`, leavesQty }) as StockOrder)
  const { rows, total, hidden } = localList(view, orders, { page: 1, filters: { standing: 'open' } })
  expect([rows?.map(({ id }) => id), total, hidden]).toEqual([['7'], 1, 1])
})
