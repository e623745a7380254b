import {
  ExecType,
  MOST_WAITING_STOP_ORDERS,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  settingTexts,
  TimeInForce,
} from '@tradebook/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import type { DeskAnswer } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

let ids = 0
const nextID = (): string => `s${++ids}`
/** A price so many ticks, of 5 kobo, above the reference price. */
const at = (ticks: number): PriceKobo => (price + 5 * ticks) as PriceKobo

shareDesk({ funds: { naira: 10_000_000n, gtco: 100_000 } })
beforeAll(async () => {
  for (const who of [BUYER, SELLER]) {
    const texts = settingTexts({ stopOrders: true, selfMatch: 'allow' })
    await desk.submit({ kind: 'changeSettings', origin: of(who), texts })
  }
  // Each side has what the other one has, so that either may buy and sell.
  await trade(at(0), 50_000)
}, 60_000)
/** Leaves nothing open, and the last price at the reference price. */
beforeEach(async () => {
  for (const [orderID, tenantId] of await stage.rows(
    "SELECT order_id, tenant_id FROM orders WHERE ord_status IN ('0', '1')",
  )) {
    const who = tenantId === BUYER.tenantId ? BUYER : SELLER
    await cancel(who, String(orderID))
  }
  await trade(at(0), 1)
})

const enter = (who: Trader, side: Side, px: PriceKobo, quantity: number) =>
  desk.submit(order(who, nextID(), side, px, quantity))
/** One trade of GTCO at a price. */
async function trade(px: PriceKobo, quantity: number): Promise<void> {
  await enter(SELLER, Side.sell, px, quantity)
  await enter(BUYER, Side.buy, px, quantity)
}
interface Stop {
  readonly side: Side
  readonly stopPx: PriceKobo
  /** A stop-limit order's limit. */
  readonly price?: PriceKobo
  readonly quantity?: number
  readonly timeInForce?: TimeInForce
  readonly clOrdID?: string
}
function stop(who: Trader, { side, stopPx, price, quantity = 10, timeInForce, clOrdID }: Stop) {
  const asked = order(who, clOrdID ?? nextID(), side, at(0), quantity)
  const kind = price === undefined ? OrdType.stop : OrdType.stopLimit
  const terms = { ordType: kind, stopPx, price: price ?? null, timeInForce: timeInForce ?? TimeInForce.day }
  return desk.submit({ ...asked, request: { ...asked.request, ...terms } })
}
const cancel = (who: Trader, orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(who), clOrdID: nextID(), orderID })
const idOf = (answer: DeskAnswer): string => {
  if (answer.kind !== 'order') throw new Error(`not an order: ${JSON.stringify(answer)}`)
  return answer.order.orderID
}
const rowOf = async (orderID: string) =>
  (
    await stage.rows(
      `SELECT ord_type, ord_status, cum_qty, hold_amount::int > 0, stop_px FROM orders WHERE order_id = ${orderID}`,
    )
  )[0]
const executionsOf = (orderID: string) =>
  stage.column(`SELECT exec_type FROM executions WHERE order_id = ${orderID} ORDER BY sequence`)
const restart = async () => {
  await desk.end()
  await startDesk()
}

test('a stop waits unseen, holds the limit of the day, and is triggered by a trade at its price', async () => {
  const entered = await stop(BUYER, { side: Side.buy, stopPx: at(2) })
  const orderID = idOf(entered)
  const { highLimitPx = 0 } = desk.listings.find(({ securityID }) => securityID === 'GTCO') ?? {}
  expect(entered.kind === 'order' && entered.hold > BigInt(10 * highLimitPx)).toBe(true)
  expect(await rowOf(orderID)).toEqual([OrdType.stop, OrdStatus.new, 0, true, at(2)])
  expect(await stage.column(`SELECT md_entry_id FROM orders WHERE order_id = ${orderID}`)).toEqual([null])
  await trade(at(1), 5)
  expect(await executionsOf(orderID)).toEqual([ExecType.new])

  await enter(SELLER, Side.sell, at(3), 100)
  await trade(at(2), 5)
  expect(await rowOf(orderID)).toEqual([OrdType.market, OrdStatus.filled, 10, false, at(2)])
  expect(await executionsOf(orderID)).toEqual([ExecType.new, ExecType.triggered, ExecType.trade])
})

test('a stop-limit becomes a limit order: what does not trade rests at its limit', async () => {
  const orderID = idOf(await stop(SELLER, { side: Side.sell, stopPx: at(-2), price: at(-1) }))
  await trade(at(-3), 5)
  expect(await rowOf(orderID)).toEqual([OrdType.limit, OrdStatus.new, 0, false, at(-2)])
  const entries = await stage.column(`SELECT md_entry_id FROM orders WHERE order_id = ${orderID}`)
  expect(entries[0]).not.toBeNull()
  await enter(BUYER, Side.buy, at(-1), 10)
  expect((await rowOf(orderID))?.[1]).toBe(OrdStatus.filled)
})

test('an account can have as many stop orders in a security as a trade may trigger at once', async () => {
  const far = { side: Side.buy, stopPx: at(20) }
  const { account: most } = MOST_WAITING_STOP_ORDERS
  const waiting: string[] = []
  for (let count = 0; count < most; count += 1) waiting.push(idOf(await stop(BUYER, { ...far, quantity: 1 })))
  const full = { refusal: { refusal: 'tooManyStops', values: { most } } }
  expect(await stop(BUYER, far)).toMatchObject(full)
  await restart()
  expect(await stop(BUYER, far)).toMatchObject(full)
  expect((await stop(SELLER, far)).kind).toBe('order')
  await cancel(BUYER, String(waiting[0]))
  expect((await stop(BUYER, far)).kind).toBe('order')
})

test('a stop order that a kill switch refuses waits, and is triggered by a trade after it', async () => {
  const turn = (on: boolean) =>
    desk.submit({
      kind: 'setKillSwitch',
      origin: of(BUYER),
      tenantId: BUYER.tenantId,
      scope: 'account',
      id: BUYER.account,
      on,
      reason: 'Test',
      cause: 'person',
    })
  const orderID = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2) }))
  await enter(SELLER, Side.sell, at(2), 100)
  await turn(true)
  await enter(SELLER, Side.buy, at(2), 5)
  expect(await stage.column('SELECT price FROM market_trades ORDER BY trade_number DESC LIMIT 1')).toEqual([
    at(2),
  ])
  expect(await executionsOf(orderID)).toEqual([ExecType.new])
  await turn(false)
  await enter(SELLER, Side.buy, at(2), 5)
  expect(await executionsOf(orderID)).toContain(ExecType.triggered)
})

test('stops that one trade reaches are triggered in the order of their entry, and cascade in the same batch', async () => {
  await enter(SELLER, Side.sell, at(2), 10)
  await enter(SELLER, Side.sell, at(4), 10)
  // The later one has the lower stop price; the third waits for what these two trade.
  const first = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2) }))
  const second = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(1) }))
  const third = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(4) }))
  await enter(SELLER, Side.sell, at(5), 10)
  const batches = await stage.column('SELECT max(sequence)::int FROM journal')
  await trade(at(2), 5)
  const triggered = await stage.column(
    `SELECT order_id::text FROM executions WHERE exec_type = 'L' AND sequence > ${batches[0]} ORDER BY sequence`,
  )
  expect(triggered).toEqual([first, second, third])
  const prices = await Promise.all(
    [first, second, third].map((id) =>
      stage.column(`SELECT DISTINCT last_px FROM executions WHERE order_id = ${id} AND exec_type = 'F'`),
    ),
  )
  expect(prices.flat().at(-1)).toBe(at(5))
  for (const id of [first, second, third]) expect((await rowOf(id))?.[1]).toBe(OrdStatus.filled)
})

test('a stop that the market has reached, or that lacks its price, is refused with a clear message', async () => {
  const refusalOf = async (asked: Stop) => {
    const answer = await stop(BUYER, asked)
    return answer.kind === 'refused' ? answer.refusal : answer
  }
  expect(await refusalOf({ side: Side.buy, stopPx: at(0) })).toMatchObject({ refusal: 'stopPxNotAbove' })
  expect(await refusalOf({ side: Side.sell, stopPx: at(1) })).toMatchObject({ refusal: 'stopPxNotBelow' })
  expect(await refusalOf({ side: Side.buy, stopPx: (at(1) + 1) as PriceKobo })).toMatchObject({
    refusal: 'priceOffTick',
  })
  const tillCancel = { side: Side.buy, stopPx: at(2), timeInForce: TimeInForce.goodTillCancel }
  expect(await refusalOf(tillCancel)).toMatchObject({ refusal: 'orderTypeUnsupported' })
  const texts = settingTexts({ stopOrders: false })
  await desk.submit({ kind: 'changeSettings', origin: of(BUYER), texts })
  expect(await refusalOf({ side: Side.buy, stopPx: at(2) })).toMatchObject({ refusal: 'stopOrdersNotTaken' })
  await desk.submit({ kind: 'changeSettings', origin: of(BUYER), texts: settingTexts({ stopOrders: true }) })
})

test('a stop is replaced and cancelled while it waits, its hold with it, over a restart', async () => {
  const orderID = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2), price: at(2) }))
  const replace = (change: object) =>
    desk.submit({ kind: 'replaceOrder', origin: of(BUYER), clOrdID: nextID(), orderID, change })
  const replaced = await replace({ stopPx: at(4), price: at(5), orderQty: 20 as Quantity })
  expect(replaced).toMatchObject({ order: { ordType: OrdType.stopLimit, stopPx: at(4), price: at(5) } })
  expect(replaced.kind === 'order' && replaced.hold > BigInt(20 * at(5))).toBe(true)
  expect(await replace({ stopPx: at(4) })).toMatchObject({ refusal: { refusal: 'nothingToReplace' } })
  expect(await replace({ stopPx: at(-1) })).toMatchObject({ refusal: { refusal: 'stopPxNotAbove' } })
  await restart()
  await trade(at(2), 5)
  expect(await executionsOf(orderID)).toEqual([ExecType.new, ExecType.replaced])
  expect(await cancel(BUYER, orderID)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
  await trade(at(4), 5)
  expect((await rowOf(orderID))?.slice(0, 4)).toEqual([OrdType.stopLimit, OrdStatus.canceled, 0, false])
})

test('a waiting stop order is triggered after a restart, and a replay of the journal gives the same state', async () => {
  const orderID = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2) }))
  await enter(SELLER, Side.sell, at(3), 100)
  await restart()
  await trade(at(2), 5)
  expect((await rowOf(orderID))?.slice(0, 3)).toEqual([OrdType.market, OrdStatus.filled, 10])
  const replayed = await stage.replayed()
  const again = replayed.orders.get(orderID)
  expect(again).toMatchObject({ ordType: OrdType.market, ordStatus: OrdStatus.filled, stopPx: at(2) })
  for (const { tenantId, account } of [BUYER, SELLER]) {
    const [recorded] = await stage.column(
      `SELECT balance::text FROM cash_balances WHERE tenant_id = ${tenantId} AND account = '${account}'`,
    )
    expect(String(replayed.firm(tenantId).ledger.cash(account).balance)).toBe(recorded)
  }
})

test('a new day: a stop order has expired, a stop-limit order still waits', async () => {
  const tillCancel = { timeInForce: TimeInForce.goodTillCancel }
  const forToday = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2) }))
  const longer = idOf(await stop(BUYER, { side: Side.buy, stopPx: at(2), price: at(2), ...tillCancel }))
  stage.pass(Date.parse('2026-11-23T10:00:00Z') - stage.now)
  await enter(SELLER, Side.sell, at(2), 50)
  expect((await rowOf(forToday))?.slice(0, 4)).toEqual([OrdType.stop, OrdStatus.expired, 0, false])
  expect((await rowOf(longer))?.slice(0, 4)).toEqual([OrdType.stopLimit, OrdStatus.new, 0, true])
  await enter(BUYER, Side.buy, at(2), 5)
  expect((await rowOf(longer))?.slice(0, 3)).toEqual([OrdType.limit, OrdStatus.filled, 10])
})
