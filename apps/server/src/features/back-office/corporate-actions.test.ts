import { type CallInput, Side } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** A dividend and a bonus from their announcement to the statement. It begins on Friday 20 November. */

let handlers: Handlers<`BackOffice/${string}`>

shareDesk({ funds: { naira: 1_000n, gtco: 1_005 } })
beforeAll(async () => {
  handlers = backOfficeFeature({
    store: stage.database.store,
    picture: desk.picture,
    desk,
    print: async () => new Uint8Array(),
    outbox: NO_MAIL,
  })
}, 60_000)

const HOST: Trader = { tenantId: 0, account: '' }
const { ask, answer } = callsOf(() => handlers, SELLER)

const dividend = {
  type: 'dividend',
  securityID: 'GTCO',
  registerDate: '2026-11-23',
  payDate: '2026-11-25',
  ratePerShare: 0.125,
} as const
const bonus = {
  type: 'bonus',
  securityID: 'GTCO',
  registerDate: '2026-11-24',
  payDate: '2026-11-25',
  ratio: '1:10',
} as const

test('terms that do not fit their type are refused', async () => {
  for (const terms of [
    { ...dividend, ratePerShare: undefined },
    { ...dividend, ratePerShare: 0.00001 },
    { ...dividend, ratio: '1:10' },
    { ...dividend, payDate: undefined },
    { ...bonus, ratio: undefined },
    { ...bonus, ratio: '0:10' },
    { ...bonus, type: 'split', ratio: '1:1' },
    { ...bonus, ratePerShare: 1 },
  ] as CallInput<'BackOffice/PostCorporateAction'>[])
    for (const call of ['BackOffice/PostCorporateAction', 'BackOffice/PreviewCorporateAction'] as const)
      expect([terms, await ask(call, terms, callerOf(HOST))]).toMatchObject([
        {},
        { refusal: 'corporateActionInvalid' },
      ])
})

test('a firm sees what its own accounts receive, before and after the announcement', async () => {
  const owner = { account: 'B1', cscsAccount: '0000000002', customerName: 'Ada', quantity: 1_005 }
  expect(
    await ask(
      'BackOffice/PreviewCorporateAction',
      { ...dividend, registerDate: '0001-01-01' },
      callerOf(HOST),
    ),
  ).toMatchObject({ refusal: 'corporateActionDates' })
  expect(await answer('BackOffice/PreviewCorporateAction', dividend)).toMatchObject({
    exDate: '2026-11-23',
    payDate: '2026-11-25',
    referencePx: null,
    isRegistered: false,
    totalCount: 1,
    items: [{ ...owner, gross: 125.62, tax: 12.56, net: 113.06, shares: null }],
    totals: { quantity: 1_005, gross: 125.62, tax: 12.56, net: 113.06, shares: 0 },
  })
  const publishedPx = desk.picture.statisticsOf('GTCO')?.publishedPx ?? 0
  expect(await answer('BackOffice/PreviewCorporateAction', bonus)).toMatchObject({
    publishedPx,
    referencePx: Math.round((publishedPx * 1000) / 1.1 / 50) / 20,
    items: [{ ...owner, gross: null, tax: null, net: null, shares: 100 }],
  })
  const none = { totalCount: 0, items: [] }
  expect(await answer('BackOffice/PreviewCorporateAction', bonus, callerOf(BUYER))).toMatchObject(none)
  expect(await answer('BackOffice/PreviewCorporateAction', bonus, callerOf(HOST))).toMatchObject(none)
})

test('the host announces and revokes; everyone sees it in the list and in the news', async () => {
  const { id } = await answer('BackOffice/PostCorporateAction', dividend, callerOf(HOST))
  expect(await answer('BackOffice/PostCorporateAction', dividend, callerOf(HOST))).toEqual({ id })
  const gone = await answer(
    'BackOffice/PostCorporateAction',
    { ...bonus, securityID: 'MTNN' },
    callerOf(HOST),
  )
  await answer('BackOffice/PostCorporateAction', bonus, callerOf(HOST))
  expect(await answer('BackOffice/RevokeCorporateAction', gone, callerOf(HOST))).toEqual(gone)
  expect(await answer('BackOffice/RevokeCorporateAction', gone, callerOf(HOST))).toEqual(gone)
  expect(await ask('BackOffice/RevokeCorporateAction', { id: 999_999 }, callerOf(HOST))).toMatchObject({
    refusal: 'unknownCorporateAction',
  })
  const { items } = await answer('BackOffice/GetCorporateActions', {})
  expect(
    items.map(({ securityID, type, state, announcedBy }) => [securityID, type, state, announcedBy]),
  ).toEqual([
    ['GTCO', 'bonus', 'announced', null],
    ['MTNN', 'bonus', 'revoked', null],
    ['GTCO', 'dividend', 'announced', null],
  ])
  expect(
    (await answer('BackOffice/GetCorporateActions', { type: ['dividend'] }, callerOf(HOST))).items,
  ).toMatchObject([{ id, ratePerShare: 0.125, ratio: null, exDate: '2026-11-23', announcedBy: 'ada' }])
  expect(await stage.column('SELECT headline FROM news ORDER BY id DESC LIMIT 4')).toEqual([
    'MTNN: Bonus with qualification date 24 Nov 2026 is revoked',
    'GTCO: bonus of 1:10',
    'MTNN: bonus of 1:10',
    'GTCO: dividend of ₦0.125 per share',
  ])
  // The page words what comes over the hub.
  expect(stage.events.findLast(({ target }) => target === 'onNews')).toMatchObject({
    argument: { announcement: { kind: 'revoked', values: { securityID: 'MTNN', type: 'bonus' } } },
  })
  expect(
    await stage.asAdmin(
      "SELECT method_name, count(*)::int FROM audit_log WHERE method_name LIKE '%CorporateAction' GROUP BY 1 ORDER BY 1",
    ),
  ).toEqual([
    ['PostCorporateAction', 3],
    ['RevokeCorporateAction', 1],
  ])
})

/** Passes to ten o'clock of a day of November; what is decided next turns the market day. */
async function turnTo(day: number) {
  stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)
  await desk.submit({
    kind: 'news',
    origin: {
      tenantId: 0,
      userId: 1,
      userName: 'control',
      accounts: 'all',
      permissions: new Set(),
      clientIpAddress: '',
      browserInfo: '',
    },
    item: { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: [] },
  })
}

test('between ex-day and payment date an account sees what it is due', async () => {
  const cscsAcct = '0000000002'
  expect(await answer('BackOffice/GetEntitlementsDue', { cscsAcct })).toEqual({ items: [] })
  await turnTo(24)
  const gtco = { securityID: 'GTCO', payDate: '2026-11-25' }
  const paid = { ...gtco, type: 'dividend', isRegistered: true, net: 113.06, shares: null }
  expect(await answer('BackOffice/GetEntitlementsDue', { cscsAcct })).toMatchObject({
    items: [paid, { ...gtco, type: 'bonus', isRegistered: false, net: null, shares: 100 }],
  })
  expect(await answer('BackOffice/GetEntitlementsDue', { cscsAcct, asOf: '2026-11-23' })).toMatchObject({
    items: [paid],
  })
  expect(await ask('BackOffice/GetEntitlementsDue', { cscsAcct, asOf: '2026-11-25' })).toMatchObject({
    refusal: 'dateNotReached',
  })
  expect(await ask('BackOffice/GetEntitlementsDue', { cscsAcct }, callerOf(BUYER))).toMatchObject({
    refusal: 'unknownAccount',
  })
})

test('statement, movement, holding and valuation show the entitlement, with the cost of all shares unchanged', async () => {
  const cscsAcct = '0000000002'
  await turnTo(25)
  const statement = await answer('BackOffice/GetAccountStatement', { cscsAcct })
  expect(statement.items.map((line) => [line.narration, line.debit, line.credit, line.balance])).toEqual([
    ['Dividend on 1,005 GTCO', null, 125.62, 125.62],
    ['Withholding tax on the dividend on 1,005 GTCO', 12.56, null, 113.06],
  ])
  expect(statement.closingBalance).toBe(113.06)
  const inflow = await answer('BackOffice/GetAccountInflow', { cscsAcct })
  expect(inflow.items.map(({ kind, amount, state }) => [kind, amount, state]).sort()).toEqual([
    ['dividend', 125.62, 'posted'],
    ['withholdingTax', -12.56, 'posted'],
  ])
  expect(inflow.totals).toEqual({ amount: 113.06 })
  const movement = await answer('BackOffice/GetPortfolioMovement', { cscsAcct })
  expect(movement.items.map((row) => [row.kind, row.quantityIn, row.balance, row.cost])).toEqual([
    ['transferIn', 1_005, 1_005, 50_250],
    ['bonus', 100, 1_105, 50_250],
  ])
  expect(movement.totals).toEqual({ quantityIn: 1_105, quantityOut: 0, valueIn: 50_250, valueOut: 0 })
  expect(await answer('BackOffice/GetPortfolioMovement', { cscsAcct, kind: ['bonus'] })).toMatchObject({
    totalCount: 1,
    totals: { quantityIn: 100, quantityOut: 0 },
  })
  expect(await answer('BackOffice/GetEntitlementsDue', { cscsAcct })).toEqual({ items: [] })
  const valuation = await answer('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct })
  expect(valuation).toMatchObject({ cashBalance: 113.06, items: [{ quantity: 1_105, costValue: 50_250 }] })
  // A day before the ex-day is valued at the price of then.
  const past = await answer('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct, asOf: '2026-11-20' })
  const [published] = await stage.column(
    "SELECT published_px FROM daily_statistics WHERE security_id = 'GTCO' AND market_date = '2026-11-20'",
  )
  expect(past.items).toMatchObject([{ quantity: 1_005, lastPx: Number(published) / 100 }])
  const states = (await answer('BackOffice/GetCorporateActions', {})).items.map(({ state }) => state)
  expect(states).toEqual(['paid', 'revoked', 'paid'])
  // What is in the register no longer changes with the account.
  expect(await answer('BackOffice/PreviewCorporateAction', bonus)).toMatchObject({
    isRegistered: true,
    items: [{ account: 'B1', quantity: 1_005, shares: 100 }],
  })
})

test('entitlement follows from settled shares, once; the shares of a split arrive', async () => {
  const price = await stage.referencePx('GTCO')
  await desk.submit(order(SELLER, 'offer', Side.sell, price, 10))
  await desk.submit(order(BUYER, 'bid', Side.buy, price, 10))
  const later = { ...dividend, registerDate: '2026-12-15', payDate: '2026-12-17' }
  const entitled = async () =>
    await Promise.all(
      [BUYER, SELLER].map(async (who) => {
        const { items } = await answer('BackOffice/PreviewCorporateAction', later, callerOf(who))
        return items.map(({ account, quantity }) => [account, quantity])
      }),
    )
  const both = [[['A1', 10]], [['B1', 1_095]]]
  expect(await entitled()).toEqual(both)
  await turnTo(27)
  expect(await stage.column('SELECT DISTINCT settled FROM contract_notes')).toEqual([true])
  expect(await entitled()).toEqual(both)

  const split = { ...bonus, type: 'split', ratio: '2:1', registerDate: '2026-11-30' } as const
  await answer('BackOffice/PostCorporateAction', split, callerOf(HOST))
  await turnTo(30)
  const movement = await answer(
    'BackOffice/GetPortfolioMovement',
    { cscsAcct: '0000000001' },
    callerOf(BUYER),
  )
  expect(movement.items.map((row) => [row.kind, row.quantityIn, row.quantityOut, row.balance])).toEqual([
    ['trade', 10, 0, 10],
    ['split', 10, 0, 20],
  ])
  expect(movement.totals).toMatchObject({ quantityIn: 20, quantityOut: 0 })
})
