import { randomUUID } from 'node:crypto'
import { type CallInput, type CallName, type CustomerRow, OrdType, Side } from '@tradebook/contract'
import { dividend, noLimits } from './inputs.ts'
import { firms, SECURITY } from './reader.ts'
import { readers } from './readers.fixture.ts'

type Reading = { readonly [Name in CallName]: (own: CustomerRow) => readonly CallInput<Name>[] }

const all = { maxResultCount: 1000 }

const noOrder = { orderID: '999999999', clOrdID: 'of-no-order' }

const person = { userName: 'nobody', name: 'No', surname: 'Body', emailAddress: 'nobody@nowhere.example' }

/** The first requests for accounts, no matter who made them. */
const requestIDs = [1, 2, 3, 4, 5, 6]

/** A customer whom no firm has. */
export const nobody: CustomerRow = {
  id: 0,
  accountNumber: 'MSL999999',
  cscsAccount: '0055555555',
  customerName: 'Nemo Nwankwo',
  emailAddress: null,
  phoneNumber: null,
  ...{ chn: null, state: 'active', openedOn: null, lastActivity: null, cash: null },
}

/** What no authenticator made or signed: it names no challenge. */
const emptyClientData = { clientDataJSON: 'e30' }
const madeByNobody = {
  id: 'AAAA',
  type: 'public-key',
  response: { ...emptyClientData, attestationObject: 'oA' },
} as const
const signedByNobody = {
  id: 'AAAA',
  type: 'public-key',
  response: { ...emptyClientData, authenticatorData: 'AA', signature: 'AA' },
} as const

/** An identity provider that nobody reaches. */
const providerOfNobody = {
  ...{ name: 'Same', issuer: 'https://127.0.0.1:1', clientId: 'same', clientSecret: 'same', scopes: '' },
  ...{ groupsClaim: 'groups', isEnabled: false, isRequired: false, emergencyUserName: '', groups: [] },
  adminPassword: 'A-wrong-password-1',
}

/** How a reader gets from each call all there is to get; leaving comes last. */
export const reading: Reading = {
  'TokenAuth/Authenticate': () => [{ userNameOrEmailAddress: 'broker', password: 'A-wrong-password-1' }],
  'Session/GetCurrentLoginInformations': () => [{}],
  'Account/IsTenantAvailable': () => firms.map((tenancyName) => ({ tenancyName })),
  'Account/PasswordReset': () =>
    firms.map((tenancyName) => ({ tenancyName, emailAddress: 'nobody@meridian.example' })),
  'Account/ChangePassword': () => [
    { currentPassword: 'A-wrong-password-1', newPassword: 'Quiet-harbour-lamp-7' },
  ],
  'Account/GetProfile': () => [{}],
  'Account/UpdateProfile': () => [{ name: 'Same', surname: 'Everywhere' }],
  'Account/ChangeEmailAddress': () => [
    { emailAddress: 'same@elsewhere.example', password: 'A-wrong-password-1' },
  ],
  'Account/ConfirmEmailAddress': () => [{ emailAddress: 'same@elsewhere.example', code: '000000' }],
  'Account/GetSessions': () => [{}],
  'User/ChangeLanguage': () => [{ languageName: 'en' }],
  'Account/RevokeSession': () => [{ id: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11' }],
  'Account/RevokeOtherSessions': () => [{}],
  'Account/GetTwoFactorAuthTokens': () => [{}],
  'Account/EnableTwoFactorAuth': () => [{ verificationCode: '000000', password: 'wrong password' }],
  'Account/DisableTwoFactorAuth': () => [{ verificationCode: '000000', password: 'A-wrong-password-1' }],
  'Account/RenewRecoveryCodes': () => [{ verificationCode: '000000', password: 'A-wrong-password-1' }],
  'TokenAuth/BeginPasskeySignIn': () => firms.map((tenancyName) => ({ tenancyName })),
  'TokenAuth/AuthenticateByPasskey': () =>
    firms.map((tenancyName) => ({ tenancyName, credential: signedByNobody })),
  'TokenAuth/BeginProviderSignIn': () => firms.map((tenancyName) => ({ tenancyName })),
  'TokenAuth/AuthenticateByProvider': () => [{ providerAnswer: 'code=1&state=2' }],
  'Account/GetPasskeys': () => [{}],
  'Account/BeginPasskey': () => [{ password: 'A-wrong-password-1' }],
  'Account/AddPasskey': () => [{ name: 'Same', credential: madeByNobody }],
  'Account/RenamePasskey': () => [{ id: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11', name: 'Same' }],
  'Account/RevokePasskey': () => [
    { id: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11', password: 'A-wrong-password-1' },
  ],
  'Home/Configuration': () => [{}],
  'Home/GetOverview': () => [{ tenancyName: 'Meridian' }],
  'AbpUserConfiguration/GetAll': () => [{}],
  'MarketData/GetSession': () => [{}],
  'MarketData/GetHalts': () => [{}],
  'MarketData/GetMarketStats': () => [{}],
  'MarketData/getSecurityLists': () => [{}],
  'MarketData/getPricelimitRange': () => [{ security: SECURITY }],
  'MarketData/getPricelimitRangeMin': () => [{ security: SECURITY }],
  'MarketData/GetPriceTrend': () => [{ security: SECURITY }, { security: SECURITY, interval: '1m' }],
  'MarketData/GetNews': () => [all],
  'MarketData/DownloadNews': () => [{}],
  'MarketData/getMarketOrders': () => [{ security: SECURITY }],
  'MarketData/getMarketTrades': () => [all],
  'MarketData/DownloadMarketTrades': () => [{}],
  'MarketData/GetTopStatistics': () => [{}, { asc: true }],
  'MarketData/GetTopTrades': () => [{}],
  'MarketData/GetIndexHistory': () => [{}],
  'MarketData/GetMarketSummary': () => [{}],
  'MarketData/GetPriceList': () => [{}],
  'MarketData/DownloadPriceListCsv': () => [{}],
  'MarketData/GetPriceHistory': () => [{ security: SECURITY }],
  'MarketData/DownloadPriceHistory': () => [{ security: SECURITY }],
  // Refused, no matter who asks: what is done here everybody would see.
  'MarketData/PostNews': () => [{ headline: 'News', body: 'None', securityIDs: ['NOSUCH'] }],
  'MarketData/HaltSecurity': () => [{ securityID: 'NOSUCH', reason: 'None' }],
  'ExchangeLine/GetState': () => [{}],
  'ExchangeLine/GetReports': () => [all],
  'ExchangeLine/GetOrdersInDoubt': () => [all],
  'ExchangeLine/GetUnclaimedOrders': () => [all],
  'ExchangeLine/AskAgain': () => [{ orderID: '999999999' }],
  'ExchangeLine/SettleOrder': () => [{ orderID: '999999999', as: 'canceled', reason: 'None' }],
  'ExchangeLine/SettleUnclaimed': () => [{ venueOrderID: 'none', as: 'canceled', reason: 'None' }],
  // A reason that is none: what would be cancelled is everybody's.
  'ExchangeLine/CancelAll': () => [{ reason: '' }],
  'MarketData/CancelTrade': () => [{ tradeNumber: 999_999_999, reason: 'None' }],
  'MarketData/CorrectTrade': () => [{ tradeNumber: 999_999_999, price: 1, reason: 'None' }],
  'MarketData/GetTradeCorrections': () => [all],
  'MarketData/ApproveTradeCorrection': () => [{ id: 999_999_999 }],
  'MarketData/RejectTradeCorrection': () => [{ id: 999_999_999, reason: 'None' }],
  'MarketData/ResumeSecurity': () => [{ securityID: 'NOSUCH', reason: 'None' }],
  'Watchlist/GetAll': () => [{}],
  'Watchlist/Save': () => [{ name: 'Mine', securityIDs: ['NOSUCH'] }],
  'Watchlist/Delete': () => [{ id: 999_999 }],
  'Alert/GetAll': () => [all],
  'Alert/Save': () => [{ securityID: 'NOSUCH', condition: 'news' }],
  'Alert/Delete': () => [{ id: 999_999 }],
  'Instruction/GetAll': () => [all],
  'Instruction/Get': () => [{ id: 999_999 }],
  'Instruction/Save': ({ accountNumber: account }) => [
    {
      ...{ account, securityID: 'NOSUCH', side: Side.buy, orderQty: 1, until: '2026-11-30' },
      medium: 'letter',
    },
  ],
  'Instruction/Take': () => [{ id: 999_999 }],
  'Instruction/HandOver': () => [{ id: 999_999 }],
  'Instruction/Close': () => [{ id: 999_999, reason: 'None' }],
  'Basket/GetAll': () => [all],
  'Basket/Get': () => [{ id: 999_999 }],
  'Basket/DownloadLines': () => [{ id: 999_999 }],
  'Basket/Save': () => [{ id: 999_999, version: 1, name: 'None', lines: [] }],
  'Basket/Delete': () => [{ id: 999_999 }],
  'Basket/Preview': ({ accountNumber: account }) => [
    {
      orders: [
        { account, securityID: SECURITY, side: Side.buy, ordType: OrdType.limit, price: 1, orderQty: 1 },
      ],
    },
  ],
  'Basket/Stop': () => [{ sendID: 'of-none' }],
  'Basket/Send': ({ accountNumber: account }) => [
    {
      ...{ sendID: 'of-none', basketID: 999_999 },
      orders: [
        { account, securityID: SECURITY, side: Side.buy, ordType: OrdType.limit, price: 1, orderQty: 1 },
      ],
    },
  ],
  'Notification/GetAll': () => [all],
  'Notification/MarkAsRead': () => [{ id: randomUUID() }],
  'Notification/MarkAllAsRead': () => [{}],
  'Notification/Delete': () => [{ id: randomUUID() }],
  'Order/SendNewOrder': ({ accountNumber: account }) => [
    readers.order({ account, clOrdID: 'more-than-anybody-has', orderQty: 2_000_000_000 }),
  ],
  'Order/sendCrossDealOrder': ({ accountNumber: account }) => [
    {
      crossID: 'of-one-account',
      securityID: SECURITY,
      price: 1,
      orderQty: 1,
      buyAccount: account,
      sellAccount: account,
    },
  ],
  'Order/SendBulkOrder': ({ accountNumber: account }) => [
    {
      ...{ clOrdID: 'more-than-any-account-has', securityID: SECURITY, side: Side.buy },
      ...{ ordType: OrdType.market, lines: [{ account, orderQty: 2_000_000_000 }] },
    },
  ],
  'Order/PreviewBulkOrder': ({ accountNumber: account }) => [
    {
      ...{ securityID: SECURITY, side: Side.buy, ordType: OrdType.market },
      lines: [{ account, orderQty: 1 }],
    },
  ],
  'Order/AllocateBulkOrder': () => [{ orderID: noOrder.orderID }],
  'Order/GetBulkOrders': () => [all],
  'Order/GetBulkOrder': () => [{ orderID: noOrder.orderID }],
  'Order/sendCancelAllOrders': () => [{ securityID: 'NOSUCH' }],
  'Order/getOrderTransactionSummary': () => [{}, { groupBy: 'user' }],
  'Order/PreviewOrder': ({ accountNumber: account }) => [
    { account, securityID: SECURITY, side: Side.buy, ordType: OrdType.limit, price: 1, orderQty: 1 },
  ],
  'Order/PreviewOrderReplace': () => [{ orderID: noOrder.orderID, orderQty: 1 }],
  'Order/PreviewCrossDealOrder': ({ accountNumber: account }) => [
    { securityID: SECURITY, price: 1, orderQty: 1, buyAccount: account, sellAccount: account },
  ],
  'Order/SendOrderReplaceRequest': () => [{ ...noOrder, orderQty: 1 }],
  'Order/sendCancelOrderRequest': () => [noOrder],
  'Order/getStockOrders': () => [all, { ...all, keyword: 'canary' }],
  'Order/DownloadStockOrders': () => [{}, { format: 'csv', keyword: 'canary' }],
  'Order/GetExecutions': () => [all, { ...all, sinceSequence: 0 }],
  'Order/DownloadExecutions': () => [{}, { sinceSequence: 0 }],
  'Order/GetDashAccountBalance': ({ cscsAccount }) => [{ cscsAccount }],
  'BackOffice/GetCustomers': () => [all],
  'BackOffice/GetDashAccountPortfolioHolding': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadDashAccountPortfolioHolding': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetAccountStatement': ({ cscsAccount }) => [{ ...all, cscsAcct: cscsAccount }],
  'BackOffice/DownloadAccountStatement': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadContractNoteTrades': ({ cscsAccount }) => [{ cscsAcct: cscsAccount, number: 1 }],
  'BackOffice/GetContractNoteTrades': ({ cscsAccount }) => [{ cscsAcct: cscsAccount, number: 1 }],
  'BackOffice/GetDashAccountPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadDashAccountPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/PrintPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/PrintAccountStatement': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPortfolioPerformance': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPortfolioMovement': ({ cscsAccount }) => [{ ...all, cscsAcct: cscsAccount }],
  'BackOffice/DownloadPortfolioMovement': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  // Refused, no matter who asks.
  'BackOffice/PostSecurityEntry': ({ cscsAccount }) => [
    {
      postingID: 'none',
      cscsAcct: cscsAccount,
      type: 'transferIn',
      securityID: 'NOSUCH',
      quantity: 1,
      reference: 'None',
      narration: 'None',
    },
  ],
  'BackOffice/GetContractNotes': () => [all],
  'BackOffice/DownloadContractNoteList': () => [{}],
  'BackOffice/DownloadContractNote': () => [{ number: 1 }],
  'BackOffice/DownloadContractNotes': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetAccountTerms': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/UpdateAccountTerms': () => [
    {
      postingID: 'terms',
      cscsAcct: nobody.cscsAccount,
      cashRoute: 'broker',
      bankCode: null,
      bankAccount: null,
    },
  ],
  'BackOffice/GetAccountInflow': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadAccountInflow': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetAccountOutflow': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadAccountOutflow': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPaymentOptions': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPaymentRequests': () => [all],
  // Refused, no matter who asks.
  'BackOffice/ReportDeposit': () => [
    {
      ...{ postingID: 'none', cscsAcct: nobody.cscsAccount, amount: 1, channel: 'transfer' },
      ...{ bankCode: null, paidOn: '2026-01-05', reference: 'R' },
    },
  ],
  'BackOffice/RequestWithdrawal': () => [
    { postingID: 'none', cscsAcct: nobody.cscsAccount, amount: 1, reference: '' },
  ],
  'BackOffice/CancelPaymentRequest': () => [{ id: 999_999_999 }],
  'BackOffice/PostPaymentRequest': () => [{ id: 999_999_999, narration: 'N' }],
  'BackOffice/DeclinePaymentRequest': () => [{ id: 999_999_999, reason: 'None' }],
  'BackOffice/PostCashEntry': () => [
    {
      postingID: 'none',
      cscsAcct: nobody.cscsAccount,
      type: 'deposit',
      amount: 1,
      reference: 'R',
      narration: 'N',
    },
  ],
  'BackOffice/ReverseEntry': () => [
    { postingID: 'none', cscsAcct: nobody.cscsAccount, entry: 1, reason: 'None' },
  ],
  'BackOffice/GetAccountFreezes': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/FreezeAccount': () => [
    {
      ...{ postingID: 'none', cscsAcct: nobody.cscsAccount, ground: 'complaint', reason: 'None' },
      from: '2026-01-05',
    },
  ],
  'BackOffice/UnfreezeAccount': () => [
    { postingID: 'none', cscsAcct: nobody.cscsAccount, freeze: 1, reason: 'None' },
  ],
  'BackOffice/GetFreezeDocument': () => [{ id: 999_999_999 }],
  'BackOffice/GetCashApprovals': () => [all],
  'BackOffice/DownloadCashApprovals': () => [{}],
  'BackOffice/ApproveCashEntry': () => [{ id: 999_999_999 }],
  'BackOffice/RejectCashEntry': () => [{ id: 999_999_999, reason: 'None' }],
  'BackOffice/GetCorporateActions': () => [all],
  'BackOffice/DownloadCorporateActions': () => [{}],
  'BackOffice/PreviewCorporateAction': () => [{ ...all, ...dividend }],
  'BackOffice/GetEntitlementsDue': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadCorporateActionEntitlements': () => [dividend],
  // Refused, no matter who asks.
  'BackOffice/PostCorporateAction': () => [{ ...dividend, securityID: 'NOSUCH' }],
  'BackOffice/RevokeCorporateAction': () => [{ id: 999_999_999 }],
  'Role/GetAll': () => [all],
  'Role/Get': () => [{ id: 999_999_999 }],
  'Role/GetRolesAsync': () => [{}, { permission: 'BUY' }],
  'Role/GetAllPermissions': () => [{}],
  'Role/GetRoleForEdit': () => [{ id: 999_999_999 }],
  // Refused, no matter who asks.
  'Role/Create': () => [{ name: 'BROKER', displayName: 'Another', grantedPermissions: [] }],
  'Role/Update': () => [{ id: 999_999_999, name: 'None', displayName: 'None', grantedPermissions: [] }],
  'Role/Delete': () => [{ id: 999_999_999 }],
  'User/GetAll': () => [all, { keyword: 'canary' }],
  'User/Get': () => [{ id: 999_999_999 }],
  'User/GetRoles': () => [{}],
  'User/Create': () => [{ ...person, userName: 'admin' }],
  'User/Update': () => [{ ...person, id: 999_999_999 }],
  'User/Delete': () => [{ id: 999_999_999 }],
  'User/Activate': () => [{ id: 999_999_999 }],
  'User/DeActivate': () => [{ id: 999_999_999 }],
  'User/Unlock': () => [{ id: 999_999_999 }],
  'User/ConfirmRights': () => [{ id: 999_999_999 }],
  'User/ResetPassword': () => [
    { adminPassword: 'A-wrong-password-1', userId: 999_999_999, newPassword: 'Quiet-harbour-lamp-7' },
  ],
  'User/RevokePasskeys': () => [{ adminPassword: 'A-wrong-password-1', userId: 999_999_999 }],
  'User/DisableTwoFactor': () => [{ adminPassword: 'A-wrong-password-1', userId: 999_999_999 }],
  'Settings/GetAll': () => [{}],
  'Settings/Update': () => [{ cashApprovalThreshold: 1_000_000 }],
  'Settings/GetChecklist': () => [{}],
  'Settings/GetLogo': () => [{}],
  'Settings/UpdateLogo': () => [{}],
  'Settings/GetIdentityProvider': () => [{}],
  'Settings/UpdateIdentityProvider': () => [providerOfNobody],
  'Settings/TestIdentityProvider': () => [providerOfNobody],
  'Order/GetTrades': () => [all],
  'Order/DownloadTrades': () => [{}],
  'ReportEventLog/GetReportEventLogs': () => [all, { ...all, keyword: 'canary' }],
  'ReportEventLog/DownloadReportEventLogs': () => [{}],
  'ReportEventLog/GetReportLogs': () => [all],
  'ReportEventLog/DownloadReportLogs': () => [{}],
  'ReportEventLog/VerifyChain': () => [{}],
  'Limits/GetAll': () => [{}],
  'Limits/Update': () => [{ level: 'account', id: nobody.accountNumber, ...noLimits }],
  'Limits/SetKillSwitch': () => [{ scope: 'account', id: nobody.accountNumber, on: true, reason: 'None' }],
  'Limits/GetKillSwitchesOn': () => [{}],
  // Refused, no matter who asks: the names are taken, and no firm has the number.
  'Tenant/Create': () =>
    firms.map((tenancyName) => ({
      tenancyName,
      name: 'Another',
      adminEmailAddress: 'nobody@nobody.example',
    })),
  'Tenant/RenewFirstLink': () => [{ id: 999_999, adminEmailAddress: 'nobody@nobody.example' }],
  'Tenant/NameSecondAdministrator': () => [
    {
      ...{ id: 999_999, userName: 'nobody', name: 'No', surname: 'Body' },
      emailAddress: 'nobody@nobody.example',
    },
  ],
  'Tenant/GetAll': () => [all],
  'Tenant/Get': () => [{ id: 999_999 }],
  'Tenant/Update': () => [{ id: 999_999, tenancyName: 'Another', name: 'Another', isActive: true }],
  'Tenant/Activate': () => [{ id: 999_999 }],
  'Tenant/DeActivate': () => [{ id: 999_999 }],
  'Tenant/Delete': () => [{ id: 999_999 }],
  'Fees/Get': () => [{}],
  'Fees/Update': () => [{}],
  'Fees/GetTradeAlerts': () => [{}],
  'Fees/UpdateTradeAlerts': () => [{ alertsOff: true }],
  // Refused, no matter who asks.
  'Fees/DeleteRate': () => [{ side: '1', item: 'sec', dateFrom: '2030-01-07' }],
  'Fees/DeleteAgreement': () => [{ customerId: 999_999, dateFrom: '2030-01-07' }],
  // Refused, no matter who asks.
  'Account/Register': () => [
    {
      ...{ tenancyName: 'Nobody', name: 'N', surname: 'N', userName: 'nemo', emailAddress: 'n@example.com' },
      password: 'Quiet-harbour-lamp-7',
    },
  ],
  'Account/VerifyAccount': () => [{ accessToken: 'none', code: '000000' }],
  'Account/GetResendVerificationCode': () => [{ accessToken: 'none' }],
  'Customer/CustomerRegister': () => [{ accountType: 'individual' }],
  'Customer/CreateCustomer': () => [{ accountType: 'individual' }],
  'Customer/GetCustomerRecord': ({ id }) => [{ id }, { id: 999_999 }],
  'Customer/UpdateCustomer': () => [{ id: 999_999, reason: 'None' }],
  'Customer/AddDocument': () => [{ id: 999_999, kind: 'signature', reason: 'None' }],
  'Customer/GetCustomerDocument': () => [{ id: 999_999, document: 999_999 }],
  'Customer/GetCustomerChanges': () => [{}],
  'Customer/ApproveCustomerChange': () => [{ id: 999_999 }],
  'Customer/RejectCustomerChange': () => [{ id: 999_999, reason: 'None' }],
  'Customer/GetUnprovedPeople': () => [{}],
  'Customer/ConfirmAddress': () => [{ userId: 999_999, method: 'letter', reason: 'None' }],
  'Customer/InviteCustomer': () => [{ id: 999_999 }],
  'Customer/DownloadCustomerFile': ({ id }) => [{ id }],
  'BackOffice/DownloadCustomers': () => [{}],
  'Customer/UpdateCustomerAccountCreationRequest': () => requestIDs.map((id) => ({ id })),
  'Customer/RejectCustomerAccountCreationRequest': () => [{ id: 999_999, reason: 'None' }],
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': () => [{ id: 999_999 }],
  'Customer/GetAllCustomerAccountCreationRequests': () => [all, { keyword: 'canary' }],
  'Customer/DownloadCustomerAccountCreationRequests': () => [{}],
  'Customer/GetAllUserAccountCreationRequests': () => [{}],
  'Customer/GetCustomerAccountCreationRequestStatus': () => [{}, ...requestIDs.map((id) => ({ id }))],
  'Customer/GetCustomerAccountCreationRequest': () => requestIDs.map((id) => ({ id })),
  'Customer/GetDocument': () => requestIDs.map((id) => ({ id, kind: 'signature' as const })),
  'Customer/GetBanks': () => [{}],
  'Account/LogOut': () => [{}],
}
