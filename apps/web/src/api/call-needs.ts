import { type CallName, type Needs, type Permission, requesters } from '@tradebook/contract'

type Granted = Exclude<Needs, string>

const all = (...names: readonly Permission[]): Granted => ({ all: names })
const any = (...names: readonly Permission[]): Granted => ({ any: names })

/**
 * What each call that changes something needs. The contract's own rows know it too, but they carry every schema, which
 * a browser has no use for; a test holds this table to them. Calls for everybody who is signed in are left out.
 */
const changes: readonly (readonly [Granted, readonly CallName[]])[] = [
  [
    any('BUY', 'SELL'),
    [
      ...(['Order/SendNewOrder', 'Order/SendOrderReplaceRequest'] as const),
      ...(['Order/sendCancelOrderRequest', 'Order/sendCancelAllOrders'] as const),
      ...(['Basket/Save', 'Basket/Delete', 'Basket/Preview', 'Basket/Send', 'Basket/Stop'] as const),
      ...(['Instruction/Save', 'Instruction/Close'] as const),
    ],
  ],
  [all('CROSS_DEAL', 'BUY', 'SELL'), ['Order/sendCrossDealOrder']],
  [
    any('TRADE_ALL_ACCOUNTS'),
    [
      ...(['Instruction/Take', 'Instruction/HandOver'] as const),
      ...(['Order/PreviewBulkOrder', 'Order/SendBulkOrder', 'Order/AllocateBulkOrder'] as const),
    ],
  ],
  [
    all('POST_LEDGER'),
    [
      ...(['BackOffice/PostCashEntry', 'BackOffice/PostSecurityEntry', 'BackOffice/ReverseEntry'] as const),
      ...(['BackOffice/PostPaymentRequest', 'BackOffice/DeclinePaymentRequest'] as const),
    ],
  ],
  [all('APPROVE_LEDGER'), ['BackOffice/ApproveCashEntry']],
  [any(...requesters, 'APPROVE_LEDGER'), ['BackOffice/RejectCashEntry']],
  [all('FREEZE_ACCOUNTS'), ['BackOffice/FreezeAccount', 'BackOffice/UnfreezeAccount']],
  [all('CHANGE_CHARGES'), ['Fees/Update', 'Fees/DeleteRate', 'Fees/DeleteAgreement']],
  [
    all('MAINTAIN_CUSTOMERS'),
    [
      'Customer/CreateCustomer',
      'Customer/UpdateCustomer',
      'Customer/AddDocument',
      'Customer/ConfirmAddress',
      'Customer/InviteCustomer',
    ],
  ],
  [
    all('REVIEW_REQUESTS'),
    [
      'Customer/RejectCustomerAccountCreationRequest',
      'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
      'Customer/ApproveCustomerChange',
    ],
  ],
  [any('MAINTAIN_CUSTOMERS', 'REVIEW_REQUESTS'), ['Customer/RejectCustomerChange']],
  [any('Pages.Settings', 'REVIEW_REQUESTS'), ['BackOffice/UpdateAccountTerms']],
  [all('Pages.Settings'), ['Settings/Update', 'Settings/UpdateLogo', 'Limits/Update']],
  [
    all('Pages.Settings', 'Pages.Users'),
    ['Settings/UpdateIdentityProvider', 'Settings/TestIdentityProvider'],
  ],
  [any('Pages.Settings', 'MARKET_CONTROL'), ['Limits/SetKillSwitch']],
  [all('Pages.Roles'), ['Role/Create', 'Role/Update', 'Role/Delete']],
  [
    all('Pages.Users'),
    [
      ...(['User/Create', 'User/Update', 'User/Delete', 'User/Activate', 'User/DeActivate'] as const),
      ...(['User/Unlock', 'User/ConfirmRights', 'User/ResetPassword', 'User/DisableTwoFactor'] as const),
      'User/RevokePasskeys',
    ],
  ],
  [
    all('Pages.Tenants'),
    [
      ...(['Tenant/Create', 'Tenant/Update', 'Tenant/Delete'] as const),
      ...(['Tenant/Activate', 'Tenant/DeActivate', 'Tenant/RenewFirstLink'] as const),
      'Tenant/NameSecondAdministrator',
    ],
  ],
  [
    all('MARKET_CONTROL'),
    [
      ...(['MarketData/PostNews', 'MarketData/HaltSecurity', 'MarketData/ResumeSecurity'] as const),
      ...(['MarketData/CancelTrade', 'MarketData/CorrectTrade'] as const),
      ...(['MarketData/ApproveTradeCorrection', 'MarketData/RejectTradeCorrection'] as const),
      ...(['BackOffice/PostCorporateAction', 'BackOffice/RevokeCorporateAction'] as const),
      ...([
        'ExchangeLine/AskAgain',
        'ExchangeLine/SettleOrder',
        'ExchangeLine/SettleUnclaimed',
        'ExchangeLine/CancelAll',
      ] as const),
    ],
  ],
]

const needs = new Map(changes.flatMap(([granted, names]) => names.map((name) => [name, granted] as const)))

/** The permissions that a change needs; `undefined` of a change that needs none. */
export const needsOf = (name: CallName): Granted | undefined => needs.get(name)

/** Whether somebody with these permissions may make a change. */
export function mayMake(name: CallName, held: ReadonlySet<string>): boolean {
  const granted = needsOf(name)
  if (!granted) return true
  return 'all' in granted
    ? granted.all.every((each) => held.has(each))
    : granted.any.some((each) => held.has(each))
}
