import { OrdStatus, type OrdType, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of, order } from '../desk.fixture.ts'
import type { ClientInput } from '../inputs.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import {
  accepted,
  bid,
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

/** Orders that the desk itself ends while they are at a venue on a line: the venue cancels them first. */

shareDeskOnLine({ funds: { naira: 10_000_000n } })

const DAY_MS = 86_400_000
const host = { ...of(BUYER), tenantId: HOST, userName: 'operator' }
const firm = (on: boolean, fields: object = {}) =>
  desk.submit({
    ...{ kind: 'setKillSwitch', origin: host, tenantId: BUYER.tenantId, scope: 'tenant', id: '' },
    ...{ on, reason: 'Fees are due', cause: 'person', ...fields },
  } as ClientInput)
const ask = (transfer: object, userId = 1) =>
  desk.submit({
    ...{ kind: 'requestTransfer', postingID: `f${next()}`, approvalAbove: null },
    ...{
      origin: { ...of(BUYER), userId, accounts: 'all' },
      transfer: { account: BUYER.account, ...transfer },
    },
  } as ClientInput)
const freeze = () =>
  ask({
    ...{ type: 'freeze', ground: 'courtOrder', reference: 'Suit 12/2026', reason: 'Order', document: null },
    ...{ from: '2026-11-20', openOrders: 'cancel' },
  })
const unfreeze = async () => {
  const [id] = await stage.column('SELECT id FROM account_freezes WHERE lifted IS NULL')
  const answer = await ask({ type: 'unfreeze', freeze: Number(id), reason: 'Set aside' })
  if (answer.kind !== 'transfer') throw new Error('no transfer')
  const origin = { ...of(BUYER), userId: 2, accounts: 'all' as const }
  await desk.submit({ kind: 'decideTransfer', origin, id: answer.id, approves: true, reason: null })
}

/** Why an order is ended, what ends it, what undoes that, and the state and text with which it ends. */
const causes: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>, string])[] = [
  ['its account is frozen', freeze, unfreeze, 'Trading.Order.CanceledFrozen'],
  [
    'its firm is stopped',
    () => firm(true, { openOrders: 'cancel' }),
    () => firm(false),
    'Trading.Order.CanceledFirmStopped',
  ],
  [
    'its firm is halted, for it could not wait outside of the book',
    () => firm(true, { openOrders: 'halt' }),
    () => firm(false),
    'Trading.Order.CanceledFirmStopped',
  ],
]
/** The clOrdID of the cancel that was sent of an order. */
const sentCancel = (orderID: string): string => {
  const sent = line.sent.find(({ command }) => command.kind === 'cancel' && command.orderID === orderID)
  if (sent?.command.kind !== 'cancel') throw new Error('no cancel was sent')
  return sent.command.clOrdID
}

test.each(causes)('%s: the order is pending cancel until the venue confirms', async (_, end, undo, text) => {
  const orderID = await bid()
  await says(orderID, accepted)
  await end()
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingCancel, 100, null])
  expect(kinds(line.sent, orderID)).toEqual(['new', 'cancel'])
  await says(orderID, traded(40))
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingCancel, 60, null])
  await undo()
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingCancel, 60, null])
  await says(orderID, canceled(sentCancel(orderID)))
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, text])
})

test.each(causes)('%s: an order that was not sent ends at once', async (_, end, undo, text) => {
  await restart(false)
  const orderID = await bid()
  await end()
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, text])
  expect(await commandsOf(orderID)).toEqual([['new', false, true]])
  await undo()
})

test('the reason of the end is kept across a restart', async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  await freeze()
  const clOrdID = sentCancel(orderID)
  await restart()
  expect(kinds(line.asked, orderID)).toEqual(['cancel'])
  await says(orderID, canceled(clOrdID))
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, 'Trading.Order.CanceledFrozen'])
  await unfreeze()
})

test('an order that the venue does not cancel stays open, and operators see it', async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  await freeze()
  await says(orderID, {
    ...{ execType: '9', responseTo: 'cancel', clOrdID: sentCancel(orderID) },
    text: 'Trading.Venue.quantityInvalid',
  })
  expect(await stateOf(orderID)).toEqual([OrdStatus.new, 100, null])
  expect(await stage.column(`SELECT flag FROM flagged_reports WHERE order_id = '${orderID}'`)).toEqual([
    'notEnded',
  ])
  await unfreeze()
})

test('after its last day an order is cancelled at the venue, and one that lives longer is not', async () => {
  const day = await bid()
  await says(day, accepted)
  const asked = order(BUYER, `g${next()}`, Side.buy, price, 10)
  const request = { ...asked.request, timeInForce: TimeInForce.goodTillCancel }
  const answer = await desk.submit({ ...asked, request })
  if (answer.kind !== 'order') throw new Error('the order was refused')
  const { orderID: long } = answer.order
  await says(long, accepted)
  const market = order(BUYER, `m${next()}`, Side.buy, price, 10)
  const unpriced = { ...market.request, ordType: '1' as OrdType, price: null }
  const entered = await desk.submit({ ...market, request: unpriced })
  if (entered.kind !== 'order') throw new Error('the order was refused')

  stage.pass(3 * DAY_MS)
  await restart()
  const own = [day, long, entered.order.orderID]
  const states = await Promise.all(own.map(stateOf))
  expect(states.map((state) => state?.[0])).toEqual([
    OrdStatus.pendingCancel,
    OrdStatus.new,
    OrdStatus.pendingCancel,
  ])
  await bid()
  expect(own.map((orderID) => kinds(line.sent, orderID))).toEqual([['cancel'], [], ['cancel']])
  await says(day, canceled(sentCancel(day)))
  expect(await stateOf(day)).toEqual([OrdStatus.expired, 0, null])
})

test('a report that the venue repeats after midnight is not applied twice', async () => {
  const orderID = await bid()
  await says(orderID, accepted)
  const at = stage.now
  const trade = { ...traded(10), execID: `t${next()}` }
  const { execID, ...report } = trade
  const say = () =>
    desk.submit({
      kind: 'venueReport',
      origin: host,
      said: { orderID, execID, report, line: { sequence: next(), venueOrderID: 'V', venueTime: at } },
    } as ClientInput)
  await say()
  stage.pass(DAY_MS)
  await restart()
  await say()
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingCancel, 90, null])
})

test('replaying only the journal gives the same orders', async () => {
  const replayed = await stage.replayed()
  for (const [id, status, leaves] of await stage.rows('SELECT order_id, ord_status, leaves_qty FROM orders'))
    expect(replayed.orders.get(String(id))).toMatchObject({ ordStatus: status, leavesQty: leaves })
})
