import {
  accountRequestList,
  auditList,
  type CallInput,
  type CallName,
  calls,
  cashRequestList,
  contractNoteList,
  executionList,
  firmTradeList,
  holdingList,
  inflowList,
  type List,
  movementList,
  newsList,
  OrdType,
  orderList,
  parametersOf,
  priceHistoryList,
  priceList,
  reportLogList,
  Side,
  statementList,
  tradeList,
  valuationList,
  verbOf,
} from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { draftRequest } from '../account-request.ts'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { signIn } from '../person.ts'
import { PASSWORD } from '../running-server.ts'
import type { RawAnswer } from './raw-answer.ts'
import {
  everybody,
  firms,
  nameOf,
  type Reader,
  type Readers,
  type Standing,
  signEverybodyIn,
} from './reader.ts'

// Longer than 300 lines, for one server and its firms, started once, serve every call.

/** What is another's is, to everybody else, the same as what never was: at every call, for everybody. */

const callNames = Object.keys(calls) as CallName[]

let server: DemoServer
let readers: Readers

beforeAll(async () => {
  server = await openDemo({ TRADEBOOK_TRUSTED_PROXIES: '127.0.0.1' })
  readers = await signEverybodyIn(server)
})

afterAll(async () => {
  await server?.close()
})

/** All by which somebody's belongings can be named. */
interface Names {
  readonly account: string
  readonly cscsAccount: string
  readonly customerName: string
  readonly phoneNumber: string
  /** An order that rests, and the person's own id of it. */
  readonly orderID: string
  readonly clOrdID: string
  /** A list of securities that the person keeps. */
  readonly watchlistID: string
  /** What the person was notified of. */
  readonly notificationID: string
  /** A posting that waits for approval. */
  readonly cashRequestID: string
  /** An order that is over, and the person's own id of its cancellation. */
  readonly endedOrderID: string
  readonly cancelClOrdID: string
  /** Where the person is signed in besides. */
  readonly sessionID: string
  /** A user and a role of the person's firm. */
  readonly userID: string
  readonly roleID: string
  /** A request of the person for an account. */
  readonly accountRequestID: string
}

/** Named as such things are, and nobody's. */
const nobodys: Names = {
  account: 'MSL999999',
  cscsAccount: '0055555555',
  customerName: 'Nemo Nwankwo',
  phoneNumber: '+2348066666666',
  orderID: '888888888',
  clOrdID: 'never-sent',
  watchlistID: '666666666',
  notificationID: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11',
  cashRequestID: '555555555',
  endedOrderID: '777777777',
  cancelClOrdID: 'never-cancelled',
  sessionID: '1e8f74cc-51e7-4a60-9b2c-30a1d9e6f022',
  userID: '444444444',
  roleID: '333333333',
  accountRequestID: '222222222',
}

const noLimits = {
  orderValue: null,
  orderQty: null,
  volumePercent: null,
  collarPercent: null,
  ordersPerSecond: null,
  duplicateSeconds: null,
  dailyTurnover: null,
}

const dividend = {
  type: 'dividend',
  securityID: 'GTCO',
  registerDate: '2030-01-07',
  payDate: '2030-01-14',
  ratePerShare: 1.25,
} as const

const role = { name: 'Desk', displayName: 'Desk', grantedPermissions: ['BUY'] }
const person = { userName: 'outsider', name: 'Out', surname: 'Sider', emailAddress: 'out@sider.example' }

type WaysToName = { readonly [Name in CallName]: readonly ((names: Names) => CallInput<Name>)[] }

/**
 * For every call, the ways to name with it what may be another's. None where it can not: the
 * market is everybody's, of oneself one asks without naming, and who knows a password is its owner.
 */
const waysToName: WaysToName = {
  'TokenAuth/Authenticate': [],
  'Session/GetCurrentLoginInformations': [],
  'Account/IsTenantAvailable': [],
  'Account/LogOut': [],
  'Account/PasswordReset': [],
  'Account/ChangePassword': [],
  'Account/GetProfile': [],
  'Account/GetTwoFactorAuthTokens': [],
  'Account/EnableTwoFactorAuth': [],
  'Account/DisableTwoFactorAuth': [],
  'Account/RenewRecoveryCodes': [],
  'Account/UpdateProfile': [],
  'Account/ChangeEmailAddress': [],
  'Account/ConfirmEmailAddress': [],
  'Account/GetSessions': [],
  'User/ChangeLanguage': [],
  'Account/RevokeSession': [({ sessionID: id }) => ({ id })],
  'Account/RevokeOtherSessions': [],
  // Who has a registration token is its owner.
  'Account/Register': [],
  'Account/VerifyAccount': [],
  'Account/GetResendVerificationCode': [],
  'Customer/CustomerRegister': [],
  'Customer/UpdateCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never, surname: 'Changed' }),
    ({ accountRequestID: id }) => ({ id: id as never, submit: true }),
  ],
  'Customer/RejectCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never, reason: 'From outside' }),
  ],
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never }),
  ],
  'Customer/GetAllCustomerAccountCreationRequests': [],
  'Customer/DownloadCustomerAccountCreationRequests': [],
  'Customer/GetAllUserAccountCreationRequests': [],
  'Customer/GetCustomerAccountCreationRequestStatus': [({ accountRequestID: id }) => ({ id: id as never })],
  'Customer/GetCustomerAccountCreationRequest': [({ accountRequestID: id }) => ({ id: id as never })],
  'Customer/GetDocument': [({ accountRequestID: id }) => ({ id: id as never, kind: 'signature' })],
  'Customer/GetBanks': [],
  'Home/Configuration': [],
  'AbpUserConfiguration/GetAll': [],
  'MarketData/GetSession': [],
  'MarketData/GetHalts': [],
  'MarketData/GetMarketStats': [],
  'MarketData/getSecurityLists': [],
  'MarketData/getPricelimitRange': [],
  'MarketData/getPricelimitRangeMin': [],
  'MarketData/GetPriceTrend': [],
  'MarketData/GetNews': [],
  'MarketData/DownloadNews': [],
  'MarketData/getMarketOrders': [],
  'MarketData/getMarketTrades': [],
  'MarketData/DownloadMarketTrades': [],
  'MarketData/GetTopStatistics': [],
  'MarketData/GetTopTrades': [],
  'MarketData/GetIndexHistory': [],
  'MarketData/GetMarketSummary': [],
  'MarketData/GetPriceList': [],
  'MarketData/DownloadPriceListCsv': [],
  'MarketData/GetPriceHistory': [],
  'MarketData/DownloadPriceHistory': [],
  'MarketData/PostNews': [],
  'MarketData/HaltSecurity': [],
  'MarketData/ResumeSecurity': [],
  'Watchlist/GetAll': [],
  'Watchlist/Save': [
    // Numbers may be sent as texts.
    ({ watchlistID: id }) => ({ id: id as never, name: 'Renamed', securityIDs: ['GTCO'] }),
  ],
  'Watchlist/Delete': [({ watchlistID: id }) => ({ id: id as never })],
  'Order/SendNewOrder': [
    ({ account, clOrdID }) => readers.order({ account, clOrdID }),
    ({ account }) => readers.order({ account, clOrdID: 'from-outside' }),
    ({ account }) => readers.order({ account, clOrdID: 'too-much', orderQty: 2_000_000_000 }),
    ({ account }) => readers.order({ account, clOrdID: 'no-security', securityID: 'NOSUCH' }),
  ],
  'Order/sendCrossDealOrder': [
    ({ account }) => ({
      crossID: 'from-outside',
      securityID: 'GTCO',
      price: 50,
      orderQty: 1,
      buyAccount: account,
      sellAccount: account,
    }),
  ],
  'Order/sendCancelAllOrders': [({ account }) => ({ account })],
  'Order/getOrderTransactionSummary': [],
  'Order/PreviewOrder': [
    ({ account }) => ({
      account,
      securityID: 'GTCO',
      side: Side.buy,
      ordType: OrdType.limit,
      price: 50,
      orderQty: 1,
    }),
  ],
  // An order that is over is not there any more, its owner's neither.
  'Order/PreviewOrderReplace': [({ orderID }) => ({ orderID, orderQty: 9 })],
  'Order/PreviewCrossDealOrder': [
    ({ account }) => ({
      securityID: 'GTCO',
      price: 50,
      orderQty: 1,
      buyAccount: account,
      sellAccount: account,
    }),
  ],
  'Notification/GetAll': [],
  'Notification/MarkAsRead': [({ notificationID: id }) => ({ id })],
  'Notification/MarkAllAsRead': [],
  'Notification/Delete': [({ notificationID: id }) => ({ id })],
  'Order/SendOrderReplaceRequest': [
    ({ orderID, clOrdID }) => ({ orderID, clOrdID, orderQty: 9 }),
    ({ orderID }) => ({ orderID, clOrdID: 'stale', orderQty: 9, version: 999 }),
    ({ orderID }) => ({ orderID, clOrdID: 'replaced-from-outside', orderQty: 9 }),
    ({ endedOrderID: orderID }) => ({ orderID, clOrdID: 'too-late', orderQty: 9 }),
  ],
  'Order/sendCancelOrderRequest': [
    ({ orderID, clOrdID }) => ({ orderID, clOrdID }),
    ({ endedOrderID: orderID, cancelClOrdID: clOrdID }) => ({ orderID, clOrdID }),
    ({ endedOrderID: orderID }) => ({ orderID, clOrdID: 'cancelled-too-late' }),
    ({ orderID }) => ({ orderID, clOrdID: 'cancelled-from-outside' }),
  ],
  'Order/getStockOrders': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ customerName: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/DownloadStockOrders': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ customerName: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/GetExecutions': [
    ({ orderID }) => ({ orderID }),
    ({ endedOrderID: orderID }) => ({ orderID, sinceSequence: 0 }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/DownloadExecutions': [
    ({ orderID }) => ({ orderID }),
    ({ endedOrderID: orderID }) => ({ orderID, sinceSequence: 0 }),
    ({ account }) => ({ account }),
    ({ account: keyword }) => ({ keyword }),
    ({ clOrdID: keyword }) => ({ keyword }),
  ],
  'Order/GetTrades': [
    ({ orderID }) => ({ orderID }),
    ({ account }) => ({ account }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'Order/DownloadTrades': [({ orderID }) => ({ orderID }), ({ account }) => ({ account })],
  // One's own trail has what one has asked for.
  'ReportEventLog/GetReportEventLogs': [],
  'ReportEventLog/DownloadReportEventLogs': [],
  'ReportEventLog/GetReportLogs': [],
  'ReportEventLog/DownloadReportLogs': [],
  'ReportEventLog/VerifyChain': [],
  'Order/GetDashAccountBalance': [
    ({ cscsAccount }) => ({ cscsAccount }),
    ({ cscsAccount }) => ({ cscsAccount: withoutZeros(cscsAccount) }),
  ],
  'BackOffice/GetCustomers': [
    ({ account: query }) => ({ query }),
    ({ cscsAccount: query }) => ({ query }),
    ({ customerName: query }) => ({ query }),
    ({ phoneNumber: query }) => ({ query }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  // The host's: nobody of a firm makes them.
  'Tenant/Create': [],
  'Tenant/RenewFirstLink': [],
  'Tenant/GetAll': [],
  'Tenant/Get': [],
  'Tenant/Update': [],
  'Tenant/Activate': [],
  'Tenant/DeActivate': [],
  'Tenant/Delete': [],
  'Fees/Get': [],
  // Customers are numbered in each firm.
  'Fees/Update': [],
  'Fees/DeleteRate': [],
  'Fees/DeleteAgreement': [],
  'BackOffice/GetDashAccountPortfolioHolding': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount }) => ({ cscsAcct: withoutZeros(cscsAccount) }),
  ],
  'BackOffice/DownloadDashAccountPortfolioHolding': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount }) => ({ cscsAcct: withoutZeros(cscsAccount) }),
  ],
  'BackOffice/GetAccountStatement': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct, from: '2026-01-02', to: '2026-01-01' }),
  ],
  'BackOffice/GetAccountTerms': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/UpdateAccountTerms': [
    ({ cscsAccount: cscsAcct }) => ({
      postingID: 'terms',
      cscsAcct,
      cashRoute: 'broker',
      bankCode: null,
      bankAccount: null,
    }),
  ],
  'BackOffice/GetAccountInflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadAccountInflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetAccountOutflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadAccountOutflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/PostCashEntry': [({ cscsAccount }) => ({ ...cash(cscsAccount), postingID: 'from-outside' })],
  'BackOffice/GetCashApprovals': [
    ({ account }) => ({ account }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'BackOffice/DownloadCashApprovals': [({ account }) => ({ account })],
  'BackOffice/ApproveCashEntry': [({ cashRequestID: id }) => ({ id: id as never })],
  'BackOffice/RejectCashEntry': [({ cashRequestID: id }) => ({ id: id as never, reason: 'No' })],
  // Everybody's: what it gives to an account is listed by the account.
  'BackOffice/GetCorporateActions': [],
  'BackOffice/DownloadCorporateActions': [],
  'BackOffice/PreviewCorporateAction': [
    ({ account }) => ({ ...dividend, account }),
    ({ customerName: keyword }) => ({ ...dividend, keyword }),
  ],
  'BackOffice/GetEntitlementsDue': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadCorporateActionEntitlements': [({ account }) => ({ ...dividend, account })],
  'BackOffice/PostCorporateAction': [],
  'BackOffice/RevokeCorporateAction': [],
  'Role/Create': [],
  'Role/Update': [({ roleID: id }) => ({ ...role, id: id as never })],
  'Role/Delete': [({ roleID: id }) => ({ id: id as never })],
  'Role/Get': [({ roleID: id }) => ({ id: id as never })],
  'Role/GetAll': [],
  'Role/GetRolesAsync': [],
  'Role/GetAllPermissions': [],
  'Role/GetRoleForEdit': [({ roleID: id }) => ({ id: id as never })],
  'User/Create': [({ account }) => ({ ...person, userTradingAccounts: [{ accountNumber: account }] })],
  'User/Update': [({ userID: id }) => ({ ...person, id: id as never })],
  'User/Delete': [({ userID: id }) => ({ id: id as never })],
  'User/Get': [({ userID: id }) => ({ id: id as never })],
  'User/GetAll': [({ customerName: keyword }) => ({ keyword })],
  'User/GetRoles': [],
  'User/Activate': [({ userID: id }) => ({ id: id as never })],
  'User/DeActivate': [({ userID: id }) => ({ id: id as never })],
  'User/Unlock': [({ userID: id }) => ({ id: id as never })],
  'User/ResetPassword': [
    ({ userID }) => ({
      adminPassword: PASSWORD,
      userId: userID as never,
      newPassword: 'Quiet-harbour-lamp-7',
    }),
  ],
  'User/DisableTwoFactor': [({ userID }) => ({ adminPassword: PASSWORD, userId: userID as never })],
  'Settings/GetAll': [],
  'Settings/Update': [],
  'Limits/GetAll': [],
  'Limits/Update': [({ account: id }) => ({ ...noLimits, level: 'account', id })],
  'Limits/SetKillSwitch': [({ account: id }) => ({ scope: 'account', id, on: true, reason: 'From outside' })],
  'Limits/GetKillSwitchesOn': [],
  'BackOffice/DownloadAccountStatement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetContractNoteTrades': [({ cscsAccount: cscsAcct }) => ({ cscsAcct, number: 1 })],
  'BackOffice/GetDashAccountPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadDashAccountPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/PrintPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/PrintAccountStatement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPortfolioPerformance': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPortfolioMovement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadPortfolioMovement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetContractNotes': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNoteList': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNotes': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNote': [],
  'BackOffice/PostSecurityEntry': [
    ({ cscsAccount: cscsAcct }) => ({
      postingID: 'shares-from-outside',
      cscsAcct,
      type: 'transferIn',
      securityID: 'GTCO',
      quantity: 1,
      reference: 'From outside',
      narration: 'From outside',
    }),
  ],
}

/**
 * The other inputs of calls: they name nothing, or what is everybody's. User names are alike in every
 * firm, and every firm's contract notes are numbered from 1.
 */
const namesNothing = new Set(
  `tenancyName userNameOrEmailAddress password surname rememberClient twoFactorVerificationCode emailAddress
   verificationCode recoveryCode surname phoneNumber
   resetToken currentPassword newPassword security securityID
   side ordType price stopPx orderQty timeInForce expireDate displayQty minQty execInst text version interval
   status from to sinceSequence keyword sorting skipCount maxResultCount
   ordStatus execType urgency source userName format columns sector dateTime asc count by
   groupBy crossID headline body reason name securityIDs state rates customers number asOf kind quantity unitCost
   postingID type amount reference narration cashApprovalThreshold unsettledProceedsUsable selfMatch
   showAccountBalance notifications secondFactor stopOrders memberCode idleMinutes sessionHours rememberDays lockoutTries lockoutMinutes languages languageName Settings/Update.address Settings/Update.phone
   Settings/Update.payIn
   serviceName methodName hasException isComplete clientIpAddress entity entityId
   item dateFrom customerId cashRoute bankCode bankAccount
   level scope on orderValue volumePercent collarPercent ordersPerSecond duplicateSeconds dailyTurnover registerDate payDate ratePerShare
   userName isActive roleName roleNames permission permissions userTradingAccounts displayName description
   grantedPermissions adminPassword
   ratio registrationOpen accessToken revision code accountType submit removedDocuments returnForCorrection remarks warnings ${registrationFieldNames.join(' ')}
   BackOffice/RevokeCorporateAction.id BackOffice/GetCorporateActions.id
   BackOffice/DownloadCorporateActions.id MarketData/GetNews.id
   MarketData/DownloadNews.id
   isActive adminEmailAddress connectionString features releaseKillSwitch Tenant/Create.address Tenant/Create.phone
   Tenant/Update.address Tenant/Update.phone Tenant/Get.id Tenant/Update.id Tenant/Delete.id Tenant/Activate.id
   Tenant/DeActivate.id Tenant/RenewFirstLink.id`
    .split(/\s+/)
    .concat(
      [
        ...[orderList, executionList, holdingList, newsList, priceList, priceHistoryList, tradeList],
        ...[contractNoteList, movementList, statementList, valuationList, cashRequestList, inflowList],
        ...[firmTradeList, auditList, reportLogList],
        accountRequestList,
      ].flatMap(({ columns }: List) =>
        Object.values(columns).flatMap(({ filter }) =>
          filter?.by === 'range' ? parametersOf(filter).map(({ name }) => name) : [],
        ),
      ),
    ),
)

const withoutZeros = (cscsAccount: string): string => cscsAccount.replace(/^0+/, '')

/** The answer with every name that was asked for by its kind alone, so that answers compare. */
function nameless({ status, contentType, text }: RawAnswer, names: Names): RawAnswer {
  let value = text
  for (const [kind, name] of Object.entries({ ...names, shortCscs: withoutZeros(names.cscsAccount) })) {
    // Small numbers stand in many an answer; no answer has the number that was asked for.
    if (['watchlistID', 'userID', 'roleID', 'accountRequestID'].includes(kind)) continue
    value = value.replace(new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`, 'g'), `{${kind}}`)
  }
  return { status, contentType, text: value }
}

describe("what is another's is as what never was", () => {
  let owner: Reader
  let theirs: Names

  beforeAll(async () => {
    owner = readers.of('Meridian', 'broker')
    const [own] = (await readers.of('Meridian', 'customer').get('BackOffice/GetCustomers', {})).items
    const { items } = await owner.get('BackOffice/GetCustomers', {})
    const customer = items.find(({ id }) => id !== own?.id)!
    const account = customer.accountNumber
    const resting = await owner.get('Order/SendNewOrder', readers.order({ account, clOrdID: 'rests-here' }))
    const ended = await owner.get('Order/SendNewOrder', readers.order({ account, clOrdID: 'ends-here' }))
    const cancelClOrdID = 'cancelled-here'
    await owner.get('Order/sendCancelOrderRequest', { orderID: ended.orderID, clOrdID: cancelClOrdID })
    const { id } = await owner.get('Watchlist/Save', { name: 'Banks', securityIDs: ['GTCO'] })
    const admin = readers.of('Meridian', 'admin')
    const desk = await admin.get('Role/Create', role)
    const user = await admin.get('User/Create', {
      ...person,
      userName: 'insider',
      emailAddress: 'in@sider.example',
      roleNames: ['DESK'],
    })
    theirs = {
      watchlistID: String(id),
      account,
      cscsAccount: customer.cscsAccount,
      customerName: customer.customerName,
      phoneNumber: customer.phoneNumber ?? '',
      orderID: resting.orderID,
      clOrdID: resting.clOrdID,
      notificationID: await refusedOf(owner, account),
      cashRequestID: String((await owner.get('BackOffice/PostCashEntry', cash(customer.cscsAccount))).id),
      endedOrderID: ended.orderID,
      cancelClOrdID,
      sessionID: await sessionElsewhere(owner),
      userID: String(user.id),
      roleID: String(desk.id),
      accountRequestID: String((await draftRequest(server.url, owner.token, 'Canary')).id),
    }
  })

  test('every call and every input of a call is covered', () => {
    expect(Object.keys(waysToName).sort()).toEqual([...callNames].sort())
    for (const name of callNames) {
      const ways: readonly ((names: Names) => object)[] = waysToName[name]
      const naming = ways.flatMap((way) => Object.entries(way(nobodys)))
      const named = naming
        .filter(([, value]) => Object.values(nobodys).includes(value))
        .map(([field]) => field)
      const unknown = Object.keys(calls[name].input.shape).filter(
        (field) => !namesNothing.has(field) && !namesNothing.has(`${name}.${field}`),
      )
      expect({ name, unknown: unknown.filter((field) => !named.includes(field)) }).toEqual({
        name,
        unknown: [],
      })
    }
  })

  const strangers = everybody.filter(
    ({ firm, userName }) => firm !== 'Meridian' || !['broker', 'admin'].includes(userName),
  )

  test.each(strangers.map((who) => [nameOf(who), who] as const))('for %s', async (_, who) => {
    const stranger = readers.of(who.firm, who.userName)
    const before = await belongings()
    for (const headers of [{}, ...readers.naming('Meridian')]) {
      for (const name of callNames) {
        for (const way of waysToName[name]) {
          const toNobodys = nameless(await stranger.ask(name, way(nobodys), headers), nobodys)
          const toTheirs = nameless(await stranger.ask(name, way(theirs), headers), theirs)
          expect({ name, ...toTheirs }).toEqual({ name, ...toNobodys })
          expect({ name, ...toTheirs }).toMatchObject(denialOf(name, who.standing))
        }
      }
    }
    expect(await belongings()).toEqual(before)
  })

  /** With what a call that needs more than the person has is refused, whatever it names; of a role the firm decides. */
  function denialOf(name: CallName, standing: Standing): Partial<RawAnswer> {
    const { needs } = calls[name]
    if (standing === 'member' || needs === 'anyone') return {}
    if (standing !== 'withoutRole') return { status: 401 }
    return needs === 'signedIn' ? {} : { status: 403 }
  }

  /** What a customer or a broker may not do, and what finds nothing once the orders are cancelled. */
  const notOfOwner = new Set<CallName>([
    'Customer/RejectCustomerAccountCreationRequest',
    'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
    'BackOffice/GetAccountTerms',
    'BackOffice/UpdateAccountTerms',
    'Order/sendCrossDealOrder',
    'Order/PreviewCrossDealOrder',
    'Order/sendCancelAllOrders',
    'Order/GetTrades',
    'Order/DownloadTrades',
    'Limits/Update',
    'Limits/SetKillSwitch',
    ...callNames.filter((name) => name.startsWith('Role/') || name.startsWith('User/')),
  ])

  test('for its owner it is there', async () => {
    const isRead = (name: CallName) => verbOf(name, calls[name]) === 'GET'
    const readsFirst = callNames.toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)))
    for (const name of readsFirst.filter((name) => !notOfOwner.has(name))) {
      for (const way of waysToName[name]) {
        const toNobodys = nameless(await owner.ask(name, way(nobodys)), nobodys)
        const toTheirs = nameless(await owner.ask(name, way(theirs)), theirs)
        expect({ name, ...toTheirs }, name).not.toEqual({ name, ...toNobodys })
      }
    }
  })

  const belongings = async () => ({
    sessions: (await owner.get('Account/GetSessions', {})).items.length,
    orders: await owner.get('Order/getStockOrders', { maxResultCount: 1000 }),
    executions: await owner.get('Order/GetExecutions', { maxResultCount: 1000 }),
    balance: await owner.get('Order/GetDashAccountBalance', { cscsAccount: theirs.cscsAccount }),
    requests: await owner.get('Customer/GetCustomerAccountCreationRequestStatus', {}),
    notifications: await owner.get('Notification/GetAll', {}),
    watchlists: await owner.get('Watchlist/GetAll', {}),
    holdings: await owner.get('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct: theirs.cscsAccount }),
  })
})

/** Signs a person in once more. @returns the id of that session. */
async function sessionElsewhere(owner: Reader): Promise<string> {
  await signIn(server, 'Meridian', 'broker')
  const { items } = await owner.get('Account/GetSessions', {})
  return items.find(({ current }) => !current)!.id
}

/** A deposit that needs approval. */
const cash = (cscsAcct: string): CallInput<'BackOffice/PostCashEntry'> => ({
  postingID: 'waits',
  cscsAcct,
  type: 'deposit',
  amount: 5_000_000,
  reference: 'R',
  narration: 'N',
})

/** Enters an order that is refused. @returns the id of its notification. */
async function refusedOf(reader: Reader, account: string): Promise<string> {
  const refused = readers.order({ account, securityID: 'NOSUCH', clOrdID: 'refused-here' })
  await reader.ask('Order/SendNewOrder', refused)
  return vi.waitFor(async () => {
    const { items } = await reader.get('Notification/GetAll', {})
    expect(items).toHaveLength(1)
    return items[0]!.id
  }, 10_000)
}

test("an order id is free where it is another's", async () => {
  for (const firm of firms) {
    const broker = readers.of(firm, 'broker')
    const { items } = await broker.get('BackOffice/GetCustomers', {})
    for (const { accountNumber: account } of items.slice(0, 2)) {
      const taken = readers.order({ account, clOrdID: 'everybody-counts-from-1' })
      expect(await broker.get('Order/SendNewOrder', taken)).toMatchObject({ account, ordStatus: '0' })
    }
  }
})

test('a user of one firm is nobody at the other', async () => {
  const anybody = readers.of(null, '')
  const signInAs = (userNameOrEmailAddress: string) =>
    anybody.ask('TokenAuth/Authenticate', {
      tenancyName: 'Zenith-Hill',
      userNameOrEmailAddress,
      password: PASSWORD,
    })
  expect((await signInAs('broker@zenith-hill.example')).status).toBe(200)
  const refused = await signInAs('nemo@meridian.example')
  expect(refused.status).toBe(500)
  expect(await signInAs('broker@meridian.example')).toEqual(refused)
})
