import { ExecType, OrdStatus, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { OrderReport } from '@tradebook/orders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { type NumberedCommand, orderOf, type VenueLine } from '../../venue/commands.ts'
import { RESERVED_ORDERS } from '../../venue/embedded/embedded.fixture.ts'
import { EmbeddedVenue, openedVenue } from '../../venue/embedded/embedded.ts'
import { overLine } from '../../venue/line-venue.ts'
import type { OpenVenue } from '../../venue/venue.ts'
import { BUYER, of, order } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** A line that keeps what is sent over it. What the venue says is up to the test. */
class TestLine implements VenueLine {
  isReady = true
  readonly sent: NumberedCommand[] = []
  readonly asked: NumberedCommand[] = []
  #listener = () => {}

  send(command: NumberedCommand): void {
    this.sent.push(command)
  }
  ask(command: NumberedCommand): void {
    this.asked.push(command)
  }
  onReady(listener: () => void): void {
    this.#listener = listener
  }
  becomeReady(): void {
    this.isReady = true
    this.#listener()
  }
}

let line = new TestLine()
const openVenue: OpenVenue = (listings, opened) =>
  overLine(openedVenue(new EmbeddedVenue(listings, opened, RESERVED_ORDERS)))

shareDesk({ funds: { naira: 10_000_000n } })

beforeEach(async () => {
  await restart()
})
afterEach(() => {
  line = new TestLine()
})

/** Ends the desk and starts another on its record; what the line held is gone. */
async function restart(isReady = true): Promise<void> {
  await desk.end()
  line = new TestLine()
  line.isReady = isReady
  await startDesk({ line, openVenue })
}

let count = 0
const bid = async (quantity = 100, px: number = price - 10): Promise<string> => {
  const answer = await desk.submit(order(BUYER, `o${++count}`, Side.buy, px as PriceKobo, quantity))
  if (answer.kind !== 'order') throw new Error(`the order was refused: ${JSON.stringify(answer)}`)
  return answer.order.orderID
}
const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: `c${++count}`, orderID })
const replace = (orderID: string, change: { orderQty?: number; price?: number }) =>
  desk.submit({
    ...{ kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${++count}`, orderID },
    change: change as { orderQty?: Quantity; price?: PriceKobo },
  })
const says = (orderID: string, report: OrderReport): Promise<DeskAnswer> =>
  desk.submit({
    kind: 'venueReport',
    origin: installation(HOST),
    said: {
      ...{ orderID, execID: `x${++count}`, report },
      line: { sequence: count, venueOrderID: 'V', venueTime: stage.now },
    },
  })
const accepted: OrderReport = { execType: ExecType.new }
const canceled = (clOrdID: string): OrderReport => ({ execType: ExecType.canceled, clOrdID, text: null })
const traded = (lastQty: number, lastPx: number = price - 10): OrderReport => ({
  ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx: lastPx as PriceKobo },
  tradeNumber: 900_000 + ++count,
})
const replaced = (leavesQty: number, px: number): OrderReport => ({
  ...{ execType: ExecType.replaced, clOrdID: `r${count}`, price: px as PriceKobo },
  ...{ leavesQty: leavesQty as Quantity, keptPriority: true },
})
const stateOf = async (orderID: string) =>
  (await stage.rows(`SELECT ord_status, leaves_qty FROM orders WHERE order_id = ${orderID}`))[0]
const holdOf = async (orderID: string) =>
  Number((await stage.column(`SELECT hold_amount FROM orders WHERE order_id = ${orderID}`))[0])
const held = async () => Number((await stage.column('SELECT held FROM cash_balances WHERE tenant_id = 1'))[0])
const commandsOf = (orderID: string) =>
  stage.rows(
    `SELECT kind, released_at IS NOT NULL, answered_at IS NOT NULL FROM venue_commands WHERE order_id = ${orderID} ORDER BY id`,
  )
const kinds = (commands: readonly NumberedCommand[], orderID: string) =>
  commands.filter(({ command }) => orderOf(command) === orderID).map(({ command }) => command.kind)

test('an order is pending until the venue answers, and is sent once', async () => {
  const orderID = await bid()
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingNew, 100])
  expect(kinds(line.sent, orderID)).toEqual(['new'])
  expect(await commandsOf(orderID)).toEqual([['new', true, false]])
  await says(orderID, accepted)
  expect(await stateOf(orderID)).toEqual([OrdStatus.new, 100])
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
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingNew, 100])
  expect(await holdOf(orderID)).toBe(before)
  await says(orderID, { execType: ExecType.rejected, text: null })
  expect(await stateOf(orderID)).toEqual([OrdStatus.rejected, 0])
  expect(await holdOf(orderID)).toBe(0)
})

test('while the line is down commands wait, even across a restart, and leave in order', async () => {
  await restart(false)
  const first = await bid()
  const second = await bid()
  await cancel(first)
  expect(line.sent).toEqual([])
  await restart(false)
  expect([line.sent, line.asked]).toEqual([[], []])
  expect(await stateOf(first)).toEqual([OrdStatus.pendingCancel, 100])
  line.becomeReady()
  await bid()
  const own = line.sent.filter(({ command }) => [first, second].includes(orderOf(command)))
  expect(own.map(({ command }) => [command.kind, orderOf(command)])).toEqual([
    ['new', first],
    ['new', second],
    ['cancel', first],
  ])
  expect(line.asked).toEqual([])
  await says(first, accepted)
  expect(await stateOf(first)).toEqual([OrdStatus.pendingCancel, 100])
  await says(first, canceled(`c${count}`))
  expect(await stateOf(first)).toEqual([OrdStatus.canceled, 0])
  expect(await commandsOf(first)).toEqual([
    ['new', true, true],
    ['cancel', true, true],
  ])
})

test('when the line stands again the venue is asked about what it has not answered', async () => {
  const orderID = await bid()
  line.isReady = false
  line.becomeReady()
  expect(kinds(line.asked, orderID)).toEqual(['new'])
  expect(kinds(line.sent, orderID)).toEqual(['new'])
})

test('the state of the venue says whether the line stands', async () => {
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

test('what an order ended before it was sent asks for is never sent', async () => {
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
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingReplace, 0])
  expect(await holdOf(orderID)).toBeGreaterThan(0)
  const all = await held()
  await restart()
  expect(await held()).toBe(all)
  await says(orderID, replaced(50, price - 10))
  expect(await stateOf(orderID)).toEqual([OrdStatus.partiallyFilled, 50])
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
