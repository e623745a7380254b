import {
  approvalRules,
  kobo,
  OrdStatus,
  type PriceKobo,
  Side,
  settingTexts,
  withSettings,
} from '@tradebook/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { Settings } from './settings.ts'

/** What a firm sets, as the desk decides by it, on a real database. */

let ids = 0
const HOST: Trader = { tenantId: 0, account: '' }
/** Another account of the seller's firm. */
const OTHER: Trader = { tenantId: SELLER.tenantId, account: 'B2' }

const set = (who: Trader, values: Parameters<typeof settingTexts>[0], at = desk) =>
  at.submit({ kind: 'changeSettings', origin: of(who), texts: settingTexts(values) })
const nextID = (kind: string): string => {
  ids += 1
  return `${kind}${ids}`
}
const send = (who: Trader, side: Side, quantity: number, px = price) =>
  desk.submit(order(who, nextID('s'), side, px, quantity))
const restart = async () => {
  await desk.end()
  await startDesk()
}
const cashOf = async ({ account }: Trader) =>
  (
    await stage.rows(
      `SELECT balance, unsettled_sells, available FROM cash_balances WHERE account = '${account}'`,
    )
  )[0]?.map(Number)

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 } })
beforeAll(async () => {
  const account = { account: OTHER.account, cscsAccount: '0000000888', customerId: 8, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: of(OTHER), account })
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(OTHER),
    transfer: {
      type: 'deposit',
      account: 'B2',
      amount: kobo(10_000_000_00n),
      reference: 'R',
      narration: 'N',
    },
  })
}, 60_000)

beforeEach(async () => {
  await set(SELLER, { selfMatch: 'account', unsettledProceedsUsable: true, showAccountBalance: true })
})

test('a firm has its own value, else the host’s, else the default', () => {
  const settings = new Settings(new Map([[1, settingTexts({ selfMatch: 'firm' })]]))
  settings.change(0, settingTexts({ selfMatch: 'allow', unsettledProceedsUsable: false }))
  expect(settings.of(1)).toMatchObject({ selfMatch: 'firm', unsettledProceedsUsable: false })
  expect(settings.of(2)).toMatchObject({ selfMatch: 'allow', unsettledProceedsUsable: false })
  settings.change(1, settingTexts({ unsettledProceedsUsable: true }))
  expect(settings.of(1)).toMatchObject({ selfMatch: 'firm', unsettledProceedsUsable: true })
})

test('unsettled proceeds: what is available follows a change at once, and a restart and a replay agree', async () => {
  await send(BUYER, Side.buy, 1_000)
  await send(SELLER, Side.sell, 1_000)
  const [balance, unsettled, available] = (await cashOf(SELLER)) ?? []
  expect([balance, available]).toEqual([unsettled, unsettled])
  expect(unsettled).toBeGreaterThan(0)

  expect(await set(SELLER, { unsettledProceedsUsable: false })).toMatchObject({ kind: 'done' })
  expect(await cashOf(SELLER)).toEqual([balance, unsettled, 0])
  expect(await send(SELLER, Side.buy, 10)).toMatchObject({ refusal: { refusal: 'insufficientFunds' } })

  await restart()
  expect(await send(SELLER, Side.buy, 10)).toMatchObject({ refusal: { refusal: 'insufficientFunds' } })
  const replayed = (await stage.replayed()).firm(SELLER.tenantId).ledger
  expect(Number(replayed.cash(SELLER.account).available)).toBe(0)

  await set(SELLER, { unsettledProceedsUsable: true })
  expect(await cashOf(SELLER)).toEqual([balance, unsettled, unsettled])
})

test('the host’s value counts for firms that set nothing', async () => {
  await send(OTHER, Side.buy, 100)
  await send(SELLER, Side.sell, 100)
  await set(HOST, { unsettledProceedsUsable: false })
  // The seller's firm has a value of its own, the buyer's has none.
  const replayed = await stage.replayed()
  expect(replayed.settings.of(SELLER.tenantId).unsettledProceedsUsable).toBe(true)
  expect(replayed.settings.of(BUYER.tenantId).unsettledProceedsUsable).toBe(false)
  await set(HOST, { unsettledProceedsUsable: true })
})

test('self-match: orders of one account or of one firm that would meet, resting ones too', async () => {
  const below = (price - 50) as PriceKobo
  const meets = async (seller: Trader, buyer: Trader) => {
    await send(seller, Side.sell, 10, below)
    const bought = await send(buyer, Side.buy, 10, below)
    return bought.kind === 'order' && bought.order
  }
  const cancelAll = async () => {
    for (const [orderID, account] of await stage.rows(
      "SELECT order_id, account FROM orders WHERE ord_status IN ('0', '1')",
    )) {
      const origin = of({ tenantId: SELLER.tenantId, account: String(account) })
      await desk.submit({
        kind: 'cancelOrder',
        origin,
        orderID: String(orderID),
        clOrdID: nextID('c'),
      })
    }
  }
  await cancelAll()
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(SELLER),
    transfer: {
      type: 'deposit',
      account: SELLER.account,
      amount: kobo(1_000_000_00n),
      reference: 'R',
      narration: 'N',
    },
  })
  const { canceled } = OrdStatus
  expect(await meets(SELLER, SELLER)).toMatchObject({
    ordStatus: canceled,
    text: 'Trading.Venue.selfMatch.account',
  })
  await cancelAll()
  expect(await meets(SELLER, OTHER)).toMatchObject({ ordStatus: OrdStatus.filled })

  // The offer rests when the rule changes.
  await send(SELLER, Side.sell, 10, below)
  await set(SELLER, { selfMatch: 'firm' })
  const ended = { order: { ordStatus: canceled, text: 'Trading.Venue.selfMatch.firm' } }
  expect(await send(OTHER, Side.buy, 10, below)).toMatchObject(ended)
  await restart()
  expect(await send(OTHER, Side.buy, 10, below)).toMatchObject(ended)
  await set(SELLER, { selfMatch: 'allow' })
  expect(await send(SELLER, Side.buy, 10, below)).toMatchObject({ order: { ordStatus: OrdStatus.filled } })
})

test('a refusal shows no balance to staff who may not see it, and neither does a stored order', async () => {
  const input = order(SELLER, 'hidden', Side.buy, price, 1_000_000)
  const staff = {
    ...of(SELLER),
    accounts: 'all' as const,
    permissions: new Set(['BUY', 'TRADE_ALL_ACCOUNTS'] as const),
  }
  const ask = (clOrdID: string) =>
    desk.submit({ ...input, origin: staff, request: { ...input.request, clOrdID } })
  expect(await ask('shown')).toMatchObject({
    refusal: { refusal: 'insufficientFunds', values: { available: expect.stringMatching(/\d/) } },
  })
  await set(SELLER, { showAccountBalance: false })
  const hidden = { refusal: 'insufficientFunds', values: { available: '–' } }
  expect(await ask('hidden')).toMatchObject({ refusal: hidden })
  expect(await stage.rows("SELECT refusal FROM orders WHERE cl_ord_id = 'hidden'")).toMatchObject([[hidden]])
  // The owner of the account, and who administers the setting, see it in the answer alone.
  const administrator = { ...staff, permissions: new Set(['BUY', 'VIEW_ADMINSETTING'] as const) }
  for (const [clOrdID, origin] of Object.entries({ own: of(SELLER), administered: administrator })) {
    const answer = await desk.submit({ ...input, origin, request: { ...input.request, clOrdID } })
    expect(answer).toMatchObject({ refusal: { values: { available: expect.stringMatching(/\d/) } } })
    expect(await stage.rows(`SELECT refusal FROM orders WHERE cl_ord_id = '${clOrdID}'`)).toMatchObject([
      [hidden],
    ])
  }
})

test('settings of a firm that is not open are refused, and every change has its audit row', async () => {
  expect(await set({ tenantId: 99, account: '' }, { selfMatch: 'firm' })).toMatchObject({
    refusal: { refusal: 'unknownFirm' },
  })
  await set(SELLER, { memberCode: 'ZHS' })
  expect(await stage.rows("SELECT value FROM settings WHERE tenant_id = 2 AND name = 'MEMBER_CODE'")).toEqual(
    [['ZHS']],
  )
  expect(
    await stage.asAdmin(
      "SELECT method_name FROM audit_log WHERE service_name = 'Settings' ORDER BY id DESC LIMIT 1",
    ),
  ).toEqual([['Update']])
})

test('a member code belongs to one firm, however it is spelled', async () => {
  const taken = { refusal: { refusal: 'memberCodeTaken', values: { memberCode: 'ONE1' } } }
  const done = { kind: 'done' }
  expect(await set(SELLER, { memberCode: 'ONE1' })).toMatchObject(done)
  expect(await set(SELLER, { memberCode: 'One1' })).toMatchObject(done)
  expect(await set(BUYER, { memberCode: 'one1', phone: '1' })).toMatchObject(taken)
  await restart()
  expect(await set(BUYER, { memberCode: 'ONE1' })).toMatchObject(taken)
  // Firms without a code do not clash, and a code that was given up is free.
  for (const who of [SELLER, BUYER]) expect(await set(who, { memberCode: '' })).toMatchObject(done)
  expect(await set(BUYER, { memberCode: 'ONE1' })).toMatchObject(done)
})

test.each([
  { hasFirms: false, days: 0, title: 'before there is a firm count at once' },
  { hasFirms: true, days: 7, title: 'once there is one count when the days of the earlier ones are over' },
])('weaker rules of approvals that the host sets $title', ({ hasFirms, days }) => {
  const settings = new Settings()
  const changes = settings.keepingRules(
    HOST.tenantId,
    { INDEPENDENCE_DAYS: '0' },
    { marketDate: '2026-11-26', hasFirms },
  )
  expect(approvalRules({}, withSettings({}, changes), '2026-11-26').independenceDays).toBe(days)
})
