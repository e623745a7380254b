import { type CallName, calls, readyRoles, verbOf } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { mayMake, needsOf } from './call-needs.ts'

const changes = Object.entries(calls).filter(([name, row]) => verbOf(name, row) !== 'GET')

test('the page’s permissions for each change match the contract', () => {
  for (const [name, row] of changes)
    expect([name, needsOf(name as CallName)]).toEqual([
      name,
      typeof row.needs === 'string' ? undefined : row.needs,
    ])
})

test('a compliance officer may make no change that needs a permission', () => {
  const held = new Set<string>(readyRoles.COMPLIANCE.grants)
  const made = changes.filter(
    ([name, { needs }]) => typeof needs !== 'string' && mayMake(name as CallName, held),
  )
  expect(made).toEqual([])
})

test('one of several permissions is enough where the contract says so, and each is needed where it says that', () => {
  expect(mayMake('Limits/SetKillSwitch', new Set(['MARKET_CONTROL']))).toBe(true)
  expect(mayMake('Order/sendCrossDealOrder', new Set(['CROSS_DEAL', 'BUY']))).toBe(false)
  expect(mayMake('Order/sendCrossDealOrder', new Set(['CROSS_DEAL', 'BUY', 'SELL']))).toBe(true)
  expect(mayMake('Account/ChangePassword', new Set())).toBe(true)
})
