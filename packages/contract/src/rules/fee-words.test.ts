import { expect, test } from 'vitest'
import { english, fillIn } from '../words/words.ts'
import { chargeInWords } from './fee-words.ts'

test.each([
  ['a rate', { rate: 1.35, isMinimum: false }, '1.35%'],
  ['a flat charge', { rate: 0, isMinimum: false }, ''],
  ['a rate below its minimum', { rate: 0.3, isMinimum: true }, 'minimum'],
  ['a charge per share', { rate: 0, perShare: 0.03, isMinimum: false }, '₦0.03 per share'],
  ['a charge per trade', { rate: 0, perTrade: 1_025, isMinimum: false }, '₦1,025.00 per trade'],
  [
    'a charge per trade that its maximum bounds',
    { rate: 0, perTrade: 25, isMinimum: false, isMaximum: true },
    'maximum',
  ],
])('a note says what %s is calculated by', (_, charge, words) => {
  expect(chargeInWords(charge, (key, values) => fillIn(english[key], values))).toBe(words)
})
