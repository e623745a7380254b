import { describe, expect, test } from 'vitest'
import { detour } from './guards.ts'
import { ACCOUNT_REQUEST, ACCOUNT_SETTINGS, DENIED, returnPath } from './paths.ts'
import { type ScreenRow, screens } from './routes.ts'

const screen = () => Promise.reject(new Error('a guard loads nothing'))
const row = (path: `/${string}`, rest: Partial<ScreenRow> = {}): ScreenRow => ({
  path,
  title: 'App.Name',
  screen,
  ...rest,
})
const person = (roles: string[], permissions: string[] = []) => ({
  user: {
    ...{ id: 1, name: 'Ada', surname: 'Okafor', userName: 'ada', emailAddress: 'ada@example.com' },
    ...{ roles, due: null },
  },
  roles: new Set(roles),
  permissions: new Set(permissions),
})
const nobody = { user: null, roles: new Set<string>(), permissions: new Set<string>() }

describe('a screen of the application', () => {
  test('sends who is not signed in to the sign-in page, which keeps the place', () => {
    expect(detour(row('/app/trading'), '/app/trading?security=GTCO', nobody)).toBe(
      '/user/login?from=%2Fapp%2Ftrading%3Fsecurity%3DGTCO',
    )
  })

  test('opens for the permission it names and for no other', () => {
    const audit = row('/app/admin/reports/audit-trail', { needs: { permission: 'VIEW_AUDIT_TRAIL' } })
    expect(detour(audit, audit.path, person(['AUDITOR'], ['VIEW_AUDIT_TRAIL']))).toBeUndefined()
    expect(detour(audit, audit.path, person(['ADMIN'], ['BUY']))).toBe(DENIED)
  })

  test('asks also what the groups it lies in ask', () => {
    const statement = row('/app/client-portal/account-statement', { menu: 'account' })
    expect(detour(statement, statement.path, person(['CUSTOMER']))).toBeUndefined()
    expect(detour(statement, statement.path, person(['BROKER']))).toBe(DENIED)
  })

  test('also opens for those whom its row names in addition to the menu', () => {
    const statement = row('/app/client-portal/account-statement', {
      menu: 'account',
      alsoFor: { permission: 'TRADE_ALL_ACCOUNTS' },
    })
    expect(detour(statement, statement.path, person(['BROKER'], ['TRADE_ALL_ACCOUNTS']))).toBeUndefined()
    expect(detour(statement, statement.path, person(['ADMIN'], ['VIEW_ALL_ORDERS']))).toBe(DENIED)
  })
})

test('leads a user without a role to their own account request, and opens if it is for everyone', () => {
  const trading = row('/app/trading', { menu: 'top' })
  expect(detour(trading, trading.path, person([]))).toBe(ACCOUNT_REQUEST)
  // A permission alone makes no member: every call of the market asks for a role.
  expect(detour(trading, trading.path, person([], ['BUY']))).toBe(ACCOUNT_REQUEST)
  expect(detour(row(ACCOUNT_REQUEST, { isForAll: true }), ACCOUNT_REQUEST, person([]))).toBeUndefined()
  const forAll = screens.filter((one) => one.path.startsWith('/app') && !detour(one, one.path, person([])))
  expect(forAll.map(({ path }) => path)).toEqual([ACCOUNT_REQUEST, ACCOUNT_SETTINGS])
})

test('public pages open for anybody, but who is signed in has no business at sign-in', () => {
  expect(detour(row('/user/create-account'), '/user/create-account', nobody)).toBeUndefined()
  expect(detour(row('/user/login'), '/user/login', nobody)).toBeUndefined()
  expect(detour(row('/user/login'), '/user/login?from=%2Fapp%2Fx', person([]))).toBe('/app/x')
})

test.each([
  ['/app/marketData/marketNews?page=2', '/app/marketData/marketNews?page=2'],
  [null, '/app/trading'],
  ['//evil.example', '/app/trading'],
  ['https://evil.example/app', '/app/trading'],
  ['/app\\..\\evil', '/app/trading'],
  ['/application', '/app/trading'],
  ['/app/logout', '/app/trading'],
])('signing in from %s returns to %s', (from, to) => {
  expect(returnPath(from)).toBe(to)
})
