import { expect, test } from 'vitest'
import { sizeOfBatch } from './intake.ts'

test.each([
  ['few leave together', 0, 16, 16],
  ['of many that meet a desk at rest the first half leaves', 0, 40, 20],
  ['while the first half is persisted all of the second leave', 20, 20, 20],
  ['an odd one leaves with the first half', 1, 40, 21],
  ['where fewer are persisted, half of all leave', 60, 180, 120],
  ['where more are persisted, there is room for all that wait', 188, 68, 128],
  ['no more than 512 leave at once', 512, 1_200, 512],
])('%s: while %i are persisted and %i wait, a batch has room for %i', (_, left, waiting, room) => {
  expect(sizeOfBatch(left, waiting)).toBe(room)
})
