import type { StockOrder } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { EVERYTHING, filterOrders, type OrderFilter } from './order-filter.ts'

const order = (id: string, securityID: string, side: '1' | '2', ordStatus: string, cumQty: number) =>
  ({ id, securityID, side, ordStatus, cumQty }) as StockOrder
const orders = [
  order('resting', 'GTCO', '1', '0', 0),
  order('part', 'GTCO', '2', '1', 10),
  order('filled', 'MTNN', '1', '2', 20),
  order('part then cancelled', 'MTNN', '2', '4', 5),
  order('refused', 'GTCO', '1', '8', 0),
]

test.each<[Partial<OrderFilter>, string[]]>([
  [{}, ['resting', 'part', 'filled', 'part then cancelled', 'refused']],
  [{ standing: 'open' }, ['resting', 'part']],
  [{ standing: 'filled' }, ['part', 'filled', 'part then cancelled']],
  [{ standing: 'ended' }, ['part then cancelled', 'refused']],
  [{ side: '1', onlySelected: true }, ['resting', 'refused']],
  [{ standing: 'open', side: '2' }, ['part']],
])('%o keeps %o', (chips, kept) => {
  expect(filterOrders(orders, { ...EVERYTHING, ...chips }, 'GTCO').map(({ id }) => id)).toEqual(kept)
})
