import { addDays, type CallName, calls, lagosDate, OrdType, Side, verbOf } from '@tradebook/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { draftRequest } from '../account-request.ts'
import { type Person, signIn } from '../person.ts'
import { PASSWORD } from '../running-server.ts'
import { passkeyOf } from './passkeys.ts'
import { askRaw, type RawAnswer } from './raw-answer.ts'
import { everybody, firms, nameOf, type Reader, type Standing } from './reader.ts'
import { readers, readersForAllTests, server } from './readers.fixture.ts'
import { cash, depositReport } from './ways-to-name/back-office.ts'
import { type Names, nobodys, withoutZeros } from './ways-to-name/names.ts'
import { namesNothing } from './ways-to-name/names-nothing.ts'
import { person, role } from './ways-to-name/people.ts'
import { waysToName } from './ways-to-name.ts'

/** What is another's is, to everybody else, the same as what never was: at every call, for everybody. */

/** With which a user replaces the one that an administrator set. */
const CHOSEN_PASSWORD = 'Quiet-harbour-lamp-7'

const callNames = Object.keys(calls) as CallName[]

readersForAllTests()

/** The answer with every name that was asked for by its kind alone, so that answers compare. */
function nameless({ text, ...answer }: RawAnswer, names: Names): RawAnswer {
  let value = text
    .replace(`No request ${names.paymentRequestID} was`, 'No request {paymentRequestID} was')
    .replace(`no user “${names.userID}”`, 'no user “{userID}”')
  for (const [kind, name] of Object.entries({ ...names, shortCscs: withoutZeros(names.cscsAccount) })) {
    // Small numbers are in many an answer; only the two texts above have the number that was asked for.
    if (
      [
        'watchlistID',
        'alertID',
        'basketID',
        'instructionID',
        'userID',
        'roleID',
        'accountRequestID',
        'paymentRequestID',
      ].includes(kind)
    )
      continue
    // Most answers name nothing of it: to see that takes a fraction of the expression's time.
    if (!value.includes(name)) continue
    value = value.replace(new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`, 'g'), `{${kind}}`)
  }
  return { ...answer, text: value }
}

describe("another firm's data are answered as if they did not exist", () => {
  let owner: Reader
  /** The customer whose account it is. */
  let holder: Person
  let theirs: Names

  beforeAll(async () => {
    owner = readers.of('Meridian', 'broker')
    const [own] = (await readers.of('Meridian', 'customer').get('BackOffice/GetCustomers', {})).items
    const { items } = await owner.get('BackOffice/GetCustomers', {})
    const customer = items.find(({ id }) => id !== own?.id)!
    const account = customer.accountNumber
    const resting = await owner.get('Order/SendNewOrder', readers.order({ account, clOrdID: 'rests-here' }))
    const ended = await owner.get('Order/SendNewOrder', readers.order({ account, clOrdID: 'ends-here' }))
    const bulkOrder = await owner.get('Order/SendBulkOrder', {
      ...{ clOrdID: 'for-several', securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit },
      price: Number(resting.price),
      lines: [{ account, orderQty: 1 }],
    })
    const cancelClOrdID = 'cancelled-here'
    await owner.get('Order/sendCancelOrderRequest', { orderID: ended.orderID, clOrdID: cancelClOrdID })
    const { id } = await owner.get('Watchlist/Save', { name: 'Banks', securityIDs: ['GTCO'] })
    const alert = await owner.get('Alert/Save', { securityID: 'GTCO', condition: 'news' })
    const basket = await owner.get('Basket/Save', { name: 'Banks', lines: [] })
    const instruction = await owner.get('Instruction/Save', {
      ...{ account, securityID: 'GTCO', side: '1', orderQty: 1, until: addDays(lagosDate(Date.now()), 10) },
      medium: 'letter',
    })
    const admin = readers.of('Meridian', 'admin')
    const desk = await admin.get('Role/Create', role)
    const user = await admin.get('User/Create', {
      ...person,
      userName: 'insider',
      emailAddress: 'in@sider.example',
      roleNames: ['DESK'],
      isActive: true,
      password: PASSWORD,
      userTradingAccounts: [{ accountNumber: account }],
    })
    holder = await signIn(server, 'Meridian', 'insider')
    await holder.get('Account/ChangePassword', { currentPassword: PASSWORD, newPassword: CHOSEN_PASSWORD })
    theirs = {
      watchlistID: String(id),
      alertID: String(alert.id),
      basketID: String(basket.id),
      instructionID: String(instruction.id),
      account,
      cscsAccount: customer.cscsAccount,
      customerName: customer.customerName,
      phoneNumber: customer.phoneNumber ?? '',
      orderID: resting.orderID,
      clOrdID: resting.clOrdID,
      notificationID: await refusedOf(owner, account),
      cashRequestID: String((await owner.get('BackOffice/PostCashEntry', cash(customer.cscsAccount))).id),
      paymentRequestID: await reportedBy(holder, owner, customer.cscsAccount),
      endedOrderID: ended.orderID,
      bulkOrderID: bulkOrder.orderID,
      cancelClOrdID,
      sessionID: await sessionElsewhere(owner),
      passkeyID: (await passkeyOf(server.url, holder)).row.id,
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

  /** Only the users of an account report and request for it, and a passkey is of one person. */
  const ofHolder = [
    'BackOffice/ReportDeposit',
    'BackOffice/RequestWithdrawal',
    'BackOffice/CancelPaymentRequest',
    'Account/RenamePasskey',
    'Account/RevokePasskey',
  ] as const satisfies readonly CallName[]

  /** What a customer or a broker may not do, and what finds nothing once the orders are cancelled. */
  const notOfOwner = new Set<CallName>([
    'Customer/RejectCustomerAccountCreationRequest',
    'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
    'Customer/ConfirmAddress',
    'BackOffice/GetAccountTerms',
    'BackOffice/UpdateAccountTerms',
    'BackOffice/FreezeAccount',
    'BackOffice/UnfreezeAccount',
    'BackOffice/GetFreezeDocument',
    'Order/sendCrossDealOrder',
    'Order/PreviewCrossDealOrder',
    'Order/sendCancelAllOrders',
    'Order/GetTrades',
    'Order/DownloadTrades',
    'Limits/Update',
    'Limits/SetKillSwitch',
    ...ofHolder,
    'ReportEventLog/GetReportLogs',
    'ReportEventLog/DownloadReportLogs',
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

  test('for the customer whose account it is, so are its payments', async () => {
    const asker = { token: holder.token }
    for (const name of ofHolder) {
      for (const way of waysToName[name]) {
        const toNobodys = nameless(await askRaw(server.url, asker, name, way(nobodys)), nobodys)
        const toTheirs = nameless(await askRaw(server.url, asker, name, way(theirs)), theirs)
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
    payments: await owner.get('BackOffice/GetPaymentRequests', { maxResultCount: 1000 }),
    watchlists: await owner.get('Watchlist/GetAll', {}),
    alerts: await owner.get('Alert/GetAll', {}),
    baskets: await owner.get('Basket/GetAll', {}),
    instructions: await owner.get('Instruction/GetAll', {}),
    holdings: await owner.get('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct: theirs.cscsAccount }),
  })
})

/** Signs a person in again. @returns the id of that session. */
async function sessionElsewhere(owner: Reader): Promise<string> {
  await signIn(server, 'Meridian', 'broker')
  const { items } = await owner.get('Account/GetSessions', {})
  return items.find(({ current }) => !current)!.id
}

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

/** A customer reports a deposit, of which staff are notified. @returns the id of the report. */
async function reportedBy(customer: Person, staff: Reader, cscsAcct: string): Promise<string> {
  const deposit = { ...depositReport(cscsAcct), postingID: 'waits' }
  const { id } = await customer.get('BackOffice/ReportDeposit', deposit)
  await vi.waitFor(async () => {
    const { items } = await staff.get('Notification/GetAll', {})
    expect(items.map(({ notification }) => notification.notificationName)).toContain('paymentWaits')
  }, 10_000)
  return String(id)
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

test('a user of one firm does not exist at the other', async () => {
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
