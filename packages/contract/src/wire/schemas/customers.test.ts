import { expect, test } from 'vitest'
import { faultsOf } from './customers.ts'

const ada = { firstName: 'Ada', surname: 'Obi', bankAccountName: 'ADA OBI' }

test.each<[what: string, after: Readonly<Record<string, unknown>>, wrong: readonly string[]]>([
  [
    'another surname, with the bank account still in the earlier one',
    { surname: 'Bello' },
    ['bankAccountName'],
  ],
  ['another surname, and the bank account in it', { surname: 'Bello', bankAccountName: 'BELLO ADA' }, []],
  ['a first name that the bank account has as well', { firstName: 'Ada Nkechi' }, []],
  ['another first name', { firstName: 'Emeka' }, ['bankAccountName']],
  ['a city', { city: 'Jos' }, []],
  ['a bank account of another person', { bankAccountName: 'EMEKA OBI' }, ['bankAccountName']],
])('a correction to %s has these wrong fields', (_, after, wrong) => {
  expect(faultsOf('individual', { ...ada, ...after }, Object.keys(after), '2026-11-27')).toEqual(wrong)
})

test('nothing is asked of the bank account’s name where none is on file', () => {
  const particulars = { firstName: 'Ada', surname: 'Bello' }
  expect(faultsOf('individual', particulars, ['surname'], '2026-11-27')).toEqual([])
})
