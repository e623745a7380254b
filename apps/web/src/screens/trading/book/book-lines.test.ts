import { type BookEntry, OrdStatus } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { bookLines } from './book-lines.ts'

const entry = (mdEntryID: string, mdEntryPx: number, mdEntrySize: number) =>
  ({ mdEntryID, mdEntryPx, mdEntrySize }) as BookEntry
const marks = (...own: string[]) => ({
  own: new Set(own),
  pending: new Map<string, OrdStatus>(),
  owners: new Map<string, string>(),
})
const side = [entry('a', 58.4, 100), entry('b', 58.4, 250), entry('c', 58.35, 50)]

test('by order: every order, its own marked, totals from the best price down', () => {
  expect(bookLines(side, 'order', marks('b'))).toEqual([
    { key: 'a', price: 58.4, quantity: 100, totalQuantity: 100, orders: 1, isOwn: false, users: [] },
    { key: 'b', price: 58.4, quantity: 250, totalQuantity: 350, orders: 1, isOwn: true, users: [] },
    { key: 'c', price: 58.35, quantity: 50, totalQuantity: 400, orders: 1, isOwn: false, users: [] },
  ])
})

test('by price: a level is marked as own if one of its orders is', () => {
  expect(bookLines(side, 'price', marks('b'))).toEqual([
    { key: '58.4', price: 58.4, quantity: 350, totalQuantity: 350, orders: 2, isOwn: true, users: [] },
    { key: '58.35', price: 58.35, quantity: 50, totalQuantity: 400, orders: 1, isOwn: false, users: [] },
  ])
})

test('of the first lines, a level is whole: its last order counts, those of the next level do not', () => {
  expect(bookLines(side, 'price', marks(), 1)).toMatchObject([{ price: 58.4, quantity: 350, orders: 2 }])
  expect(bookLines(side, 'order', marks(), 2).map(({ key }) => key)).toEqual(['a', 'b'])
})

test('the users of the firm behind entries, each once on a level; an entry of the firm is own', () => {
  const owners = new Map([
    ['a', 'ada'],
    ['b', 'ada'],
  ])
  expect(bookLines(side, 'price', { ...marks(), owners })).toMatchObject([
    { price: 58.4, isOwn: true, users: ['ada'] },
    { price: 58.35, isOwn: false, users: [] },
  ])
  expect(bookLines(side, 'order', { ...marks(), owners }).map(({ users }) => users)).toEqual([
    ['ada'],
    ['ada'],
    [],
  ])
})

test('an own order that waits for the exchange is marked with its state, and a level with that of the first', () => {
  const pending = new Map([
    ['a', OrdStatus.pendingReplace],
    ['b', OrdStatus.pendingCancel],
  ])
  const waiting = { ...marks('a', 'b'), pending }
  expect(bookLines(side, 'order', waiting).map(({ pendingAs }) => pendingAs)).toEqual([
    OrdStatus.pendingReplace,
    OrdStatus.pendingCancel,
    undefined,
  ])
  expect(bookLines(side, 'price', waiting).map(({ pendingAs }) => pendingAs)).toEqual([
    OrdStatus.pendingReplace,
    undefined,
  ])
})
