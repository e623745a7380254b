import { ExecType, type PriceKobo, type Quantity } from '@tradebook/contract'
import type { OrderReport, SaidTradeChange } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { installation } from '../inputs.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import { accepted, bid, next, says, shareDeskOnLine, stateOf, traded } from './line.fixture.ts'

/** Reports that no venue should send: each is kept for operators, changes nothing, and ends no desk. */

shareDeskOnLine({ funds: { naira: 100_000_000n } }, 'all tests')

const trade = (lastQty: number, lastPx: number, tradeNumber = 900_000 + next()): OrderReport => ({
  ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx: lastPx as PriceKobo, tradeNumber },
})
const restated = (leavesQty: number, px: number | null = price): OrderReport => ({
  ...{ execType: ExecType.restated, leavesQty: leavesQty as Quantity, price: px as PriceKobo, text: null },
})
const replaced = (leavesQty: number, px: number | null = price): OrderReport => ({
  ...{ execType: ExecType.replaced, leavesQty: leavesQty as Quantity, price: px as PriceKobo },
  ...{ clOrdID: 'x', keptPriority: false },
})
const corrected = (lastQty: number, lastPx: number): SaidTradeChange => ({
  ...{ execType: ExecType.tradeCorrected, lastQty: lastQty as Quantity, lastPx: lastPx as PriceKobo },
  tradeNumber: 1,
})

const flagsOf = (execID: string) =>
  stage.column(`SELECT flag FROM flagged_reports WHERE exec_id = '${execID}'`)

const BEYOND = 2 ** 31
const absurd: Readonly<Record<string, OrderReport | SaidTradeChange>> = {
  'a trade of no shares': trade(0, price),
  'a trade of fewer than no shares': trade(-100, price),
  'a trade of a part of a share': trade(1.5, price),
  'a trade of more shares than there are': trade(BEYOND, price),
  'a trade at no price': trade(10, 0),
  'a trade at less than nothing': trade(10, -5),
  'a trade at a part of a kobo': trade(10, 5.5),
  'a trade at a price beyond all': trade(10, BEYOND),
  'a trade whose number is none': trade(10, price, Number.NaN),
  'a restatement to fewer than none left': restated(-1),
  'a restatement to more than there are': restated(BEYOND),
  'a restatement to a price of nothing': restated(10, 0),
  'a replace to fewer than none left': replaced(-1),
  'a replace to a price beyond all': replaced(10, BEYOND),
  'a correction to fewer than no shares': corrected(-1, price),
  'a correction to a price beyond all': corrected(1, BEYOND),
}

test.each(Object.entries(absurd))('%s is kept for operators and changes nothing', async (_, report) => {
  const orderID = await bid(100)
  await says(orderID, accepted)
  const before = await stateOf(orderID)
  const execID = `absurd${next()}`
  expect(await says(orderID, report, execID)).toMatchObject({ kind: 'done' })
  expect(await stateOf(orderID)).toEqual(before)
  expect(await flagsOf(execID)).toEqual(['unexpected'])
  // The desk goes on.
  await says(orderID, traded(100))
  expect((await stateOf(orderID))?.[0]).toBe('2')
})

test('an ExecID that comes again with other contents is kept for operators', async () => {
  const orderID = await bid(100)
  await says(orderID, accepted)
  const execID = `again${next()}`
  const first = trade(10, price - 10)
  await says(orderID, first, execID)
  await says(orderID, first, execID)
  expect(await flagsOf(execID)).toEqual([])
  await says(orderID, trade(20, price - 10), execID)
  expect(await flagsOf(execID)).toEqual(['unexpected'])
  expect((await stateOf(orderID))?.[1]).toBe(90)
})

test.each([
  ['no order of ours', '999999998'],
  ['no number', "1'; DROP TABLE orders"],
  ['far too long', '9'.repeat(400)],
])('a report about an order id that is %s is kept', async (_, orderID) => {
  const execID = `stray${next()}`
  expect(await says(orderID, traded(10), execID)).toMatchObject({ kind: 'done' })
  expect(await flagsOf(execID)).toEqual(['unknownOrder'])
})

test.each([
  ['long ago', 0],
  ['in a year that no calendar has', 9e15],
  ['never', Number.NaN],
])('a report whose time is %s is taken', async (_, venueTime) => {
  const orderID = await bid(100)
  const said = {
    ...{ orderID, execID: `time${next()}`, report: accepted },
    line: { sequence: next(), venueOrderID: 'V', venueTime },
  }
  const say = () => desk.submit({ kind: 'venueReport', origin: installation(HOST), said })
  expect(await say()).toMatchObject({ kind: 'done' })
  expect((await stateOf(orderID))?.[0]).toBe('0')
})

test('an order in a mass status that cannot be is stored, and ends no desk', async () => {
  const there = { venueOrderID: 'V', securityID: 'GTCO', side: '1' as const, price: -1 as PriceKobo }
  const orders = [
    { orderID: 'x'.repeat(300), ...there, cumQty: Number.NaN, leavesQty: BEYOND },
    { orderID: null, ...there, cumQty: -1, leavesQty: 1.5 },
  ]
  expect(await desk.submit({ kind: 'venueOrders', origin: installation(HOST), orders })).toMatchObject({
    kind: 'done',
  })
  await bid(10)
})
