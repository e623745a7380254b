import { type CallName, calls, type Permission, type ReadyRoleName, readyRoles } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { mayMake, needsOf } from './api/call-needs.ts'
import { detour } from './guards.ts'
import { screens } from './routes.ts'

/** The screens that each role that a firm begins with opens, apart from those of the market, which everybody opens. */

const titlesFor = (role: string | undefined, permissions: readonly string[]): string[] => {
  const roles = role === undefined ? [] : [role]
  const who = {
    user: {
      ...{ id: 1, name: 'Ada', surname: 'Okafor', userName: 'ada', emailAddress: 'ada@example.com' },
      ...{ roles, due: null },
    },
    roles: new Set(roles),
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

const requesting = ['BackOffice/RejectCashEntry']
const maintaining = [
  ...['Customer/AddDocument', 'Customer/ConfirmAddress', 'Customer/CreateCustomer'],
  ...['Customer/InviteCustomer', 'Customer/UpdateCustomer'],
]
const reviewing = [
  ...['BackOffice/UpdateAccountTerms', 'Customer/ApproveAndSubmitCustomerAccountCreationRequest'],
  ...['Customer/ApproveCustomerChange', 'Customer/RejectCustomerAccountCreationRequest'],
  'Customer/RejectCustomerChange',
]

/** What each of the roles changes, apart from what everybody changes of their own. */
const changes: Readonly<Record<ReadyRoleName, readonly string[]>> = {
  COMPLIANCE: [],
  KYC_REVIEWER: [
    ...['BackOffice/FreezeAccount', 'BackOffice/UnfreezeAccount'],
    ...[...requesting, ...maintaining, ...reviewing],
  ],
  CASHIER: [
    ...['BackOffice/DeclinePaymentRequest', 'BackOffice/PostCashEntry', 'BackOffice/PostPaymentRequest'],
    ...['BackOffice/PostSecurityEntry', 'BackOffice/ReverseEntry', ...requesting],
  ],
  APPROVER: ['BackOffice/ApproveCashEntry', 'BackOffice/RejectCashEntry'],
  DEALER: [
    ...['Basket/Delete', 'Basket/Preview', 'Basket/Save', 'Basket/Send', 'Basket/Stop'],
    ...['Instruction/Close', 'Instruction/HandOver', 'Instruction/Save', 'Instruction/Take'],
    ...[
      'Order/AllocateBulkOrder',
      'Order/PreviewBulkOrder',
      'Order/SendBulkOrder',
      'Order/SendNewOrder',
      'Order/SendOrderReplaceRequest',
    ],
    ...['Order/sendCancelAllOrders', 'Order/sendCancelOrderRequest', 'Order/sendCrossDealOrder'],
  ],
  CHARGES: ['Fees/DeleteAgreement', 'Fees/DeleteRate', 'Fees/Update', ...requesting],
}

test.each(Object.entries(changes))('%s makes the changes of its duty and no other', (role, expected) => {
  const held = new Set<string>(readyRoles[role as ReadyRoleName].grants)
  const made = (Object.keys(calls) as CallName[]).filter((name) => needsOf(name) && mayMake(name, held))
  expect(made.sort()).toEqual([...expected].sort())
})

/** Screens that a permission opens without those that the menu asks for. */
const alone: readonly (readonly [Permission, readonly string[]])[] = [
  ['CHANGE_CHARGES', ['Menu.Settings', 'Menu.CashApprovals']],
  ['APPROVE_LEDGER', ['Menu.CashApprovals']],
  ['MAINTAIN_CUSTOMERS', ['Customer.Open', 'Menu.AccountRequests']],
  ['REVIEW_REQUESTS', ['Menu.AccountRequests', 'Menu.Settings', 'Menu.CashApprovals']],
  ['MARKET_CONTROL', ['Menu.CorporateActions']],
]

test.each(alone)('%s alone opens what it needs', (permission, expected) => {
  const opened = titlesFor('SOMEBODY', [permission]).filter((title) => !everybody.includes(title))
  expect(opened.sort()).toEqual([...expected].sort())
})

test('a person without a role opens only their own request and settings', () => {
  expect(titlesFor(undefined, readyRoles.COMPLIANCE.grants)).toEqual([
    'Menu.AccountRequest',
    'AccountSettings.Title',
  ])
})

test('everyone can open the market and their own settings and requests, and nothing of the firm’s', () => {
  expect(everybody).not.toContain('Menu.Customers')
  expect(everybody).not.toContain('Menu.CashApprovals')
  expect(everybody).not.toContain('Menu.Settings')
})
