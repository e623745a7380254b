import { ExecType, lagosDate, OrdStatus, type PriceKobo, Side, TimeInForce } from '@tradebook/contract'
import { type OrderThere, UNREADABLE } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { orderOf } from '../../venue/commands.ts'
import type { VenueOrderName } from '../../venue/venue.ts'
import type { UnclaimedOutcome } from '../decisions/reconciliation-lines.ts'
import { BUYER, of } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import {
  accepted,
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

/** Orders that only a venue on a line has are adopted by an account, or cancelled there. */

shareDeskOnLine({ funds: { naira: 100_000_000n } })

const there = (venueOrderID: string, fields: Partial<OrderThere> = {}): OrderThere => ({
  ...{ orderID: null, venueOrderID, clOrdID: `there-${venueOrderID}`, securityID: 'GTCO', side: Side.buy },
  ...{ price: (price - 10) as PriceKobo, cumQty: 0, leavesQty: 100, day: lagosDate(stage.now), ...fields },
})
const opens = (...orders: OrderThere[]) =>
  desk.submit({ kind: 'venueOrders', origin: installation(HOST), orders })
const ADOPTED: UnclaimedOutcome = { as: 'adopted', firm: of(BUYER).tenantId, account: 'A1' }
const CANCELED: UnclaimedOutcome = { as: 'canceled' }
const settle = async (
  venueOrderID: string,
  outcome: UnclaimedOutcome,
  userId: number,
): Promise<DeskAnswer> => {
  const confirms = await proposalOf('unclaimed_orders', `venue_order_id = '${venueOrderID}'`)
  return desk.submit({
    ...{ kind: 'settleUnclaimed', origin: { ...installation(HOST), userId, userName: `user${userId}` } },
    ...{ venueOrderID, reason: 'Called', confirms, ...outcome },
  })
}
const both = async (venueOrderID: string, outcome: UnclaimedOutcome) => {
  await settle(venueOrderID, outcome, 7)
  return settle(venueOrderID, outcome, 8)
}
/** What is stored of an order: the proposal, the order that it became, and whether it is still open. */
const unclaimed = async (venueOrderID: string) =>
  (
    await stage.rows(
      `SELECT proposed, order_id, ended_at IS NULL FROM unclaimed_orders WHERE venue_order_id = '${venueOrderID}' ORDER BY id DESC LIMIT 1`,
    )
  )[0]
const adoptedOf = async (venueOrderID: string) => String((await unclaimed(venueOrderID))?.[1])
/** A trade that the venue reports of an order that no firm here has. */
const stray = (
  venueOrderID: string,
  report: Parameters<typeof says>[1],
  { venueTime = stage.now, ...name }: Partial<VenueOrderName> & { readonly venueTime?: number } = {},
) =>
  desk.submit({
    ...{ kind: 'venueReport', origin: installation(HOST) },
    said: {
      ...{ orderID: null, execID: `stray${next()}`, report },
      line: {
        ...{ sequence: next(), venueOrderID, venueTime },
        of: { clOrdID: `there-${venueOrderID}`, securityID: 'GTCO', side: Side.buy, ...name },
      },
    },
  })
const held = async () =>
  Number((await stage.rows("SELECT held FROM cash_balances WHERE account = 'A1'"))[0]?.[0] ?? 0)

test('two people adopt an order: its cash is held, and it lives with its trades', async () => {
  const before = await held()
  await opens(there('V1'))
  await settle('V1', ADOPTED, 7)
  await settle('V1', ADOPTED, 7)
  expect(await unclaimed('V1')).toEqual(['adopted', null, true])
  await settle('V1', ADOPTED, 8)
  const orderID = await adoptedOf('V1')
  expect(await unclaimed('V1')).toEqual(['adopted', BigInt(orderID), false])
  expect(line.sent.map(({ command }) => orderOf(command))).toEqual([orderID])
  expect(await stateOf(orderID)).toEqual([OrdStatus.pendingNew, 100, null])
  expect(await held()).toBeGreaterThan(before)
  await says(orderID, accepted)
  await says(orderID, traded(40))
  expect(await stateOf(orderID)).toEqual([OrdStatus.partiallyFilled, 60, null])
  await cancel(orderID, 'adopted-cancel')
  await says(orderID, canceled('adopted-cancel'))
  expect(await stateOf(orderID)).toEqual([OrdStatus.canceled, 0, null])
  expect(await held()).toBe(before)
})

test('what the venue reported of an order before it was adopted is applied to it once', async () => {
  await stray('V2', traded(10))
  const [second, third] = [traded(20), traded(5)] as { tradeNumber: number }[]
  await stray('V2', second as never)
  await stray('V2', third as never)
  await stray('V2', { ...second, execType: ExecType.tradeCanceled } as never)
  await restart()
  await opens(there('V2', { cumQty: 15, leavesQty: 85 }))
  await both('V2', ADOPTED)
  const orderID = await adoptedOf('V2')
  await says(orderID, accepted)
  expect(await stateOf(orderID)).toEqual([OrdStatus.partiallyFilled, 85, null])
  await opens(there('V2', { orderID, cumQty: 15, leavesQty: 85 }))
  expect(
    await stage.rows(`SELECT why FROM venue_doubts WHERE order_id = ${orderID} AND ended_at IS NULL`),
  ).toEqual([])
})

test('an order with trades that were never reported is in doubt once it is adopted', async () => {
  await opens(there('V3', { cumQty: 30, leavesQty: 70 }))
  await both('V3', ADOPTED)
  const orderID = await adoptedOf('V3')
  await says(orderID, accepted)
  await opens(there('V3', { orderID, cumQty: 30, leavesQty: 70 }))
  expect(
    await stage.rows(`SELECT why FROM venue_doubts WHERE order_id = ${orderID} AND ended_at IS NULL`),
  ).toEqual([['differs']])
})

test('an adoption that was not sent survives a restart, and the order is not listed again', async () => {
  await restart(false)
  await opens(there('V4'))
  await both('V4', ADOPTED)
  const orderID = await adoptedOf('V4')
  await restart(false)
  await opens(there('V4'))
  expect(await unclaimed('V4')).toEqual(['adopted', BigInt(orderID), false])
  line.becomeReady()
  await cancel(orderID, 'late')
  expect(kinds(line.sent, orderID)).toEqual(['new', 'cancel'])
})

test('two people have an order cancelled, again at each reconciliation until the venue no longer has it', async () => {
  await opens(there('V5'))
  await both('V5', CANCELED)
  expect(line.canceledThere.map(({ venueOrderID }) => venueOrderID)).toEqual(['V5'])
  expect(await unclaimed('V5')).toEqual(['canceled', null, true])
  await opens(there('V5'))
  expect(line.canceledThere).toHaveLength(2)
  await stray('V5', canceled(null))
  expect(await unclaimed('V5')).toEqual(['canceled', null, false])
})

test('an order that the venue no longer has is no longer listed', async () => {
  await opens(there('V6'))
  expect(await unclaimed('V6')).toEqual([null, null, true])
  await opens()
  expect(await unclaimed('V6')).toEqual([null, null, false])
})

/** What is adopted, and why it is refused. */
const refusals: readonly (readonly [string, Partial<OrderThere>, Partial<UnclaimedOutcome>, string])[] = [
  ['an account that the firm does not have', {}, { account: 'none' } as never, 'unknownAccount'],
  ['a security that is not listed', { securityID: 'NONE' }, {}, 'unknownSecurity'],
  ['an order that has ended here', { orderID: '999' }, {}, 'orderEndedHere'],
  ['an order without a ClOrdID', { clOrdID: undefined }, {}, 'orderUnnamed'],
  ['an order with the ClOrdID of another one', { bar: 'clOrdIDTaken' }, {}, 'orderNotAdoptable'],
  ['an order with another side', { bar: 'side', side: '7' }, {}, 'orderNotAdoptable'],
  ['more than the account can pay', { leavesQty: 2_000_000_000 }, {}, 'insufficientFunds'],
]

test.each(refusals)('an adoption is refused: %s', async (name, fields, outcome, refusal) => {
  const id = `R${name.length}`
  await opens(there(id, fields))
  expect(await both(id, { ...ADOPTED, ...outcome } as UnclaimedOutcome)).toMatchObject({
    refusal: { refusal },
  })
  expect((await unclaimed(id))?.slice(1)).toEqual([null, true])
})

test('an order that is not listed, or of a user of a firm, is refused', async () => {
  expect(await settle('none', CANCELED, 7)).toMatchObject({ refusal: { refusal: 'orderNotUnclaimed' } })
  const origin = of(BUYER)
  expect(
    await desk.submit({
      kind: 'settleUnclaimed',
      origin,
      venueOrderID: 'none',
      reason: 'x',
      confirms: null,
      ...CANCELED,
    }),
  ).toMatchObject({ refusal: { refusal: 'marketControlNotPermitted' } })
})

test('people who press at the same moment have confirmed nobody: the proposal of the second waits', async () => {
  await opens(there('V20'))
  const asked = (userId: number) =>
    desk.submit({
      ...{ kind: 'settleUnclaimed', origin: { ...installation(HOST), userId, userName: `user${userId}` } },
      ...{ venueOrderID: 'V20', reason: 'Called', confirms: null, ...ADOPTED },
    })
  await Promise.all([asked(7), asked(8)])
  expect(await unclaimed('V20')).toEqual(['adopted', null, true])
  expect(await proposalOf('unclaimed_orders', "venue_order_id = 'V20'")).toMatchObject({ byId: 8 })
  await settle('V20', ADOPTED, 7)
  expect((await unclaimed('V20'))?.[2]).toBe(false)
})

const changes: readonly [string, Partial<OrderThere>][] = [
  ['the same OrderID for another order', { clOrdID: 'another' }],
  ['another security', { securityID: 'ZENITHBANK' }],
  ['another side', { side: Side.sell }],
  ['another price', { price: price as PriceKobo }],
  ['another quantity', { leavesQty: 5000 }],
]

test.each(changes)('what was proposed or decided does not hold for %s', async (what, fields) => {
  const id = `C${what.length}`
  await opens(there(id))
  await settle(id, ADOPTED, 7)
  await opens(there(id, fields))
  await settle(id, ADOPTED, 8)
  expect(await unclaimed(id)).toEqual(['adopted', null, true])
  await opens(there(id, fields), there(`${id}-canceled`))
  await both(`${id}-canceled`, CANCELED)
  const before = line.canceledThere.length
  await opens(there(`${id}-canceled`, fields))
  expect(line.canceledThere.length).toBe(before)
})

test('an order that has traded meanwhile is still the one that was proposed', async () => {
  await opens(there('V21'))
  await settle('V21', CANCELED, 7)
  await opens(there('V21', { cumQty: 40, leavesQty: 60 }))
  const before = line.canceledThere.length
  await settle('V21', CANCELED, 8)
  expect(line.canceledThere.length).toBe(before + 1)
})

const DAY_MS = 86_400_000
/** What is not of the order that is adopted, although the OrderID is the same. */
const others: readonly (readonly [string, Parameters<typeof stray>[2]])[] = [
  ['another ClOrdID', { clOrdID: 'another' }],
  ['another security', { securityID: 'ZENITHBANK' }],
  ['another side', { side: Side.sell }],
  ['another day', {}],
]

test.each(others)(
  'a trade with the same OrderID and %s is not posted to the adopted order',
  async (what, of) => {
    const id = `S${what.length}`
    await stray(id, traded(30), what === 'another day' ? { venueTime: stage.now - DAY_MS } : of)
    await stray(id, traded(10))
    await opens(there(id, { cumQty: 10, leavesQty: 90 }))
    await both(id, ADOPTED)
    const orderID = await adoptedOf(id)
    await says(orderID, accepted)
    expect(await stateOf(orderID)).toEqual([OrdStatus.partiallyFilled, 90, null])
  },
)

test('of an order that lasts longer than its day, trades of earlier days are posted with the time of the exchange', async () => {
  const venueTime = stage.now - DAY_MS
  await stray('V30', traded(10), { venueTime })
  await opens(there('V30', { cumQty: 10, leavesQty: 90, timeInForce: TimeInForce.goodTillCancel }))
  await both('V30', ADOPTED)
  const orderID = await adoptedOf('V30')
  await says(orderID, accepted)
  expect(await stateOf(orderID)).toEqual([OrdStatus.partiallyFilled, 90, null])
  expect(
    await stage.rows(
      `SELECT transact_time FROM executions WHERE order_id = ${orderID} AND exec_type = '${ExecType.trade}'`,
    ),
  ).toEqual([[new Date(venueTime)]])
})

/** What the exchange says first of the order after a restart, before the gateway has said whose it is. */
const firsts: readonly (readonly [string, () => Parameters<typeof says>[1], number])[] = [
  ['trades', () => traded(15), 75],
  ['is cancelled', () => canceled(null), 0],
]

test.each(firsts)(
  'a process that ends before the adoption is reported loses nothing: the order then %s',
  async (what, report, leaves) => {
    const id = `K${what.length}`
    await stray(id, traded(10))
    await opens(there(id, { cumQty: 10, leavesQty: 90 }))
    await both(id, ADOPTED)
    const orderID = await adoptedOf(id)
    await restart()
    await says(orderID, report())
    const state = await stateOf(orderID)
    expect(state?.[1]).toBe(leaves)
    await restart()
    await says(orderID, accepted)
    expect(await stateOf(orderID)).toEqual(state)
    expect(
      await stage.rows(
        `SELECT last_qty FROM executions WHERE order_id = ${orderID} AND exec_type = '${ExecType.trade}' ORDER BY sequence`,
      ),
    ).toEqual(what === 'trades' ? [[10], [15]] : [[10]])
  },
)

test('a cancel that is rejected before the gateway knows the order leaves it to be adopted', async () => {
  await opens(there('V40'))
  await both('V40', ADOPTED)
  const orderID = await adoptedOf('V40')
  await restart()
  await cancel(orderID, 'early')
  await says(orderID, {
    execType: '9',
    responseTo: 'cancel',
    clOrdID: 'early',
    text: 'Trading.Venue.refused',
  })
  expect((await stateOf(orderID))?.[0]).toBe(OrdStatus.pendingNew)
  await restart()
  expect(kinds(line.asked, orderID)).toEqual(['new'])
})

test('an earlier trade that is cancelled as the first that is said of the adopted order is posted and taken back', async () => {
  const trade = traded(10) as { tradeNumber: number }
  await stray('V31', trade as never)
  await opens(there('V31', { cumQty: 10, leavesQty: 90 }))
  await both('V31', ADOPTED)
  const orderID = await adoptedOf('V31')
  await restart()
  await says(orderID, { ...trade, execType: ExecType.tradeCanceled } as never)
  expect(await stage.rows(`SELECT cum_qty, leaves_qty FROM orders WHERE order_id = ${orderID}`)).toEqual([
    [0, 90],
  ])
})

/** The exchange rejects the cancel of an order that only it has. */
const rejects = (venueOrderID: string, why: string, execID = `reject${next()}`) =>
  desk.submit({
    ...{ kind: 'venueReport', origin: installation(HOST) },
    said: {
      ...{ orderID: null, execID },
      report: { execType: UNREADABLE, why, message: '35=9', isCancelReject: true },
      line: { sequence: next(), venueOrderID, venueTime: stage.now },
    },
  })

test('a rejected cancel ends the attempt: people read why, and can decide again', async () => {
  const rejected = async () =>
    (await stage.rows("SELECT rejected FROM unclaimed_orders WHERE venue_order_id = 'V32'"))[0]?.[0]
  await opens(there('V32'))
  await both('V32', CANCELED)
  await rejects('V32', 'Not in this phase', 'R1')
  expect(await unclaimed('V32')).toEqual([null, null, true])
  expect(await rejected()).toBe('Not in this phase')
  expect(await stage.rows("SELECT flag FROM flagged_reports WHERE exec_id = 'R1'")).toEqual([['notEnded']])
  const before = line.canceledThere.length
  await opens(there('V32'))
  expect(line.canceledThere.length).toBe(before)
  await restart()
  await both('V32', CANCELED)
  expect(line.canceledThere).toHaveLength(1)
  expect(await rejected()).toBeNull()
  // The exchange repeats itself: that says nothing about the second attempt.
  await rejects('V32', 'Not in this phase', 'R1')
  expect(await unclaimed('V32')).toEqual(['canceled', null, true])
})

test('an exchange that does not say which orders are open leaves what was found before', async () => {
  await opens(there('V33'))
  await desk.submit({ kind: 'venueOrders', origin: installation(HOST), orders: null })
  expect(await unclaimed('V33')).toEqual([null, null, true])
})
