import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { posted } from './cash-shapes.ts'
import { permissionsOfTwo } from './two-people.ts'

const rows = Object.entries(calls) as unknown as readonly (readonly [string, Call])[]
const named = (names: readonly string[], part: string) =>
  rows.filter(([name]) => names.includes(name)).map(([name, { twoPeople }]) => [name, twoPeople === part])
const isTrue = (names: readonly string[]) => names.map((name) => [name, true])

test('every call that approves or confirms what another person asked for says so', () => {
  /** Confirms what a person has or knows, and nothing that another person asked for. */
  const others = ['Account/ConfirmEmailAddress', 'Customer/ConfirmAddress']
  const approving = rows
    .map(([name]) => name)
    .filter((name) => /\/(Approve|Confirm)/.test(name) && !others.includes(name))
  expect(approving.length).toBeGreaterThan(4)
  expect(named(approving, 'approves')).toEqual(isTrue(approving))
})

test('every call whose request may wait for another person says so', () => {
  /** A freeze applies at once; a rejection moves nothing. */
  const others = ['BackOffice/FreezeAccount', 'BackOffice/ApproveCashEntry', 'BackOffice/RejectCashEntry']
  const requesting = rows
    .filter(([name, { output }]) => (output as unknown) === posted && !others.includes(name))
    .map(([name]) => name)
  expect(requesting.length).toBeGreaterThan(5)
  expect(named(requesting, 'requests')).toEqual(isTrue(requesting))
})

test('their permissions are those that no person gives to two others who decide together', () => {
  expect([...permissionsOfTwo].sort()).toEqual([
    ...['APPROVE_LEDGER', 'CHANGE_CHARGES', 'FREEZE_ACCOUNTS', 'MAINTAIN_CUSTOMERS', 'MARKET_CONTROL'],
    ...['POST_LEDGER', 'Pages.Settings', 'Pages.Users', 'REVIEW_REQUESTS'],
  ])
})
