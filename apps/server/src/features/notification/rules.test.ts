import { ExecType, notificationNames, OrdStatus, refuse, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import {
  type ChangedPayment,
  derivedFromDecision,
  derivedFromExecution,
  derivedFromNews,
  derivedFromPayment,
  derivedFromPosting,
  derivedFromReversal,
  type FinalExecution,
  orderRules,
  tradeChangeRules,
} from './rules.ts'

const BROKER = 1
const CUSTOMER = 2
const time = new Date('2026-11-20T10:00:00Z')
const nobody = { approvers: [], posters: [], reviewers: [], usersOf: new Map(), watchedBy: new Map() }

const execution = (changed: Partial<FinalExecution> = {}): FinalExecution => ({
  sequence: 7n,
  execType: ExecType.trade,
  lastPx: 45_01,
  lastQty: 300,
  ordStatus: OrdStatus.filled,
  orderID: 5n,
  clOrdID: 'mine',
  userName: 'broker',
  userId: BROKER,
  account: 'A1',
  bulkOrderID: null,
  securityID: 'GTCO',
  side: Side.buy,
  orderQty: 300,
  cumQty: 300,
  filledValue: 1_350_100n,
  refusal: null,
  text: null,
  time,
  ...changed,
})

describe('an order', () => {
  test.each<[state: string, ordStatus: string, side: string, name: string | undefined, text?: string]>([
    ['filled, to buy', OrdStatus.filled, Side.buy, 'orderFilled', 'Notification.Bought'],
    ['filled, to sell', OrdStatus.filled, Side.sell, 'orderFilled', 'Notification.Sold'],
    ['refused, to buy', OrdStatus.rejected, Side.buy, 'orderRefused', 'Notification.BuyRefused'],
    ['refused, to sell', OrdStatus.rejected, Side.sell, 'orderRefused', 'Notification.SellRefused'],
    ['new', OrdStatus.new, Side.buy, undefined],
    ['filled in part', OrdStatus.partiallyFilled, Side.buy, undefined],
    ['cancelled', OrdStatus.canceled, Side.buy, undefined],
    ['that reached its last day', OrdStatus.expired, Side.buy, undefined],
  ])('%s', (_, ordStatus, side, name, textName) => {
    const notification = derivedFromExecution(execution({ ordStatus, side }), nobody)
    expect(notification && { name: notification.name, textName: notification.textName }).toEqual(
      name && { name, textName },
    )
  })

  test.each([
    ['the bulk order itself: who entered it', 5n, '', [BROKER]],
    ['a part: the users of its account', 4n, 'A1', [CUSTOMER]],
    ['a part of an account without users: nobody', 4n, 'A2', undefined],
  ])('a bulk order is filled, %s', (_, bulkOrderID, account, userIds) => {
    const filled = derivedFromExecution(execution({ bulkOrderID, account }), {
      ...nobody,
      usersOf: new Map([['A1', [CUSTOMER]]]),
    })
    expect(filled?.userIds).toEqual(userIds)
  })

  test.each([
    ['cancelled', ExecType.tradeCanceled, Side.buy, 'Notification.BuyCanceled'],
    ['corrected', ExecType.tradeCorrected, Side.sell, 'Notification.SellCorrected'],
  ])(
    'a trade of it is %s: its customer and who entered it read which trade, whatever the order is now',
    (_, execType, side, textName) => {
      const changed = execution({ execType, side, lastQty: 200, lastPx: 45_50, ordStatus: OrdStatus.new })
      expect(
        derivedFromExecution(changed, { ...nobody, usersOf: new Map([['A1', [CUSTOMER]]]) }),
      ).toMatchObject({
        ...{ name: 'tradeChanged', textName, userIds: [BROKER, CUSTOMER] },
        properties: { quantity: 200, price: 45.5, securityID: 'GTCO' },
      })
    },
  )

  test.each<[string, string, string, string, string | undefined]>([
    ['for a new day', OrdStatus.expired, Side.buy, 'Trading.Order.ExpiredUncovered', 'Notification.BuyEnded'],
    ['by an ex-day', OrdStatus.canceled, Side.sell, 'Trading.Order.CanceledExDay', 'Notification.SellEnded'],
    [
      'at the venue, for its sender to read',
      OrdStatus.canceled,
      Side.buy,
      'Trading.Venue.immediate',
      undefined,
    ],
    ...['Trading.Order.CanceledWithBulkOrder', 'Trading.Order.ExpiredWithBulkOrder'].map(
      (text): [string, string, string, string, undefined] => [
        `with its bulk order: ${text}`,
        OrdStatus.canceled,
        Side.buy,
        text,
        undefined,
      ],
    ),
    ['as its client asked, who wrote a text', OrdStatus.canceled, Side.buy, 'By phone', undefined],
    [
      'as its client asked, who wrote a key',
      OrdStatus.canceled,
      Side.buy,
      'Trading.Order.Unknown',
      undefined,
    ],
  ])('ended %s', (_, ordStatus, side, text, textName) => {
    const notification = derivedFromExecution(execution({ ordStatus, side, text, cumQty: 100 }), nobody)
    expect(notification?.textName).toBe(textName)
    const properties = { quantity: 200, ended: text, values: { securityID: 'GTCO' } }
    if (textName) expect(notification).toMatchObject({ name: 'orderEnded', properties })
  })

  test('ended because of new limits names the limits', () => {
    const refusal = refuse('priceOutsideLimits', { securityID: 'GTCO', low: 50.1, high: 61.2 })
    const text = 'Trading.Order.ExpiredForNewDay'
    const { properties } =
      derivedFromExecution(execution({ ordStatus: OrdStatus.expired, text, refusal }), nobody) ?? {}
    expect(properties).toMatchObject({
      ...{ ended: text, refusal: 'priceOutsideLimits' },
      values: { securityID: 'GTCO', low: 50.1, high: 61.2 },
    })
  })

  test.each([
    ['to sell', Side.sell, 'Notification.SellEntered'],
    ['to buy', Side.buy, 'Notification.BuyEntered'],
  ])('%s that staff entered for a customer is known to the customer at once', (_, side, textName) => {
    const entered = (changed: Partial<FinalExecution> = {}) =>
      derivedFromExecution(
        execution({ ordStatus: OrdStatus.new, side, cumQty: 0, filledValue: 0n, ...changed }),
        { ...nobody, usersOf: new Map([['A1', [CUSTOMER]]]) },
      )
    expect(entered()).toMatchObject({
      ...{ name: 'orderEntered', textName, userIds: [CUSTOMER] },
      properties: { account: 'A1', securityID: 'GTCO', quantity: 300, enterer: 'broker' },
    })
    expect(entered({ userId: CUSTOMER })).toBeUndefined()
    expect(entered({ account: 'A2' })).toBeUndefined()
  })

  test('notifies who entered it and whose account it is, each once', () => {
    const usersOf = new Map([['A1', [CUSTOMER, BROKER]]])
    const users = (changed: Partial<FinalExecution>) =>
      derivedFromExecution(execution(changed), { ...nobody, usersOf })?.userIds
    expect(users({})).toEqual([BROKER, CUSTOMER])
    expect(users({ userId: CUSTOMER })).toEqual([CUSTOMER, BROKER])
    expect(users({ account: 'A2' })).toEqual([BROKER])
  })

  test('has its average price when filled, and its refusal when refused', () => {
    const order = { securityID: 'GTCO', side: Side.buy, account: 'A1', clOrdID: 'mine', quantity: 300 }
    expect(derivedFromExecution(execution(), nobody)).toMatchObject({
      entityId: '5',
      properties: { ...order, price: 45.0033 },
    })
    const refusal = refuse('priceOffTick', { securityID: 'GTCO', tick: 0.05 })
    const refused = execution({ ordStatus: OrdStatus.rejected, cumQty: 0, filledValue: 0n, refusal })
    const properties = derivedFromExecution(refused, nobody)?.properties
    const values = { securityID: 'GTCO', tick: 0.05 }
    expect(properties).toEqual({ ...order, orders: 1, refusal: 'priceOffTick', values })
  })
})

test('news notifies those who watch one of their securities', () => {
  const written = { sequence: 9n, headline: 'A bonus', source: 'NGX', securityIDs: ['GTCO', 'MTNN'], time }
  const news = { ...written, announcement: null }
  const watchedBy = new Map([
    [BROKER, new Set(['MTNN', 'GTCO'])],
    [CUSTOMER, new Set(['ZENITHBANK'])],
  ])
  expect(derivedFromNews(news, { ...nobody, watchedBy })).toEqual({
    sequence: 9n,
    userIds: [BROKER],
    name: 'watchedNews',
    textName: 'Notification.News',
    entityId: '9',
    properties: { headline: 'A bonus', source: 'NGX', securityIDs: 'GTCO, MTNN' },
    time,
  })
  expect(derivedFromNews(news, nobody)).toBeUndefined()
  const announcement = { kind: 'bonus', values: { ratio: '1:10' } } as const
  expect(derivedFromNews({ ...news, announcement }, { ...nobody, watchedBy })?.properties).toEqual({
    ...{ headline: 'A bonus', source: 'NGX', securityIDs: 'GTCO, MTNN' },
    ...{ announcement: 'bonus', values: { ratio: '1:10' } },
  })
})

test('every kind of notification has a rule', () => {
  const others = [
    ...['paymentDecided', 'paymentWaits', 'postingDecided', 'postingWaits'],
    ...['requestFailed', 'requestWaits', 'watchedNews'],
    // Mails, which `back-office/document-mails.ts` writes.
    ...['noteMail', 'statementMail'],
    // Asked for as an alert, which `alert/fire.ts` fires.
    'alertFired',
  ]
  const ofOrders = [...Object.values(orderRules), ...Object.values(tradeChangeRules)]
  const names = [...new Set(ofOrders.map(({ name }) => name)), ...others]
  expect(names.toSorted()).toEqual(notificationNames.toSorted())
})

test.each<[state: ChangedPayment['state'], name: string | undefined, userIds?: number[]]>([
  ['waiting', 'paymentWaits', [5]],
  ['pending', undefined],
  ['posted', 'paymentDecided', [CUSTOMER]],
  ['reversed', undefined],
  ['declined', 'paymentDecided', [CUSTOMER]],
  ['cancelled', undefined],
])('a withdrawal request that is %s: %s', (state, name, userIds) => {
  const payment = {
    ...{ id: 3, type: 'withdrawal' as const, account: 'A1', customer: 'Ada', amount: 750_000n, state },
    ...{ reason: 'No', makerId: BROKER, time },
  }
  const derived = derivedFromPayment(payment, 9n, {
    ...nobody,
    posters: [BROKER, 5],
    usersOf: new Map([['A1', [CUSTOMER]]]),
  })
  expect(derived?.name).toBe(name)
  if (userIds) expect(derived).toMatchObject({ userIds, entityId: '3', properties: { amount: 7_500 } })
})

test('users who may approve a posting are notified that it waits, except its requester', () => {
  const posting = {
    ...{ sequence: 9n, type: 'deposit' as const, account: 'A1', amount: 750_000n },
    ...{ makerId: BROKER, makerName: 'broker', time },
  }
  expect(derivedFromPosting(posting, { ...nobody, approvers: [BROKER, 5, 6] })).toMatchObject({
    userIds: [5, 6],
    name: 'postingWaits',
    entityId: '9',
    textName: 'Notification.CashPostingWaits',
    properties: { account: 'A1', maker: 'broker', posting: 'deposit', amount: 7_500 },
  })
  expect(derivedFromPosting(posting, { ...nobody, approvers: [BROKER] })).toBeUndefined()
})

test.each([
  [
    'transferIn',
    'A1',
    'Notification.PostingOfWaits',
    { account: 'A1', maker: 'broker', posting: 'transferIn' },
  ],
  ['charges', '', 'Notification.PostingWaits', { account: '', maker: 'broker', posting: 'charges' }],
  // Not all who approve may know of a freeze.
  ['freeze', 'A1', 'Notification.PostingWaits', { account: 'A1', maker: 'broker' }],
  ['unfreeze', 'A1', 'Notification.PostingWaits', { account: 'A1', maker: 'broker' }],
] as const)('a %s that waits names what it is, except a freeze', (type, account, textName, properties) => {
  const posting = { sequence: 9n, type, account, amount: null, makerId: BROKER, makerName: 'broker', time }
  const derived = derivedFromPosting(posting, { ...nobody, approvers: [5] })
  expect(derived?.textName).toBe(textName)
  expect(derived?.properties).toEqual(properties)
})

test.each([
  ['approved', true, 'Notification.PostingApproved'],
  ['rejected', false, 'Notification.PostingRejected'],
])('the requester of a posting is notified that it was %s, and by whom', (_, isApproved, textName) => {
  const decided = {
    sequence: 9n,
    id: 7n,
    account: 'A1',
    makerId: BROKER,
    deciderName: 'head',
    isApproved,
    time,
  }
  expect(derivedFromDecision(decided)).toEqual({
    ...{ sequence: 9n, userIds: [BROKER], name: 'postingDecided', textName, entityId: '7', time },
    properties: { account: 'A1', decider: 'head' },
  })
})

test.each([
  ['an approved reversal', { type: 'deposit', amount: 750_000n }, 'Notification.DepositReversed'],
  ['another decision', undefined, undefined],
] as const)('of %s the customer is told what was reversed: %o', (_, reversed, textName) => {
  const decided = {
    ...{ sequence: 9n, id: 4n, account: 'A1', makerId: BROKER, deciderName: 'Ada', isApproved: true, time },
    ...(reversed && { reversed }),
  }
  const derived = derivedFromReversal(decided, { ...nobody, usersOf: new Map([['A1', [CUSTOMER]]]) })
  expect(derived?.textName).toBe(textName)
  expect(derived?.userIds).toEqual(reversed && [CUSTOMER])
  expect(derived?.properties).toEqual(reversed && { account: 'A1', type: 'deposit', amount: 7_500 })
})
