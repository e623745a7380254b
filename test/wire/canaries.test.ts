import { randomUUID } from 'node:crypto'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  type CustomerRow,
  calls,
  hubMethods,
  type OrderBookOwners,
  OrdType,
  Side,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mailsIn } from '../account-request.ts'
import { type DemoServer, openDemo } from '../demo-server.ts'
import type { Firm } from '../person.ts'
import { PASSWORD } from '../running-server.ts'
import { firms, type Reader, type Readers, SECURITY, signEverybodyIn } from './reader.ts'

// Longer than 300 lines, for one server, started once, serves every call.

/** Nothing that a firm does or knows is sent to anybody else, whatever they ask and however long they listen. */

let server: DemoServer
let readers: Readers
/** Of each firm: whom its customer's user stands for, and everybody else. */
const customers = new Map<Firm, { own: CustomerRow; others: CustomerRow[] }>()

beforeAll(async () => {
  // All that the server could ever log is logged.
  server = await openDemo({ TRADEBOOK_TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' })
  readers = await signEverybodyIn(server)
  for (const firm of firms) {
    const [own] = (await readers.of(firm, 'customer').get('BackOffice/GetCustomers', {})).items
    const { items } = await readers.of(firm, 'broker').get('BackOffice/GetCustomers', {})
    customers.set(firm, { own: own!, others: items.filter(({ id }) => id !== own?.id) })
  }
})

afterAll(async () => {
  await Promise.all(readers?.all.map(({ hub }) => hub?.stop()) ?? [])
  await server?.close()
})

const noLimits = {
  orderValue: null,
  orderQty: null,
  volumePercent: null,
  collarPercent: null,
  ordersPerSecond: null,
  duplicateSeconds: null,
  dailyTurnover: null,
}

type Reading = { readonly [Name in CallName]: (own: CustomerRow) => readonly CallInput<Name>[] }

const all = { maxResultCount: 1000 }
const noOrder = { orderID: '999999999', clOrdID: 'of-no-order' }

const dividend = {
  type: 'dividend',
  securityID: SECURITY,
  registerDate: '2030-01-07',
  payDate: '2030-01-14',
  ratePerShare: 1.25,
} as const

const person = { userName: 'nobody', name: 'No', surname: 'Body', emailAddress: 'nobody@nowhere.example' }
/** The first requests for accounts, whoever made them. */
const requestIDs = [1, 2, 3, 4, 5, 6]

/** How a reader gets from each call all there is to get; leaving comes last. */
const reading: Reading = {
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
  'Home/Configuration': () => [{}],
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
  // Refused, whoever asks: what is done here everybody would see.
  'MarketData/PostNews': () => [{ headline: 'News', body: 'None', securityIDs: ['NOSUCH'] }],
  'MarketData/HaltSecurity': () => [{ securityID: 'NOSUCH', reason: 'None' }],
  'MarketData/ResumeSecurity': () => [{ securityID: 'NOSUCH', reason: 'None' }],
  'Watchlist/GetAll': () => [{}],
  'Watchlist/Save': () => [{ name: 'Mine', securityIDs: ['NOSUCH'] }],
  'Watchlist/Delete': () => [{ id: 999_999 }],
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
  'BackOffice/GetContractNoteTrades': ({ cscsAccount }) => [{ cscsAcct: cscsAccount, number: 1 }],
  'BackOffice/GetDashAccountPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadDashAccountPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/PrintPortfolioValuation': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/PrintAccountStatement': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPortfolioPerformance': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/GetPortfolioMovement': ({ cscsAccount }) => [{ ...all, cscsAcct: cscsAccount }],
  'BackOffice/DownloadPortfolioMovement': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  // Refused, whoever asks.
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
  // Refused, whoever asks.
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
  'BackOffice/GetCashApprovals': () => [all],
  'BackOffice/DownloadCashApprovals': () => [{}],
  'BackOffice/ApproveCashEntry': () => [{ id: 999_999_999 }],
  'BackOffice/RejectCashEntry': () => [{ id: 999_999_999, reason: 'None' }],
  'BackOffice/GetCorporateActions': () => [all],
  'BackOffice/DownloadCorporateActions': () => [{}],
  'BackOffice/PreviewCorporateAction': () => [{ ...all, ...dividend }],
  'BackOffice/GetEntitlementsDue': ({ cscsAccount }) => [{ cscsAcct: cscsAccount }],
  'BackOffice/DownloadCorporateActionEntitlements': () => [dividend],
  // Refused, whoever asks.
  'BackOffice/PostCorporateAction': () => [{ ...dividend, securityID: 'NOSUCH' }],
  'BackOffice/RevokeCorporateAction': () => [{ id: 999_999_999 }],
  'Role/GetAll': () => [all],
  'Role/Get': () => [{ id: 999_999_999 }],
  'Role/GetRolesAsync': () => [{}, { permission: 'BUY' }],
  'Role/GetAllPermissions': () => [{}],
  'Role/GetRoleForEdit': () => [{ id: 999_999_999 }],
  // Refused, whoever asks.
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
  'User/ResetPassword': () => [
    { adminPassword: 'A-wrong-password-1', userId: 999_999_999, newPassword: 'Quiet-harbour-lamp-7' },
  ],
  'User/DisableTwoFactor': () => [{ adminPassword: 'A-wrong-password-1', userId: 999_999_999 }],
  'Settings/GetAll': () => [{}],
  'Settings/Update': () => [{ cashApprovalThreshold: 1_000_000 }],
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
  // Refused, whoever asks: the names are taken, and no firm has the number.
  'Tenant/Create': () =>
    firms.map((tenancyName) => ({
      tenancyName,
      name: 'Another',
      adminEmailAddress: 'nobody@nobody.example',
    })),
  'Tenant/RenewFirstLink': () => [{ id: 999_999, adminEmailAddress: 'nobody@nobody.example' }],
  'Tenant/GetAll': () => [all],
  'Tenant/Get': () => [{ id: 999_999 }],
  'Tenant/Update': () => [{ id: 999_999, tenancyName: 'Another', name: 'Another', isActive: true }],
  'Tenant/Activate': () => [{ id: 999_999 }],
  'Tenant/DeActivate': () => [{ id: 999_999 }],
  'Tenant/Delete': () => [{ id: 999_999 }],
  'Fees/Get': () => [{}],
  'Fees/Update': () => [{}],
  // Refused, whoever asks.
  'Fees/DeleteRate': () => [{ side: '1', item: 'sec', dateFrom: '2030-01-07' }],
  'Fees/DeleteAgreement': () => [{ customerId: 999_999, dateFrom: '2030-01-07' }],
  // Refused, whoever asks.
  'Account/Register': () => [
    {
      ...{ tenancyName: 'Nobody', name: 'N', surname: 'N', userName: 'nemo', emailAddress: 'n@example.com' },
      password: 'Quiet-harbour-lamp-7',
    },
  ],
  'Account/VerifyAccount': () => [{ accessToken: 'none', code: '000000' }],
  'Account/GetResendVerificationCode': () => [{ accessToken: 'none' }],
  'Customer/CustomerRegister': () => [{ accountType: 'individual' }],
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

const read = Object.keys(reading) as CallName[]

test('every call is read', () => {
  expect(read.toSorted()).toEqual(Object.keys(calls).toSorted())
})

/**
 * An answer without the times that pass between two answers: the market's, that at which a document was made,
 * and when a session was last seen.
 */
const timeless = <Answer extends { readonly text: string }>(answer: Answer) => ({
  ...answer,
  text: answer.text.replace(/"(marketTime|lastSeenAt)":"[^"]*"|\(D:\d+Z\)|\/ID \[[^\]]*\]/g, ''),
})

test('a signed-in caller is of its own firm, whichever it names', async () => {
  const broker = readers.of('Zenith-Hill', 'broker')
  const { own } = customers.get('Zenith-Hill')!
  // One ends the session, the other answers at random.
  const left = new Set<CallName>(['Account/LogOut', 'Account/GetTwoFactorAuthTokens'])
  for (const name of read.filter((name) => !left.has(name))) {
    for (const input of reading[name](own)) {
      const plain = timeless(await broker.ask(name, input))
      for (const headers of readers.naming('Meridian')) {
        expect({ name, ...timeless(await broker.ask(name, input, headers)) }).toEqual({ name, ...plain })
      }
    }
  }
  // The server does read these headers: who is not signed in is at the firm it names.
  for (const headers of readers.naming('Meridian')) {
    const { text } = await readers.of(null, '').ask('Session/GetCurrentLoginInformations', {}, headers)
    expect(text).toContain('"tenancyName":"Meridian"')
  }
})

/** Of each firm the entry of the one order that rests. */
const resting = new Map<Firm, string | null>()

describe('what one firm does leaves no mark at the other', () => {
  beforeAll(async () => {
    await Promise.all(members().map((reader) => reader.listen()))
    for (const firm of firms) {
      await readers
        .of(firm, 'broker')
        .get('Watchlist/Save', { name: canaryOf(firm), securityIDs: [SECURITY] })
    }
    for (const firm of firms) {
      const [one] = customers.get(firm)!.others
      await readers.of(firm, 'broker').get('BackOffice/PostCashEntry', {
        postingID: 'canary',
        cscsAcct: one!.cscsAccount,
        type: 'deposit',
        amount: 5_000_000,
        reference: canaryOf(firm),
        narration: canaryOf(firm),
      })
    }
    for (const firm of firms) {
      for (const [userName, surname] of [
        ['broker', canaryOf(firm)],
        ['registrant', draftOf(firm)],
      ] as const)
        await readers
          .of(firm, userName)
          .get('Customer/CustomerRegister', { accountType: 'individual', surname })
      const [request] = (
        await readers.of(firm, 'applicant').get('Customer/GetAllUserAccountCreationRequests', {})
      ).items
      await readers.of(firm, 'admin').get('Customer/RejectCustomerAccountCreationRequest', {
        id: request!.id,
        reason: reasonOf(firm),
        returnForCorrection: true,
      })
    }
    await trade('Meridian', 'Zenith-Hill')
    await trade('Zenith-Hill', 'Meridian')
    for (const firm of firms) resting.set(firm, await rest(firm))
    const isNotified = (firm: Firm) => by(readers.of(firm, 'broker').received).includes('getNotification')
    await vi.waitFor(() => expect(firms.filter(isNotified)).toEqual(firms), 10_000)
    for (const reader of readers.all) {
      if (reader.hub) {
        await reader.invoke(hubMethods.ping)
        await reader.invoke(hubMethods.subscribeOrderBook, SECURITY)
        await reader.invoke(hubMethods.subscribeStatistics, null)
      }
      // Who is of no firm asks about nobody.
      const own = reader.firm ? customers.get(reader.firm)!.own : nobody
      for (const name of read) {
        for (const input of reading[name](own)) await reader.ask(name, input)
      }
    }
  })

  test("nobody receives anything of another's", () => {
    for (const reader of readers.all) {
      const received = receivedOf(reader, secretsFrom(reader))
      expect({ to: reader.name, received }).toEqual({ to: reader.name, received: [] })
    }
  })

  test("nobody is mailed anything of another's", async () => {
    const mails = await mailsIn(server.url)
    for (const { to, text } of mails) {
      const reader = readers.all.find(({ emailAddress }) => emailAddress === to)
      const others = firms.filter((firm) => firm !== reader?.firm)
      const found = [...others, ...secretsFrom(reader)].filter((secret) => text.includes(secret))
      expect({ to, found }).toEqual({ to, found: [] })
    }
    for (const firm of firms) {
      const told = mails.filter(({ text }) => text.includes(reasonOf(firm))).map(({ to }) => to)
      expect(told).toEqual([readers.of(firm, 'applicant').emailAddress])
    }
  })

  test('the log of the server tells nothing of anybody', () => {
    const log = server.output()
    expect(log).toContain('"level":30')
    const tokens = readers.all.map(({ token }) => token).filter((token) => token)
    const found = [PASSWORD, ...tokens, ...secretsFrom(undefined)].filter((secret) => log.includes(secret))
    expect(found).toEqual([])
  })

  test('the hub lets in members alone', async () => {
    for (const reader of readers.all.filter(({ standing }) => standing !== 'member')) {
      await expect(reader.listen(), reader.name).rejects.toThrow()
    }
  })

  test('and each firm receives its own', () => {
    for (const firm of firms) {
      // A list of securities is its user's alone, and so are notifications.
      for (const own of ['Watchlist/GetAll', 'Notification/GetAll', 'getNotification']) {
        const hasOwn = (userName: string) =>
          by(receivedOf(readers.of(firm, userName), [canaryOf(firm)])).includes(own)
        expect({ own, by: ['broker', 'admin'].filter(hasOwn) }).toEqual({ own, by: ['broker'] })
      }
      for (const userName of ['broker', 'admin']) {
        expect(by(receivedOf(readers.of(firm, userName), [canaryOf(firm)]))).toEqual(
          expect.arrayContaining([
            'onExecutionReport',
            'addStockOrder',
            'updateStockOrder',
            'replaceStockOrder',
            'Order/getStockOrders',
            'Order/GetExecutions',
            'Order/DownloadStockOrders',
            'Order/DownloadExecutions',
            'BackOffice/GetCashApprovals',
            'BackOffice/DownloadCashApprovals',
          ]),
        )
      }
      expect(by(receivedOf(readers.of(firm, 'admin'), [canaryOf(firm)]))).toEqual(
        expect.arrayContaining([
          'ReportEventLog/GetReportEventLogs',
          'ReportEventLog/DownloadReportEventLogs',
        ]),
      )
      const reviewed = by(receivedOf(readers.of(firm, 'admin'), [canaryOf(firm)]))
      for (const name of ['Get', 'Download'])
        expect(reviewed).toContain(
          `Customer/${name === 'Get' ? 'GetAll' : name}CustomerAccountCreationRequests`,
        )
    }
  })

  test('and who asks for an account its own', () => {
    for (const firm of firms) {
      expect(by(receivedOf(readers.of(firm, 'applicant'), [reasonOf(firm)]))).toEqual([
        'Customer/GetCustomerAccountCreationRequestStatus',
        'Customer/GetCustomerAccountCreationRequest',
      ])
      expect(by(receivedOf(readers.of(firm, 'registrant'), [draftOf(firm)]))).toEqual([
        'Customer/GetCustomerAccountCreationRequestStatus',
      ])
    }
  })

  test('and every subscriber received the market', () => {
    for (const { hub, received } of readers.all) {
      if (!hub) continue
      expect(by(received)).toEqual(
        expect.arrayContaining(['addOrderBook', 'updateOrderBook', 'deleteOrderBook', 'onMarketTrade']),
      )
      for (const event of ['updateMarketStatsSession', 'marketSummary', 'onNseConnection'])
        expect(by(received)).toContain(event)
    }
  })

  test('the users behind entries are named to the holders of the permission at their firm, of its entries alone', () => {
    const ordersOf = (firm: Firm) => {
      const texts = readers.of(firm, 'broker').received.filter(({ by }) => by.endsWith('StockOrder'))
      return new Set(
        texts.flatMap(({ text }) => [...text.matchAll(/"mdEntryID":"([^"]+)"/g)].map(([, id]) => id)),
      )
    }
    for (const { hub, name, firm, userName, received } of readers.all) {
      if (!hub) continue
      const named = received
        .filter(({ by }) => by === 'orderBookOwners')
        .map(({ text }) => JSON.parse(text)[0])
      const entries = named.flatMap(({ items }: OrderBookOwners) => items.map(({ mdEntryID }) => mdEntryID))
      const isHolder = firm !== null && userName !== 'customer'
      expect({ name, isNamed: entries.length > 0 }).toEqual({ name, isNamed: isHolder })
      if (isHolder) expect(entries.filter((id) => !ordersOf(firm).has(id))).toEqual([])
    }
  })

  test('so do the calls, of its entries and its trades alone', () => {
    const answersOf = <Name extends CallName>(reader: Reader, name: Name) => {
      const texts = reader.received.filter((message) => message.by === name).map(({ text }) => text)
      const answers = texts.map((text) => JSON.parse(text) as { result: CallOutput<Name> | null })
      return answers.map(({ result }) => result).filter((result) => result !== null)
    }
    const tradesOf = (firm: Firm) => {
      const pages = answersOf(readers.of(firm, 'broker'), 'Order/GetExecutions')
      return new Set(pages.flatMap(({ items }) => items.map(({ tradeNumber }) => String(tradeNumber))))
    }
    const namedIn = (pages: readonly { items: readonly { mdEntryID: string; userName?: string }[] }[]) =>
      pages.flatMap(({ items }) =>
        items.flatMap((item) => (item.userName === undefined ? [] : item.mdEntryID)),
      )
    for (const reader of members()) {
      const { firm, name, userName } = reader
      const isHolder = firm !== null && userName !== 'customer'
      const entries = namedIn(answersOf(reader, 'MarketData/getMarketOrders'))
      const trades = namedIn(answersOf(reader, 'MarketData/getMarketTrades'))
      expect({ name, entries }).toEqual({ name, entries: isHolder ? [resting.get(firm)] : [] })
      expect({ name, isNamed: trades.length > 0 }).toEqual({ name, isNamed: isHolder })
      if (isHolder) expect(trades.filter((number) => !tradesOf(firm).has(number))).toEqual([])
    }
  })
})

/** Enters an order that stays in the book. @returns its entry. */
async function rest(firm: Firm): Promise<string | null> {
  const broker = readers.of(firm, 'broker')
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const account = customers.get(firm)!.others[0]!.accountNumber
  const bid = readers.order({ account, clOrdID: `${canaryOf(firm)}-rests`, price: lowLimitPx })
  return (await broker.get('Order/SendNewOrder', bid)).mdEntryID
}

const nobody: CustomerRow = {
  id: 0,
  accountNumber: 'MSL999999',
  cscsAccount: '0055555555',
  customerName: 'Nemo Nwankwo',
  emailAddress: null,
  phoneNumber: null,
}

/** What a firm's orders are marked with. */
const canaryOf = (firm: Firm): string => `canary-of-${firm}`

/** The surname in the draft of who registers with a firm. */
const draftOf = (firm: Firm): string => `draft-of-${firm}`

/** Why a firm returns the request of who asks for an account. */
const reasonOf = (firm: Firm): string => `returned-by-${firm}`

const members = (): Reader[] => readers.all.filter(({ standing }) => standing === 'member')

/** What is a firm's, and which of its people may receive it. */
const secretsOf = (firm: Firm): { readonly text: string; readonly mayReceive: readonly string[] }[] => {
  const staff = ['broker', 'admin']
  const rows = customers.get(firm)!.others.flatMap(({ id: _, ...row }) => Object.values(row))
  return [
    ...[canaryOf(firm), ...rows.filter((text) => text !== null)].map((text) => ({ text, mayReceive: staff })),
    { text: reasonOf(firm), mayReceive: [...staff, 'applicant'] },
    { text: draftOf(firm), mayReceive: [...staff, 'registrant'] },
    ...['applicant', 'registrant'].map((userName) => ({
      text: readers.of(firm, userName).emailAddress,
      mayReceive: [...staff, userName],
    })),
  ]
}

/** What is kept from a person, or from everybody. */
const secretsFrom = (who: Pick<Reader, 'firm' | 'userName'> | undefined): string[] =>
  firms.flatMap((firm) =>
    secretsOf(firm)
      .filter(({ mayReceive }) => firm !== who?.firm || !mayReceive.includes(who.userName))
      .map(({ text }) => text),
  )

type Received = Reader['received']

const receivedOf = ({ received }: Reader, words: readonly string[]): Received =>
  received.filter(({ text }) => words.some((word) => text.includes(word)))

const by = (received: Received): string[] => [...new Set(received.map((message) => message.by))]

/** All that can become of orders: filled in part and whole, replaced, cancelled, refused. */
async function trade(selling: Firm, buying: Firm): Promise<void> {
  const [seller, buyer] = [readers.of(selling, 'broker'), readers.of(buying, 'broker')]
  const marked = (firm: Firm, what: string, message: Partial<CallInput<'Order/SendNewOrder'>>) =>
    readers.order({
      account: customers.get(firm)!.others[0]!.accountNumber,
      text: canaryOf(firm),
      clOrdID: `${canaryOf(firm)}-${what}-${selling}`,
      ...message,
    })
  const offer = marked(selling, 'offer', { side: Side.sell, orderQty: 100 })
  const { orderID, clOrdID } = await seller.get('Order/SendNewOrder', offer)
  await buyer.get('Order/SendNewOrder', marked(buying, 'bid', { orderQty: 60 }))
  await seller.get('Order/SendOrderReplaceRequest', { orderID, clOrdID: `${clOrdID}-less`, orderQty: 90 })
  const market = { ordType: OrdType.market, price: undefined }
  await buyer.get('Order/SendNewOrder', marked(buying, 'market', market))
  await seller.get('Order/sendCancelOrderRequest', { orderID, clOrdID: `${clOrdID}-off` })
  await seller.ask('Order/SendNewOrder', marked(selling, 'refused', { securityID: 'NOSUCH' }))
}
