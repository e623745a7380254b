import { ExecType, OrdStatus, type Quantity, Side } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** A replace to at most what is filled is accepted: the quantity becomes what is filled, and the order is filled. */

shareDesk({ funds: { naira: 100_000_000n, gtco: 100_000 } })

let count = 0
const next = () => {
  count += 1
  return `r${count}`
}

beforeEach(() => stage.pass(60_000))

const send = async (who: Trader, side: Side, quantity: number, fields: object = {}) => {
  const asked = order(who, next(), side, price, quantity)
  const answer = await desk.submit({ ...asked, request: { ...asked.request, ...fields } })
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order.orderID
}

const replace = (orderID: string, change: object, clOrdID = next()) =>
  desk.submit({ kind: 'replaceOrder', origin: of(BUYER), orderID, clOrdID, change })

const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), orderID, clOrdID: next() })

/** What the buyer's account holds by the journal alone, in kobo. */
const held = async () => (await stage.replayed()).firm(BUYER.tenantId).ledger.cash(BUYER.account).held

const stored = async (orderID: string) => {
  const [row] = await stage.rows(
    `SELECT order_qty, cum_qty, leaves_qty, ord_status, hold_amount FROM orders WHERE order_id = ${orderID}`,
  )
  return row
}

test.each([
  // bought, filled, then replaced with → quantity, filled, left, state
  [500, 200, 200, [200, 200, 0, OrdStatus.filled]],
  [500, 200, 1, [200, 200, 0, OrdStatus.filled]],
  [500, 200, 201, [201, 200, 1, OrdStatus.partiallyFilled]],
])('%i bought, %i filled: a replace to %i', async (bought, filled, asked, expected) => {
  const orderID = await send(BUYER, Side.buy, bought)
  await send(SELLER, Side.sell, filled)
  const answer = await replace(orderID, { orderQty: asked as Quantity })
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  const { orderQty, cumQty, leavesQty, ordStatus, mdEntryID } = answer.order
  expect([orderQty, cumQty, leavesQty, ordStatus]).toEqual(expected)
  expect(mdEntryID === null).toBe(leavesQty === 0)
  expect((await stored(orderID))?.slice(0, 4)).toEqual(expected)
  if (leavesQty > 0) await cancel(orderID)
})

test('its hold is released, the contract note covers what was bought, and the report says Replaced', async () => {
  const before = await held()
  const orderID = await send(BUYER, Side.buy, 500)
  await send(SELLER, Side.sell, 200)
  await replace(orderID, { orderQty: 150 as Quantity })
  expect(await held()).toBe(before)
  expect((await stored(orderID))?.[4]).toBe(0n)
  const [report] = await stage.rows(
    `SELECT exec_type, ord_status, leaves_qty, cum_qty FROM executions WHERE order_id = ${orderID}
     ORDER BY sequence DESC LIMIT 1`,
  )
  expect(report).toEqual([ExecType.replaced, OrdStatus.filled, 0, 200])
  // Nothing of it is left in the book.
  const seller = await send(SELLER, Side.sell, 100)
  expect(await stored(seller)).toEqual([100, 0, 100, OrdStatus.new, 0n])
  await desk.submit({ kind: 'cancelOrder', origin: of(SELLER), orderID: seller, clOrdID: next() })
})

test('a fill that comes first counts: a replace to 300 after 350 were filled ends with 350', async () => {
  const orderID = await send(BUYER, Side.buy, 500)
  await send(SELLER, Side.sell, 200)
  const [, answer] = await Promise.all([
    desk.submit(order(SELLER, next(), Side.sell, price, 150)),
    replace(orderID, { orderQty: 300 as Quantity }),
  ])
  expect(answer).toMatchObject({ order: { orderQty: 350, cumQty: 350, ordStatus: OrdStatus.filled } })
})

test('a filled order is final: the desk no longer changes it', async () => {
  const filled = await send(BUYER, Side.buy, 100)
  await send(SELLER, Side.sell, 100)
  expect(await replace(filled, { orderQty: 50 as Quantity })).toMatchObject({
    refusal: { refusal: 'unknownOrder' },
  })
  expect(await stored(filled)).toEqual([100, 100, 0, OrdStatus.filled, 0n])
})

test('the hidden part of an iceberg is also removed, and a restart finds none of it', async () => {
  const orderID = await send(BUYER, Side.buy, 500, { displayQty: 100 })
  await send(SELLER, Side.sell, 250)
  expect(await replace(orderID, { orderQty: 250 as Quantity })).toMatchObject({
    order: { orderQty: 250, ordStatus: OrdStatus.filled, shownQty: null, mdEntryID: null },
  })
  await desk.end()
  await startDesk()
  expect(await cancel(orderID)).toMatchObject({ kind: 'refused' })
})
