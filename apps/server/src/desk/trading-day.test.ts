import { isoTime, OrdStatus, type PriceKobo, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from './desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from './shared-desk.fixture.ts'

/** A desk on PostgreSQL through a Friday of the exchange: every phase, and a restart in each. */

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`)
const goTo = (time: string) => stage.pass(at(time) - stage.now)
const restart = async (time?: string) => {
  await desk.end()
  if (time) goTo(time)
  await startDesk({ clock: 'real' })
}
const enter = (who: Trader, clOrdID: string, side: Side, quantity: number, fields: object = {}) => {
  const entered = order(who, clOrdID, side, price, quantity)
  return desk.submit({ ...entered, request: { ...entered.request, ...fields } })
}
const orderRow = async (clOrdID: string) =>
  (
    await stage.rows(
      `SELECT ord_status, cum_qty, leaves_qty, text FROM orders WHERE cl_ord_id = '${clOrdID}'`,
    )
  )[0]
const trades = () =>
  stage.rows('SELECT quantity, trade_condition, trade_time FROM market_trades ORDER BY trade_number')

shareDesk({ funds: { naira: 1_000_000_000n, gtco: 1_000_000 }, at: at('09:31'), options: { clock: 'real' } })

test('before the opening orders are collected and none trades, over a restart', async () => {
  expect(desk.session).toMatchObject({ phase: 'preOpen', nextPhase: 'preOpenImbalance' })
  await enter(SELLER, 's1', Side.sell, 1_000)
  await enter(BUYER, 'b1', Side.buy, 600)
  await enter(BUYER, 'open', Side.buy, 10, {
    timeInForce: TimeInForce.goodTillOpen,
    price: (price - 100) as PriceKobo,
  })
  await restart()
  expect(await trades()).toEqual([])
  expect(desk.picture.statisticsOf('GTCO')).toMatchObject({ indicativeQty: 600, imbalanceSide: Side.sell })
})

test('the imbalance session accepts only orders that offset the imbalance, and cancels nothing', async () => {
  goTo('09:56')
  expect(await enter(BUYER, 'plain', Side.buy, 10)).toMatchObject({ refusal: { refusal: 'notInThisPhase' } })
  const forImbalance = { execInst: 'i' }
  expect(await enter(SELLER, 'more', Side.sell, 10, forImbalance)).toMatchObject({
    refusal: { refusal: 'imbalanceOnThisSide' },
  })
  expect(await enter(BUYER, 'cure', Side.buy, 100, forImbalance)).toMatchObject({ kind: 'order' })
  const [orderID] = await stage.column("SELECT order_id::text FROM orders WHERE cl_ord_id = 'b1'")
  const cancel = { kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'x', orderID: String(orderID) } as const
  expect(await desk.submit(cancel)).toMatchObject({ refusal: { refusal: 'notInThisPhase' } })
  await restart()
})

test('a desk that was down over the opening makes it up: one price, stamped as it was due', async () => {
  await desk.end()
  goTo('10:05')
  await startDesk({ clock: 'real' })
  const opened = new Date(at('10:00'))
  expect(await trades()).toEqual([
    [600, 'open', opened],
    [100, 'open', opened],
  ])
  expect(await orderRow('s1')).toEqual([OrdStatus.partiallyFilled, 700, 300, null])
  // What was good for the opening alone is over with it.
  expect((await orderRow('open'))?.slice(0, 3)).toEqual([OrdStatus.expired, 0, 0])
})

test('a halted security reopens in its own auction, over a restart', async () => {
  const host = { ...of({ tenantId: 0, account: '' }), userName: 'admin' }
  const control = (action: 'halt' | 'resume') =>
    desk.submit({ kind: 'marketControl', origin: host, action, securityID: 'GTCO', reason: 'News' })
  goTo('11:00')
  await control('halt')
  goTo('11:05')
  await control('resume')
  expect(await enter(BUYER, 'r1', Side.buy, 50)).toMatchObject({ order: { leavesQty: 50 } })
  await restart()
  expect(desk.halts).toEqual([
    {
      securityID: 'GTCO',
      cause: 'reopening',
      reason: 'News',
      by: 'admin',
      since: isoTime(at('11:05')),
      until: isoTime(at('11:15')),
    },
  ])
  expect(await enter(BUYER, 'r2', Side.buy, 10, { timeInForce: '3' })).toMatchObject({
    refusal: { refusal: 'notInThisPhase' },
  })
  goTo('11:16')
  await enter(BUYER, 'after', Side.buy, 10)
  expect((await trades()).slice(2)).toEqual([
    [50, 'reopening', new Date(at('11:15'))],
    [10, null, new Date(at('11:16'))],
  ])
})

test('an iceberg shows a part of itself, keeps its later place across a restart, and all or none fills completely', async () => {
  await enter(BUYER, 'rest', Side.buy, 240)
  await enter(SELLER, 'ice', Side.sell, 100, { displayQty: 10 })
  await enter(SELLER, 'behind', Side.sell, 20)
  const sizes = () => desk.picture.book('GTCO')?.items.map(({ mdEntrySize }) => mdEntrySize)
  expect(sizes()).toEqual([10, 20])
  await enter(BUYER, 'hit', Side.buy, 15)
  // Its first part is filled; the next is behind the other order, of which 5 are filled.
  expect(sizes()).toEqual([15, 10])
  await restart()
  expect(sizes()).toEqual([15, 10])
  expect(await enter(BUYER, 'all', Side.buy, 200, { execInst: 'G' })).toMatchObject({
    order: { ordStatus: OrdStatus.canceled, cumQty: 0 },
  })
  expect(await enter(BUYER, 'rest2', Side.buy, 105)).toMatchObject({ order: { ordStatus: OrdStatus.filled } })
})

test('an order for the close waits outside the book; a market order joins it at the limit of the day', async () => {
  await enter(SELLER, 'close', Side.sell, 500, { timeInForce: TimeInForce.goodTillClose })
  expect(desk.picture.book('GTCO')?.items).toEqual([])
  expect(await enter(BUYER, 'b3', Side.buy, 5)).toMatchObject({ order: { leavesQty: 5 } })
  await enter(BUYER, 'close2', Side.buy, 7, { timeInForce: TimeInForce.goodTillClose })
  await restart('14:21')
  // Let in by the phase change that is made up, they are behind the order that was in the book before.
  const bids = desk.picture.book('GTCO')?.items.filter(({ mdEntryType }) => mdEntryType === '0')
  expect(bids?.map(({ mdEntrySize }) => mdEntrySize)).toEqual([5, 7])
  expect(await enter(BUYER, 'm1', Side.buy, 400, { ordType: '1', price: null })).toMatchObject({
    order: { ordStatus: OrdStatus.new, leavesQty: 400 },
  })
  await enter(SELLER, 'm2', Side.sell, 1, {
    timeInForce: TimeInForce.goodTillDate,
    expireDate: '2026-11-24',
    price: (price + 100) as PriceKobo,
  })
  await restart()
})

test('a market order gets another quantity, held at the limit of the day, over a restart', async () => {
  const [orderID] = await stage.column("SELECT order_id::text FROM orders WHERE cl_ord_id = 'm1'")
  const replace = (clOrdID: string, change: object) =>
    desk.submit({ kind: 'replaceOrder', origin: of(BUYER), clOrdID, orderID: String(orderID), change })
  const [before] = await stage.column(`SELECT hold_amount FROM orders WHERE order_id = ${orderID}`)
  const { highLimitPx = 0 } = desk.listings.find(({ securityID }) => securityID === 'GTCO') ?? {}
  expect(await replace('m1 priced', { price })).toMatchObject({ refusal: { refusal: 'priceNotAllowed' } })
  const more = await replace('m1 more', { orderQty: 800 })
  expect(more).toMatchObject({ order: { price: null, orderQty: 800, leavesQty: 800 } })
  // With its charges, which are less than a thirtieth.
  const value = BigInt(800 * highLimitPx)
  expect(more.kind === 'order' && value < more.hold && more.hold < value + value / 30n).toBe(true)
  await restart()
  expect(await replace('m1 less', { orderQty: 400 })).toMatchObject({
    order: { leavesQty: 400 },
    hold: before,
  })
})

test('the close uncrosses, ends day orders, and carries over longer ones', async () => {
  goTo('14:31')
  await restart()
  expect(desk.session).toMatchObject({ phase: 'closed', nextPhase: 'preOpen' })
  const closing = (await trades()).filter(([, condition]) => condition === 'close')
  expect(closing.reduce((sum, [quantity]) => sum + (quantity as number), 0)).toBe(412)
  expect((await orderRow('m1 less'))?.slice(0, 3)).toEqual([OrdStatus.filled, 400, 0])
  expect((await orderRow('close'))?.slice(0, 3)).toEqual([OrdStatus.expired, 412, 0])
  expect((await orderRow('m2'))?.slice(0, 3)).toEqual([OrdStatus.new, 0, 1])
  stage.pass(at('09:40') + 3 * 24 * 3_600_000 - stage.now)
  await restart()
  expect(desk.session).toMatchObject({ phase: 'preOpen', marketDate: '2026-11-23' })
  expect((await orderRow('m2'))?.slice(0, 3)).toEqual([OrdStatus.new, 0, 1])
  expect(desk.picture.book('GTCO')?.items).toHaveLength(1)
})
