import { typedLines } from '@tradebook/contract/schemas/order'
import { expect, test } from 'vitest'
import { linesOf } from './typed-lines.ts'

test.each([
  ['MSL000001 500', [['MSL000001', 500]]],
  [
    'MSL000001\t5,000\nMSL000002\t1,250\n',
    [
      ['MSL000001', 5_000],
      ['MSL000002', 1_250],
    ],
  ],
  [
    'MSL000001, 500\r\n\r\nMSL000002; 7',
    [
      ['MSL000001', 500],
      ['MSL000002', 7],
    ],
  ],
  ['0000000012 30', [['0000000012', 30]]],
])('%j is read', (typed, lines) => {
  expect(typedLines.safeParse(typed).success).toBe(true)
  expect(linesOf(typed).map(({ account, quantity }) => [account, quantity])).toEqual(lines)
})

test.each([
  [''],
  ['MSL000001'],
  ['MSL000001 five'],
  ['MSL000001 1.5'],
  ['MSL000001 1,5'],
  ['MSL000001 1,,0'],
  ['MSL000001,1,5'],
  ['MSL000001 5 6\nMSL000002'],
])('%j is refused', (typed) => {
  expect(typedLines.safeParse(typed).success).toBe(false)
})
