import {
  ExecType,
  lagosDate,
  nextBusinessDay,
  OrdStatus,
  type PriceKobo,
  type Quantity,
} from '@tradebook/contract'
import type { OrderReport, SaidTradeChange } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import {
  accepted,
  bid,
  cancel,
  canceled,
  EXCHANGE,
  next,
  restart,
  says,
  shareDeskOnLine,
} from './line.fixture.ts'

/**
 * A venue on a line cancels or corrects a trade. Each case begins a market day and buys up to 1,000 shares of GTCO. By
 * the standard fees 1,000 at ₦60 cost ₦61,116.25, 1,000 at ₦66 cost ₦67,227.48, and 400 at ₦66 cost ₦26,893.39.
 */

shareDeskOnLine({ funds: { naira: 100_000_000n } }, 'all tests')

type Change = { readonly quantity: number; readonly price: number } | null

interface Case {
  /** Of the order of 1,000 shares: how much trades, and at how many naira. */
  readonly trade: readonly [quantity: number, price: number]
  /** What is asked about the order before the trade changes. */
  readonly asked?: 'cancel' | 'replace' | 'venue cancels'
  /** What becomes of the trade, one report after the other; `null`: it is cancelled. */
  readonly becomes: readonly Change[]
  /** Market days after the trade. */
  readonly daysLater?: number
  /** What a second person decides about the request that waits. */
  readonly decision?: 'approves' | 'rejects'
  /** What the venue answers to the replace in the end: how much is left. */
  readonly replacedTo?: number
  /** How many changes still wait for a person. */
  readonly waits?: number
  /** What the account has paid in the end, and what it owns more than before. */
  readonly paid: number
  readonly owned: number
  readonly order: readonly [status: OrdStatus, cumQty: number, leavesQty: number]
  readonly flags: readonly string[]
}

const { canceled: over, new: open, partiallyFilled, filled, pendingCancel } = OrdStatus
/** Above the limit of the order: what the market traded counts all the same. */
const worse = 'worsePrice'
const changed = [worse, 'tradeChanged']

const cases: Readonly<Record<string, Case>> = {
  'a part is cancelled: the order stays open for the rest': {
    ...{ trade: [400, 66], becomes: [null] },
    ...{ paid: 0, owned: 0, order: [open, 0, 600], flags: changed },
  },
  'the only trade of a filled order is cancelled': {
    ...{ trade: [1_000, 66], becomes: [null] },
    ...{ paid: 0, owned: 0, order: [over, 0, 0], flags: changed },
  },
  'a wrong price': {
    ...{ trade: [1_000, 66], becomes: [{ quantity: 1_000, price: 60 }] },
    ...{ paid: 61_116.25, owned: 1_000, order: [filled, 1_000, 0], flags: changed },
  },
  'a wrong quantity': {
    ...{ trade: [1_000, 66], becomes: [{ quantity: 400, price: 66 }] },
    ...{ paid: 26_893.39, owned: 400, order: [over, 400, 0], flags: changed },
  },
  'it is corrected, and then cancelled': {
    ...{ trade: [1_000, 66], becomes: [{ quantity: 1_000, price: 60 }, null] },
    ...{ paid: 0, owned: 0, order: [over, 0, 0], flags: [worse, 'tradeChanged', 'tradeChanged'] },
  },
  'a cancel of the order is pending': {
    ...{ trade: [400, 66], asked: 'cancel', becomes: [null] },
    ...{ paid: 0, owned: 0, order: [pendingCancel, 0, 600], flags: changed },
  },
  'the order ended before': {
    ...{ trade: [400, 66], asked: 'venue cancels', becomes: [null] },
    ...{ paid: 0, owned: 0, order: [over, 0, 0], flags: changed },
  },
  'it is cancelled twice: the second report changes nothing': {
    ...{ trade: [400, 66], becomes: [null, null] },
    ...{ paid: 0, owned: 0, order: [open, 0, 600], flags: [worse, 'tradeChanged', 'unexpected'] },
  },
  'it becomes larger, which no correction does': {
    ...{ trade: [400, 66], becomes: [{ quantity: 500, price: 66 }] },
    ...{ paid: 26_893.39, owned: 400, order: [partiallyFilled, 400, 600], flags: [worse, 'unexpected'] },
  },
  'after settlement a person confirms it': {
    ...{ trade: [1_000, 66], becomes: [null], daysLater: 1, decision: 'approves' },
    ...{ paid: 0, owned: 0, order: [over, 0, 0], flags: changed },
  },
  'after settlement, a wrong price': {
    ...{ trade: [1_000, 66], becomes: [{ quantity: 1_000, price: 60 }], daysLater: 2, decision: 'approves' },
    ...{ paid: 61_116.25, owned: 1_000, order: [filled, 1_000, 0], flags: changed },
  },
  'after settlement nothing changes until it is confirmed': {
    waits: 1,
    ...{ trade: [400, 66], asked: 'venue cancels', becomes: [null], daysLater: 1 },
    ...{ paid: 26_893.39, owned: 400, order: [over, 400, 0], flags: changed },
  },
  'after settlement it is changed again before anyone confirmed it': {
    ...{
      trade: [1_000, 66],
      becomes: [
        { quantity: 400, price: 66 },
        { quantity: 1_000, price: 60 },
      ],
    },
    ...{ daysLater: 1, decision: 'approves' },
    ...{ paid: 61_116.25, owned: 1_000, order: [filled, 1_000, 0] },
    flags: [worse, 'tradeChanged', 'tradeChanged'],
  },
  'after settlement the venue takes its change back': {
    ...{
      trade: [1_000, 66],
      becomes: [
        { quantity: 400, price: 66 },
        { quantity: 1_000, price: 66 },
      ],
    },
    ...{ daysLater: 1, paid: 67_227.48, owned: 1_000, order: [filled, 1_000, 0] },
    flags: [worse, 'tradeChanged', 'tradeChanged'],
  },
  'a replace to what has traded is pending: so much more is left of it': {
    ...{ trade: [1_000, 66], asked: 'replace', becomes: [null], replacedTo: 1_000 },
    ...{ paid: 0, owned: 0, order: [open, 0, 1_000], flags: ['tradeChanged'] },
  },
  'after settlement a person rejects it': {
    ...{ trade: [1_000, 66], becomes: [null], daysLater: 1, decision: 'rejects' },
    ...{ paid: 67_227.48, owned: 1_000, order: [filled, 1_000, 0], flags: changed },
  },
}

const DAY_MS = 86_400_000

async function beginDay(): Promise<void> {
  const today = lagosDate(stage.now)
  stage.pass(Date.parse(nextBusinessDay(today)) - Date.parse(today))
  await restart()
}

const balances = async () => {
  const [balance, owned] = [
    await stage.column('SELECT balance FROM cash_balances WHERE tenant_id = 1'),
    await stage.column('SELECT settled + unsettled_in FROM positions WHERE tenant_id = 1'),
  ]
  return { cash: Number(balance[0]), owned: Number(owned[0] ?? 0) }
}

const change = (becomes: Change, [quantity, price]: Case['trade'], tradeNumber: number): SaidTradeChange => ({
  execType: becomes ? ExecType.tradeCorrected : ExecType.tradeCanceled,
  lastQty: (becomes?.quantity ?? quantity) as Quantity,
  lastPx: ((becomes?.price ?? price) * 100) as PriceKobo,
  tradeNumber,
})

/** As many shares at another price. */
const replace = (orderID: string) =>
  desk.submit({
    ...{ kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${orderID}`, orderID },
    change: { price: (price - 5) as PriceKobo },
  })
const replaced = (orderID: string, left: number): OrderReport => ({
  ...{
    execType: ExecType.replaced,
    clOrdID: `r${orderID}`,
    price: (price - 5) as PriceKobo,
    keptPriority: false,
  },
  leavesQty: left as Quantity,
})

const waitingFor = async (tradeNumber: number) =>
  (
    await stage.rows(
      `SELECT FROM trade_corrections WHERE state = 'pending' AND trade_number = ${tradeNumber}`,
    )
  ).length

const decide = async (approves: boolean): Promise<DeskAnswer> => {
  const [request] = await stage.rows(
    `SELECT id, trade_number, order_id, maker_name FROM trade_corrections WHERE state = 'pending' ORDER BY id DESC`,
  )
  const [id, tradeNumber, orderID, maker] = request ?? []
  expect(maker).toBe(EXCHANGE)
  return desk.submit({
    ...{ kind: 'decideTradeCorrection', origin: { ...of(BUYER), tenantId: HOST, userId: 7 } },
    ...{ id: Number(id), tradeNumber: Number(tradeNumber), orderID: String(orderID) },
    ...{ approves, reason: approves ? null : 'Not agreed' },
  })
}

test.each(Object.entries(cases))(
  'a trade changes: %s',
  async (_, { trade, asked, becomes, daysLater = 0, replacedTo, ...expected }) => {
    await beginDay()
    const before = await balances()
    const orderID = await bid(1_000)
    await says(orderID, accepted)
    const tradeNumber = 700_000 + next()
    const [lastQty, price] = trade
    if (asked === 'replace') await replace(orderID)
    const fill = { lastQty: lastQty as Quantity, lastPx: (price * 100) as PriceKobo, tradeNumber }
    await says(orderID, { execType: ExecType.trade, ...fill })
    if (asked === 'cancel') await cancel(orderID)
    if (asked === 'venue cancels') await says(orderID, canceled(null))
    for (let day = 0; day < daysLater; day += 1) await beginDay()
    for (const each of becomes)
      expect(await says(orderID, change(each, trade, tradeNumber))).toMatchObject({ kind: 'done' })
    if (expected.decision) await decide(expected.decision === 'approves')
    if (replacedTo !== undefined) await says(orderID, replaced(orderID, replacedTo))
    expect(await waitingFor(tradeNumber)).toBe(expected.waits ?? 0)
    const after = await balances()
    expect((before.cash - after.cash) / 100).toBe(expected.paid)
    expect(after.owned - before.owned).toBe(expected.owned)
    expect(
      (await stage.rows(`SELECT ord_status, cum_qty, leaves_qty FROM orders WHERE order_id = ${orderID}`))[0],
    ).toEqual(expected.order)
    expect(
      await stage.column(`SELECT flag FROM flagged_reports WHERE order_id = '${orderID}' ORDER BY id`),
    ).toEqual(expected.flags)
  },
)

test.each([
  ['a trade that the order does not have', true],
  ['an order that is not known', false],
])('%s: the report is kept for operators', async (_, isKnown) => {
  const orderID = isKnown ? await bid(100) : '999999999'
  const before = await balances()
  await says(orderID, change(null, [100, 60], 1))
  expect(await balances()).toEqual(before)
  expect(await stage.column(`SELECT flag FROM flagged_reports WHERE order_id = '${orderID}'`)).toEqual([
    isKnown ? 'unexpected' : 'unknownOrder',
  ])
})

test('a change that is repeated, also after midnight, happens once', async () => {
  await beginDay()
  const before = await balances()
  const orderID = await bid(1_000)
  await says(orderID, accepted)
  const trades = [1, 2].map((each) => ({
    ...{ execType: ExecType.trade, lastQty: 400 as Quantity, lastPx: 6_600 as PriceKobo },
    tradeNumber: 800_000 + 10 * next() + each,
  }))
  for (const trade of trades) await says(orderID, trade)
  const line = { sequence: next(), venueOrderID: 'V', venueTime: stage.now }
  const report = change(null, [400, 66], trades[0]?.tradeNumber ?? 0)
  const said = { orderID, execID: `b${next()}`, report, line }
  const say = () => desk.submit({ kind: 'venueReport', origin: installation(HOST), said })
  await Promise.all([say(), say()])
  stage.pass(DAY_MS)
  await restart()
  await say()
  const after = await balances()
  expect([(before.cash - after.cash) / 100, after.owned - before.owned]).toEqual([26_893.39, 400])
})

test('replaying only the journal gives the same orders and balances', async () => {
  const replayed = await stage.replayed()
  const [cash] = await stage.rows('SELECT balance, held FROM cash_balances WHERE tenant_id = 1')
  const { balance, held } = replayed.firm(1).ledger.cash('A1')
  expect([balance, held].map(Number)).toEqual(cash?.map(Number))
  for (const [id, status, cumQty] of await stage.rows('SELECT order_id, ord_status, cum_qty FROM orders'))
    expect(replayed.orders.get(String(id))).toMatchObject({ ordStatus: status, cumQty })
})
