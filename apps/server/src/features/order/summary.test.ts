import { isRefusal, type Permission, type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { orderFeature } from './order.ts'

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 } })

const contextOf = (more: Partial<Caller> = {}) => {
  const caller = brokerWith({ accounts: ['A1'], ...more })
  return { caller, clientIpAddress: '127.0.0.1', browserInfo: 'test' } as unknown as CallContext<Caller>
}
const feature = () => orderFeature({ desk, store: stage.database.store, stopBaskets: async () => {} })
const summary = async (input: object, more: Partial<Caller> = {}) => {
  const answer = await feature()['Order/getOrderTransactionSummary'](
    { groupBy: 'security', ...input } as never,
    contextOf(more),
  )
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer
}

test('orders count on the day of their entry, trades with the charges that were posted', async () => {
  await desk.submit(order(SELLER, 's1', Side.sell, price, 1_000))
  await desk.submit(order(BUYER, 'b1', Side.buy, price, 300))
  await desk.submit(order(BUYER, 'b2', Side.buy, price, 200))
  await desk.submit(order(BUYER, 'b3', Side.buy, 1 as PriceKobo, 200))
  const { items, totals } = await summary({})
  const [note] = await stage.rows(
    `SELECT consideration::int, (SELECT sum((line ->> 'amount')::int)::int FROM json_array_elements(lines) line),
       (SELECT (line ->> 'amount')::int FROM json_array_elements(lines) line WHERE line ->> 'line' = 'commission')
     FROM contract_notes WHERE tenant_id = 1`,
  )
  const [value = 0, charged = 0, earned = 0] = note as number[]
  const charges = { fees: charged / 100, commission: earned / 100 }
  expect(earned).toBeGreaterThan(0)
  const traded = { buyQty: 500, sellQty: 0, buyValue: value / 100, sellValue: 0, netValue: -value / 100 }
  const counted = { orders: 3, filled: 2, cancelled: 0, rejected: 1 }
  expect(items).toEqual([{ key: 'GTCO', ...traded, ...counted, ...charges }])
  expect(totals).toEqual({ ...traded, ...counted, ...charges })
  for (const [groupBy, key] of [
    ['account', 'A1'],
    ['user', 'broker'],
    ['day', '2026-11-20'],
  ])
    expect((await summary({ groupBy })).items).toEqual([{ key, ...traded, ...counted, ...charges }])
  expect((await summary({ from: '2026-11-18', to: '2026-11-19' })).items).toEqual([])
  // As in every report: without an end up to today, without a beginning from the first of the month.
  for (const days of [{ from: '2026-11-20' }, { to: '2026-11-20' }, { to: '2026-11-30' }])
    expect((await summary(days)).totals).toMatchObject(counted)
  expect((await summary({ from: '2026-11-20', to: '2026-11-20' })).totals).toMatchObject(counted)
  expect((await summary({ to: '2026-10-31' })).items).toEqual([])
  await expect(summary({ from: '2026-11-21' })).rejects.toThrow('periodInvalid')
  await expect(summary({ from: '2026-11-20', to: '2026-11-19' })).rejects.toThrow('periodInvalid')
  // The seller's firm has its own.
  expect((await summary({}, { tenantId: 2 })).totals).toMatchObject({ sellQty: 500, buyQty: 0, orders: 1 })
  // Who sees their own orders alone has a summary of these.
  const customer = { userId: 9, permissions: new Set<Permission>(), accounts: ['A9'] }
  expect((await summary({}, customer)).items).toEqual([])
})

test('all open orders of a filter are cancelled, and no other', async () => {
  const resting = async (clOrdID: string, ticks: number) => {
    const answer = await desk.submit(order(BUYER, clOrdID, Side.buy, (price - ticks * 5) as PriceKobo, 10))
    if (answer.kind !== 'order') throw new Error(answer.kind)
    return answer.order.orderID
  }
  const ids = [await resting('c1', 2), await resting('c2', 3), await resting('c3', 4)]
  const cancelAll = (input: object, more: Partial<Caller> = {}) =>
    feature()['Order/sendCancelAllOrders'](input, contextOf(more))
  const open = () =>
    stage.column(
      "SELECT order_id::int FROM orders WHERE tenant_id = 1 AND ord_status = '0' ORDER BY order_id",
    )
  const none = { cancelled: 0, refused: 0 }
  expect(await cancelAll({ securityID: 'MTNN' })).toEqual(none)
  expect(await cancelAll({ side: Side.sell })).toEqual(none)
  expect(await cancelAll({ account: 'B1' })).toEqual(none)
  const stranger = { accounts: ['A9'], permissions: new Set<Permission>(['BUY', 'SELL']) }
  expect(await cancelAll({}, stranger)).toEqual(none)
  expect(await open()).toEqual(ids.map(Number))
  expect(await cancelAll({ account: 'A1', securityID: 'GTCO', side: Side.buy })).toEqual({
    cancelled: 3,
    refused: 0,
  })
  expect(await open()).toEqual([])
  expect(await cancelAll({})).toEqual(none)
  expect((await summary({})).totals).toMatchObject({ orders: 6, filled: 2, cancelled: 3, rejected: 1 })
})
