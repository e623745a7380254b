import { expect, test } from 'vitest'
import { isOwnName } from './own-name.ts'

test.each([
  ['ADA OBI', 'Ada Obi', true],
  ['OBI ADA', 'Ada Obi', true],
  ['OBI ADA NKECHI', 'Ada Obi', true],
  ['OBI ADA', 'Ada Nkechi Obi', true],
  ['MRS. ADA OBI', 'Ada Obi', true],
  ['Alhaji Musa Danjuma', 'Danjuma, Musa', true],
  ['OLUWASEUN ADEBAYO-COLE', 'Olúwáṣeun Adébáyọ̀-Cole', true],
  ['OCONNOR MARY', "Mary O'Connor", true],
  ['MERIDIAN VENTURES LTD', 'Meridian Ventures Limited', true],
  // One word alone says nothing.
  ['ADA', 'Ada Obi', false],
  ['MR OBI', 'Ada Obi', false],
  // A relative.
  ['EMEKA OBI', 'Ada Obi', false],
  ['OBI OBI', 'Ada Obi', false],
  ['ADA OBI NKECHI', 'Ada Obi Chioma', false],
  ['MERIDIAN HOLDINGS LTD', 'Meridian Ventures Limited', false],
  ['', 'Ada Obi', false],
  ['ADA OBI', '', false],
  ['DANGOTE', 'Dangote', true],
  // A first name that is also a title, and one that is also the surname.
  ['PRINCE OKAFOR', 'Prince Okafor', true],
  ['IBRAHIM OKAFOR', 'Prince Okafor', false],
  ['EMEKA OBI', 'Princess Obi', false],
  ['MUSA MUSA', 'Musa Musa', true],
  // Legal forms say nothing.
  ['NIG LTD', 'Zenith Cement Nigeria Limited', false],
  ['VENTURES LTD', 'Meridian Ventures Limited', false],
])('%j is an account of %j: %j', (accountName, customerName, isOwn) => {
  expect(isOwnName(accountName, customerName)).toBe(isOwn)
})
