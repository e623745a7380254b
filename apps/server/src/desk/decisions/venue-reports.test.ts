import { ExecType, OrdStatus, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { OrderReport } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, order } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

shareDesk({ funds: { naira: 1_000_000n, gtco: 10_000 } })

let count = 0
let sequence = 0

/** What a venue says by a line. */
const report = (orderID: string | null, said: OrderReport, execID = `e${++count}`): Promise<DeskAnswer> =>
  desk.submit({
    kind: 'venueReport',
    origin: installation(HOST),
    said: {
      ...{ orderID, execID, report: said },
      line: { sequence: ++sequence, venueOrderID: 'V1', venueTime: stage.now },
    },
  })

const bid = async (quantity: number): Promise<string> => {
  const answer = await desk.submit(order(BUYER, `b${++count}`, Side.buy, (price - 10) as PriceKobo, quantity))
  if (answer.kind !== 'order') throw new Error('the order was refused')
  return answer.order.orderID
}
const fill = (lastQty: number): OrderReport => ({
  ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx: (price - 10) as PriceKobo },
  tradeNumber: 900_000 + ++count,
})
const canceled: OrderReport = { execType: ExecType.canceled, clOrdID: null, text: null }

const stateOf = async (orderID: string) =>
  (
    await stage.rows(
      `SELECT ord_status, cum_qty, leaves_qty, hold_amount::int FROM orders WHERE order_id = ${orderID}`,
    )
  )[0]
const owned = async () =>
  (await stage.column('SELECT (settled + unsettled_in)::int FROM positions WHERE tenant_id = 1'))[0] ?? 0
const flags = (orderID: string) =>
  stage.column(`SELECT flag FROM flagged_reports WHERE order_id = '${orderID}' ORDER BY id`)

test('a trade that the venue reports twice is posted once, even across a restart', async () => {
  const orderID = await bid(100)
  const before = await owned()
  const trade = fill(40)
  await report(orderID, trade, 'twice')
  await report(orderID, trade, 'twice')
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.partiallyFilled, 40, 60, expect.any(Number)])
  await desk.end()
  await startDesk()
  expect(await report(orderID, trade, 'twice')).toMatchObject({ kind: 'done' })
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.partiallyFilled, 40, 60, expect.any(Number)])
  expect(await owned()).toBe((before as number) + 40)
  expect(await flags(orderID)).toEqual([])
})

test('the venue cancels an order unasked: its hold ends', async () => {
  const orderID = await bid(100)
  await report(orderID, canceled)
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, 0, 0])
  expect(await flags(orderID)).toEqual([])
})

test('a trade of an ended order is posted and flagged once, and the order keeps its state', async () => {
  const orderID = await bid(100)
  await report(orderID, canceled)
  const before = await owned()
  await report(orderID, fill(30))
  await desk.submit(order(BUYER, `other${++count}`, Side.buy, (price - 10) as PriceKobo, 1))
  await Promise.all([report(orderID, fill(20)), report(orderID, fill(10))])
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 60, 0, 0])
  expect(await owned()).toBe((before as number) + 60)
  expect(await flags(orderID)).toEqual(['lateFill', 'lateFill', 'lateFill'])
})

test('a trade of more than the open quantity is posted in full and flagged', async () => {
  const orderID = await bid(100)
  const before = await owned()
  await report(orderID, fill(150))
  expect(await stateOf(orderID)).toEqual([OrdStatus.filled, 150, 0, 0])
  expect(await owned()).toBe((before as number) + 150)
  expect(await flags(orderID)).toEqual(['overfill'])
})

test.each([
  ['no order', null],
  ['an order that nobody has', '999999999'],
  ['anything that is not an id', "7' OR true"],
])('a report about %s is kept for operators', async (_, orderID) => {
  const execID = `stray${++count}`
  expect(await report(orderID, fill(10), execID)).toMatchObject({ kind: 'done' })
  expect(
    await stage.rows(`SELECT flag, firm, order_id FROM flagged_reports WHERE exec_id = '${execID}'`),
  ).toEqual([['unknownOrder', null, orderID]])
})

test('a report that is impossible for the order changes nothing and is kept for operators', async () => {
  const orderID = await bid(100)
  const before = await stateOf(orderID)
  await report(orderID, { execType: ExecType.new })
  await report(orderID, {
    ...{ execType: '9', responseTo: 'cancel', clOrdID: 'x', text: 'Trading.Venue.quantityInvalid' },
  })
  expect(await stateOf(orderID)).toEqual(before)
  expect(await flags(orderID)).toEqual(['unexpected', 'unexpected'])
})

test('when the venue restates an order, its hold still covers its cost', async () => {
  const orderID = await bid(100)
  await report(orderID, {
    ...{
      execType: ExecType.restated,
      price: (price - 10) as PriceKobo,
      leavesQty: 50 as Quantity,
      text: null,
    },
  })
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.new, 0, 50, expect.any(Number)])
})

test('replaying only the journal gives the same orders and ledgers', async () => {
  const replayed = await stage.replayed()
  const [cash] = await stage.rows('SELECT balance, held FROM cash_balances WHERE tenant_id = 1')
  const { balance, held } = replayed.firm(1).ledger.cash('A1')
  expect([balance, held].map(Number)).toEqual(cash?.map(Number))
  for (const [id, status, cumQty, leaves] of await stage.rows(
    'SELECT order_id, ord_status, cum_qty, leaves_qty FROM orders',
  ))
    expect(replayed.orders.get(String(id))).toMatchObject({
      ...{ ordStatus: status, cumQty, leavesQty: leaves },
    })
})
