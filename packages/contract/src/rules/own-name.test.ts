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
  // A company with one word more is another company.
  ['MERIDIAN FARMS HOLDINGS LTD', 'Meridian Farms Limited', false],
  ['MERIDIAN FARMS LTD', 'Meridian Farms Holdings Limited', false],
  ['MERIDIAN FARMS NIG LTD', 'Meridian Farms Limited', false],
  ['MERIDIAN LTD', 'Meridian Ventures Limited', false],
  ['MERIDIAN VENT. LTD', 'Meridian Ventures Limited', true],
  ['OLA ADEYEMI', 'Ola Adeyemi & Partners Chambers', false],
  ['OLA ADEYEMI AND PARTNERS CHAMBERS', 'Ola Adeyemi & Partners Chambers', true],
  // A business with a person's name in it.
  ['ADA OBI VENTURES LTD', 'Ada Obi', false],
  ['ADA OBI & SONS LTD', 'Ada Obi', false],
  ['ADA OBI ENTERPRISES', 'Ada Obi', false],
  // Of the person and somebody else.
  ['ADA OBI AND EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI & EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI / EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI OR EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI, EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI - EMEKA NWOSU', 'Ada Obi', false],
  ['ADA OBI EMEKA NWOSU', 'Ada Obi', false],
  ['OBI, ADA NKECHI', 'Ada Obi', true],
  ['ADA-NKECHI OBI', 'Ada Obi', true],
  // In trust for somebody, and another business.
  ['ADA OBI ITF EMEKA OBI', 'Ada Obi', false],
  ['ADA OBI MINOR', 'Ada Obi', false],
  ['ADA OBI CONSTRUCTION', 'Ada Obi', false],
  ['ADA OBI MEMORIAL COLLEGE', 'Ada Obi', false],
  // A name of one word is that word.
  ['OBI ANYBODY ELSE', 'Obi', false],
  ['OBI', 'Obi', true],
  // Joint holders: an account of one of them, or of both.
  ['OBI ADA', 'Ada Obi & Musa Bello', true],
  ['BELLO MUSA SANI', 'Ada Obi & Musa Bello', true],
  ['MR MUSA BELLO AND MRS ADA OBI', 'Ada Obi & Musa Bello', true],
  ['ADA OBI MUSA BELLO', 'Ada Obi & Musa Bello', true],
  ['ADA BELLO', 'Ada Obi & Musa Bello', false],
  ['MUSA OBI', 'Ada Obi & Musa Bello', false],
  ['ADA OBI AND EMEKA BELLO', 'Ada Obi & Musa Bello', false],
  ['OBI ADA AND OBI MUSA', 'Ada Obi & Musa Obi', true],
  ['ADA AND MUSA OBI', 'Ada Obi & Musa Obi', true],
  ['ADA NKECHI OBI & MUSA SANI BELLO', 'Ada Obi & Musa Bello', true],
  ['OBI ADA NKECHI BELLO MUSA', 'Ada Obi & Musa Bello', true],
  ['ADA OBI / MUSA BELLO', 'Ada Obi & Musa Bello', true],
  ['ADA OBI / MUSA BELLO / EMEKA NWOSU', 'Ada Obi & Musa Bello', false],
  ['ADA BELLO AND MUSA OBI', 'Ada Obi & Musa Bello', false],
  ['ADA EMEKA OBI', 'Ada Nwosu & Emeka Obi', false],
  ['ADA OBI EMEKA NWOSU', 'Ada Obi & Musa Bello', false],
  ['ADA OBI EMEKA NWOSU', 'Ada Obi & Musa Obi', false],
  ['ADA OBI & ADA OBI', 'Ada Obi & Musa Bello', false],
  ['ADA OBI VENTURES', 'Ada Obi & Musa Bello', false],
])('%j is an account of %j: %j', (accountName, customerName, isOwn) => {
  expect(isOwnName(accountName, customerName)).toBe(isOwn)
})

test.each([
  ['ADA OBI', 'Ada Obi', 'corporate', true],
  ['ADA', 'Ada Obi', 'corporate', false],
  ['OLA ADEYEMI', 'Ola Adeyemi Kitchens', 'corporate', false],
  ['ZENITH INVESTMENT NIG LTD', 'Zenith Investments Nigeria Limited', 'corporate', true],
  ['ADA OBI ENT', 'Ada Obi Enterprise', 'corporate', true],
  ['LTD', 'Limited', 'corporate', false],
  ['OBI & CO LLP', 'Obi and Company', 'corporate', true],
  // Nothing tells the name of such a business from a middle name: the person who approves has to.
  ['OLA ADEYEMI PERFUMES', 'Ola Adeyemi', 'individual', true],
  ['ADA OBI', 'Ada Obi & Musa Bello', 'joint', true],
  ['ADA OBI', 'Ada Obi & Musa Bello', 'corporate', false],
  ['ADA OBI AND MUSA BELLO', 'Ada Obi & Musa Bello', 'corporate', true],
] as const)('%j is an account of %j, which is %s: %j', (accountName, customerName, type, isOwn) => {
  expect(isOwnName(accountName, customerName, type)).toBe(isOwn)
})
