import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookColumns, widthInDigits } from './book-columns.ts'
import type { BookLine } from './book-lines.ts'

const line = (over: Partial<BookLine> = {}): BookLine => ({
  key: '58.4',
  price: 58.4,
  quantity: 1_500,
  totalQuantity: 21_500,
  orders: 2,
  isOwn: false,
  pendingAs: undefined,
  users: [],
  ...over,
})
const keys = (by: 'order' | 'price', lines: readonly BookLine[], room: number, seesUsers = false) =>
  bookColumns({ by, seesUsers }, lines, room).map(({ key }) => key)

test('grouped by price, the orders of a level are a separate column, not part of its quantity', () => {
  const columns = bookColumns({ by: 'price', seesUsers: false }, [line()], 80)
  expect(columns.map(({ key, text }) => [key, text(line())])).toEqual([
    ['price', '58.40'],
    ['quantity', '1,500'],
    ['orders', '2'],
    ['total', '21,500'],
  ])
})

test('the book by order has no count column', () => {
  expect(keys('order', [line()], 80)).toEqual(['price', 'quantity', 'total'])
})

test('when space is short the count is hidden first, then the total; price and quantity stay', () => {
  expect(keys('price', [line()], 29)).toEqual(['price', 'quantity', 'orders', 'total'])
  expect(keys('price', [line()], 24)).toEqual(['price', 'quantity', 'total'])
  expect(keys('price', [line()], 15)).toEqual(['price', 'quantity'])
  expect(keys('price', [line()], 1)).toEqual(['price', 'quantity'])
})

test('the users are a column for anyone who may see them, whatever the orders, which goes before the total', () => {
  const named = line({ isOwn: true, users: ['ada', 'bolaji'] })
  expect(
    bookColumns({ by: 'order', seesUsers: true }, [line(), named], 80).map(({ text }) => text(named)),
  ).toEqual(['58.40', '1,500', '21,500', 'ada, bolaji'])
  for (const one of [line(), named]) {
    expect(keys('order', [one], 40, true)).toEqual(['price', 'quantity', 'total', 'users'])
    expect(keys('order', [one], 27, true)).toEqual(['price', 'quantity', 'total'])
    expect(keys('order', [one], 40)).toEqual(['price', 'quantity', 'total'])
  }
})

test('whatever the figures, the columns that are shown have room for them', () => {
  const lines = fc.array(
    fc.record({
      key: fc.string(),
      price: fc.double({ min: 0.01, max: 99_999, noNaN: true }),
      quantity: fc.integer({ min: 1, max: 1e9 }),
      totalQuantity: fc.integer({ min: 1, max: 1e11 }),
      orders: fc.integer({ min: 1, max: 5_000 }),
      isOwn: fc.boolean(),
      pendingAs: fc.constant(undefined),
      users: fc.array(fc.constantFrom('ada', 'bolaji')),
    }),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(lines, fc.integer({ min: 10, max: 80 }), (shown, room) => {
      const columns = bookColumns({ by: 'price', seesUsers: true }, shown, room)
      for (const { key, text, width } of columns) {
        // Names are cut where they are long.
        if (key === 'users') continue
        for (const item of shown) expect(widthInDigits(text(item))).toBeLessThan(width)
      }
      const taken = columns.reduce((sum, { width }) => sum + width, 0)
      if (columns.length > 2) expect(taken).toBeLessThanOrEqual(room)
    }),
  )
})
