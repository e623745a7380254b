import type { StockOrder } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { columnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { localList } from '../../../ui/data-table/local-list.ts'
import { orderView } from './order-view.tsx'

const order = (id: string, securityID: string, side: '1' | '2', ordStatus: string, cumQty: number) =>
  ({ id, securityID, side, ordStatus, cumQty }) as StockOrder
const orders = [
  order('resting', 'GTCO', '1', '0', 0),
  order('part', 'GTCO', '2', '1', 10),
  order('filled', 'MTNN', '1', '2', 20),
  order('part then cancelled', 'MTNN', '2', '4', 5),
  order('refused', 'GTCO', '1', '8', 0),
]

const view = orderView({ selected: 'GTCO', seesOthers: false, areOfSeveral: false, onAsk: () => {} })

test.each<[Readonly<Record<string, string>>, string[]]>([
  [{}, ['resting', 'part', 'filled', 'part then cancelled', 'refused']],
  [{ standing: 'open' }, ['resting', 'part']],
  [{ standing: 'filled' }, ['part', 'filled', 'part then cancelled']],
  [{ standing: 'ended' }, ['part then cancelled', 'refused']],
  [{ side: '1', selected: '1' }, ['resting', 'refused']],
  [{ standing: 'open', side: '2' }, ['part']],
])('%o keeps %o', (filters, kept) => {
  const { passing } = localList(view, orders, { page: 1, filters })
  expect(passing.map(({ id }) => id)).toEqual(kept)
})

test.each([
  ['sees the orders of others', true, false],
  ['trades for several accounts', false, true],
])('a user who %s sees the owner of an order at every width of the list', (_, seesOthers, areOfSeveral) => {
  const { columns, leaving } = orderView({ selected: 'GTCO', seesOthers, areOfSeveral, onAsk: () => {} })
  const usual = columns.filter(({ isExtra }) => !isExtra)
  // So many characters are seen whole at 1024 pixels.
  expect(columnsWithoutRoom(usual, leaving, 70)).toEqual(['avgPx', 'creationTime', 'terms'])
})
