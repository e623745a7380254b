import { beforeAll, expect, test } from 'vitest'
import { BUYER, of } from '../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../desk/shared-desk.fixture.ts'
import { callerOf } from '../http/caller.fixture.ts'
import { accountNamed } from './account-access.ts'

shareDesk()
beforeAll(async () => {
  const account = { account: '77', cscsAccount: '0000000088', customerId: 7, customerName: 'Ngozi' }
  await desk.submit({ kind: 'openAccount', origin: of(BUYER), account })
})

test.each([
  // as it is named → the firm's number
  ['A1', 'A1'],
  ['0000000001', 'A1'],
  ['1', 'A1'],
  [' 0000000001 ', 'A1'],
  ['88', '77'],
  // A number of the firm's own comes first.
  ['77', '77'],
  ['999', '999'],
  ['00000000001', '00000000001'],
  ['nosuch', 'nosuch'],
])('an account that is named %s is %s', async (named, account) => {
  expect(await accountNamed(stage.database.store, callerOf(BUYER), named)).toBe(account)
})

test('someone else’s CSCS account is not found, as if it did not exist', async () => {
  const customer = { ...callerOf(BUYER, []), accounts: ['77'] }
  expect(await accountNamed(stage.database.store, customer, '0000000001')).toBe('0000000001')
  expect(await accountNamed(stage.database.store, customer, '0000000088')).toBe('77')
})
