import { expect, test } from 'vitest'
import { fullName } from './person-name.ts'

test('a person is called by name and surname, and without them by the name they sign in with', () => {
  expect(fullName({ name: 'Chinedu', surname: 'Okafor', userName: 'broker' })).toBe('Chinedu Okafor')
  expect(fullName({ name: 'Chinedu', surname: '', userName: 'broker' })).toBe('Chinedu')
  expect(fullName({ name: '', surname: '', userName: 'broker' })).toBe('broker')
})
