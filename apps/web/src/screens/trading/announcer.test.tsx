import { act, cleanup, render } from '@testing-library/react'
import { english, type StockOrder } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../../live/live-market.ts'
import { takeWords } from '../../words.ts'
import { Announcer } from './announcer.tsx'

const { orders } = liveMarket.store
const order = (id: string, more: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    clOrdID: id,
    securityID: 'GTCO',
    side: '1',
    ordType: '2',
    timeInForce: '0',
    price: 58.4,
    orderQty: 800,
    cumQty: 0,
    leavesQty: 800,
    avgPx: 0,
    ordStatus: '0',
    text: null,
    ordRejReason: null,
    version: 1,
    creationTime: `2026-11-20T10:00:0${id}Z`,
    ...more,
  }) as StockOrder
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const said = () => document.querySelector('output')?.textContent

beforeEach(async () => {
  vi.useFakeTimers()
  takeWords({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  render(<Announcer />)
  await pass(100)
})

afterEach(async () => {
  cleanup()
  orders.clear()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('orders that change without a pause keep nobody from hearing what became of them', async () => {
  orders.take(order('1'))
  for (let version = 1; version <= 5; version++) {
    await pass(200)
    orders.take(order('2', { version, leavesQty: 800 - version }))
  }
  expect(said()).toContain('GTCO')
})

test('two results are read out, more are counted', async () => {
  for (const id of ['1', '2']) orders.take(order(id))
  await pass(1_000)
  expect(said()?.match(/GTCO/g)).toHaveLength(2)
  for (const id of ['3', '4', '5']) orders.take(order(id))
  await pass(1_000)
  expect(said()).not.toContain('GTCO')
  expect(said()).toContain('3')
})

test('nothing is told twice, nor after the page is left', async () => {
  orders.take(order('1'))
  await pass(1_000)
  const first = said()
  orders.take(order('1', { version: 2, leavesQty: 799 }))
  await pass(1_000)
  expect(said()).toBe(first)
  orders.take(order('2'))
  await pass(100)
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
})
