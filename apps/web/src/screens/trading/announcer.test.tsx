import { act, cleanup, render } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { announce } from './announcement.ts'
import { Announcer } from './announcer.tsx'
import { order } from './orders/order.fixture.ts'

const { orders } = liveMarket.store
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const announced = () => document.querySelector('output')?.textContent

beforeEach(async () => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  liveMarket.store.linkIs('connected')
  liveMarket.store.synchronised()
  render(<Announcer />)
  await pass(100)
})

afterEach(async () => {
  cleanup()
  liveMarket.store.reset()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('orders that change constantly are still announced', async () => {
  orders.take(order('1'))
  for (let version = 1; version <= 5; version++) {
    await pass(200)
    orders.take(order('2', { version, leavesQty: 800 - version }))
  }
  expect(announced()).toContain('GTCO')
})

test('two results are read out, more are counted', async () => {
  for (const id of ['1', '2']) orders.take(order(id))
  await pass(1_000)
  expect(announced()?.match(/GTCO/g)).toHaveLength(2)
  for (const id of ['3', '4', '5']) orders.take(order(id))
  await pass(1_000)
  expect(announced()).not.toContain('GTCO')
  expect(announced()).toContain('3')
})

test('nothing is announced twice, nor after the page is left', async () => {
  orders.take(order('1'))
  await pass(1_000)
  const first = announced()
  orders.take(order('1', { version: 2, leavesQty: 799 }))
  await pass(1_000)
  expect(announced()).toBe(first)
  orders.take(order('2'))
  await pass(100)
  // Frames of the store end by the machine's clock and have timers too: what is compared is one moment.
  const pending = vi.getTimerCount()
  cleanup()
  expect(vi.getTimerCount()).toBe(pending - 1)
})

test('orders found at sign-in are not announced; changes during an outage are announced once', async () => {
  const { store } = liveMarket
  store.reset()
  await pass(1_000)
  store.linkIs('connected')
  store.loadOrders([order('3'), order('2'), order('1')], 0)
  await pass(1_000)
  store.synchronised()
  await pass(1_000)
  expect(announced()).toBe('')
  store.linkIs('reconnecting')
  await pass(1_000)
  store.linkIs('connected')
  store.loadOrders([order('3'), order('2', { version: 2, ordStatus: '4', leavesQty: 0 }), order('1')], 0)
  store.synchronised()
  await pass(1_000)
  expect(announced()).toContain('Cancelled, unfilled: Buy 800 GTCO at 58.40')
  expect(announced()?.match(/GTCO/g)).toHaveLength(1)
})

test('a replaced order is announced with its new terms', async () => {
  orders.take(order('1'))
  await pass(1_000)
  orders.take(order('1', { version: 2, ordStatus: 'E' }))
  await pass(1_000)
  orders.take(order('1', { version: 3, orderQty: 1_500, leavesQty: 1_500, price: 59.6 }))
  await pass(1_000)
  expect(announced()).toBe('Replaced: Buy 1,500 GTCO at 59.60.')
})

test('a message announced twice is read twice', async () => {
  act(() => announce('The order is filled.'))
  const first = document.querySelector('output span')
  act(() => announce('The order is filled.'))
  expect(announced()).toBe('The order is filled.')
  expect(document.querySelector('output span')).not.toBe(first)
})

test('a bulk order is announced once, and not for each of its accounts', async () => {
  orders.take(order('1', { bulkOrderID: '1', orderQty: 3_000 }))
  for (const id of ['2', '3']) orders.take(order(id, { bulkOrderID: '1', orderQty: 1_500 }))
  await pass(1_000)
  expect(announced()).toContain('Buy 3,000 GTCO')
  expect(announced()?.match(/GTCO/g)).toHaveLength(1)
})

test('a customer, who has only the part of a bulk order, hears of the part', async () => {
  orders.take(order('2', { bulkOrderID: '1', orderQty: 1_500 }))
  await pass(1_000)
  expect(announced()).toContain('Buy 1,500 GTCO')
})
