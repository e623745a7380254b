import { isDeepStrictEqual } from 'node:util'
import {
  type KillSwitchScope,
  kobo,
  type LimitLevel,
  noLimits,
  type OrderLimits,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import type { Replacement } from '@tradebook/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BUYER, DeskStage, fund, of, order, SELLER } from '../desk.fixture.ts'
import type { Desk } from '../desk.ts'
import type { DeskAnswer } from '../inputs.ts'

// Longer than 300 lines, for one desk and its firms serve every rule of limits and kill switches.

let stage: DeskStage
let desk: Desk
let low: PriceKobo
let clOrdIDs = 0

function nextID(): string {
  clOrdIDs += 1
  return `c${clOrdIDs}`
}

beforeEach(async () => {
  stage = await DeskStage.open()
  desk = await stage.startDesk()
  await fund(desk, { naira: 10_000_000n, gtco: 1_000 })
  low = desk.listings.find(({ securityID }) => securityID === 'GTCO')!.lowLimitPx
})
afterEach(async () => {
  await desk?.end()
  await stage.database.close()
})

const restart = async () => {
  await desk.end()
  desk = await stage.startDesk()
}

const limit = (limits: Partial<OrderLimits>, level: LimitLevel = 'firm', id = '') =>
  desk.submit({
    kind: 'changeLimits',
    origin: of(BUYER),
    level,
    id,
    limits: { ...noLimits, ...limits },
  })

const HOST = { ...of(BUYER), tenantId: 0, userName: 'admin' }

const turn = (scope: KillSwitchScope, id: string, on: boolean, origin = of(BUYER)) =>
  desk.submit({
    kind: 'setKillSwitch',
    origin,
    scope,
    id,
    on,
    reason: 'Wrong prices',
    cause: 'person',
    tenantId: scope === 'market' ? 0 : BUYER.tenantId,
  })

const newOrder = (quantity: number, price = low) => order(BUYER, nextID(), Side.buy, price, quantity)
const buy = (quantity: number, price = low) => desk.submit(newOrder(quantity, price))
const refusalOf = (answer: DeskAnswer) => (answer.kind === 'refused' ? answer.refusal.refusal : answer.kind)
const replace = (orderID: string, change: Replacement, origin = of(BUYER)) =>
  desk.submit({
    kind: 'replaceOrder',
    origin,
    clOrdID: nextID(),
    orderID,
    change,
  })
const cancel = (orderID: string) =>
  desk.submit({
    kind: 'cancelOrder',
    origin: of(BUYER),
    clOrdID: nextID(),
    orderID,
  })
const idOf = (answer: DeskAnswer): string => {
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order.orderID
}

/** Whether a refusal has these values and no others. */
const isOnly = (refusal: Pick<Refusal, 'refusal' | 'values'>) => (found: Refusal) =>
  found.refusal === refusal.refusal && isDeepStrictEqual(found.values, refusal.values)

describe('limits', () => {
  test('are in the audit trail to the kobo, also where a number of JSON would be another one', async () => {
    await limit({ dailyTurnover: kobo(9_007_199_254_740_993n) }, 'account', BUYER.account)
    await limit({ dailyTurnover: null }, 'account', BUYER.account)
    expect(
      await stage.asAdmin(
        "SELECT parameters::json -> 'dailyTurnover' FROM audit_log WHERE service_name = 'Limits' ORDER BY id",
      ),
    ).toEqual([['9007199254740993'], [null]])
  })

  test('are in force from the next order on, kept with their change, and known after a restart and in a replay', async () => {
    expect(await limit({ orderQty: 100 as Quantity }, 'account', BUYER.account)).toMatchObject({
      kind: 'done',
    })
    expect(refusalOf(await buy(100))).toBe('order')
    const refused = await buy(101)
    expect(refusalOf(refused)).toBe('orderQtyAboveLimit')
    expect(await stage.rows('SELECT level, id, order_qty FROM order_limits')).toEqual([
      ['account', BUYER.account, 100],
    ])
    expect(
      await stage.rows("SELECT ord_status, refusal->>'refusal' FROM orders ORDER BY order_id DESC LIMIT 1"),
    ).toEqual([['8', 'orderQtyAboveLimit']])
    expect(
      await stage.asAdmin(
        "SELECT method_name FROM audit_log WHERE service_name = 'Limits' AND parameters LIKE '%orderQty%'",
      ),
    ).toHaveLength(1)
    await restart()
    expect(refusalOf(await buy(101))).toBe('orderQtyAboveLimit')
    const replayed = await stage.replayed()
    expect(replayed.firm(1).limits.of({ userId: 1, account: BUYER.account })).toMatchObject([
      { level: 'account', limits: { orderQty: 100 } },
    ])
  })

  test('turnover counts traded and open quantities, before and after a restart', async () => {
    await limit({ dailyTurnover: kobo(BigInt(low) * 300n) })
    const resting = idOf(await buy(200))
    expect(refusalOf(await buy(101))).toBe('turnoverAboveLimit')
    await restart()
    expect(refusalOf(await buy(101))).toBe('turnoverAboveLimit')
    // A cancelled order trades no more.
    await cancel(resting)
    const traded = idOf(await buy(250))
    await desk.submit(order(SELLER, 's1', Side.sell, low, 250))
    expect(await stage.rows(`SELECT cum_qty FROM orders WHERE order_id = ${traded}`)).toEqual([[250]])
    expect(refusalOf(await buy(51))).toBe('turnoverAboveLimit')
    await restart()
    expect(refusalOf(await buy(51))).toBe('turnoverAboveLimit')
    expect(refusalOf(await buy(50))).toBe('order')
  })

  test('on rates and duplicates count wall time, and a restart forgets nothing', async () => {
    await limit({ ordersPerSecond: 2, duplicateSeconds: 30 })
    const first = idOf(await buy(10))
    expect(refusalOf(await buy(10))).toBe('orderEnteredTwice')
    expect(refusalOf(await replace(first, { orderQty: 20 as Quantity }))).toBe('order')
    expect(refusalOf(await buy(11))).toBe('tooManyOrders')
    await restart()
    expect(refusalOf(await buy(11))).toBe('tooManyOrders')
    stage.pass(1_000)
    expect(refusalOf(await buy(11))).toBe('order')
    expect(refusalOf(await buy(10))).toBe('orderEnteredTwice')
    stage.pass(29_000)
    expect(refusalOf(await buy(10))).toBe('order')
  })

  test('a replace is checked by the order that results; one that lowers it passes', async () => {
    const orderID = idOf(await buy(100))
    await limit({ orderQty: 50 as Quantity })
    expect(refusalOf(await replace(orderID, { orderQty: 101 as Quantity }))).toBe('orderQtyAboveLimit')
    expect(refusalOf(await replace(orderID, { orderQty: 80 as Quantity }))).toBe('order')
  })

  test('on a user’s turnover apply to that user’s orders, no matter who increases them', async () => {
    const origin = { ...of(BUYER), userId: 999, userName: 'second' }
    const raiseTo = (orderID: string, orderQty: number) =>
      replace(orderID, { orderQty: orderQty as Quantity }, origin)
    await limit({ dailyTurnover: kobo(BigInt(low) * 200n) }, 'user', '1')
    await limit({ dailyTurnover: kobo(1n) }, 'user', '999')
    const orderID = idOf(await buy(100))
    expect(refusalOf(await raiseTo(orderID, 200))).toBe('order')
    expect(await raiseTo(orderID, 201)).toMatchObject({
      refusal: { refusal: 'turnoverAboveLimit', values: { level: 'user', userName: of(BUYER).userName } },
    })
    await limit({}, 'user', '999')
    expect(refusalOf(await raiseTo(orderID, 201))).toBe('turnoverAboveLimit')
  })

  test('on the firm reveal no one else’s trades to a customer', async () => {
    const staff = { ...of(BUYER), userId: 999, userName: 'staff', accounts: 'all' as const }
    const turnover = kobo(BigInt(low) * 200n)
    const resting = idOf(await buy(50))
    await desk.submit({ ...newOrder(100), origin: staff })
    const asked = newOrder(51)
    const previewTo = (origin: typeof asked.origin) => desk.preview({ ...asked, origin })
    const bare = refuse('turnoverAboveLimit', { level: 'firm', account: BUYER.account })
    await limit({ dailyTurnover: turnover })
    expect(previewTo(of(BUYER))).toMatchObject({ refusals: [expect.toSatisfy(isOnly(bare))] })
    expect(previewTo(staff)).toMatchObject({ refusals: [{ values: { most: expect.any(String) } }] })
    expect(await desk.submit(asked)).toMatchObject({ refusal: expect.toSatisfy(isOnly(bare)) })
    expect(await replace(resting, { orderQty: 101 as Quantity })).toMatchObject({
      refusal: expect.toSatisfy(isOnly(bare)),
    })
    // The customer sees the orders that staff entered, too.
    expect(await desk.submit({ ...newOrder(52), origin: staff })).toMatchObject({
      refusal: { values: { level: 'firm', most: expect.any(String) } },
    })
    await limit({})
    await limit({ dailyTurnover: turnover }, 'user', '999')
    await desk.submit({ ...newOrder(101), origin: staff })
    await limit({ dailyTurnover: turnover }, 'account', BUYER.account)
    await buy(53)
    expect(
      await stage.rows(
        "SELECT refusal->'values'->>'level', refusal->'values'->>'value' IS NOT NULL, refusal->'values'->>'most' IS NOT NULL FROM orders WHERE refusal IS NOT NULL ORDER BY order_id",
      ),
    ).toEqual([
      ['firm', false, false],
      ['firm', false, false],
      ['user', false, false],
      ['account', true, true],
    ])
  })

  test('a preview says what a limit would refuse, and counts nothing', async () => {
    await limit({ ordersPerSecond: 1, orderQty: 100 as Quantity })
    const preview = (quantity: number) => desk.preview(newOrder(quantity))
    expect(preview(101)).toMatchObject({ refusals: [{ refusal: 'orderQtyAboveLimit' }] })
    expect(preview(100)).toMatchObject({ refusals: [] })
    expect(refusalOf(await buy(100))).toBe('order')
  })

  test('on another firm’s account are refused', async () => {
    expect(refusalOf(await limit({}, 'account', SELLER.account))).toBe('unknownAccount')
  })
})

describe('a kill switch', () => {
  test.each<[scope: KillSwitchScope, id: string]>([
    ['user', '1'],
    ['account', BUYER.account],
    ['tenant', ''],
    ['market', ''],
  ])('for the %s refuses new orders and increases at once, and never a cancel', async (scope, id) => {
    const origin = scope === 'market' ? HOST : of(BUYER)
    const resting = idOf(await buy(100))
    stage.events.length = 0
    expect(await turn(scope, id, true, origin)).toMatchObject({ kind: 'done' })
    expect(stage.events.filter(({ target }) => target === 'killSwitchChanged')).toMatchObject([
      { argument: { scope }, tenantId: scope === 'market' ? 0 : 1 },
    ])
    expect(await buy(100)).toMatchObject({
      refusal: { refusal: 'killSwitchOn', values: { scope, cause: 'person', reason: 'Wrong prices' } },
    })
    expect(refusalOf(await replace(resting, { orderQty: 101 as Quantity }))).toBe('killSwitchOn')
    const longer = { timeInForce: TimeInForce.goodTillCancel }
    expect(refusalOf(await replace(resting, longer))).toBe('killSwitchOn')
    await restart()
    expect(refusalOf(await buy(100))).toBe('killSwitchOn')
    expect(refusalOf(await replace(resting, { orderQty: 99 as Quantity }))).toBe('order')
    expect(refusalOf(await cancel(resting))).toBe('order')
    await turn(scope, id, false, origin)
    expect(refusalOf(await buy(100))).toBe('order')
  })

  test('stops only its own firm, and no firm can use it for another firm or the market', async () => {
    await turn('tenant', '', true)
    expect(refusalOf(await desk.submit(order(SELLER, 's1', Side.sell, low, 10)))).toBe('order')
    expect(refusalOf(await turn('tenant', '', false, of(SELLER)))).toBe('killSwitchNotPermitted')
    expect(refusalOf(await turn('market', '', true))).toBe('killSwitchNotPermitted')
    expect(refusalOf(await turn('tenant', '', false))).toBe('done')
  })

  test('turned on by the host cannot be turned off by the firm, and the other way round', async () => {
    stage.events.length = 0
    expect(refusalOf(await turn('tenant', '', true, HOST))).toBe('done')
    expect(stage.events.filter(({ target }) => target === 'killSwitchChanged')).toMatchObject([
      { argument: { scope: 'tenant' }, tenantId: BUYER.tenantId },
    ])
    // The firm reads in its own trail what the host did to it.
    expect(
      await stage.asAdmin(
        "SELECT tenant_id, user_name FROM audit_log WHERE method_name = 'SetKillSwitch' AND parameters LIKE '%tenant%'",
      ),
    ).toEqual([[BUYER.tenantId, HOST.userName]])
    for (const on of [true, false]) {
      expect(refusalOf(await turn('tenant', '', on))).toBe('done')
      expect(refusalOf(await buy(100))).toBe('killSwitchOn')
    }
    await restart()
    expect(refusalOf(await buy(100))).toBe('killSwitchOn')
    expect(refusalOf(await desk.submit(order(SELLER, 's2', Side.sell, low, 10)))).toBe('order')
    await turn('tenant', '', true)
    expect(refusalOf(await turn('tenant', '', false, HOST))).toBe('done')
    expect(refusalOf(await buy(100))).toBe('killSwitchOn')
    await turn('tenant', '', false)
    expect(refusalOf(await buy(100))).toBe('order')
    expect(refusalOf(await turn('user', '1', true, HOST))).toBe('killSwitchNotPermitted')
  })

  test('turns on automatically at ten times the rate, and no further order is sent', async () => {
    await limit({ ordersPerSecond: 3 }, 'user', '1')
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => buy(index + 1)))
    const refusals = answers.map(refusalOf)
    // All were attempted before the desk decided the first, which the switch preceded.
    expect(refusals.filter((refusal) => refusal === 'killSwitchOn')).toHaveLength(60)
    stage.pass(10_000)
    expect(refusalOf(await buy(1))).toBe('killSwitchOn')
    expect(await stage.rows('SELECT scope, id, is_on, cause, switched_by FROM kill_switches')).toEqual([
      ['user', '1', true, 'rate', null],
    ])
    expect(
      await stage.asAdmin(
        "SELECT user_name FROM audit_log WHERE method_name = 'SetKillSwitch' AND parameters LIKE '%rate%'",
      ),
    ).toEqual([['system']])
    await turn('user', '1', false)
    expect(refusalOf(await buy(1))).toBe('order')
  })

  test('stays off while one request is repeated, however often: an attempt counts once', async () => {
    await limit({ ordersPerSecond: 2 }, 'user', '1')
    await limit({ ordersPerSecond: 2 }, 'account', BUYER.account)
    const request = newOrder(1)
    const again = () => Promise.all(Array.from({ length: 24 }, () => desk.submit(request)))
    expect((await again()).map(refusalOf)).toEqual(['order', ...Array(23).fill('repeat')])
    stage.pass(1_500)
    expect(new Set((await again()).map(refusalOf))).toEqual(new Set(['repeat']))
    expect(await stage.rows('SELECT * FROM kill_switches')).toEqual([])
    expect(refusalOf(await buy(2))).toBe('order')
  })

  test('stays off below ten times a rate, whatever was refused', async () => {
    await limit({ ordersPerSecond: 3 }, 'user', '1')
    const answers = await Promise.all(Array.from({ length: 29 }, (_, index) => buy(index + 1)))
    expect(answers.map(refusalOf).filter((refusal) => refusal === 'order')).toHaveLength(3)
    expect(await stage.rows('SELECT * FROM kill_switches')).toEqual([])
  })
})
