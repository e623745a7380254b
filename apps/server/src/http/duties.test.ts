import {
  type Call,
  type CallName,
  calls,
  isRead,
  type Permission,
  permissions,
  type ReadyRoleName,
  readyRoles,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { Caller } from '../platform/caller.ts'
import type { Translate } from '../platform/localisation.ts'
import { denial } from './authorization.ts'

/**
 * The access matrix of separate duties: of all calls that ask for a permission, what each role that a firm begins with
 * may make. What every member may do concerns the member alone, and is left out.
 */

const rows = Object.entries(calls) as [CallName, Call][]

/** The calls that ask for a permission and are not denied to a holder of these. */
function callsOf(held: readonly Permission[]): CallName[] {
  const caller = { roles: ['SOMETHING'], permissions: new Set(held) } as unknown as Caller
  const translate = ((key: string) => key) as Translate
  return rows
    .filter(([, { needs }]) => typeof needs !== 'string')
    .filter(([name, row]) => !denial(row.needs, caller, translate, isRead(name, row)))
    .map(([name]) => name)
    .sort()
}

/** What everybody who reads customers reads of one. */
const ofCustomer: readonly CallName[] = ['Customer/GetCustomerDocument', 'Customer/GetCustomerRecord']

const table: Readonly<Record<Exclude<ReadyRoleName, 'COMPLIANCE'>, readonly CallName[]>> = {
  KYC_REVIEWER: [
    ...ofCustomer,
    // Of requests that two people decide, these two read their own only.
    'BackOffice/DownloadCashApprovals',
    'BackOffice/DownloadCustomers',
    'BackOffice/FreezeAccount',
    'BackOffice/GetAccountTerms',
    'BackOffice/GetCashApprovals',
    'BackOffice/GetFreezeDocument',
    // Withdraws own requests; the desk refuses those of others (5091).
    'BackOffice/RejectCashEntry',
    'BackOffice/UnfreezeAccount',
    'BackOffice/UpdateAccountTerms',
    'Customer/AddDocument',
    'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
    'Customer/ApproveCustomerChange',
    'Customer/ConfirmAddress',
    'Customer/CreateCustomer',
    'Customer/DownloadCustomerAccountCreationRequests',
    'Customer/GetAllCustomerAccountCreationRequests',
    'Customer/GetCustomerChanges',
    'Customer/GetUnprovedPeople',
    'Customer/InviteCustomer',
    'Customer/RejectCustomerAccountCreationRequest',
    'Customer/RejectCustomerChange',
    'Customer/UpdateCustomer',
  ],
  CASHIER: [
    ...ofCustomer,
    'BackOffice/DeclinePaymentRequest',
    'BackOffice/DownloadCashApprovals',
    'BackOffice/DownloadCustomers',
    'BackOffice/GetCashApprovals',
    'BackOffice/PostCashEntry',
    'BackOffice/PostPaymentRequest',
    'BackOffice/PostSecurityEntry',
    // Withdraws own requests; the desk refuses those of others (5091).
    'BackOffice/RejectCashEntry',
    'BackOffice/ReverseEntry',
  ],
  APPROVER: [
    ...ofCustomer,
    'BackOffice/ApproveCashEntry',
    'BackOffice/DownloadCashApprovals',
    'BackOffice/DownloadCustomers',
    'BackOffice/GetCashApprovals',
    'BackOffice/GetFreezeDocument',
    'BackOffice/RejectCashEntry',
  ],
  DEALER: [
    'BackOffice/DownloadCorporateActionEntitlements',
    'BackOffice/DownloadCustomers',
    'BackOffice/PreviewCorporateAction',
    'Basket/Delete',
    'Basket/DownloadLines',
    'Basket/Get',
    'Basket/GetAll',
    'Basket/Preview',
    'Basket/Save',
    'Basket/Send',
    'Basket/Stop',
    'Instruction/Close',
    'Instruction/Get',
    'Instruction/GetAll',
    'Instruction/HandOver',
    'Instruction/Save',
    'Instruction/Take',
    'Order/AllocateBulkOrder',
    'Order/DownloadTrades',
    'Order/GetBulkOrder',
    'Order/GetBulkOrders',
    'Order/GetTrades',
    'Order/PreviewBulkOrder',
    'Order/PreviewCrossDealOrder',
    'Order/PreviewOrder',
    'Order/PreviewOrderReplace',
    'Order/SendBulkOrder',
    'Order/SendNewOrder',
    'Order/SendOrderReplaceRequest',
    'Order/sendCancelAllOrders',
    'Order/sendCancelOrderRequest',
    'Order/sendCrossDealOrder',
  ],
  CHARGES: [
    ...ofCustomer,
    'BackOffice/DownloadCashApprovals',
    'BackOffice/DownloadCustomers',
    'BackOffice/GetCashApprovals',
    // Withdraws own requests; the desk refuses those of others (5091).
    'BackOffice/RejectCashEntry',
    'Fees/DeleteAgreement',
    'Fees/DeleteRate',
    'Fees/Get',
    'Fees/Update',
  ],
}

test.each(Object.entries(table))('%s makes the calls of its duty and no other', (role, expected) => {
  const made = callsOf(readyRoles[role as ReadyRoleName].grants)
  expect(made).toEqual([...expected].sort())
})

test('compliance reads all that is of the firm, and changes nothing', () => {
  const isOfHost = (needed: readonly Permission[]) => needed.every((name) => 'hostOnly' in permissions[name])
  const reads = rows.filter(
    ([name, row]) =>
      typeof row.needs !== 'string' &&
      isRead(name, row) &&
      !isOfHost('all' in row.needs ? row.needs.all : row.needs.any),
  )
  expect(callsOf(readyRoles.COMPLIANCE.grants)).toEqual(reads.map(([name]) => name).sort())
  expect(reads.length).toBeGreaterThan(25)
})

test('no role of these both posts and approves, or asks for a change and approves it', () => {
  const asking: readonly Permission[] = [
    'POST_LEDGER',
    'FREEZE_ACCOUNTS',
    'CHANGE_CHARGES',
    'REVIEW_REQUESTS',
  ]
  for (const [role, { grants }] of Object.entries(readyRoles)) {
    const held = new Set<Permission>(grants)
    const asks = asking.filter((permission) => held.has(permission))
    expect(asks.length + (held.has('APPROVE_LEDGER') ? 1 : 0), role).toBeLessThanOrEqual(
      role === 'KYC_REVIEWER' ? 2 : 1,
    )
    expect(asks.length === 0 || !held.has('APPROVE_LEDGER'), role).toBe(true)
  }
})
