import {
  ExecType,
  kobo,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  refuse,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { type Order, pendingOrder, rejectedOrder } from './order.ts'
import { identity, limitBuy } from './orders.fixture.ts'
import { applyReport, type OrderReport } from './reports.ts'
import { toExecution, toStockOrder } from './wire.ts'

const accepted: OrderReport = { execType: ExecType.new }
const fill = (lastQty: number, lastPx = 58_40): OrderReport => ({
  execType: ExecType.trade,
  lastQty: lastQty as Quantity,
  lastPx: lastPx as PriceKobo,
  tradeNumber: 5,
})
const replaced = (leavesQty: number, price = 58_40, keptPriority = true): OrderReport => ({
  execType: ExecType.replaced,
  clOrdID: 'c2',
  price: price as PriceKobo,
  leavesQty: leavesQty as Quantity,
  keptPriority,
})
const canceled: OrderReport = { execType: ExecType.canceled, clOrdID: 'c3', text: null }
const expired: OrderReport = { execType: ExecType.expired, text: null }

/** The order after these reports; the first has sequence 11. */
const after = (...reports: OrderReport[]): Order =>
  reports.reduce(
    (order, report, index) => applyReport(order, report, 11 + index, 2_000),
    pendingOrder(limitBuy, identity),
  )

describe('the FIX order state matrices', () => {
  // what happened → OrdStatus, OrderQty, CumQty, LeavesQty
  test.each<[string, OrderReport[], OrdStatus, number, number, number]>([
    ['sent', [], OrdStatus.pendingNew, 1_000, 0, 1_000],
    ['accepted', [accepted], OrdStatus.new, 1_000, 0, 1_000],
    ['part filled', [accepted, fill(400)], OrdStatus.partiallyFilled, 1_000, 400, 600],
    ['filled at once', [accepted, fill(1_000)], OrdStatus.filled, 1_000, 1_000, 0],
    ['filled in parts', [accepted, fill(400), fill(600)], OrdStatus.filled, 1_000, 1_000, 0],
    ['cancelled untouched', [accepted, canceled], OrdStatus.canceled, 1_000, 0, 0],
    ['cancelled after a part', [accepted, fill(1), canceled], OrdStatus.canceled, 1_000, 1, 0],
    ['expired', [accepted, fill(1), expired], OrdStatus.expired, 1_000, 1, 0],
    ['less quantity', [accepted, replaced(700)], OrdStatus.new, 700, 0, 700],
    ['replaced after a part', [accepted, fill(400), replaced(100)], OrdStatus.partiallyFilled, 500, 400, 100],
    ['replaced to what is filled', [accepted, fill(400), replaced(0)], OrdStatus.filled, 400, 400, 0],
    ['replaced, then filled', [accepted, replaced(100), fill(100)], OrdStatus.filled, 100, 100, 0],
  ])('%s', (_, reports, ordStatus, orderQty, cumQty, leavesQty) => {
    expect(after(...reports)).toMatchObject({ ordStatus, orderQty, cumQty, leavesQty })
  })

  test.each([
    ['filled', [accepted, fill(1_000)]],
    ['cancelled', [accepted, canceled]],
    ['expired', [accepted, expired]],
    ['replaced to what is filled', [accepted, fill(400), replaced(0)]],
  ])('nothing happens to an order that is %s', (_, reports) => {
    expect(() => after(...reports, accepted)).toThrow('and got a report')
  })

  test('its own text stays with an order that is cancelled, unless the venue has a reason', () => {
    const worded = { ...after(accepted), text: 'Own text' }
    expect(applyReport(worded, canceled, 12, 2_000).text).toBe('Own text')
    expect(applyReport(worded, { ...canceled, text: 'Trading.Venue.immediate' }, 12, 2_000).text).toBe(
      'Trading.Venue.immediate',
    )
  })

  test('a replace names its request and the one before; only losing its place gives it a new priority', () => {
    expect(after(accepted, replaced(700))).toMatchObject({ clOrdID: 'c2', origClOrdID: 'c1', priority: 7 })
    expect(after(accepted, replaced(700, 58_45, false))).toMatchObject({ price: 58_45, priority: 12 })
  })
})

test('a replace gives a stop order another stop price, and without one leaves it as it is', () => {
  const stop = { ...limitBuy, ordType: OrdType.stop, price: null, stopPx: 60_00 as PriceKobo }
  const waiting = applyReport(pendingOrder(stop, identity), accepted, 11, 2_000)
  const report = { ...replaced(1_000), price: null } as OrderReport
  expect(applyReport(waiting, report, 12, 2_000).stopPx).toBe(60_00)
  expect(applyReport(waiting, { ...report, stopPx: 61_00 } as OrderReport, 12, 2_000).stopPx).toBe(61_00)
})

describe('on the wire', () => {
  test('the average price is the exact sum over the quantity, in naira with four decimals', () => {
    const order = after(accepted, fill(300, 58_40), fill(100, 58_35))
    expect(order.filledValue).toBe(kobo(300n * 5_840n + 100n * 5_835n))
    expect(toStockOrder(order, kobo(12_345_67n), false)).toMatchObject({
      price: 58.4,
      avgPx: 58.3875,
      lastPx: 58.35,
      lastQty: 100,
      holdAmount: 12_345.67,
      transactTime: '1970-01-01T00:00:02.000Z',
      creationTime: '1970-01-01T00:00:01.000Z',
    })
  })

  test('an execution of a trade carries its price and quantity, another none', () => {
    const report = fill(300)
    const order = after(accepted, report)
    expect(toExecution(order, ExecType.trade, report, 12)).toMatchObject({
      execID: '12',
      lastPx: 58.4,
      lastQty: 300,
      tradeNumber: 5,
    })
    expect(toExecution(order, ExecType.new, accepted, 11)).toMatchObject({
      execID: '11',
      lastPx: null,
      lastQty: null,
      tradeNumber: null,
    })
  })

  test('a refused order is kept with the reason FIX has for it', () => {
    const order = rejectedOrder(
      limitBuy,
      identity,
      refuse('insufficientFunds', { required: '1', available: '0' }),
    )
    expect(order).toMatchObject({ ordStatus: OrdStatus.rejected, leavesQty: 0, cumQty: 0, ordRejReason: 25 })
    // Text (58) has the figures, which the reason alone does not.
    const text = 'Not enough money: This order needs ₦1 with charges. Available: ₦0.'
    expect(toStockOrder(order, kobo(0), false)).toMatchObject({ text, ordRejReason: 25 })
  })
})
