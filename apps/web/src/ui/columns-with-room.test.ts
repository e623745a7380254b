import { expect, test } from 'vitest'
import { columnsWithoutRoom } from './columns-with-room.ts'

const columns = [
  { key: 'symbol', characters: 12 },
  { key: 'price', characters: 8 },
  { key: 'account', characters: 18 },
  { key: 'reason', characters: 20 },
]
const leaving = ['account', 'reason', 'never shown']

test.each([
  [Number.POSITIVE_INFINITY, []],
  [58, []],
  [57, ['account']],
  [40, ['account']],
  [39, ['account', 'reason']],
  // A figure is never cut by leaving out what identifies it.
  [5, ['account', 'reason']],
])('with room for %s characters %j is left out', (room, left) => {
  expect(columnsWithoutRoom(columns, leaving, room)).toEqual(left)
})
