import { expect, test } from 'vitest'
import { Accounts } from './accounts.ts'

const ada = { account: 'A1', cscsAccount: '0000000001', customerId: 1, customerName: 'Ada' }
const adaToo = { account: 'A2', cscsAccount: '0000000002', customerId: 1, customerName: 'Ada' }
const bola = { account: 'B1', cscsAccount: '0000000003', customerId: 2, customerName: 'Bola' }

test('accounts are found by number, by depository account and by customer', () => {
  const accounts = new Accounts([ada, adaToo])
  accounts.set('B1', bola)
  expect(accounts.get('A2')).toEqual(adaToo)
  expect(accounts.withCscsAccount('0000000003')).toBe('B1')
  expect([...accounts.ofCustomer(1)]).toEqual(['A1', 'A2'])
  expect([...accounts.ofCustomer(3)]).toEqual([])
})

test('an abandoned depository account is free', () => {
  const accounts = new Accounts([ada])
  accounts.set('A1', { ...ada, cscsAccount: '0000000009' })
  expect(accounts.withCscsAccount('0000000001')).toBeUndefined()
  expect(accounts.withCscsAccount('0000000009')).toBe('A1')
})
