import { ExecType, OrdStatus, type PriceKobo, type Quantity } from '@tradebook/contract'
import type { OrderReport } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { orderOf } from '../../venue/commands.ts'
import { BUYER, of } from '../desk.fixture.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import {
  accepted,
  bid,
  cancel,
  canceled,
  commandsOf,
  kinds,
  line,
  next,
  restart,
  says,
  shareDeskOnLine,
  stateOf,
  traded,
} from './line.fixture.ts'

shareDeskOnLine({ funds: { naira: 10_000_000n } })

/** The number of the last replace. */
let last = 0
const replace = (orderID: string, change: { orderQty?: number; price?: number }) => {
  last = next()
  return desk.submit({
    ...{ kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${last}`, orderID },
    change: change as { orderQty?: Quantity; price?: PriceKobo },
  })
}
const replaced = (leavesQty: number, px: number): OrderReport => ({
  ...{ execType: ExecType.replaced, clOrdID: `r${last}`, price: px as PriceKobo },
  ...{ leavesQty: leavesQty as Quantity, keptPriority: true },
})
const holdOf = async (orderID: string) =>
  Number((await stage.column(`SELECT hold_amount FROM orders WHERE order_id = ${orderID}`))[0])
const held = async () => Number((await stage.column('SELECT held FROM cash_balances WHERE tenant_id = 1'))[0])
test('an order is pending until the venue answers, and is sent once', async () => {
  const orderID = await bid()
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.pendingNew, 100, null])
  expect(kinds(line.sent, orderID)).toEqual(['new'])
  expect(await commandsOf(orderID)).toEqual([['new', true, false]])
  await says(orderID, accepted)
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.new, 100, null])
  expect(await commandsOf(orderID)).toEqual([['new', true, true]])
  await restart()
  expect(kinds(line.sent, orderID)).toEqual([])
  expect(kinds(line.asked, orderID)).toEqual([])
})

test('after a restart the venue is asked about what may have been sent, and nothing is sent again', async () => {
  const orderID = await bid()
  const before = await holdOf(orderID)
  await restart()
  expect(kinds(line.sent, orderID)).toEqual([])
  expect(kinds(line.asked, orderID)).toEqual(['new'])
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.pendingNew, 100, null])
  expect(await holdOf(orderID)).toBe(before)
  await says(orderID, { execType: ExecType.rejected, text: null })
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.rejected, 0, null])
  expect(await holdOf(orderID)).toBe(0)
})

test('while the line is down commands wait, even across a restart, and leave in order', async () => {
  await restart(false)
  const first = await bid()
  const second = await bid()
  expect(line.sent).toEqual([])
  await restart(false)
  expect([line.sent, line.asked]).toEqual([[], []])
  line.becomeReady()
  await bid()
  const own = line.sent.filter(({ command }) => [first, second].includes(orderOf(command)))
  expect(own.map(({ command }) => [command.kind, orderOf(command)])).toEqual([
    ['new', first],
    ['new', second],
  ])
  expect(line.asked).toEqual([])
})

test.each([
  ['before a restart', false],
  ['after a restart', true],
])('an order that was certainly not sent is cancelled at once, %s', async (_, isLater) => {
  await restart(false)
  const orderID = await bid()
  if (isLater) await restart(false)
  await cancel(orderID)
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.canceled, 0, null])
  line.becomeReady()
  await bid()
  expect(kinds(line.sent, orderID)).toEqual([])
  expect(await commandsOf(orderID)).toEqual([['new', false, true]])
})

test('an order that may have been sent is pending cancel until the venue has answered', async () => {
  const orderID = await bid()
  await cancel(orderID, 'once')
  await says(orderID, accepted)
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.pendingCancel, 100, null])
  await says(orderID, canceled('once'))
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.canceled, 0, null])
  expect(await commandsOf(orderID)).toEqual([
    ['new', true, true],
    ['cancel', true, true],
  ])
})

test('when the line is up again the venue is asked about what it has not answered', async () => {
  const orderID = await bid()
  line.isReady = false
  line.becomeReady()
  expect(kinds(line.asked, orderID)).toEqual(['new'])
  expect(kinds(line.sent, orderID)).toEqual(['new'])
})

test('the state of the venue says whether the line is up', async () => {
  const states = () =>
    stage.events.flatMap(({ target, argument }) =>
      target === 'onNseConnection' ? [[argument.connected, argument.phase]] : [],
    )
  line.isReady = false
  await bid()
  expect(states().at(-1)).toEqual([false, 'continuous'])
  line.becomeReady()
  await bid()
  expect(states().at(-1)).toEqual([true, 'continuous'])
})

test('a command whose order ended before it was sent is never sent', async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  line.isReady = false
  await cancel(orderID)
  await says(orderID, { execType: ExecType.canceled, clOrdID: null, text: null })
  line.becomeReady()
  await bid()
  expect(kinds(line.sent, orderID)).toEqual(['new'])
  expect(await commandsOf(orderID)).toEqual([
    ['new', true, true],
    ['cancel', false, true],
  ])
})

test('a second replace is refused while the first is pending, a cancel is not', async () => {
  const orderID = await bid()
  expect(await replace(orderID, { orderQty: 50 })).toMatchObject({ refusal: { refusal: 'orderPending' } })
  await says(orderID, accepted)
  expect(await replace(orderID, { orderQty: 50 })).toMatchObject({
    order: { ordStatus: OrdStatus.pendingReplace },
  })
  expect(await replace(orderID, { orderQty: 60 })).toMatchObject({ refusal: { refusal: 'orderPending' } })
  expect(await cancel(orderID)).toMatchObject({ order: { ordStatus: OrdStatus.pendingCancel } })
  expect(await cancel(orderID)).toMatchObject({ refusal: { refusal: 'orderPending' } })
})

test.each([
  ['a smaller quantity', { orderQty: 50 }],
  ['a larger quantity', { orderQty: 200 }],
  ['more at a lower price', { orderQty: 150, price: -1 }],
])('a pending replace to %s holds the larger amount, also after a restart', async (_, change) => {
  const to = { ...change, ...('price' in change && { price: price - 20 }) }
  const orderID = await bid()
  await says(orderID, accepted)
  const before = await holdOf(orderID)
  await replace(orderID, to)
  const pending = await holdOf(orderID)
  const all = await held()
  await restart()
  expect(kinds(line.asked, orderID)).toEqual(['replace'])
  expect(await held()).toBe(all)
  await says(orderID, replaced(to.orderQty, to.price ?? price - 10))
  expect(pending).toBe(Math.max(before, await holdOf(orderID)))
})

test('a fill of the old quantity while a replace to more is pending keeps the hold of the rest', async () => {
  const orderID = await bid(100)
  await says(orderID, accepted)
  await replace(orderID, { orderQty: 150 })
  await says(orderID, traded(100))
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.pendingReplace, 0, null])
  expect(await holdOf(orderID)).toBeGreaterThan(0)
  const all = await held()
  await restart()
  expect(await held()).toBe(all)
  await says(orderID, replaced(50, price - 10))
  expect(await stateOf(orderID)).toMatchObject([OrdStatus.partiallyFilled, 50, null])
  expect(await holdOf(orderID)).toBeGreaterThan(0)
})

test('replaying only the journal gives the same orders and balances', async () => {
  const replayed = await stage.replayed()
  const [cash] = await stage.rows('SELECT balance, held FROM cash_balances WHERE tenant_id = 1')
  const { balance, held: holds } = replayed.firm(1).ledger.cash('A1')
  expect([balance, holds].map(Number)).toEqual(cash?.map(Number))
  for (const [id, status, leaves] of await stage.rows('SELECT order_id, ord_status, leaves_qty FROM orders'))
    expect(replayed.orders.get(String(id))).toMatchObject({ ordStatus: status, leavesQty: leaves })
})
