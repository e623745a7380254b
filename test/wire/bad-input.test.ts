// Longer than 300 lines, for every refusal of a request is a row of one table, which one server answers.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  addDays,
  type CallInput,
  english,
  lagosDate,
  nextBusinessDay,
  OrdStatus,
  OrdType,
  pathOf,
  type RefusalName,
  refusals,
  Side,
  shownDate,
  TimeInForce,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Answer, type Person, signIn } from '../person.ts'

type NewOrder = CallInput<'Order/SendNewOrder'>

const SECURITY = 'GTCO'
const NEW_ORDER = pathOf('Order/SendNewOrder')

let server: DemoServer
let broker: Person
let customer: Person
let rival: Person
/** The broker's customer, the customer's own account, a colleague's, and another firm's. */
let accounts: { rich: string; own: string; colleague: string; foreign: string }
let listing: { tick: number; low: number; high: number; reference: number }
let resting: { orderID: string; foreignOrderID: string; endedOrderID: string }

beforeAll(async () => {
  server = await openDemo()
  broker = await signIn(server, 'Meridian', 'broker')
  customer = await signIn(server, 'Meridian', 'customer')
  rival = await signIn(server, 'Zenith-Hill', 'broker')
  const [own] = (await customer.get('BackOffice/GetCustomers', {})).items
  const firm = (await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })).items
  const [foreign] = (await rival.get('BackOffice/GetCustomers', {})).items
  const others = firm.map(({ accountNumber }) => accountNumber).filter((it) => it !== own?.accountNumber)
  accounts = {
    rich: others[0] ?? '',
    own: own?.accountNumber ?? '',
    colleague: others[1] ?? '',
    foreign: foreign?.accountNumber ?? '',
  }
  const range = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  listing = {
    tick: range.tickSize,
    low: range.lowLimitPx,
    high: range.highLimitPx,
    reference: range.referencePx,
  }
  const mine = await broker.get('Order/SendNewOrder', order({ price: listing.low }))
  const theirs = await rival.get(
    'Order/SendNewOrder',
    order({ account: accounts.foreign, price: listing.low }),
  )
  const ended = await broker.get('Order/SendNewOrder', order({ price: listing.low }))
  await broker.get('Order/sendCancelOrderRequest', { clOrdID: 'c3', orderID: ended.orderID })
  resting = { orderID: mine.orderID, foreignOrderID: theirs.orderID, endedOrderID: ended.orderID }
  known = await everything()
})

afterAll(async () => {
  await server?.close()
})

/** An order that is valid except for these fields. */
const order = (fields: Partial<NewOrder> = {}): NewOrder => ({
  clOrdID: randomUUID(),
  account: accounts.rich,
  securityID: SECURITY,
  side: Side.buy,
  ordType: OrdType.limit,
  price: listing.reference,
  orderQty: 10,
  ...fields,
})

const inKobo = (naira: number) => Math.round(naira * 100) / 100

/** All that a refusal must leave as it was: money, shares, open orders, executions and the book. */
const everything = () =>
  Promise.all(
    [broker, rival].map(async (person) => {
      const { items } = await person.get('BackOffice/GetCustomers', { maxResultCount: 100 })
      return {
        balances: await Promise.all(
          items.map(({ cscsAccount }) => person.get('Order/GetDashAccountBalance', { cscsAccount })),
        ),
        holdings: await Promise.all(
          items.map(({ cscsAccount }) =>
            person.get('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct: cscsAccount }),
          ),
        ),
        open: await person.get('Order/getStockOrders', { status: 'open', maxResultCount: 1000 }),
        book: await person.get('MarketData/getMarketOrders', { security: SECURITY }),
      }
    }),
  )

/** What `everything` was when it was read last: what one test leaves is what the next one finds. */
let known: Awaited<ReturnType<typeof everything>>

/** Expects that nothing has changed since everything was read last. */
async function expectUnchanged(): Promise<void> {
  expect(await everything()).toEqual(known)
}

/** A business refusal: ABP answers 500, with the table's code and words for a person. */
function expectRefusal(answer: Answer, refusal: RefusalName): void {
  expect(answer.status).toBe(500)
  expect(answer.result).toBeNull()
  expect(answer.error?.code).toBe(refusals[refusal].code)
  expect(answer.error?.message).toBe(english[`Refusal.${refusal}`])
  expect(answer.error?.details).toMatch(/^[^{}]{10,}$/)
  expect(answer.unAuthorizedRequest).toBe(false)
}

type Refused = readonly [what: string, refusal: RefusalName, ask: () => Promise<Answer<unknown>>]

/** Orders of the broker for a customer of the firm. */
const refusedOrders: readonly [what: string, refusal: RefusalName, fields: () => Partial<NewOrder>][] = [
  ['an unknown security', 'unknownSecurity', () => ({ securityID: 'NOSUCH' })],
  ['a price off its tick', 'priceOffTick', () => ({ price: inKobo(listing.reference + listing.tick / 2) })],
  ['a price of half a kobo', 'priceNotKobo', () => ({ price: 58.405 })],
  ['a price above the limit', 'priceOutsideLimits', () => ({ price: inKobo(listing.high + listing.tick) })],
  ['a price below the limit', 'priceOutsideLimits', () => ({ price: inKobo(listing.low - listing.tick) })],
  ['a limit order without a price', 'priceMissing', () => ({ price: undefined })],
  ['a market order with a price', 'priceNotAllowed', () => ({ ordType: OrdType.market })],
  ['a stop order of a firm that takes none', 'stopOrdersNotTaken', () => ({ ordType: OrdType.stop })],
  ['a limit order with a stop price', 'stopPxNotAllowed', () => ({ stopPx: 1 })],
  [
    'a market order that outlives its day',
    'orderTypeUnsupported',
    () => ({ ordType: OrdType.market, price: undefined, timeInForce: TimeInForce.goodTillCancel }),
  ],
  ['a last day that is over', 'expiryInvalid', () => ({ timeInForce: '6', expireDate: '2026-01-02' })],
  ['a last day of a day order', 'expiryInvalid', () => ({ expireDate: '2026-12-01' })],
  ['no quantity', 'quantityInvalid', () => ({ orderQty: 0 })],
  ['more than the account has money for', 'insufficientFunds', () => ({ orderQty: 2_000_000_000 })],
  [
    'more shares than the account has',
    'insufficientShares',
    () => ({ side: Side.sell, orderQty: 2_000_000_000 }),
  ],
]

const refused: readonly Refused[] = [
  [
    'an unknown account',
    'unknownAccount',
    () => broker.ask('Order/SendNewOrder', order({ account: 'MSL999999' })),
  ],
  [
    "another firm's account",
    'unknownAccount',
    () => broker.ask('Order/SendNewOrder', order({ account: accounts.foreign })),
  ],
  [
    "someone else's account",
    'unknownAccount',
    () => customer.ask('Order/SendNewOrder', order({ account: accounts.colleague })),
  ],
  [
    'the replacement of an order nobody knows',
    'unknownOrder',
    () => broker.ask('Order/SendOrderReplaceRequest', { clOrdID: 'r1', orderID: '999999999', orderQty: 5 }),
  ],
  [
    "the cancellation of another firm's order",
    'unknownOrder',
    () => broker.ask('Order/sendCancelOrderRequest', { clOrdID: 'c1', orderID: resting.foreignOrderID }),
  ],
  [
    "the cancellation of a colleague's order",
    'unknownOrder',
    () => customer.ask('Order/sendCancelOrderRequest', { clOrdID: 'c2', orderID: resting.orderID }),
  ],
  [
    'a replacement that changes nothing',
    'nothingToReplace',
    () =>
      broker.ask('Order/SendOrderReplaceRequest', { clOrdID: 'r2', orderID: resting.orderID, orderQty: 10 }),
  ],
  [
    'a cancellation of an order that is over',
    'orderIsFinal',
    () => broker.ask('Order/sendCancelOrderRequest', { clOrdID: 'c4', orderID: resting.endedOrderID }),
  ],
  [
    'a replacement of an order that is over',
    'orderIsFinal',
    () =>
      broker.ask('Order/SendOrderReplaceRequest', {
        ...{ clOrdID: 'r3', orderID: resting.endedOrderID, orderQty: 20 },
      }),
  ],
]

describe('a refusal has its code and words, and changes nothing', () => {
  test.each(refused)('%s', async (_, refusal, ask) => {
    expectRefusal(await ask(), refusal)
    await expectUnchanged()
  })

  test.each(refusedOrders)('%s, and the order is kept with its id', async (_, refusal, fields) => {
    const asked = order(fields())
    const answer = await broker.ask('Order/SendNewOrder', asked)
    expectRefusal(answer, refusal)
    await expectUnchanged()
    const { items } = await broker.get('Order/getStockOrders', { keyword: asked.clOrdID })
    const { ordRejReason } = { ordRejReason: null, ...refusals[refusal] }
    expect(items).toMatchObject([{ clOrdID: asked.clOrdID, ordStatus: OrdStatus.rejected, ordRejReason }])
    expect(answer).toMatchObject({ error: { data: { orderID: items[0]?.orderID } } })
  })

  test('a cross by anyone who trades and may not cross', async () => {
    const { status } = await customer.ask('Order/sendCrossDealOrder', {
      ...{ crossID: randomUUID(), securityID: SECURITY, price: listing.reference, orderQty: 10 },
      ...{ buyAccount: accounts.own, sellAccount: accounts.colleague },
    })
    expect(status).toBe(403)
    await expectUnchanged()
  })

  test('money posted by anyone who may not post', async () => {
    const [own] = (await customer.get('BackOffice/GetCustomers', {})).items
    const { status } = await customer.ask('BackOffice/PostCashEntry', {
      ...{ postingID: randomUUID(), cscsAcct: own?.cscsAccount ?? '', type: 'deposit', amount: 1_000 },
      ...{ reference: 'TRF 1', narration: 'Transfer' },
    })
    expect(status).toBe(403)
    await expectUnchanged()
  })

  test('the same clOrdID with another body', async () => {
    const first = order({ price: listing.low })
    const accepted = await broker.get('Order/SendNewOrder', first)
    known = await everything()
    expectRefusal(await broker.ask('Order/SendNewOrder', { ...first, orderQty: 11 }), 'duplicateClOrdID')
    await expectUnchanged()

    const again = await broker.get('Order/SendNewOrder', first)
    expect(again.orderID).toBe(accepted.orderID)
    await expectUnchanged()
  })

  test('a refused order asked again gets the same answer', async () => {
    const refusedOrder = order({ price: inKobo(listing.high + listing.tick) })
    const first = await broker.ask('Order/SendNewOrder', refusedOrder)
    expect(await broker.ask('Order/SendNewOrder', refusedOrder)).toEqual(first)
  })
})

const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body,
})

describe('requests that no proper client would send', () => {
  test.each<[what: string, member: string, fields: object]>([
    ['a word for a number', 'orderQty', { orderQty: 'many' }],
    ['a fraction of a share', 'orderQty', { orderQty: 1.5 }],
    ['more shares than an order can have', 'orderQty', { orderQty: 2 ** 31 }],
    ['a side that is none', 'side', { side: '7' }],
    ['no security', 'securityID', { securityID: undefined }],
    ['no clOrdID', 'clOrdID', { clOrdID: undefined }],
    ['an object for an account', 'account', { account: { $ne: null } }],
  ])('%s', async (_, member, fields) => {
    const { status, error } = await broker.send(NEW_ORDER, post(JSON.stringify({ ...order(), ...fields })))
    expect(status).toBe(400)
    expect(error?.message).toBe('Your request is not valid!')
    expect(error?.validationErrors?.flatMap(({ members }) => members)).toEqual([member])
    await expectUnchanged()
  })

  test.each([
    ['bad JSON', '{"clOrdID": "x", '],
    ['no JSON', 'clOrdID=x'],
    ['nothing', ''],
    ['a list', '[]'],
  ])('%s', async (_, body) => {
    const { status, error } = await broker.send(NEW_ORDER, post(body))
    expect(status).toBe(400)
    expect(error?.message).toBe('Your request is not valid!')
  })

  test('an oversized body', async () => {
    const body = JSON.stringify({ ...order(), text: 'x'.repeat(2 ** 21) })
    const headers = { ...json, authorization: `Bearer ${broker.token}`, 'content-length': body.length }
    const sending = request(`${server.url}${NEW_ORDER}`, { method: 'POST', headers })
    // The answer comes before the rest, and the connection ends with it.
    sending.write(body.slice(0, 1_000))
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    const { error } = JSON.parse(await text(answer))
    expect(error.message).toMatch(/\w/)
    sending.destroy()
  })

  test('a bad token', async () => {
    for (const authorization of ['Bearer nonsense', `Bearer ${broker.token}x`, 'Basic YTpi']) {
      const { status, error, unAuthorizedRequest } = await broker.send(
        NEW_ORDER,
        post(JSON.stringify(order()), { ...json, authorization }),
      )
      expect(status).toBe(401)
      expect(unAuthorizedRequest).toBe(true)
      expect(error?.message).toBe('Current user did not login to the application!')
    }
  })

  test('a wrong verb, and a call that does not exist', async () => {
    expect((await broker.send(NEW_ORDER, {})).status).toBe(405)
    expect((await broker.send(pathOf('Order/NoSuchCall'), {})).status).toBe(404)
  })
})

test('a closed market', async () => {
  const today = lagosDate(Date.now())
  const sunday = addDays(today, 7 - new Date(today).getUTCDay())
  // The coming Sunday's morning in Lagos, for the whole process.
  const clock = `const off = Date.parse('${sunday}T09:00:00Z') - Date.now()
    globalThis.Date = class extends Date {
      constructor(...time) { super(...(time.length > 0 ? time : [Date.now()])) }
      static now() { return super.now() + off }
    }`
  const closed = await openDemo({
    TRADEBOOK_CLOCK: 'real',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
  })
  try {
    const sundayBroker = await signIn(closed, 'Meridian', 'broker')
    const answer = await sundayBroker.ask('Order/SendNewOrder', order())
    expectRefusal(answer, 'marketClosed')
    expect(answer.error?.details).toContain(
      `${shownDate(nextBusinessDay(sunday), (key) => english[key])} 09:30`,
    )
  } finally {
    await closed.close()
  }
})
