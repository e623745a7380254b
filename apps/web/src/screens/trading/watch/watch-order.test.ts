import type { Statistics } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { watchOrder } from './watch-order.ts'

const row = (symbol: string, lastPx: number | null, securityDesc = '') =>
  ({ securityID: symbol, symbol, lastPx, securityDesc, sector: 'Services' }) as Statistics

const rows = [row('MTNN', 245), row('GTCO', 58.4), row('NEVER', null), row('UBA', 34), row('ACCESSCORP', 34)]
const everything = {
  search: '',
  isListed: () => true,
  sortBy: (item: Statistics) => item.lastPx,
  descending: false,
}

test('by value, equals by symbol, the untraded last', () => {
  expect(watchOrder(rows, everything).listed).toEqual(['ACCESSCORP', 'UBA', 'GTCO', 'MTNN', 'NEVER'])
})

test('in descending order, too, untraded securities come last', () => {
  expect(watchOrder(rows, { ...everything, descending: true }).listed).toEqual([
    'MTNN',
    'GTCO',
    'ACCESSCORP',
    'UBA',
    'NEVER',
  ])
})

test('a symbol is before names that contain it, whatever the sorting', () => {
  const banks = [
    row('ZENITHBANK', 48, 'ZENITH BANK'),
    row('UBA', 34, 'UNITED BANK'),
    row('BANK', 1, 'A BANK'),
  ]
  expect(watchOrder(banks, { ...everything, search: ' bank', descending: true }).listed).toEqual([
    'BANK',
    'ZENITHBANK',
    'UBA',
  ])
})

const isListed = ({ symbol }: Statistics) => symbol === 'UBA'

test('only what is on the list', () => {
  expect(watchOrder(rows, { ...everything, isListed })).toEqual({ listed: ['UBA'], outside: [] })
})

test('a search finds every security, those of the list first', () => {
  const search = { ...everything, isListed, search: 'services' }
  expect(watchOrder(rows, search)).toEqual({
    listed: ['UBA'],
    outside: ['ACCESSCORP', 'GTCO', 'MTNN', 'NEVER'],
  })
  expect(watchOrder(rows, { ...search, search: 'gtco' })).toEqual({ listed: [], outside: ['GTCO'] })
})
