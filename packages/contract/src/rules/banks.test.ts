import { expect, test } from 'vitest'
import { bankAccountFault, bankCodes, banks, isCheckDigitCertain, nubanCheckDigit } from './banks.ts'

// The vectors of the Central Bank's text.
test.each([
  ['000001457', 9],
  ['000000022', 0],
])('serial %s of bank 011 has check digit %i', (serial, digit) => {
  expect(nubanCheckDigit('011', serial)).toBe(digit)
  expect(bankAccountFault({ bankCode: '011', number: `${serial}${digit}` })).toBeUndefined()
  expect(bankAccountFault({ bankCode: '011', number: `${serial}${(digit + 1) % 10}` })).toBe('checkDigit')
})

test('a code of five digits is padded by a nine, and its check is not certain', () => {
  // 3 × (9 + 3 + 0) + 7 × 1 … over 951310 000000000, by hand: 27 + 35 + 3 + 9 + 7 + 0 = 81.
  expect(nubanCheckDigit('51310', '000000000')).toBe(9)
  expect([isCheckDigitCertain('51310'), isCheckDigitCertain('011')]).toEqual([false, true])
})

test.each(['', '123456789', '12345678901', '12345678a0', '０000014579'])(
  '%s has not ten digits',
  (number) => {
    expect(bankAccountFault({ bankCode: '011', number })).toBe('number')
  },
)

test('there are the 26 banks of the specification, by name', () => {
  expect(bankCodes).toHaveLength(26)
  expect(banks['232']).toBe('Sterling')
  expect(bankCodes.map((code) => banks[code])).toEqual(Object.values(banks).sort())
})
