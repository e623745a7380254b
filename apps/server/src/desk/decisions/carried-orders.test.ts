import { isFinal, kobo, OrdStatus, type PriceKobo, Side, TimeInForce, toNaira } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { Listing } from '../../venue/listing.ts'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

const { goodTillCancel, goodTillDate } = TimeInForce

shareDesk({ funds: { naira: 1_000_000n, gtco: 10_000 } })

/** The desk's clock is at ten o'clock of a later day of November 2026, as the next input finds it. */
const goTo = (day: number) => stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)

const enter = (who: Trader, clOrdID: string, side: Side, quantity: number, lifetime: object, px = price) => {
  const entered = order(who, clOrdID, side, px, quantity)
  return desk.submit({ ...entered, request: { ...entered.request, ...lifetime } })
}
function gtco(): Listing {
  const listed = desk.listings.find(({ securityID }) => securityID === 'GTCO')
  if (!listed) throw new Error('GTCO is not listed')
  return listed
}

const day = { timeInForce: TimeInForce.day }
const atOnce = { timeInForce: TimeInForce.immediateOrCancel }
const tillCancel = { timeInForce: goodTillCancel }

const orderRow = (clOrdID: string) =>
  stage.rows(
    `SELECT ord_status, cum_qty, leaves_qty, trade_date::text, text FROM orders WHERE cl_ord_id = '${clOrdID}'`,
  )
/** Whether it is one of the orders of the desk's market day. */
const isOfToday = (clOrdID: string) =>
  stage.column(`SELECT o.market_date = d.market_date FROM orders o, desk d WHERE o.cl_ord_id = '${clOrdID}'`)
const notes = () =>
  stage.rows(`SELECT tenant_id, trade_date::text, settlement_date::text, quantity::int, settled
    FROM contract_notes ORDER BY tenant_id, trade_date`)
const balances = async () => [
  await stage.rows('SELECT * FROM cash_balances ORDER BY tenant_id'),
  await stage.rows('SELECT * FROM positions ORDER BY tenant_id'),
  await stage.rows("SELECT order_id, leaves_qty, hold_amount FROM orders WHERE ord_status IN ('0', '1')"),
]

describe('an order that lives longer than a day', () => {
  test('trades on Monday, rests over Tuesday, trades on Wednesday: each trade on the note of its day', async () => {
    goTo(23)
    expect(await enter(SELLER, 's1', Side.sell, 1_000, tillCancel)).toMatchObject({ kind: 'order' })
    await enter(BUYER, 'b1', Side.buy, 400, day)
    goTo(24)
    await enter(BUYER, 'tuesday', Side.buy, 1, day, (price - 100) as PriceKobo)
    expect(await orderRow('s1')).toEqual([[OrdStatus.partiallyFilled, 400, 600, '2026-11-23', null]])
    goTo(25)
    expect(await enter(BUYER, 'b2', Side.buy, 300, day)).toMatchObject({
      order: { ordStatus: OrdStatus.filled, tradeDate: '2026-11-25' },
    })
    expect(await orderRow('s1')).toEqual([[OrdStatus.partiallyFilled, 700, 300, '2026-11-23', null]])
    const changed = await stage.rows("SELECT market_date::text FROM orders WHERE cl_ord_id = 's1'")
    expect(changed).toEqual([['2026-11-25']])
    // Monday's notes have settled while a remainder was open.
    expect(await notes()).toEqual([
      [1, '2026-11-23', '2026-11-24', 400, true],
      [1, '2026-11-25', '2026-11-26', 300, false],
      [2, '2026-11-23', '2026-11-24', 400, true],
      [2, '2026-11-25', '2026-11-26', 300, false],
    ])
  })

  test('its remainder is carried over the next settlement, and a rebuild gives the same', async () => {
    goTo(26)
    await enter(BUYER, 'thursday', Side.buy, 1, day, (price - 100) as PriceKobo)
    expect((await notes()).map(([, , , , settled]) => settled)).toEqual([true, true, true, true])
    expect(await stage.rows('SELECT settled::int, held::int FROM positions WHERE tenant_id = 2')).toEqual([
      [9_300, 300],
    ])
    // What accounts had at the end of the days before is kept with the days on which it changed.
    expect(
      await stage.rows(
        'SELECT market_date::text, holding::int, cost::int FROM position_days WHERE tenant_id = 2 ORDER BY 1',
      ),
    ).toEqual([
      ['2026-11-20', 10_000, 500_000_00],
      ['2026-11-23', 9_600, 480_000_00],
      ['2026-11-25', 9_300, 465_000_00],
    ])
    expect(
      await stage.rows(`SELECT market_date::text, d.balance - sum((postings -> 'NGN' ->> 'customer')::bigint)
        FROM cash_days d JOIN ledger_entries e USING (tenant_id, account) WHERE entry_date <= market_date
        GROUP BY tenant_id, account, market_date, d.balance ORDER BY tenant_id, 1`),
    ).toEqual([
      ...['2026-11-20', '2026-11-23', '2026-11-25'].map((date) => [date, '0']),
      ...['2026-11-23', '2026-11-25'].map((date) => [date, '0']),
    ])
    const before = await balances()
    await desk.end()
    await startDesk()
    expect(await balances()).toEqual(before)
    // The request of Monday is known on Thursday, because its order is open.
    const again = await enter(SELLER, 's1', Side.sell, 1_000, tillCancel)
    expect(again).toMatchObject({ kind: 'repeat' })
    expect(await orderRow('s1')).toEqual([[OrdStatus.partiallyFilled, 700, 300, '2026-11-23', null]])
  })

  test('an order with a new time in force follows it and keeps its place; a rebuild gives the same', async () => {
    const low = (price - 100) as PriceKobo
    const entered = async (clOrdID: string, lifetime: object) => {
      const answer = await enter(BUYER, clOrdID, Side.buy, 10, lifetime, low)
      if (answer.kind !== 'order') throw new Error('the order was refused')
      return answer.order
    }
    const replace = (orderID: string, clOrdID: string, change: object) =>
      desk.submit({ kind: 'replaceOrder', origin: of(BUYER), clOrdID, orderID, change })
    const longer = await entered('longer', day)
    const shorter = await entered('shorter', { timeInForce: goodTillDate, expireDate: '2026-12-31' })
    const till = { timeInForce: goodTillDate, expireDate: '2026-12-01' }
    expect(await replace(longer.orderID, 'longer 2', till)).toMatchObject({
      order: { ...till, priority: longer.priority, leavesQty: 10, origClOrdID: 'longer' },
    })
    await replace(shorter.orderID, 'shorter 2', day)
    await desk.end()
    await startDesk()
    expect(await replace(longer.orderID, 'longer 2', till)).toMatchObject({ kind: 'repeat' })
    expect(await replace(longer.orderID, 'longer 3', till)).toMatchObject({
      refusal: { refusal: 'nothingToReplace' },
    })

    goTo(27)
    await enter(BUYER, 'x0', Side.buy, 1, day, low)
    expect(await orderRow('shorter 2')).toEqual([[OrdStatus.expired, 0, 0, '2026-11-26', null]])
    expect(await orderRow('longer 2')).toEqual([[OrdStatus.new, 0, 10, '2026-11-26', null]])
    const cancel = { kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'longer 4' } as const
    await desk.submit({ ...cancel, orderID: longer.orderID })
  })

  test('expires after its last day, even if no one traded then', async () => {
    const till = (expireDate: string) => ({ timeInForce: goodTillDate, expireDate })
    const low = (price - 100) as PriceKobo
    await enter(BUYER, 'friday', Side.buy, 10, till('2026-11-27'), low)
    await enter(BUYER, 'monday', Side.buy, 10, till('2026-11-30'), low)
    await enter(BUYER, 'december', Side.buy, 10, till('2026-12-31'), low)
    goTo(30)
    await enter(BUYER, 'x1', Side.buy, 1, day, low)
    const statuses = async () =>
      (
        await stage.rows(`SELECT ord_status FROM orders WHERE cl_ord_id IN ('friday', 'monday', 'december')
          ORDER BY order_id`)
      ).flat()
    expect(await statuses()).toEqual([OrdStatus.expired, OrdStatus.new, OrdStatus.new])
    goTo(32)
    await enter(BUYER, 'x2', Side.buy, 1, day, low)
    expect(await statuses()).toEqual([OrdStatus.expired, OrdStatus.expired, OrdStatus.new])
  })

  test('outside the limits of a new day expires when the market day changes, with the reason', async () => {
    const listed = gtco()
    await enter(BUYER, 'lowest', Side.buy, 10, tillCancel, listed.lowLimitPx)
    expect(await orderRow('lowest')).toEqual([[OrdStatus.new, 0, 10, '2026-12-02', null]])
    // The close that the new day's limits go by.
    await stage.asAdmin(
      `UPDATE daily_statistics SET published_px = $1 WHERE security_id = 'GTCO' AND market_date = '2026-12-02'`,
      [listed.highLimitPx],
    )
    await desk.end()
    await startDesk()
    expect(await orderRow('lowest')).toEqual([[OrdStatus.new, 0, 10, '2026-12-02', null]])
    goTo(33)
    await enter(BUYER, 'x3', Side.buy, 1, day, listed.highLimitPx)
    expect(await orderRow('lowest')).toEqual([
      [OrdStatus.expired, ...[0, 0, '2026-12-02'], 'Trading.Order.ExpiredForNewDay'],
    ])
    expect(await isOfToday('lowest')).toEqual([true])
    expect(
      await stage.column(`SELECT count(*)::int FROM executions e JOIN orders o USING (tenant_id, order_id)
        WHERE o.cl_ord_id = 'lowest' AND e.exec_type = 'C'`),
    ).toEqual([1])
  })
})

test('when the cash does not cover the charges of another note, the newest order expires when the market day changes', async () => {
  goTo(34)
  expect(await enter(BUYER, 'u1', Side.buy, 319, tillCancel)).toMatchObject({ order: { leavesQty: 20 } })
  expect(await enter(BUYER, 'u3', Side.buy, 1, tillCancel, gtco().lowLimitPx)).toMatchObject({
    kind: 'order',
  })
  const [amount] = await stage.column('SELECT available FROM cash_balances WHERE tenant_id = 1')
  const particulars = { account: 'A1', reference: 'R', narration: 'N' }
  const withdrawal = { ...particulars, type: 'withdrawal' as const, amount: kobo(amount as bigint) }
  await desk.submit({ kind: 'externalTransfer', origin: of(BUYER), transfer: withdrawal })
  goTo(37)
  const { highLimitPx, tickKobo } = gtco()
  await enter(SELLER, 'u2', Side.sell, 1, day, (highLimitPx - tickKobo) as PriceKobo)
  expect(await orderRow('u3')).toEqual([
    [OrdStatus.expired, 0, 0, '2026-12-04', 'Trading.Order.ExpiredUncovered'],
  ])
  expect(await isOfToday('u3')).toEqual([true])
  // The older one goes on; its hold of the new day is stored with it.
  expect(await orderRow('u1')).toEqual([[OrdStatus.partiallyFilled, 299, 20, '2026-12-04', null]])
  const older = "SELECT o.order_id::text FROM orders o WHERE cl_ord_id = 'u1'"
  expect(
    await stage.rows(`SELECT o.hold_amount = c.held, c.available >= 0 FROM orders o
      JOIN cash_balances c USING (tenant_id) WHERE o.cl_ord_id = 'u1'`),
  ).toEqual([[true, true]])
  const [orderID] = await stage.column(older)
  await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'u4', orderID: String(orderID) })
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: { ...withdrawal, type: 'deposit' },
  })
})

test('in a delisted security is cancelled with the reason, and the new market day begins', async () => {
  const low = ((await stage.referencePx('MTNN')) - 100) as PriceKobo
  for (const clOrdID of ['d1', 'd2']) {
    const placed = await enter(BUYER, clOrdID, Side.buy, 1, { ...tillCancel, securityID: 'MTNN' }, low)
    expect(placed).toMatchObject({ kind: 'order' })
  }
  await stage.asAdmin("UPDATE orders SET price = NULL, ord_type = '1' WHERE cl_ord_id = 'd2'")
  const delisted = await stage.asAdmin("DELETE FROM daily_statistics WHERE security_id = 'MTNN' RETURNING *")
  expect(delisted.length).toBeGreaterThan(0)
  goTo(38)
  expect(await enter(SELLER, 'd3', Side.sell, 1, atOnce, gtco().highLimitPx)).toMatchObject({ kind: 'order' })
  expect(desk.listings.some(({ securityID }) => securityID === 'MTNN')).toBe(false)
  for (const clOrdID of ['d1', 'd2'])
    expect(await orderRow(clOrdID)).toEqual([
      [OrdStatus.canceled, 0, 0, '2026-12-07', 'Trading.Order.CanceledDelisted'],
    ])
  expect(await stage.rows('SELECT held FROM cash_balances WHERE tenant_id = 1')).toEqual([[0n]])
})

test('a start restores books that no new order could make: crossed, outside the limits, unpriced', async () => {
  const { lowLimitPx, highLimitPx } = gtco()
  await enter(SELLER, 'r1', Side.sell, 20, day, highLimitPx)
  for (const clOrdID of ['r2', 'r3', 'r4']) await enter(BUYER, clOrdID, Side.buy, 10, day, lowLimitPx)
  // As a phase that collects orders leaves them, and as limits that are changed during the day.
  await stage.asAdmin(`UPDATE orders SET price = $1 WHERE cl_ord_id = 'r2'`, [highLimitPx])
  await stage.asAdmin(`UPDATE orders SET price = 1 WHERE cl_ord_id = 'r3'`)
  await stage.asAdmin(`UPDATE orders SET price = NULL, ord_type = '1' WHERE cl_ord_id = 'r4'`)
  const open = "SELECT order_id, version FROM orders WHERE ord_status IN ('0', '1') ORDER BY order_id"
  const [before, journal] = [await stage.rows(open), await stage.column('SELECT count(*) FROM journal')]
  const publishedBefore = stage.events.length
  await desk.end()
  await startDesk()
  expect(await stage.rows(open)).toEqual(before)
  expect(await stage.column('SELECT count(*) FROM journal')).toEqual(journal)
  const shown = stage.events
    .slice(publishedBefore)
    .flatMap((event) => (event.target === 'addOrderBook' ? [event.argument.mdEntryPx] : []))
  expect(shown.filter((each) => each === toNaira(highLimitPx))).toHaveLength(2)
  expect(shown).toContain(0.01)
  expect(Math.max(...shown)).toBe(toNaira(highLimitPx))
  for (const clOrdID of ['r2', 'r3', 'r4', 'r1']) {
    const [orderID] = await stage.column(`SELECT order_id::text FROM orders WHERE cl_ord_id = '${clOrdID}'`)
    const cancel = { kind: 'cancelOrder' as const, clOrdID: `${clOrdID} cancel`, orderID: String(orderID) }
    expect(await desk.submit({ ...cancel, origin: of(clOrdID === 'r1' ? SELLER : BUYER) })).toMatchObject({
      order: { ordStatus: OrdStatus.canceled },
    })
  }
})

test('the sums of all postings are zero in every asset', async () => {
  expect(await stage.rows('SELECT DISTINCT sum(amount)::int FROM ledger_postings GROUP BY asset')).toEqual([
    [0],
  ])
})

test('replaying the journal from nothing gives the balances and open orders of the record', async () => {
  const books = await stage.replayed()
  const open = [...books.orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
  expect(open.map((each) => [BigInt(each.orderID), each.leavesQty])).toEqual(
    await stage.rows(
      "SELECT order_id, leaves_qty FROM orders WHERE ord_status IN ('0', '1') ORDER BY order_id",
    ),
  )
  for (const { tenantId, account } of [BUYER, SELLER]) {
    const { balance, held, available } = books.firm(tenantId).ledger.cash(account)
    expect([[balance, held, available]]).toEqual(
      await stage.rows(`SELECT balance, held, available FROM cash_balances WHERE tenant_id = ${tenantId}`),
    )
  }
})
