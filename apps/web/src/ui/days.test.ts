import { english, languageNames, translations } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { isDay, readDay } from './days.ts'

const months = english['Calendar.Months']

describe('a typed day', () => {
  test.each([
    ...['25-11-2026', '25.11.2026', '25/11/2026', '25 11 2026', '2026-11-25', '2026/11/25', '2026.11.25'],
    ...['25 nov 2026', '25 Nov. 2026', '25-NOV-2026', '25nov2026', '25 November 2026', 'Nov 25, 2026'],
    ...[
      '25th November 2026',
      'Wed 25 Nov 2026',
      ' 25\u00a0Nov\u200b 2026 ',
      '２５/１１/２０２６',
      '2026 Nov 25',
    ],
  ])('%j is 25 November 2026', (text) => {
    expect(readDay(text, months)).toBe('2026-11-25')
  })

  test.each([
    ['5/12/2026', '2026-12-05'],
    ['05.1.1980', '1980-01-05'],
    ['29 feb 2028', '2028-02-29'],
  ])('%j is %s: the day comes before the month', (text, day) => {
    expect(readDay(text, months)).toBe(day)
  })

  test.each([
    ...[
      '31/2/2026',
      '11/25/2026',
      '29 Feb 2027',
      'tomorrow',
      '25 nov',
      '25',
      '',
      '1/2/3/2026',
      '25 nov 20260',
    ],
    ...['nothing on 25 nov 2026', '25//2026', '0/11/2026', '25-11-26'],
  ])('%j is not valid', (text) => {
    expect(readDay(text, months)).toBeUndefined()
  })

  test('two digits are a year once nothing is typed after them', () => {
    expect(readDay('25-11-26', months, true)).toBe('2026-11-25')
    expect(readDay('3 mar 80', months, true)).toBe('1980-03-03')
  })

  test('the months of every language of the page are read, with and without their marks', () => {
    for (const name of languageNames) {
      const names = translations[name]['Calendar.Months']
      for (const [index, month] of names.split(' ').entries()) {
        const day = `2026-${String(index + 1).padStart(2, '0')}-05`
        expect(readDay(`5 ${month} 2026`, names), `${name} ${month}`).toBe(day)
        const plain = month.normalize('NFD').replaceAll(/\p{M}/gu, '')
        expect(readDay(`5 ${plain} 2026`, names), `${name} ${plain}`).toBe(day)
      }
    }
  })

  test('a month may be whole, and English on any page', () => {
    const french = 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'
    expect(readDay('1er janvier 2027', french)).toBe('2027-01-01')
    expect(readDay('14 juillet 2026', french)).toBe('2026-07-14')
    expect(readDay('14 august 2026', french)).toBe('2026-08-14')
  })
})

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2026-2-28', false],
  ['', false],
])('%j is a date of the calendar: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
