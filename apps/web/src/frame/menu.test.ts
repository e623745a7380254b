import { requesters } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { CASH_APPROVALS } from '../paths.ts'
import { mayOpen, type ScreenRow, screens } from '../routes.ts'
import { menuOf } from './menu.ts'

const screen = () => Promise.reject(new Error('a menu loads nothing'))
const rows: ScreenRow[] = [
  { path: '/user/login', title: 'Login.Title', screen },
  { path: '/app/trading', title: 'Menu.Trading', screen, menu: 'top' },
  { path: '/app/gainers', title: 'App.Name', screen, menu: 'performance' },
  { path: '/app/losers', title: 'App.Name', screen, menu: 'performance' },
  { path: '/app/news', title: 'Menu.MarketNews', screen, menu: 'marketData' },
  { path: '/app/statement', title: 'App.Name', screen, menu: 'account' },
  {
    path: '/app/audit',
    title: 'App.Name',
    screen,
    menu: 'reports',
    needs: { permission: 'VIEW_AUDIT_TRAIL' },
  },
]

const seenBy = (roles: string[], permissions: string[]) =>
  outline(menuOf(rows, { roles: new Set(roles), permissions: new Set(permissions) }))

const outline = (entries: ReturnType<typeof menuOf>): unknown[] =>
  entries.map((entry) => ('path' in entry ? entry.path : { [entry.group]: outline(entry.entries) }))

const forAll = [
  '/app/trading',
  { marketData: [{ performance: ['/app/gainers', '/app/losers'] }, '/app/news'] },
]

test('groups list their screens in the order of the table, and empty groups are hidden', () => {
  expect(seenBy(['BROKER'], [])).toEqual(forAll)
})

test('a group is shown only to its role', () => {
  expect(seenBy(['CUSTOMER'], [])).toEqual([...forAll, { clientPortal: [{ account: ['/app/statement'] }] }])
})

test('screens that are not in the menu for a user have no line there', () => {
  const broker = { roles: new Set(['BROKER']), permissions: new Set(['TRADE_ALL_ACCOUNTS', 'POST_LEDGER']) }
  const shown = outline(menuOf(screens, broker))
  expect(shown).toContainEqual({
    backOffice: [
      '/app/bulk-orders',
      '/app/back-office/customers',
      '/app/admin/cash-approvals',
      '/app/admin/corporate-actions',
    ],
  })
  expect(JSON.stringify(shown)).not.toContain('client-portal')
})

test.each(requesters)(
  'a person who may request with %s opens the screen where requests are withdrawn',
  (permission) => {
    const row = screens.find(({ path }) => path === CASH_APPROVALS) as ScreenRow
    const held = (...names: string[]) => ({ roles: new Set(['OFFICE']), permissions: new Set(names) })
    expect(mayOpen(row, held(permission))).toBe(true)
    expect(JSON.stringify(outline(menuOf(screens, held(permission, 'VIEW_CUSTOMERS'))))).toContain(
      CASH_APPROVALS,
    )
    expect(mayOpen(row, held('VIEW_CUSTOMERS'))).toBe(false)
  },
)

test('a screen in a group needs the permissions of both', () => {
  expect(seenBy(['BROKER'], ['VIEW_AUDIT_TRAIL'])).toEqual(forAll)
  expect(seenBy(['BROKER'], ['VIEW_ADMINSETTING'])).toEqual(forAll)
  expect(seenBy(['BROKER'], ['VIEW_ADMINSETTING', 'VIEW_AUDIT_TRAIL'])).toEqual([
    ...forAll,
    { administration: [{ reports: ['/app/audit'] }] },
  ])
})

test('the screens are where the specification puts them', () => {
  const seen = outline(menuOf(screens, { roles: new Set(['BROKER']), permissions: new Set() }))
  const performance = [
    '/app/marketData/all-pricelists',
    '/app/marketData/company-pricelists',
    '/app/marketData/gainers-lossers',
  ]
  expect(seen).toEqual([
    '/app/dashboard',
    '/app/trading',
    { marketData: [{ performance }, '/app/marketData/marketNews', '/app/marketData/alerts'] },
  ])
})

test('a user without a role sees only their own account request, which no one else does', () => {
  const nobody = { roles: new Set<string>(), permissions: new Set<string>() }
  expect(outline(menuOf(screens, nobody))).toEqual(['/app/user-account-request'])
  const admin = { roles: new Set(['ADMIN']), permissions: new Set(['VIEW_ADMINSETTING', 'REVIEW_REQUESTS']) }
  const seen = JSON.stringify(outline(menuOf(screens, admin)))
  expect(seen).not.toContain('user-account-request')
  expect(seen).toContain('/app/admin/account-creation-request')
})
