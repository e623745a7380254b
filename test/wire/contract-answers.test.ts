import { randomUUID } from 'node:crypto'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  addBusinessDays,
  auditThings,
  bookClear,
  bookDelete,
  bookEntry,
  bookSnapshot,
  type Call,
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  execution,
  type FileCallName,
  HUB_PATH,
  type HubEventName,
  hubEvents,
  items,
  killSwitchChange,
  lagosDate,
  marketSummary,
  marketTrade,
  newsItem,
  notificationsChange,
  OrdType,
  orderBookOwners,
  type Permission,
  permissionsOf,
  Side,
  statistics,
  stockOrder,
  trendIntervals,
  userNotification,
  venueConnection,
  verbOf,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mailedCode, submitRequest } from '../account-request.ts'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'
import { PASSWORD } from '../running-server.ts'
import { totpCode } from '../totp.ts'
import { type Asker, askRaw, type RawAnswer } from './raw-answer.ts'

// Longer than 300 lines, for one server, started once, answers every call.

/** What the running server sends is what the contract promises, on a market that only this test trades on. */

const SECURITY = 'GTCO'
/** Another one that everybody holds. */
const FALLING = 'UBA'

let server: DemoServer
let broker: Person
// Signed in once: the sign-ins of a browser are limited by the minute.
let admin: Person
let host: Person
let account: { accountNumber: string; cscsAccount: string }
/** Of the security, in naira. */
let listing: { readonly low: number; readonly reference: number; readonly tick: number }
/** Somebody of another firm, with whom the broker trades. */
let rival: Person
let rivalAdmin: Person
let rivalAccount: string
let connection: HubConnection
const received = new Map<HubEventName, unknown[][]>()

beforeAll(async () => {
  server = await openDemo()
  broker = await signIn(server, 'Meridian', 'broker')
  admin = await signIn(server, 'Meridian', 'admin')
  host = await signIn(server, null, 'admin')
  const [first] = (await broker.get('BackOffice/GetCustomers', {})).items
  account = first!
  rival = await signIn(server, 'Zenith-Hill', 'broker')
  rivalAdmin = await signIn(server, 'Zenith-Hill', 'admin')
  const [theirs] = (await rival.get('BackOffice/GetCustomers', {})).items
  rivalAccount = theirs!.accountNumber
  listing = await listingOf(SECURITY)
  connection = await listen()
})

afterAll(async () => {
  await connection?.stop()
  await server?.close()
})

async function listen(): Promise<HubConnection> {
  const hub = new HubConnectionBuilder()
    .withUrl(`${server.url}${HUB_PATH}`, { accessTokenFactory: () => broker.token })
    .configureLogging(LogLevel.None)
    .build()
  for (const name of Object.keys(hubEvents) as HubEventName[]) {
    hub.on(name, (...args: unknown[]) => {
      const before = received.get(name)
      if (before) before.push(args)
      else received.set(name, [args])
    })
  }
  await hub.start()
  return hub
}

/** A buy at the day's low, so that it rests. */
const order = (fields: Partial<CallInput<'Order/SendNewOrder'>> = {}): CallInput<'Order/SendNewOrder'> => ({
  clOrdID: randomUUID(),
  account: account.accountNumber,
  securityID: SECURITY,
  side: Side.buy,
  ordType: OrdType.limit,
  price: listing.low,
  orderQty: 100,
  ...fields,
})

/** The id of a notification of the broker, who has one after a trade. */
async function notified(): Promise<string> {
  await trade()
  await expect
    .poll(async () => (await broker.get('Notification/GetAll', {})).totalCount, { timeout: 10_000 })
    .toBeGreaterThan(0)
  const { items } = await broker.get('Notification/GetAll', {})
  return items[0]!.id
}

/** A schema of the contract, as far as this test needs one. */
interface Shape {
  parse(value: unknown): unknown
}

/** What is there has the shape; and nothing is there that the shape does not name. */
function expectShape(shape: Shape, value: unknown): void {
  expect(shape.parse(value)).toEqual(value)
}

/** ABP's envelope: these properties, in this order. */
const envelopeOf = ({ status, contentType, text }: RawAnswer) => {
  expect(contentType).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text) as Record<string, unknown>
  expect(Object.keys(body)).toEqual([
    'result',
    'targetUrl',
    'success',
    'error',
    'unAuthorizedRequest',
    '__abp',
  ])
  expect(body).toMatchObject({ targetUrl: null, success: status === 200, __abp: true })
  return body
}

/** Whether the host alone may have a permission. */
const isOfHost = (permission: Permission): boolean => !permissionsOf('tenant').includes(permission)

/** How each call is asked so that it has something to answer. */
const asking: {
  readonly [Name in Exclude<CallName, FileCallName>]: () => Promise<readonly CallInput<Name>[]>
} = {
  'TokenAuth/Authenticate': async () => [
    { tenancyName: 'Meridian', userNameOrEmailAddress: 'broker', password: PASSWORD, rememberClient: true },
  ],
  'Account/Register': async () => [newcomer('newcomer')],
  'Account/VerifyAccount': async () => {
    const { accessToken } = await broker.get('Account/Register', newcomer('guesser'))
    return [{ accessToken, code: '0' }]
  },
  'Account/GetResendVerificationCode': async () => {
    const { accessToken } = await broker.get('Account/Register', newcomer('verified'))
    const code = await mailedCode(server.url, 'verified@example.com')
    expect(await broker.get('Account/VerifyAccount', { accessToken, code })).toEqual({ verified: true })
    return [{ accessToken }]
  },
  'Customer/CustomerRegister': async () => [{ accountType: 'individual', surname: 'Broker' }],
  'Customer/UpdateCustomerAccountCreationRequest': async () => [
    { id: await drafted(), accountType: 'joint', jointSurname: 'Second' },
  ],
  'Customer/RejectCustomerAccountCreationRequest': async () => [
    { id: await submitted(), reason: 'The photograph is dark' },
  ],
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': async () => {
    const id = await submitted()
    const { revision } = await admin.get('Customer/GetCustomerAccountCreationRequest', { id })
    return [{ id, revision }]
  },
  'Customer/GetAllCustomerAccountCreationRequests': async () => {
    await drafted()
    return [{}, { status: ['1'] }]
  },
  'Customer/GetAllUserAccountCreationRequests': async () => {
    await drafted()
    return [{}]
  },
  'Customer/GetCustomerAccountCreationRequestStatus': async () => [{ id: await drafted() }, {}],
  'Customer/GetCustomerAccountCreationRequest': async () => [{ id: await drafted() }],
  'Customer/GetBanks': async () => [{}],
  'Session/GetCurrentLoginInformations': async () => [{}],
  'Account/IsTenantAvailable': async () => [{ tenancyName: 'Meridian' }, { tenancyName: 'Nobody' }],
  'Account/LogOut': async () => [{}],
  'Account/PasswordReset': async () => [
    { tenancyName: 'Meridian', emailAddress: 'nobody@meridian.example' },
    { tenancyName: 'Nobody', emailAddress: 'nobody@meridian.example' },
  ],
  'Account/ChangePassword': async () => [{ currentPassword: PASSWORD, newPassword: 'Quiet-harbour-lamp-7' }],
  'Account/GetProfile': async () => [{}],
  'Account/UpdateProfile': async () => [
    { name: 'Bola', surname: 'Broker', phoneNumber: '+234 803 000 0000' },
  ],
  'Account/ChangeEmailAddress': async () => [{ emailAddress: 'bola@elsewhere.example', password: PASSWORD }],
  'Account/ConfirmEmailAddress': async () => {
    await (await self('Account/ConfirmEmailAddress')).get('Account/ChangeEmailAddress', {
      emailAddress: 'zara@elsewhere.example',
      password: PASSWORD,
    })
    return [
      {
        emailAddress: 'zara@elsewhere.example',
        code: await mailedCode(server.url, 'zara@elsewhere.example'),
      },
    ]
  },
  'Account/GetSessions': async () => [{}],
  'User/ChangeLanguage': async () => [{ languageName: 'en' }],
  'Account/RevokeSession': async () => {
    await signIn(server, 'Meridian', 'broker')
    const { items } = await broker.get('Account/GetSessions', {})
    return [{ id: items.find(({ current }) => !current)!.id }]
  },
  'Account/RevokeOtherSessions': async () => [{}],
  'Account/GetTwoFactorAuthTokens': async () => [{}],
  'Account/EnableTwoFactorAuth': async () => {
    const { secret } = await (await self('Account/EnableTwoFactorAuth')).get(
      'Account/GetTwoFactorAuthTokens',
      {},
    )
    return [{ verificationCode: totpCode(secret, Date.now()), password: PASSWORD }]
  },
  'Account/DisableTwoFactorAuth': () => recoveryCodeOf('Account/DisableTwoFactorAuth'),
  'Account/RenewRecoveryCodes': () => recoveryCodeOf('Account/RenewRecoveryCodes'),
  'Home/Configuration': async () => [{}],
  'AbpUserConfiguration/GetAll': async () => [{}],
  'MarketData/GetSession': async () => [{}],
  'MarketData/GetHalts': async () => {
    await host.get('MarketData/HaltSecurity', { securityID: 'FIDELITYBK', reason: 'Pending news' })
    return [{}]
  },
  'MarketData/GetMarketStats': async () => [{}],
  'MarketData/getSecurityLists': async () => [{}],
  'MarketData/getPricelimitRange': async () => [{ security: SECURITY }],
  'MarketData/getPricelimitRangeMin': async () => [{ security: SECURITY }],
  'MarketData/GetPriceTrend': async () => {
    await trade()
    return trendIntervals.map((interval) => ({ security: SECURITY, interval }))
  },
  'MarketData/GetNews': async () => [{ maxResultCount: 1000 }],
  'MarketData/getMarketOrders': async () => {
    await broker.get('Order/SendNewOrder', order())
    return [{ security: SECURITY }, { security: SECURITY, side: 'BUY' }]
  },
  'MarketData/getMarketTrades': async () => {
    await trade()
    return [{ maxResultCount: 1000 }, { security: SECURITY }]
  },
  'MarketData/GetTopStatistics': async () => {
    await trade(SECURITY, 1)
    await trade(FALLING, -1)
    return [{}, { asc: true, count: 100 }]
  },
  'MarketData/GetTopTrades': async () => {
    await trade()
    return [{}, { by: 'volume' }, { by: 'trades', count: 1 }]
  },
  'MarketData/GetIndexHistory': async () => [{}],
  'MarketData/GetMarketSummary': async () => [{}],
  'MarketData/GetPriceList': async () => [
    {},
    { dateTime: '2026-01-01' },
    { dateTime: new Date().toISOString() },
  ],
  'MarketData/GetPriceHistory': async () => [{ security: SECURITY }],
  'MarketData/PostNews': async () => [
    { headline: 'Notice', body: 'The market is open.', securityIDs: [SECURITY] },
  ],
  'MarketData/HaltSecurity': async () => [{ securityID: 'ZENITHBANK', reason: 'Pending news' }],
  'MarketData/ResumeSecurity': async () => [{ securityID: 'ZENITHBANK', reason: 'News is out' }],
  'Notification/GetAll': async () => {
    await notified()
    return [{}]
  },
  'Notification/MarkAsRead': async () => [{ id: await notified() }],
  'Notification/MarkAllAsRead': async () => [{}],
  'Notification/Delete': async () => [{ id: await notified() }],
  'Watchlist/GetAll': async () => {
    await broker.get('Watchlist/Save', { name: 'Banks', securityIDs: [SECURITY] })
    return [{}]
  },
  'Watchlist/Save': async () => [{ name: 'Telecoms', securityIDs: [] }],
  'Watchlist/Delete': async () => {
    const { id } = await broker.get('Watchlist/Save', { name: 'Gone', securityIDs: [] })
    return [{ id }]
  },
  'Order/SendNewOrder': async () => {
    await rivalRests(Side.sell, SECURITY, listing.reference)
    return [order(), order({ ordType: OrdType.market, price: undefined })]
  },
  'Order/sendCrossDealOrder': async () => {
    const [, other] = (await broker.get('BackOffice/GetCustomers', {})).items
    return [
      {
        crossID: randomUUID(),
        securityID: SECURITY,
        price: listing.reference,
        orderQty: 1,
        buyAccount: other!.accountNumber,
        sellAccount: account.accountNumber,
        text: 'Agreed',
      },
    ]
  },
  'Order/sendCancelAllOrders': async () => {
    await broker.get('Order/SendNewOrder', order())
    return [{ securityID: SECURITY, side: Side.buy }, { securityID: 'NOSUCH' }]
  },
  'Order/getOrderTransactionSummary': async () => {
    await trade()
    return [{}, { groupBy: 'account' }, { groupBy: 'user' }, { groupBy: 'day', from: '2026-01-01' }]
  },
  'Order/PreviewOrder': async () => {
    const { clOrdID: _, ...draft } = order()
    return [draft, { ...draft, securityID: 'NOSUCH' }, { ...draft, orderQty: 2_000_000_000 }]
  },
  'Order/PreviewOrderReplace': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ orderID, orderQty: 90 }, { orderID }]
  },
  'Order/PreviewCrossDealOrder': async () => {
    const [, other] = (await broker.get('BackOffice/GetCustomers', {})).items
    const accounts = { buyAccount: account.accountNumber, sellAccount: other!.accountNumber }
    return [{ securityID: SECURITY, price: listing.low, orderQty: 10, ...accounts }]
  },
  'Order/SendOrderReplaceRequest': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ clOrdID: randomUUID(), orderID, orderQty: 90 }]
  },
  'Order/sendCancelOrderRequest': async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    return [{ clOrdID: randomUUID(), orderID }]
  },
  'Order/getStockOrders': async () => {
    await trade()
    await broker.ask('Order/SendNewOrder', order({ securityID: 'NOSUCH' }))
    return [{ maxResultCount: 1000 }, { status: 'done' }]
  },
  'Order/GetExecutions': async () => {
    await trade()
    return [{ maxResultCount: 1000 }, { sinceSequence: 0 }]
  },
  'Order/GetDashAccountBalance': async () => [{ cscsAccount: account.cscsAccount }],
  'BackOffice/GetCustomers': async () => [{}, { query: account.accountNumber }],
  'Fees/Get': async () => [{}],
  'Fees/Update': async () => [
    {
      rates: [
        {
          side: Side.buy,
          item: 'sec',
          dateFrom: '2030-01-07',
          ratePpm: 2_500,
          minimum: 1.5,
          vatPpm: 0,
        },
      ],
      customers: [{ customerId: 1, dateFrom: '2030-01-07', commissionPpm: 7_500, stampDutyExempt: true }],
    },
  ],
  'Fees/DeleteRate': async () => {
    const row = { side: Side.sell, item: 'ngx', dateFrom: '9999-12-31' } as const
    await admin.get('Fees/Update', { rates: [{ ...row, ratePpm: 1, minimum: 0, vatPpm: 0 }] })
    return [row]
  },
  'Fees/DeleteAgreement': async () => {
    const row = { customerId: 1, dateFrom: '9999-12-31' }
    await admin.get('Fees/Update', { customers: [{ ...row, commissionPpm: null, stampDutyExempt: true }] })
    return [row]
  },
  'BackOffice/GetDashAccountPortfolioHolding': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/PostCashEntry': async () => [cash(), cash({ amount: 2_000_000 })],
  'BackOffice/GetCashApprovals': async () => {
    await waiting()
    return [{}]
  },
  'BackOffice/ApproveCashEntry': async () => [{ id: await waiting() }],
  'BackOffice/RejectCashEntry': async () => [{ id: await waiting(), reason: 'Unknown payer' }],
  'BackOffice/GetAccountTerms': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/UpdateAccountTerms': async () => [
    {
      postingID: 'terms',
      cscsAcct: account.cscsAccount,
      cashRoute: 'direct',
      bankCode: '011',
      bankAccount: '0000014579',
    },
  ],
  'BackOffice/GetAccountInflow': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetAccountOutflow': async () => {
    await broker.get('BackOffice/PostCashEntry', cash({ type: 'withdrawal' }))
    return [{ cscsAcct: account.cscsAccount }]
  },
  'Order/GetTrades': async () => {
    await trade()
    return [{}, { securityID: SECURITY, sorting: 'value desc' }]
  },
  'ReportEventLog/GetReportEventLogs': async () => [
    { maxResultCount: 1000 },
    { hasException: ['false'], from: '2026-01-01T00:00:00Z', userName: 'admin', keyword: 'a' },
  ],
  'ReportEventLog/GetReportLogs': async () => {
    await askRaw(server.url, admin, 'Order/DownloadStockOrders', {})
    return [{}, { isComplete: ['true'] }]
  },
  'ReportEventLog/VerifyChain': async () => [{}],
  'Limits/GetAll': async () => [{}],
  'Limits/Update': async () => [
    {
      level: 'user',
      id: 'broker',
      orderValue: 5_000_000,
      orderQty: null,
      volumePercent: 25.5,
      collarPercent: null,
      ordersPerSecond: 50,
      duplicateSeconds: null,
      dailyTurnover: null,
    },
  ],
  'Limits/SetKillSwitch': async () => [
    { scope: 'account', id: account.accountNumber, on: true, reason: 'Test' },
    { scope: 'account', id: account.accountNumber, on: false, reason: 'Test' },
  ],
  'Limits/GetKillSwitchesOn': async () => {
    await stopOther()
    return [{}]
  },
  'Role/Create': async () => [newRole()],
  'Role/Update': async () => [{ ...newRole(), id: (await roleMade()).id, grantedPermissions: ['BUY'] }],
  'Role/Delete': async () => [{ id: (await roleMade()).id }],
  'Role/Get': async () => [{ id: (await roleMade()).id }],
  'Role/GetAll': async () => [{}, { keyword: 'broker', sorting: 'Name DESC, DisplayName' }],
  'Role/GetRolesAsync': async () => [{}, { permission: 'BUY' }],
  'Role/GetAllPermissions': async () => [{}],
  'Role/GetRoleForEdit': async () => [{ id: (await roleMade()).id }],
  'User/Create': async () => [
    newUser(),
    { ...newUser(), password: 'Quiet-harbour-lamp-7', userTradingAccounts: [account] },
  ],
  'User/Update': async () => [{ ...newUser(), id: (await userMade()).id, adminPassword: PASSWORD }],
  'User/Delete': async () => [{ id: (await userMade()).id }],
  'User/Get': async () => [{ id: (await userMade()).id }],
  'User/GetAll': async () => [
    {},
    { keyword: 'broker', isActive: true, sorting: 'UserName DESC, EmailAddress', roleName: 'broker' },
  ],
  'User/GetRoles': async () => [{}],
  'User/Activate': async () => [{ id: (await userMade()).id }],
  'User/DeActivate': async () => [{ id: (await userMade()).id }],
  'User/Unlock': async () => [{ id: (await userMade()).id }],
  'User/ResetPassword': async () => [
    { adminPassword: PASSWORD, userId: (await userMade()).id, newPassword: 'Quiet-harbour-lamp-7' },
  ],
  'User/DisableTwoFactor': async () => [{ adminPassword: PASSWORD, userId: (await userMade()).id }],
  'Tenant/Create': async () => [newFirm('Created'), { ...newFirm('Sleeping'), isActive: undefined }],
  'Tenant/RenewFirstLink': async () => [
    { id: await madeFirm('Linked'), adminEmailAddress: 'admin@linked.example' },
  ],
  'Tenant/GetAll': async () => [{}, { isActive: true, keyword: 'meri', sorting: 'TenancyName,Name' }],
  'Tenant/Get': async () => [{ id: await madeFirm('Read') }],
  'Tenant/Update': async () => {
    const id = await madeFirm('Changed')
    const features = { SignalR: false }
    return [
      { id, tenancyName: 'Renamed', name: 'Renamed Ltd', isActive: true, features, memberCode: 'RNM' },
      { id, tenancyName: 'Renamed', name: 'Renamed Ltd', isActive: false },
    ]
  },
  'Tenant/Activate': async () => [{ id: await madeFirm('Woken') }],
  'Tenant/DeActivate': async () => [{ id: await madeFirm('Stopped') }],
  'Tenant/Delete': async () => [{ id: await madeFirm('Deleted') }],
  'Settings/GetAll': async () => [{}],
  'Settings/Update': async () => [{ cashApprovalThreshold: 1_000_000 }],
  'BackOffice/GetAccountStatement': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetContractNoteTrades': async () => [{ cscsAcct: account.cscsAccount, number: await traded() }],
  'BackOffice/GetDashAccountPortfolioValuation': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetPortfolioPerformance': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/GetPortfolioMovement': async () => {
    await traded()
    return [{ cscsAcct: account.cscsAccount }]
  },
  'BackOffice/PostSecurityEntry': async () => [
    {
      postingID: randomUUID(),
      cscsAcct: account.cscsAccount,
      type: 'transferIn',
      securityID: SECURITY,
      quantity: 10,
      unitCost: 12.5,
      reference: 'V1',
      narration: 'From another broker',
    },
  ],
  'BackOffice/GetCorporateActions': async () => {
    await announced()
    return [{}]
  },
  'BackOffice/PreviewCorporateAction': async () => [dividend(), { ...dividend(), maxResultCount: 1 }],
  'BackOffice/GetEntitlementsDue': async () => [{ cscsAcct: account.cscsAccount }],
  'BackOffice/PostCorporateAction': async () => [dividend()],
  'BackOffice/RevokeCorporateAction': async () => [{ id: await announced() }],
  'BackOffice/GetContractNotes': async () => {
    await traded()
    return [{ cscsAcct: account.cscsAccount }, { side: [Side.buy] }]
  },
}

/** Who makes a call that changes how the caller signs in. */
const selves = {
  'Account/LogOut': ['Meridian', 'broker'],
  'Account/ChangePassword': ['Zenith-Hill', 'customer'],
  'Account/ConfirmEmailAddress': ['Zenith-Hill', 'broker'],
  'Account/GetTwoFactorAuthTokens': ['Zenith-Hill', 'broker'],
  'Account/EnableTwoFactorAuth': ['Zenith-Hill', 'admin'],
  'Account/DisableTwoFactorAuth': ['Zenith-Hill', 'broker'],
  'Account/RenewRecoveryCodes': ['Zenith-Hill', 'broker'],
} as const

const self = (name: keyof typeof selves) => {
  const [firm, userName] = selves[name]
  return signIn(server, firm, userName)
}

/** A person turns the second factor on, and has a recovery code. */
async function recoveryCodeOf(name: 'Account/DisableTwoFactorAuth' | 'Account/RenewRecoveryCodes') {
  const person = await self(name)
  const { secret, recoveryCodes } = await person.get('Account/GetTwoFactorAuthTokens', {})
  const verificationCode = totpCode(secret, Date.now())
  await person.get('Account/EnableTwoFactorAuth', { verificationCode, password: PASSWORD })
  return [{ recoveryCode: recoveryCodes[0], password: PASSWORD }]
}

let made = 0
const newRole = (): CallInput<'Role/Create'> => {
  made += 1
  return {
    name: `Desk ${made}`,
    displayName: `Desk ${made}`,
    description: null,
    grantedPermissions: ['BUY', 'No.Such'],
  }
}
const newUser = (): CallInput<'User/Create'> => {
  made += 1
  return {
    userName: `person${made}`,
    name: 'Ngozi',
    surname: 'Eze',
    emailAddress: `person${made}@meridian.example`,
    isActive: true,
    roleNames: ['BROKER'],
  }
}
const roleMade = () => admin.get('Role/Create', newRole())
const userMade = () => admin.get('User/Create', newUser())
const newcomer = (userName: string): CallInput<'Account/Register'> => ({
  tenancyName: 'Meridian',
  name: 'New',
  surname: 'Comer',
  userName,
  emailAddress: `${userName}@example.com`,
  password: 'Quiet-harbour-lamp-7',
})

/** The broker asks for an account, too. @returns the id of a request that the broker may change. */
const drafted = async () => {
  const { items } = await broker.get('Customer/GetAllUserAccountCreationRequests', {})
  const waits = items.find(({ status }) => status === 2)
  if (waits)
    await admin.get('Customer/RejectCustomerAccountCreationRequest', { id: waits.id, reason: 'Test' })
  return (await broker.get('Customer/CustomerRegister', { accountType: 'individual' })).id
}

/** The id of a request of the broker that waits for a reviewer. */
const submitted = async () => {
  await drafted()
  return (await submitRequest(server.url, broker.token)).id
}

const cash = (
  fields: Partial<CallInput<'BackOffice/PostCashEntry'>> = {},
): CallInput<'BackOffice/PostCashEntry'> => ({
  postingID: randomUUID(),
  cscsAcct: account.cscsAccount,
  type: 'deposit',
  amount: 100.5,
  reference: 'TRF 1',
  narration: 'Transfer',
  ...fields,
})

let dividends = 0
/** Another one each time, because a company announces one for a register date. */
const dividend = (): CallInput<'BackOffice/PostCorporateAction'> => {
  dividends += 1
  const registerDate = addBusinessDays(lagosDate(Date.now()), 10 + dividends)
  return {
    type: 'dividend',
    securityID: SECURITY,
    registerDate,
    payDate: addBusinessDays(registerDate, 5),
    ratePerShare: 1.25,
  }
}

/** Calls by another verb than GET that leave no audit row when they are done: why not. */
const unaudited: Partial<Record<CallName, string>> = {
  'Account/IsTenantAvailable': 'changes nothing',
  'Notification/MarkAsRead': 'what somebody has read is nobody else’s business',
  'Notification/MarkAllAsRead': 'the same',
}
/** Calls whose rows are those of another one. */
const recordedAs: Partial<Record<CallName, string>> = {
  // A row for each order.
  'Order/sendCancelAllOrders': 'Order/sendCancelOrderRequest',
  // Another person puts them in force.
  'BackOffice/UpdateAccountTerms': 'BackOffice/PostAccountTerms',
}
/** Reads that change something, as the specification has them. */
const changingReads: readonly CallName[] = ['Account/GetTwoFactorAuthTokens']

/** What tells the newest audit rows of a call from earlier ones, in the trails of the firms and of the host. */
async function newestAuditRow(name: CallName): Promise<string> {
  const [serviceName, methodName] = (recordedAs[name] ?? name).split('/') as [string, string]
  const trails = await Promise.all(
    [admin, rivalAdmin, host].map((reader) =>
      reader.get('ReportEventLog/GetReportEventLogs', { serviceName, methodName, maxResultCount: 1 }),
    ),
  )
  return JSON.stringify(
    trails.map(({ items }) => items.map(({ executionTime, parameters }) => [executionTime, parameters])),
  )
}

const notWorded = (fields: AuditPage['items'][number]['asked']) =>
  fields.filter(({ name, title }) => name === title)

type AuditPage = CallOutput<'ReportEventLog/GetReportEventLogs'>

/** What the host makes a firm of. */
const newFirm = (tenancyName: string) => ({
  tenancyName,
  name: `${tenancyName} Securities`,
  adminEmailAddress: `admin@${tenancyName.toLowerCase()}.example`,
  isActive: true,
})

/** The number of a firm that the host has made. */
const madeFirm = async (tenancyName: string) => (await host.get('Tenant/Create', newFirm(tenancyName))).id

/** The number of a dividend that the host has announced. */
const announced = async () => (await host.get('BackOffice/PostCorporateAction', dividend())).id

/** The id of a posting that the broker asked for and another person has to approve. */
const waiting = async () => (await broker.get('BackOffice/PostCashEntry', cash({ amount: 5_000_000 }))).id

/** Trades until the account has a contract note. @returns the number of the newest. */
async function traded(): Promise<number> {
  await trade()
  return vi.waitFor(async () => {
    const { items } = await broker.get('BackOffice/GetContractNotes', { cscsAcct: account.cscsAccount })
    expect(items).not.toEqual([])
    return items[0]!.number
  }, 10_000)
}

/** Stops an account that nothing else here trades for. */
async function stopOther(): Promise<void> {
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const id = items.at(-1)!.accountNumber
  await admin.get('Limits/SetKillSwitch', { scope: 'account', id, on: true, reason: 'Test' })
}

async function listingOf(security: string) {
  const range = await broker.get('MarketData/getPricelimitRange', { security })
  return { low: range.lowLimitPx, reference: range.referencePx, tick: range.tickSize }
}

/** An order of the rival that meets nobody's before it. */
const rivalRests = (side: Side, securityID: string, price: number) =>
  rival.get('Order/SendNewOrder', order({ account: rivalAccount, securityID, side, price }))

/** The broker buys from the rival and sells to it again, so many ticks above the previous close. */
async function trade(securityID = SECURITY, ticks = 0): Promise<void> {
  const { reference, tick } = await listingOf(securityID)
  const price = Math.round((reference + ticks * tick) * 100) / 100
  await rivalRests(Side.sell, securityID, price)
  await broker.get('Order/SendNewOrder', order({ securityID, price }))
  await rivalRests(Side.buy, securityID, price)
  const sell = { securityID, side: Side.sell, ordType: OrdType.market, price: undefined }
  await broker.get('Order/SendNewOrder', order(sell))
}

const answeringInTheEnvelope = (Object.keys(calls) as CallName[]).filter(
  (name): name is Exclude<CallName, FileCallName> => (calls[name] as Call).gives !== 'file',
)

/** Its rows are there between an ex-day and its pay date alone, which a test of the back office passes through. */
const NOTHING_DUE: CallName = 'BackOffice/GetEntitlementsDue'

describe('every call of the contract answers by the contract', () => {
  test('every call is asked', () => {
    expect(Object.keys(asking).sort()).toEqual(answeringInTheEnvelope.toSorted())
  })

  test.each(answeringInTheEnvelope)('%s', async (name) => {
    const { needs } = calls[name]
    const asker: Asker =
      name in selves
        ? await self(name as keyof typeof selves)
        : typeof needs === 'object' && 'all' in needs
          ? needs.all.some(isOfHost)
            ? host
            : admin
          : name.startsWith('Limits/')
            ? admin
            : broker
    const inputs = await asking[name]()
    const before = await newestAuditRow(name)
    for (const input of inputs) {
      const body = envelopeOf(await askRaw(server.url, asker, name, input))
      expect(body).toMatchObject({ success: true, error: null, unAuthorizedRequest: false })
      expectShape(calls[name].output, body.result)
      // A list without a row would show nothing of the shape of its rows.
      if (name !== NOTHING_DUE) expect(body.result).not.toMatchObject({ items: [] })
    }
    const isAudited =
      verbOf(name, calls[name]) !== 'GET' ? !(name in unaudited) : changingReads.includes(name)
    // Some are written after the answer.
    await expect
      .poll(async () => (await newestAuditRow(name)) !== before, { timeout: 20_000 })
      .toBe(isAudited)
  })
})

test('the audit trail of all these calls is read without a name of the code', async () => {
  for (const reader of [admin, rivalAdmin, host]) {
    const { items } = await reader.get('ReportEventLog/GetReportEventLogs', { maxResultCount: 1_000 })
    const found = items.filter(
      ({ call, serviceName, methodName, reason, exception, asked, changes }) =>
        call === `${serviceName}/${methodName}` ||
        (exception !== null && reason === exception) ||
        notWorded(asked).length > 0 ||
        changes.some(
          ({ entity, fields }) => !Object.hasOwn(auditThings, entity) || notWorded(fields).length > 0,
        ),
    )
    expect(
      found.map(({ call, reason, asked, changed }) => ({ call, reason, asked: notWorded(asked), changed })),
    ).toEqual([])
    expect(items.length).toBeGreaterThan(0)
  }
})

describe('a failure comes in the same envelope', () => {
  test.each<[what: string, status: number, token: () => string, input: () => object]>([
    ['a refusal', 500, () => broker.token, () => order({ securityID: 'NOSUCH' })],
    ['what can not be read', 400, () => broker.token, () => ({ ...order(), orderQty: 'many' })],
    ['nobody', 401, () => '', order],
  ])('%s', async (_, status, token, input) => {
    const asked = input() as CallInput<'Order/SendNewOrder'>
    const answer = await askRaw(server.url, { token: token() }, 'Order/SendNewOrder', asked)
    expect(answer.status).toBe(status)
    const { result, error, unAuthorizedRequest } = envelopeOf(answer)
    expect(result).toBeNull()
    expect(unAuthorizedRequest).toBe(status === 401)
    const { data: _data, ...rest } = error as Record<string, unknown>
    expect(Object.keys(rest)).toEqual(['code', 'message', 'details', 'validationErrors'])
    expect(rest).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/\w/) })
  })
})

/** The one argument of each event. */
const argumentOf: { readonly [Name in HubEventName]: Shape } = {
  addMarketStatistics: statistics,
  updateMarketStatsSession: statistics.partial().required({ securityID: true }),
  addOrderBook: bookEntry,
  updateOrderBook: bookEntry,
  deleteOrderBook: bookDelete,
  clearAllOrderBook: bookClear,
  orderBookOwners,
  onMarketTrade: marketTrade,
  marketSummary,
  onNews: newsItem,
  onNseConnection: venueConnection,
  onExecutionReport: execution,
  addStockOrder: stockOrder,
  updateStockOrder: stockOrder,
  replaceStockOrder: stockOrder,
  getNotification: userNotification,
  notificationsChanged: notificationsChange,
  killSwitchChanged: killSwitchChange,
}

/** What only another day, a slow reader or a quiet quarter of an hour brings. */
const rare: readonly HubEventName[] = ['addMarketStatistics', 'clearAllOrderBook', 'onNews']

describe('the hub sends what the contract declares', () => {
  test('every event has its shape', async () => {
    const { orderID } = await broker.get('Order/SendNewOrder', order())
    await broker.get('Order/SendOrderReplaceRequest', { clOrdID: randomUUID(), orderID, orderQty: 50 })
    await broker.get('Order/sendCancelOrderRequest', { clOrdID: randomUUID(), orderID })
    await trade()
    await stopOther()
    const expected = (Object.keys(hubEvents) as HubEventName[]).filter((name) => !rare.includes(name))
    await expect.poll(() => expected.filter((name) => !received.has(name)), { timeout: 60_000 }).toEqual([])
    for (const [name, events] of received) {
      for (const args of events) {
        expect(args).toHaveLength(1)
        expectShape(argumentOf[name], args[0])
      }
    }
  })

  test('snapshots have the shapes of the calls', async () => {
    expectShape(bookSnapshot, await connection.invoke('subscribeOrderBook', SECURITY))
    expectShape(bookSnapshot, await connection.invoke('resync', SECURITY))
    expectShape(items(statistics), await connection.invoke('subscribeStatistics', [SECURITY]))
    expectShape(items(statistics), await connection.invoke('subscribeStatistics', null))
  })
})
