import { ExecType, isFinal, kobo, OrdStatus, type PriceKobo, type Quantity } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { resting } from './orders.fixture.ts'
import {
  applyReport,
  askedAbout,
  flagOf,
  livingStatus,
  type OrderReport,
  REQUEST_REJECT,
  type Unanswered,
} from './reports.ts'

/** An order for 1,000, of which 400 are filled unless it is new or filled. */
const states = {
  pendingNew: { ordStatus: OrdStatus.pendingNew, cumQty: 0, leavesQty: 1_000 },
  new: { ordStatus: OrdStatus.new, cumQty: 0, leavesQty: 1_000 },
  partiallyFilled: { ordStatus: OrdStatus.partiallyFilled, cumQty: 400, leavesQty: 600 },
  pendingReplace: { ordStatus: OrdStatus.pendingReplace, cumQty: 400, leavesQty: 600 },
  pendingCancel: { ordStatus: OrdStatus.pendingCancel, cumQty: 400, leavesQty: 600 },
  bothPending: { ordStatus: OrdStatus.pendingCancel, cumQty: 400, leavesQty: 600 },
  filled: { ordStatus: OrdStatus.filled, cumQty: 1_000, leavesQty: 0 },
  canceled: { ordStatus: OrdStatus.canceled, cumQty: 400, leavesQty: 0 },
  rejected: { ordStatus: OrdStatus.rejected, cumQty: 0, leavesQty: 0 },
  expired: { ordStatus: OrdStatus.expired, cumQty: 400, leavesQty: 0 },
} as const
type State = keyof typeof states

const unanswered: Partial<Record<State, Unanswered>> = {
  pendingReplace: { replace: 'r1' },
  pendingCancel: { cancel: 'x1' },
  bothPending: { replace: 'r1', cancel: 'x1' },
}

const price = 58_40 as PriceKobo
const fill = (lastQty: number): OrderReport => ({
  ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx: price, tradeNumber: 5 },
})
const replaced = (leavesQty: number): OrderReport => ({
  ...{ execType: ExecType.replaced, clOrdID: 'r1', price, leavesQty: leavesQty as Quantity },
  keptPriority: true,
})
const text = 'Trading.Venue.quantityInvalid' as const
const reports = {
  'accepted (0)': { execType: ExecType.new },
  'rejected (8)': { execType: ExecType.rejected, text },
  '100 traded (F)': fill(100),
  '600 traded (F)': fill(600),
  '700 traded (F)': fill(700),
  '1,000 traded (F)': fill(1_000),
  'replaced, 300 left (5)': replaced(300),
  'replaced, nothing left (5)': replaced(0),
  'cancelled (4)': { execType: ExecType.canceled, clOrdID: null, text: null },
  'expired (C)': { execType: ExecType.expired, text: null },
  'restated, 500 left (D)': { execType: ExecType.restated, price, leavesQty: 500 as Quantity, text },
  'replace rejected (9)': { execType: REQUEST_REJECT, responseTo: 'replace', clOrdID: 'r1', text },
  'cancel rejected (9)': { execType: REQUEST_REJECT, responseTo: 'cancel', clOrdID: 'x1', text },
} as const satisfies Record<string, OrderReport>
type Said = keyof typeof reports

/** State after the report, filled, left, and a flag for operators; `-`: nothing changes, and the report is flagged. */
const table: Readonly<Record<State, Readonly<Record<Said, string>>>> = {
  pendingNew: {
    'accepted (0)': '0 0/1000',
    'rejected (8)': '8 0/0',
    '100 traded (F)': '1 100/900',
    '600 traded (F)': '1 600/400',
    '700 traded (F)': '1 700/300',
    '1,000 traded (F)': '2 1000/0',
    'replaced, 300 left (5)': '-',
    'replaced, nothing left (5)': '-',
    'cancelled (4)': '4 0/0',
    'expired (C)': 'C 0/0',
    'restated, 500 left (D)': '-',
    'replace rejected (9)': '-',
    'cancel rejected (9)': '-',
  },
  new: {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': '1 100/900',
    '600 traded (F)': '1 600/400',
    '700 traded (F)': '1 700/300',
    '1,000 traded (F)': '2 1000/0',
    'replaced, 300 left (5)': '0 0/300',
    'replaced, nothing left (5)': '2 0/0',
    'cancelled (4)': '4 0/0',
    'expired (C)': 'C 0/0',
    'restated, 500 left (D)': '0 0/500',
    'replace rejected (9)': '-',
    'cancel rejected (9)': '-',
  },
  partiallyFilled: {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': '1 500/500',
    '600 traded (F)': '2 1000/0',
    '700 traded (F)': '2 1100/0 overfill',
    '1,000 traded (F)': '2 1400/0 overfill',
    'replaced, 300 left (5)': '1 400/300',
    'replaced, nothing left (5)': '2 400/0',
    'cancelled (4)': '4 400/0',
    'expired (C)': 'C 400/0',
    'restated, 500 left (D)': '1 400/500',
    'replace rejected (9)': '-',
    'cancel rejected (9)': '-',
  },
  pendingReplace: {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': 'E 500/500',
    '600 traded (F)': 'E 1000/0',
    '700 traded (F)': 'E 1100/0 overfill',
    '1,000 traded (F)': 'E 1400/0 overfill',
    'replaced, 300 left (5)': '1 400/300',
    'replaced, nothing left (5)': '2 400/0',
    'cancelled (4)': '4 400/0',
    'expired (C)': 'C 400/0',
    'restated, 500 left (D)': 'E 400/500',
    'replace rejected (9)': '1 400/600',
    'cancel rejected (9)': '-',
  },
  pendingCancel: {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': '6 500/500',
    '600 traded (F)': '6 1000/0',
    '700 traded (F)': '6 1100/0 overfill',
    '1,000 traded (F)': '6 1400/0 overfill',
    'replaced, 300 left (5)': '6 400/300',
    'replaced, nothing left (5)': '6 400/0',
    'cancelled (4)': '4 400/0',
    'expired (C)': 'C 400/0',
    'restated, 500 left (D)': '6 400/500',
    'replace rejected (9)': '-',
    'cancel rejected (9)': '1 400/600',
  },
  bothPending: {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': '6 500/500',
    '600 traded (F)': '6 1000/0',
    '700 traded (F)': '6 1100/0 overfill',
    '1,000 traded (F)': '6 1400/0 overfill',
    'replaced, 300 left (5)': '6 400/300',
    'replaced, nothing left (5)': '6 400/0',
    'cancelled (4)': '4 400/0',
    'expired (C)': 'C 400/0',
    'restated, 500 left (D)': '6 400/500',
    'replace rejected (9)': '6 400/600',
    'cancel rejected (9)': 'E 400/600',
  },
  filled: over('2', 1_000, 'overfill'),
  canceled: over('4', 400, 'lateFill'),
  rejected: over('8', 0, 'lateFill'),
  expired: over('C', 400, 'lateFill'),
}

/** Of an order that is over a trade is still a fact; nothing else changes it. */
function over(status: string, cumQty: number, flag: string): Record<Said, string> {
  const traded = (lastQty: number) => `${status} ${cumQty + lastQty}/0 ${flag}`
  return {
    'accepted (0)': '-',
    'rejected (8)': '-',
    '100 traded (F)': traded(100),
    '600 traded (F)': traded(600),
    '700 traded (F)': traded(700),
    '1,000 traded (F)': traded(1_000),
    'replaced, 300 left (5)': '-',
    'replaced, nothing left (5)': '-',
    'cancelled (4)': '-',
    'expired (C)': '-',
    'restated, 500 left (D)': '-',
    'replace rejected (9)': '-',
    'cancel rejected (9)': '-',
  }
}

const orderIn = (state: State) => {
  const { ordStatus, cumQty, leavesQty } = states[state]
  const filledValue = kobo(BigInt(cumQty) * BigInt(price))
  return resting({ ordStatus, filledValue, cumQty: cumQty as Quantity, leavesQty: leavesQty as Quantity })
}

describe.each(Object.keys(states) as State[])('an order that is %s', (state) => {
  test.each(Object.entries(table[state]) as [Said, string][])('%s makes it %s', (said, expected) => {
    const order = orderIn(state)
    const report = reports[said]
    const flag = flagOf(order, report, unanswered[state])
    if (flag === 'unexpected') {
      expect(expected).toBe('-')
      expect(() => applyReport(order, report, 9, 2_000, unanswered[state])).toThrow(order.ordStatus)
      return
    }
    const after = applyReport(order, report, 9, 2_000, unanswered[state])
    const { ordStatus, cumQty, leavesQty } = after
    expect([`${ordStatus} ${cumQty}/${leavesQty}`, flag ?? []].flat().join(' ')).toBe(expected)
    // What it traded is worth the price of each share; where it lives, nothing of its quantity is lost.
    expect(after.filledValue).toBe(BigInt(cumQty) * BigInt(price))
    if (ordStatus === OrdStatus.new || ordStatus === OrdStatus.partiallyFilled)
      expect(after.orderQty).toBe(cumQty + leavesQty)
  })
})

test('of several states an order has the first: pending cancel, pending replace, filled, partially filled, new', () => {
  const filled = { cumQty: 1_000 as Quantity, leavesQty: 0 as Quantity }
  expect([
    livingStatus(filled, { cancel: 'x1', replace: 'r1' }),
    livingStatus(filled, { replace: 'r1' }),
    livingStatus(filled, {}),
    livingStatus({ ...filled, leavesQty: 1 as Quantity }, {}),
    livingStatus({ cumQty: 0 as Quantity, leavesQty: 1 as Quantity }, {}),
  ]).toEqual(['6', 'E', '2', '1', '0'])
})

test('an order is pending since the first request that waits, until none does', () => {
  const order = resting({ ordStatus: OrdStatus.new })
  const replacing = askedAbout(order, { replace: 'r1' }, 1_000)
  const cancelling = askedAbout(replacing, { replace: 'r1', cancel: 'x1' }, 2_000)
  const traded = applyReport(cancelling, reports['100 traded (F)'], 9, 3_000, { replace: 'r1', cancel: 'x1' })
  const kept = applyReport(traded, reports['cancel rejected (9)'], 10, 4_000, { replace: 'r1', cancel: 'x1' })
  const done = applyReport(kept, reports['replaced, 300 left (5)'], 11, 5_000, { replace: 'r1' })
  expect([order, replacing, cancelling, traded, kept, done].map(({ pendingSince }) => pendingSince)).toEqual([
    null,
    1_000,
    1_000,
    1_000,
    1_000,
    null,
  ])
})

describe('a trade is cancelled or corrected', () => {
  const change = (was: number, becomes: number): OrderReport => ({
    ...{
      execType: becomes > 0 ? ExecType.tradeCorrected : ExecType.tradeCanceled,
      tradeNumber: 7,
      execRef: 8,
    },
    ...{ lastPx: price, lastQty: (becomes || was) as Quantity },
    traded: { lastPx: price, lastQty: was as Quantity },
  })
  /** An order of 1,000 shares: what it has traded, what is left, what is unanswered, and what the trade was and becomes. */
  test.each([
    ['open', '1', 400, 600, {}, [400, 0], '0 0/600'],
    ['filled', '2', 1_000, 0, {}, [1_000, 0], '4 0/0'],
    ['filled, in part', '2', 1_000, 0, {}, [400, 300], '4 900/0'],
    ['filled with too much, of which a part goes', '2', 1_200, 0, {}, [200, 100], '2 1100/0'],
    ['filled with too much, which goes', '2', 1_200, 0, {}, [200, 0], '2 1000/0'],
    ['all traded, with a replace pending', 'E', 1_000, 0, { replace: 'r1' }, [400, 0], 'E 600/0'],
    ['all traded, with a cancel pending', '6', 1_000, 0, { cancel: 'x1' }, [1_000, 0], '6 0/0'],
    ['cancelled', '4', 400, 0, {}, [400, 0], '4 0/0'],
  ] as const)('an order that is %s', (_, status, cumQty, leavesQty, unanswered, [was, becomes], expected) => {
    const filledValue = kobo(BigInt(cumQty) * BigInt(price))
    const order = resting({
      ...{ ordStatus: status, filledValue, orderQty: 1_000 as Quantity },
      ...{ cumQty: cumQty as Quantity, leavesQty: leavesQty as Quantity },
    })
    const after = applyReport(order, change(was, becomes), 9, 2_000, unanswered)
    expect(`${after.ordStatus} ${after.cumQty}/${after.leavesQty}`).toBe(expected)
    if (!isFinal(after.ordStatus)) expect(after.orderQty).toBe(after.cumQty + after.leavesQty)
  })

  test('nothing is left and nothing has traded: the order is cancelled when the request about it is rejected', () => {
    const order = resting({
      ...{ ordStatus: OrdStatus.pendingCancel, filledValue: kobo(0) },
      ...{ cumQty: 0 as Quantity, leavesQty: 0 as Quantity },
    })
    const text = 'Trading.Order.CanceledAll'
    const rejected: OrderReport = { execType: REQUEST_REJECT, responseTo: 'cancel', clOrdID: 'x1', text }
    expect(applyReport(order, rejected, 9, 2_000, { cancel: 'x1' }).ordStatus).toBe(OrdStatus.canceled)
  })
})
