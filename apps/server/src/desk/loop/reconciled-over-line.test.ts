import { OrdStatus, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { OrderThere } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import type { DoubtEnd } from '../decisions/reconciliation-lines.ts'
import { BUYER, of } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import {
  accepted,
  bid,
  cancel,
  canceled,
  kinds,
  line,
  next,
  proposalOf,
  restart,
  says,
  shareDeskOnLine,
  stateOf,
  traded,
} from './line.fixture.ts'

/** Open orders are compared with those of a venue on a line. */

shareDeskOnLine({ funds: { naira: 100_000_000n } })

const there = (orderID: string | null, fields: Partial<OrderThere> = {}): OrderThere => ({
  ...{ orderID, venueOrderID: 'V', securityID: 'GTCO', side: Side.buy },
  ...{ price: (price - 10) as PriceKobo, cumQty: 0, leavesQty: 100, ...fields },
})
/** The venue says which orders are open there; those of other tests it has as they are. */
async function opens(orders: readonly OrderThere[], own: readonly string[]): Promise<void> {
  const others = await stage.rows(
    `SELECT order_id, price, cum_qty, leaves_qty FROM orders WHERE ord_status IN ('0', '1', 'A', 'E', '6')`,
  )
  const asHere = others
    .filter(([id]) => !own.includes(String(id)))
    .map(([id, px, cumQty, leavesQty]) =>
      there(String(id), { price: px as PriceKobo, cumQty: cumQty as number, leavesQty: leavesQty as number }),
    )
  await desk.submit({ kind: 'venueOrders', origin: installation(HOST), orders: [...asHere, ...orders] })
}
const settle = async (orderID: string, as: DoubtEnd, userId: number): Promise<DeskAnswer> => {
  const confirms = await proposalOf('venue_doubts', `order_id = ${orderID}`)
  return desk.submit({
    ...{ kind: 'settleDoubt', origin: { ...installation(HOST), userId, userName: `user${userId}` } },
    ...{ orderID, as, reason: 'Called', confirms },
  })
}
const replace = (orderID: string) =>
  desk.submit({
    ...{ kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${next()}`, orderID },
    change: { orderQty: 50 as Quantity },
  })
const doubtOf = async (orderID: string) =>
  (await stage.rows(`SELECT why, ended_at IS NULL FROM venue_doubts WHERE order_id = ${orderID}`))[0]
const open = async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  return orderID
}

test('at a start and whenever the line is back the venue is asked for its open orders', async () => {
  expect(line.askedForAll).toBe(1)
  line.becomeReady()
  expect(line.askedForAll).toBe(2)
})

test('an order on which both sides agree is not in doubt', async () => {
  const orderID = await open()
  await opens([there(orderID)], [orderID])
  expect(await doubtOf(orderID)).toBeUndefined()
  expect(line.queried).toEqual([])
})

test('an order that the venue does not have waits until two people resolve it', async () => {
  const orderID = await open()
  await opens([], [orderID])
  expect(await doubtOf(orderID)).toEqual(['onlyHere', true])
  expect(line.queried).toEqual([orderID])
  expect(await replace(orderID)).toMatchObject({ refusal: { refusal: 'orderInDoubt' } })
  await restart()
  expect(await settle(orderID, 'canceled', 7)).toMatchObject({ kind: 'done' })
  await settle(orderID, 'canceled', 7)
  expect(await stateOf(orderID)).toEqual([OrdStatus.new, 100, null])
  await settle(orderID, 'neverArrived', 8)
  expect(await stateOf(orderID)).toEqual([OrdStatus.new, 100, null])
  await settle(orderID, 'neverArrived', 7)
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, 'Trading.Order.CanceledNeverArrived'])
  expect(await doubtOf(orderID)).toEqual(['onlyHere', false])
  expect(await settle(orderID, 'canceled', 8)).toMatchObject({ refusal: { refusal: 'orderNotInDoubt' } })
})

test('an order that has traded there is in doubt until the missing report arrives', async () => {
  const orderID = await open()
  await opens([there(orderID, { cumQty: 40, leavesQty: 60 })], [orderID])
  expect(await doubtOf(orderID)).toEqual(['differs', true])
  expect(line.queried).toEqual([orderID])
  await says(orderID, traded(30))
  expect(await doubtOf(orderID)).toEqual(['differs', true])
  await says(orderID, traded(10))
  expect(await doubtOf(orderID)).toEqual(['differs', false])
  expect(await replace(orderID)).toMatchObject({ kind: 'order' })
})

test('an order in doubt can be cancelled, and ends when the venue confirms', async () => {
  const orderID = await open()
  await opens([], [orderID])
  await cancel(orderID, 'doubted')
  expect(kinds(line.sent, orderID)).toEqual(['new', 'cancel'])
  await says(orderID, canceled('doubted'))
  expect(await doubtOf(orderID)).toEqual(['onlyHere', false])
})

/** What is unanswered, what two people say, and how the order stands then. */
const settled: readonly (readonly [string, 'new' | 'cancel', DoubtEnd, readonly unknown[]])[] = [
  ['a new order never arrived', 'new', 'neverArrived', [OrdStatus.rejected, 0]],
  ['a new order is cancelled', 'new', 'canceled', [OrdStatus.canceled, 0]],
  ['a cancel never arrived: the order stays open', 'cancel', 'neverArrived', [OrdStatus.new, 100]],
  ['a cancel was done', 'cancel', 'canceled', [OrdStatus.canceled, 0]],
]

test.each(settled)('two people resolve an order in doubt: %s', async (_, unanswered, as, state) => {
  const orderID = await bid()
  if (unanswered === 'cancel') {
    await says(orderID, accepted)
    await cancel(orderID)
  }
  await opens(unanswered === 'cancel' ? [there(orderID)] : [], [orderID])
  expect(await doubtOf(orderID)).toEqual(['unanswered', true])
  for (const person of [7, 8]) await settle(orderID, as, person)
  expect((await stateOf(orderID))?.slice(0, 2)).toEqual(state)
  expect(await doubtOf(orderID)).toEqual(['unanswered', false])
})

test('the result is stored, with the orders that only the venue has', async () => {
  await opens([there(null)], [])
  const [counts, differences] = (
    await stage.rows('SELECT counts, differences FROM venue_reconciliations ORDER BY id DESC LIMIT 1')
  )[0] as [Record<string, number>, { outcome: string }[]]
  expect(counts).toMatchObject({ onlyThere: 1, onlyHere: 0 })
  expect(differences.filter(({ outcome }) => outcome === 'onlyThere')).toMatchObject([
    { there: { orderID: null, venueOrderID: 'V' } },
  ])
})

test('a user of a firm cannot resolve a doubt', async () => {
  const orderID = await open()
  await opens([], [orderID])
  const origin = of(BUYER)
  expect(
    await desk.submit({ kind: 'settleDoubt', origin, orderID, as: 'canceled', reason: 'x', confirms: null }),
  ).toMatchObject({ refusal: { refusal: 'marketControlNotPermitted' } })
})
