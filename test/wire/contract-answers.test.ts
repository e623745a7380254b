import { randomUUID } from 'node:crypto'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
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
  marketSummary,
  marketTrade,
  newsItem,
  notificationsChange,
  orderBookOwners,
  type Permission,
  permissionsOf,
  statistics,
  stockOrder,
  userNotification,
  venueConnection,
  verbOf,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../../apps/server/src/features/registration/request.fixture.ts'
import { signIn } from '../person.ts'
import {
  admin,
  askersForAllTests,
  broker,
  host,
  order,
  rivalAdmin,
  SECURITY,
  self,
  selves,
  server,
  stopOther,
  trade,
} from './asking/askers.fixture.ts'
import { passkeyBrowser } from './asking/people.ts'
import { closeProvider, providerBrowser } from './asking/provider.ts'
import { asking } from './asking.ts'
import { type Asker, askRaw, type RawAnswer } from './raw-answer.ts'

/** What the running server sends is what the contract promises, on a market that only this test trades on. */

askersForAllTests()

let connection: HubConnection

const received = new Map<HubEventName, unknown[][]>()

beforeAll(async () => {
  connection = await listen()
})

afterAll(() => connection?.stop())
afterAll(closeProvider)

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

/** Calls by another verb than GET that leave no audit row when they are done: why not. */
const unaudited: Partial<Record<CallName, string>> = {
  'Account/IsTenantAvailable': 'changes nothing',
  'TokenAuth/BeginPasskeySignIn': 'nobody has signed in yet',
  'TokenAuth/BeginProviderSignIn': 'nobody has signed in yet',
  'Settings/TestIdentityProvider': 'changes nothing',
  'Basket/Preview': 'changes nothing',
  'Order/PreviewBulkOrder': 'changes nothing',
  'Notification/MarkAsRead': 'what somebody has read is nobody else’s business',
  'Notification/MarkAllAsRead': 'the same',
}

/** Calls that are refused without their files. */
const filesSent: Partial<Record<CallName, Readonly<Record<string, File>>>> = {
  'Customer/AddDocument': { document: files.signature },
}

/** Calls whose rows are those of another one. */
const recordedAs: Partial<Record<CallName, string>> = {
  // A row for each order.
  'Order/sendCancelAllOrders': 'Order/sendCancelOrderRequest',
  // Another person puts them in force.
  'BackOffice/UpdateAccountTerms': 'BackOffice/PostAccountTerms',
  'BackOffice/FreezeAccount': 'BackOffice/PostFreeze',
  'BackOffice/UnfreezeAccount': 'BackOffice/PostUnfreeze',
  'BackOffice/ReverseEntry': 'BackOffice/PostReversal',
  'Fees/Update': 'BackOffice/PostCharges',
  'Fees/DeleteRate': 'BackOffice/PostCharges',
  'Fees/DeleteAgreement': 'BackOffice/PostCharges',
}

/** Calls that are made in the browser that began them. */
const browsers: Partial<Record<CallName, Asker>> = {
  'TokenAuth/AuthenticateByPasskey': passkeyBrowser,
  'TokenAuth/AuthenticateByProvider': providerBrowser,
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

const answeringInTheEnvelope = (Object.keys(calls) as CallName[]).filter(
  (name): name is Exclude<CallName, FileCallName> => (calls[name] as Call).gives !== 'file',
)

/** Its rows are there between an ex-day and its payment date alone, which a test of the back office passes through. */
const NOTHING_DUE: CallName = 'BackOffice/GetEntitlementsDue'

/** Without a line to an exchange there is nothing to show or to do: `exchange-line.test.ts` has one. */
const ofALine = new Set<CallName>([
  'ExchangeLine/GetReports',
  'ExchangeLine/GetOrdersInDoubt',
  'ExchangeLine/GetUnclaimedOrders',
  'ExchangeLine/AskAgain',
  'ExchangeLine/SettleOrder',
  'ExchangeLine/SettleUnclaimed',
])

describe('every call of the contract answers by the contract', () => {
  test('every call is asked', () => {
    expect(Object.keys(asking).sort()).toEqual(answeringInTheEnvelope.toSorted())
  })

  test.each(answeringInTheEnvelope.filter((name) => !ofALine.has(name)))(
    '%s is answered by its schema, and recorded where it changes something',
    async (name) => {
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
        const by = browsers[name] ?? asker
        const body = envelopeOf(await askRaw(server.url, by, name, input, filesSent[name]))
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
    },
  )
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

/** What a browser asks before somebody signs in: it is answered whatever token comes along. */
const answeredToStrangers: readonly CallName[] = [
  'AbpUserConfiguration/GetAll',
  'Account/IsTenantAvailable',
  'Account/PasswordReset',
  'Account/Register',
  'Customer/GetBanks',
  'Home/Configuration',
  'Home/GetOverview',
  'Session/GetCurrentLoginInformations',
  'TokenAuth/Authenticate',
  'TokenAuth/AuthenticateByPasskey',
  'TokenAuth/BeginPasskeySignIn',
  'TokenAuth/AuthenticateByProvider',
  'TokenAuth/BeginProviderSignIn',
]

/** What the calls of a registration are asked, which read their input before they know who asks. */
const askedWith: Partial<Record<CallName, (token: string) => object>> = {
  'Account/GetResendVerificationCode': (accessToken) => ({ accessToken }),
  'Account/VerifyAccount': (accessToken) => ({ accessToken, code: '123456' }),
  'Customer/CustomerRegister': (accessToken) => ({ accessToken, accountType: 'individual' }),
  'Customer/UpdateCustomerAccountCreationRequest': (accessToken) => ({ accessToken, id: 1 }),
}

test('a token whose session has ended is answered 401 by every call that needs a sign-in, and the hub’s cookies end', async () => {
  const person = await signIn(server, 'Meridian', 'broker')
  await person.get('Account/LogOut', {})
  const asked = (Object.keys(calls) as CallName[]).filter((name) => !answeredToStrangers.includes(name))
  const outcomes = []
  for (const name of asked) {
    const input = (askedWith[name]?.(person.token) ?? {}) as CallInput<typeof name>
    const answer = await askRaw(server.url, { token: person.token }, name, input)
    const { unAuthorizedRequest } = JSON.parse(answer.text) as { unAuthorizedRequest: boolean }
    const cleared = answer.cookies.filter((cookie) => /^enc_auth_token=; Max-Age=0;/.test(cookie))
    outcomes.push({ name, status: answer.status, unAuthorizedRequest, cleared: cleared.length })
  }
  expect(outcomes).toEqual(
    asked.map((name) => ({ name, status: 401, unAuthorizedRequest: true, cleared: 2 })),
  )
  // Any site makes a browser ask without a token: what another person has is left alone.
  expect((await askRaw(server.url, {}, 'Order/getStockOrders', {})).cookies).toEqual([])
})

describe('a failure comes in the same envelope', () => {
  test.each<[what: string, status: number, token: () => string, input: () => object]>([
    ['a refusal', 500, () => broker.token, () => order({ securityID: 'NOSUCH' })],
    ['what cannot be read', 400, () => broker.token, () => ({ ...order(), orderQty: 'many' })],
    ['nobody', 401, () => '', order],
  ])('%s: the answer is in the envelope', async (_, status, token, input) => {
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
