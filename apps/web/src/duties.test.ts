import { type ReadyRoleName, readyRoles } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { detour } from './guards.ts'
import { screens } from './routes.ts'

/** The screens that each role that a firm begins with opens, apart from those of the market, which everybody opens. */

const titlesFor = (role: string, permissions: readonly string[]): string[] => {
  const who = {
    user: {
      ...{ id: 1, name: 'Ada', surname: 'Okafor', userName: 'ada', emailAddress: 'ada@example.com' },
      ...{ roles: [role], due: null },
    },
    roles: new Set([role]),
    permissions: new Set(permissions),
  }
  return screens
    .filter((one) => one.path.startsWith('/app') && !detour(one, one.path, who))
    .map(({ title }) => title)
}

const everybody = titlesFor('SOMEBODY', [])

const ofAccounts = [
  'Menu.AccountStatement',
  'Menu.AccountInflow',
  'Menu.AccountOutflow',
  'Menu.PortfolioHolding',
  'Menu.PortfolioMovement',
  'Menu.PortfolioValuation',
  'Menu.PurchaseNotes',
  'Menu.SaleNotes',
  'Menu.Customers',
]

const table: Readonly<Record<ReadyRoleName, readonly string[]>> = {
  COMPLIANCE: [
    ...ofAccounts,
    'Customer.Title',
    ...['Menu.CashApprovals', 'Menu.CorporateActions', 'Menu.Users', 'Menu.Roles', 'Menu.AccountRequests'],
    ...['Menu.Settings', 'Menu.Limits', 'Menu.AuditTrail', 'Menu.ReportLogs', 'Menu.ReportOrders'],
    'Menu.ReportTrades',
  ],
  // Who requests what two people decide reads and withdraws their own requests under Cash Approvals.
  KYC_REVIEWER: [
    ...[...ofAccounts, 'Customer.Title', 'Customer.Open', 'Menu.AccountRequests', 'Menu.Settings'],
    'Menu.CashApprovals',
  ],
  CASHIER: [...ofAccounts, 'Customer.Title', 'Menu.CashApprovals'],
  APPROVER: [...ofAccounts, 'Customer.Title', 'Menu.CashApprovals'],
  DEALER: [
    ...[...ofAccounts, 'Menu.Baskets', 'Menu.Basket', 'Menu.BulkOrders', 'Menu.Instructions'],
    'Menu.CorporateActions',
  ],
  CHARGES: [...ofAccounts, 'Customer.Title', 'Menu.Settings', 'Menu.CashApprovals'],
}

test.each(Object.entries(table))('%s opens the screens of its duty and no other', (role, expected) => {
  const opened = titlesFor(role, readyRoles[role as ReadyRoleName].grants)
  expect(opened.filter((title) => !everybody.includes(title)).sort()).toEqual([...expected].sort())
})

test('everyone can open the market and their own settings and requests, and nothing of the firm’s', () => {
  expect(everybody).not.toContain('Menu.Customers')
  expect(everybody).not.toContain('Menu.CashApprovals')
  expect(everybody).not.toContain('Menu.Settings')
})
