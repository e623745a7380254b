import {
  kobo,
  OrdStatus,
  OrdType,
  type PriceKobo,
  Side,
  type StoppedOrders,
  settingTexts,
  TimeInForce,
} from '@tradebook/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of, order, SELLER, type Trader } from '../desk.fixture.ts'
import type { ClientInput } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** What becomes of the open orders of a firm that the host stops, and lets go on. */

shareDesk({ funds: { naira: 100_000_000n, gtco: 100_000 } })

beforeAll(async () => {
  await desk.submit({ kind: 'changeSettings', origin: of(BUYER), texts: settingTexts({ stopOrders: true }) })
})
beforeEach(() => stage.pass(60_000))

let count = 0
/** The number of the next request. */
const next = () => {
  count += 1
  return `h${count}`
}
const host = { ...of(BUYER), tenantId: HOST, userName: 'operator' }
const at = (ticks: number) => (price + ticks * 5) as PriceKobo

async function send(who: Trader, side: Side, quantity: number, fields: object = {}): Promise<string> {
  const asked = order(who, next(), side, price, quantity)
  const answer = await desk.submit({ ...asked, request: { ...asked.request, ...fields } })
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order.orderID
}

const switchFirm = (on: boolean, openOrders?: StoppedOrders, fields: Partial<ClientInput> = {}) =>
  desk.submit({
    ...{ kind: 'setKillSwitch', origin: host, tenantId: BUYER.tenantId, scope: 'tenant', id: '' },
    ...{ on, reason: 'Fees are due', cause: 'person', ...(openOrders && { openOrders }), ...fields },
  } as ClientInput)

const cancel = (orderID: string, who = BUYER) =>
  desk.submit({ kind: 'cancelOrder', origin: of(who), orderID, clOrdID: next() })

/** The state of an order, what is left of it, whether a book shows it, and why it ended. */
const stored = async (orderID: string) => {
  const [row] = await stage.rows(
    `SELECT ord_status, leaves_qty, md_entry_id IS NOT NULL, text FROM orders WHERE order_id = ${orderID}`,
  )
  return row
}

const GTC = { timeInForce: TimeInForce.goodTillCancel }
const stopped = 'Trading.Order.CanceledFirmStopped'
const { new: open, canceled } = OrdStatus

/** Each kind of order, and what the two choices make of it. */
const kinds: [string, object, StoppedOrders, unknown[]][] = [
  ['a day order', {}, 'cancel', [canceled, 0, false, stopped]],
  ['a day order', {}, 'halt', [open, 100, false, null]],
  ['good till cancelled', GTC, 'cancel', [canceled, 0, false, stopped]],
  ['good till cancelled', GTC, 'halt', [open, 100, false, null]],
  ['an iceberg', { displayQty: 10 }, 'halt', [open, 100, false, null]],
  ['for the close', { timeInForce: TimeInForce.goodTillClose }, 'cancel', [canceled, 0, false, stopped]],
  ['for the close', { timeInForce: TimeInForce.goodTillClose }, 'halt', [canceled, 0, false, stopped]],
]

describe.each(kinds)('%s', (_, fields, choice, expected) => {
  test(`${choice}: the order is out of the market, and nothing of it trades`, async () => {
    const orderID = await send(BUYER, Side.buy, 100, fields)
    expect(await switchFirm(true, choice)).toMatchObject({ kind: 'done' })
    expect(await stored(orderID)).toEqual(expected)
    const seller = await send(SELLER, Side.sell, 10)
    expect(await stored(seller)).toEqual([open, 10, true, null])
    await cancel(seller, SELLER)
    await switchFirm(false)
    await cancel(orderID)
  })
})

test('a stop order waits, and the trades of others trigger it neither then nor afterwards', async () => {
  const terms = { ordType: OrdType.stopLimit, price: at(4), stopPx: at(2), ...GTC }
  const stop = await send(BUYER, Side.buy, 100, terms)
  await switchFirm(true, 'halt')
  // The seller's firm trades at the stop price.
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(SELLER),
    transfer: {
      ...{ type: 'deposit', account: SELLER.account, amount: kobo(10_000_000_00n) },
      ...{ reference: 'R', narration: 'N' },
    },
  })
  await desk.submit({
    kind: 'changeSettings',
    origin: of(SELLER),
    texts: settingTexts({ selfMatch: 'allow' }),
  })
  await send(SELLER, Side.sell, 10, { price: at(2) })
  await send(SELLER, Side.buy, 10, { price: at(2) })
  expect(await stored(stop)).toEqual([open, 100, false, null])
  await switchFirm(false)
  const [row] = await stage.rows(`SELECT ord_type, ord_status FROM orders WHERE order_id = ${stop}`)
  expect(row).toEqual([OrdType.stopLimit, open])
  await cancel(stop)
})

describe('halted orders', () => {
  test('return behind the other orders at their price, in their earlier order', async () => {
    const [first, second] = [await send(BUYER, Side.buy, 100), await send(BUYER, Side.buy, 100)]
    await switchFirm(true, 'halt')
    const other = await send(SELLER, Side.buy, 100)
    await switchFirm(false)
    const priorities = await stage.rows(
      `SELECT order_id::text FROM orders WHERE order_id IN (${first}, ${second}, ${other}) ORDER BY priority`,
    )
    expect(priorities.flat()).toEqual([other, first, second])
    for (const id of [first, second]) await cancel(id)
    await cancel(other, SELLER)
  })

  test('keep their holds, can be cancelled by their owner, and cannot be increased', async () => {
    const held = async () => (await stage.replayed()).firm(BUYER.tenantId).ledger.cash(BUYER.account).held
    const orderID = await send(BUYER, Side.buy, 1_000)
    const before = await held()
    await switchFirm(true, 'halt')
    expect(await held()).toBe(before)
    const replace = (orderQty: number) => replaced(orderID, orderQty)
    expect(await replace(2_000)).toMatchObject({ refusal: { refusal: 'killSwitchOn' } })
    expect(await replace(600)).toMatchObject({
      order: { orderQty: 600, leavesQty: 600, mdEntryID: null },
      isFirmHalted: true,
    })
    expect(await cancel(orderID)).toMatchObject({ order: { ordStatus: canceled } })
    expect(await held()).toBe(0n)
    await switchFirm(false)
  })

  test('survive a restart out of the market, and come back after it', async () => {
    const orderID = await send(BUYER, Side.buy, 100, GTC)
    await switchFirm(true, 'halt')
    await desk.end()
    await startDesk()
    expect(await stored(orderID)).toEqual([open, 100, false, null])
    const seller = await send(SELLER, Side.sell, 40)
    expect(await stored(seller)).toMatchObject([open, 40, true, null])
    await switchFirm(false)
    // What crosses the book meanwhile trades as it comes back.
    expect(await stored(orderID)).toEqual([OrdStatus.partiallyFilled, 60, true, null])
    await cancel(orderID)
  })

  test('another stop with another reason leaves them halted; cancelling them then ends them', async () => {
    const orderID = await send(BUYER, Side.buy, 100)
    await switchFirm(true, 'halt')
    await switchFirm(true, undefined, { reason: 'Another reason' } as Partial<ClientInput>)
    expect(await stored(orderID)).toEqual([open, 100, false, null])
    await switchFirm(true, 'cancel')
    expect(await stored(orderID)).toEqual([canceled, 0, false, stopped])
    await switchFirm(false)
  })

  test('are cancelled instead of restored if another kill switch still stops them', async () => {
    const orderID = await send(BUYER, Side.buy, 100)
    await switchFirm(true, 'halt')
    const own = { origin: of(BUYER), scope: 'account', id: BUYER.account } as Partial<ClientInput>
    await switchFirm(true, undefined, own)
    await switchFirm(false)
    expect(await stored(orderID)).toEqual([canceled, 0, false, 'Trading.Order.CanceledKillSwitch'])
    await switchFirm(false, undefined, own)
  })
})

test('the people of the firm are sent each halted order, and each that is back', async () => {
  const plain = await send(BUYER, Side.buy, 100, GTC)
  const stopTerms = { ordType: OrdType.stopLimit, price: at(4), stopPx: at(2), ...GTC }
  const stop = await send(BUYER, Side.buy, 100, stopTerms)
  const closing = await send(BUYER, Side.buy, 100, { timeInForce: TimeInForce.goodTillClose })
  const sentBy = async (change: Promise<unknown>) => {
    stage.events.length = 0
    await change
    return Object.fromEntries(
      stage.events.flatMap(({ target, argument }) =>
        target === 'updateStockOrder' ? [[argument.orderID, argument.isHalted]] : [],
      ),
    )
  }
  expect(await sentBy(switchFirm(true, 'halt'))).toEqual({ [plain]: true, [stop]: true, [closing]: false })
  // The same switch with another reason changes no order.
  expect(await sentBy(switchFirm(true, undefined, { reason: 'Another' } as Partial<ClientInput>))).toEqual({})
  expect(await sentBy(switchFirm(false))).toEqual({ [plain]: false, [stop]: false })
  for (const id of [plain, stop]) await cancel(id)
})

test('a firm’s own switch neither cancels nor halts orders, and no one can halt a user’s orders', async () => {
  const own = { origin: of(BUYER) } as Partial<ClientInput>
  expect(await switchFirm(true, 'halt', own)).toMatchObject({
    refusal: { refusal: 'killSwitchNotPermitted' },
  })
  expect(await switchFirm(false, 'halt')).toMatchObject({ refusal: { refusal: 'killSwitchNotPermitted' } })
})

test('the firm’s trail names what was chosen and how many orders it concerned', async () => {
  const orderID = await send(BUYER, Side.buy, 100)
  await send(BUYER, Side.buy, 100, { timeInForce: TimeInForce.goodTillClose })
  await switchFirm(true, 'halt')
  await switchFirm(false)
  const rows = await stage.asAdmin(
    `SELECT parameters FROM audit_log WHERE tenant_id = 1 AND method_name = 'SetKillSwitch'
     ORDER BY id DESC LIMIT 2`,
  )
  expect(JSON.parse(rows[1]?.[0] as string)).toMatchObject({ openOrders: 'halt', halted: 1, cancelled: 1 })
  await cancel(orderID)
})

test('on the next day a day order has expired and a good-till-cancelled one is still halted', async () => {
  const [day, later] = [await send(BUYER, Side.buy, 100), await send(BUYER, Side.buy, 100, GTC)]
  await switchFirm(true, 'halt')
  await desk.end()
  // From Friday to Monday.
  stage.pass(3 * 24 * 3_600_000)
  await startDesk()
  expect(await stored(day)).toEqual([OrdStatus.expired, 0, false, null])
  expect(await stored(later)).toEqual([open, 100, false, null])
  await switchFirm(false)
  expect(await stored(later)).toEqual([open, 100, true, null])
  await cancel(later)
})

const replaced = (orderID: string, orderQty: number) =>
  desk.submit({
    ...{ kind: 'replaceOrder', origin: of(BUYER), orderID, clOrdID: next() },
    change: { orderQty: orderQty as never },
  })

test('an iceberg that returns with less left than its display quantity can be raised to what it may display', async () => {
  const orderID = await send(BUYER, Side.buy, 100, { displayQty: 40 })
  await send(SELLER, Side.sell, 70)
  await switchFirm(true, 'halt')
  await switchFirm(false)
  // A hundredth of 4,000 is 40.
  expect(await replaced(orderID, 4_070)).toMatchObject({ order: { orderQty: 4_070, leavesQty: 4_000 } })
  await cancel(orderID)
})

test('an iceberg with less left than it shows comes back with all of that', async () => {
  const orderID = await send(BUYER, Side.buy, 100, { displayQty: 40 })
  await send(SELLER, Side.sell, 70)
  expect(await stored(orderID)).toMatchObject([OrdStatus.partiallyFilled, 30, true, null])
  await switchFirm(true, 'halt')
  await switchFirm(false)
  expect(await stored(orderID)).toMatchObject([OrdStatus.partiallyFilled, 30, true, null])
  const seller = await send(SELLER, Side.sell, 30)
  for (const filled of [seller, orderID])
    expect(await stored(filled)).toMatchObject([OrdStatus.filled, 0, false, null])
})

test('an order that is overdue does not come back', async () => {
  await stage.asAdmin(`CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.ord_status = '${OrdStatus.expired}' THEN RAISE 'the end is refused' USING ERRCODE = '23514'; END IF;
      RETURN NEW;
    END $$`)
  await stage.asAdmin(
    'CREATE TRIGGER refuse_end BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_end()',
  )
  const orderID = await send(BUYER, Side.buy, 100)
  await desk.end()
  stage.pass(24 * 3_600_000)
  await startDesk()
  await stage.asAdmin('DROP TRIGGER refuse_end ON orders')
  const inBook = () => desk.picture.book('GTCO')?.items.length
  expect([(await stored(orderID))?.[0], inBook()]).toEqual([open, 0])
  await switchFirm(true, 'halt')
  await switchFirm(false)
  expect([(await stored(orderID))?.[0], inBook()]).toEqual([open, 0])
  await cancel(orderID)
})

test('a replay of the journal gives the same orders and switches', async () => {
  const orderID = await send(BUYER, Side.buy, 100)
  await switchFirm(true, 'halt')
  const replayed = await stage.replayed()
  expect(replayed.killSwitches.haltOrdersOf(BUYER.tenantId)).toBe(true)
  expect(replayed.order(orderID)).toMatchObject({ ordStatus: open, leavesQty: 100 })
  await switchFirm(false)
  expect((await stage.replayed()).killSwitches.haltOrdersOf(BUYER.tenantId)).toBe(false)
})

test('in a halted security halted orders rest again without trading', async () => {
  const orderID = await send(BUYER, Side.buy, 100)
  await switchFirm(true, 'halt')
  const control = (action: 'halt' | 'resume') =>
    desk.submit({ kind: 'marketControl', origin: host, action, securityID: 'GTCO', reason: 'News' })
  await control('halt')
  await switchFirm(false)
  expect(await stored(orderID)).toEqual([open, 100, true, null])
  await control('resume')
  await cancel(orderID)
})
