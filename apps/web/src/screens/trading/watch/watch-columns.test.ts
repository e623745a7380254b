import { expect, test } from 'vitest'
import { columnsWithoutRoom } from '../../../ui/columns-with-room.ts'
import { columnsOf, leavingOf } from './watch-columns.ts'

const usual = ['symbol', 'lastPx', 'changePercent', 'bidPx', 'offerPx']
/** The columns of the usual watch that are drawn where there is room for so many characters. */
const drawnIn = (room: number, keys = usual) => {
  const columns = columnsOf(keys)
  const without = columnsWithoutRoom(columns, leavingOf(columns), room)
  return columns.map(({ key }) => key).filter((key) => !without.includes(key))
}

test.each<[what: string, room: number, drawn: string[]]>([
  ['room for all', 43, usual],
  ['a little less', 40, ['symbol', 'lastPx', 'bidPx', 'offerPx']],
  ['less still', 32, ['symbol', 'lastPx', 'bidPx']],
  ['hardly any', 20, ['symbol', 'lastPx']],
])('%s: a quote is left after input that is not one', (_what, room, drawn) => {
  expect(drawnIn(room)).toEqual(drawn)
})

test('of the other columns, the one chosen last is hidden first', () => {
  expect(drawnIn(50, [...usual, 'highPx', 'lowPx'])).toEqual(usual)
})
