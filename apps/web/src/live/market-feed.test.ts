import type { BookSnapshot, CallName, Execution, StockOrder } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { Frames } from './frames.ts'
import { type Caller, MarketFeed, MOST_ORDERS } from './market-feed.ts'
import { isFresh, MarketStore } from './market-store.ts'

// Longer than 300 lines, for every test drives the same feed over the same answering server.

const empty = { items: [], totalCount: 0 }

interface Answers {
  readonly call?: (name: CallName, input: object) => unknown
  readonly invoke?: (method: string, securityID: unknown) => BookSnapshot
}

/** A feed over a store whose frames come at once, an answering server, and retries on demand. */
function feedOver({ call = () => empty, invoke = () => ({ items: [], rptSeq: 0, epoch: 1 }) }: Answers = {}) {
  const asked: string[] = []
  const retries: (() => void)[] = []
  const store = new MarketStore(new Frames((show) => show()))
  const feed = new MarketFeed({
    store,
    call: (async (name: CallName, input: object) => {
      asked.push(name)
      return call(name, input)
    }) as Caller,
    hub: {
      invoke: async <Answer>(method: string, securityID: unknown) => {
        asked.push(`${method} ${securityID}`)
        return invoke(method, securityID) as Answer
      },
    },
    retry: (task) => retries.push(task),
  })
  const connect = async () => {
    store.linkIs('connected')
    await feed.connected()
  }
  return { feed, store, asked, retries, connect }
}

test('after each connect everything is fetched before the page counts as live', async () => {
  const { feed, store, asked, connect } = feedOver()
  await feed.select('GTCO')
  expect(asked).toEqual([])
  await connect()
  expect(asked).toEqual([
    'subscribeOrderBook GTCO',
    'MarketData/getMarketTrades',
    'MarketData/GetSession',
    'MarketData/GetMarketSummary',
    'MarketData/GetMarketStats',
    'Order/getStockOrders',
    'Order/GetExecutions',
    'MarketData/GetNews',
  ])
  expect(isFresh(store.link.get())).toBe(true)
})

test('a fetch that fails leaves prices stale and is tried again', async () => {
  let failing = true
  const { store, retries, connect } = feedOver({
    call: (name) => {
      if (failing && name === 'Order/getStockOrders') throw new Error('no answer')
      return empty
    },
  })
  await connect()
  expect(isFresh(store.link.get())).toBe(false)
  failing = false
  await retries.shift()?.()
  await expect.poll(() => isFresh(store.link.get())).toBe(true)
})

test('selecting another security unsubscribes from the previous one', async () => {
  const { feed, asked, connect } = feedOver()
  await connect()
  await feed.select('GTCO')
  asked.length = 0
  await feed.select('MTNN')
  expect(asked).toEqual([
    'unsubscribeOrderBook GTCO',
    'subscribeOrderBook MTNN',
    'MarketData/getMarketTrades',
  ])
})

test('without a selected security no book is subscribed to, from the start', async () => {
  const { asked, connect } = feedOver()
  await connect()
  expect(asked[0]).toBe('unsubscribeOrderBook null')
  expect(asked.filter((each) => each.startsWith('subscribe'))).toEqual([])
})

test('a gap in the book fetches it from the hub again', async () => {
  const snapshots: BookSnapshot[] = [
    { items: [], rptSeq: 5, epoch: 1 },
    { items: [], rptSeq: 9, epoch: 1 },
  ]
  const { feed, store, asked, connect } = feedOver({ invoke: () => snapshots.shift()! })
  await feed.select('GTCO')
  await connect()
  store.take.deleteOrderBook({ mdEntryID: 'a', securityID: 'GTCO', rptSeq: 9, epoch: 1 })
  expect(store.book.view.get().right).toBe(false)
  await expect.poll(() => store.book.view.get().right).toBe(true)
  expect(asked.at(-1)).toBe('resync GTCO')
})

test('own executions: first the latest, after an outage all since the last one seen', async () => {
  const history = Array.from(
    { length: 1_200 },
    (_, at) => ({ sequence: at + 1, execID: `e${at + 1}` }) as Execution,
  )
  const { store, connect } = feedOver({
    call: (name, input) => {
      if (name !== 'Order/GetExecutions') return empty
      const { sinceSequence } = input as { sinceSequence?: number }
      if (sinceSequence === undefined) return { items: history.slice(-1_000).reverse() }
      return { items: history.filter(({ sequence }) => sequence > sinceSequence).slice(0, 1_000) }
    },
  })
  await connect()
  expect(store.executions.items.get()).toHaveLength(1_000)
  expect(store.executions.items.get()[0]?.execID).toBe('e1200')

  for (let at = 1_201; at <= 3_300; at++) history.push({ sequence: at, execID: `e${at}` } as Execution)
  store.linkIs('reconnecting')
  await connect()
  expect(store.lastSequence).toBe(3_300)
  // Kept are as many as a connection fetches; what is older is not drawn, and not copied with each frame.
  expect(store.executions.items.get()).toHaveLength(1_000)
  expect(store.executions.items.get()[0]?.execID).toBe('e3300')
})

const venue = (marketDate: string) => ({
  connected: true,
  venue: 'embedded',
  phase: 'continuous' as const,
  opensAt: null,
  tradingSessionSubID: '3',
  marketDate,
  text: '',
  time: '',
})

test('a new phase has a new end: the session is fetched again', async () => {
  const { store, asked, connect } = feedOver()
  await connect()
  asked.length = 0
  store.take.onNseConnection({ ...venue('2026-11-20'), phase: 'preClose' })
  expect(asked).toEqual(['MarketData/GetSession'])
})

test('the orders asked for are the current ones by the server’s market day, not the browser’s', async () => {
  const inputs: object[] = []
  const { connect } = feedOver({
    call: (name, input) => {
      if (name === 'Order/getStockOrders') inputs.push(input)
      return empty
    },
  })
  await connect()
  expect(inputs).toEqual([{ status: 'current', skipCount: 0, maxResultCount: 1_000 }])
})

const order = (id: string, over: Partial<StockOrder> = {}) =>
  ({ id, version: 1, creationTime: id, ...over }) as StockOrder

/** A server with so many orders, listed a page at a time, and what was asked of it. */
function orderPages(all: () => readonly StockOrder[]) {
  const skips: number[] = []
  const call = (name: CallName, input: object) => {
    if (name !== 'Order/getStockOrders') return empty
    const { skipCount = 0, maxResultCount } = input as { skipCount?: number; maxResultCount: number }
    skips.push(skipCount)
    return { items: all().slice(skipCount, skipCount + maxResultCount), totalCount: all().length }
  }
  return { call, skips }
}
const manyOrders = (count: number) =>
  Array.from({ length: count }, (_, at) => order(String(count - at).padStart(6, '0')))

test('orders are fetched page by page until all are there', async () => {
  const { call, skips } = orderPages(() => manyOrders(2_300))
  const { store, connect } = feedOver({ call })
  await connect()
  expect(skips).toEqual([0, 1_000, 2_000])
  expect(store.orders.items.get()).toHaveLength(2_300)
  expect(store.ordersNotFetched.get()).toBe(0)
})

test('orders beyond what the page can hold are counted', async () => {
  const { call, skips } = orderPages(() => manyOrders(MOST_ORDERS + 12))
  const { store, connect } = feedOver({ call })
  await connect()
  expect(skips).toHaveLength(MOST_ORDERS / 1_000)
  expect(store.orders.items.get()).toHaveLength(MOST_ORDERS)
  expect(store.ordersNotFetched.get()).toBe(12)
})

test('an older order that ended while the page was away is no longer there after the reconnect', async () => {
  const lists = [[order('3'), order('1')], [order('3')]]
  let duringFetch: () => void = () => {}
  const { store, connect } = feedOver({
    call: (name) => {
      if (name !== 'Order/getStockOrders') return empty
      duringFetch()
      const items = lists.shift() ?? []
      return { items, totalCount: items.length }
    },
  })
  const ids = () => store.orders.items.get().map(({ id }) => id)
  await connect()
  expect(ids()).toEqual(['3', '1'])
  store.linkIs('reconnecting')
  // What is received while the list is on its way is newer than the list.
  duringFetch = () => store.take.addStockOrder(order('4'))
  await connect()
  expect(ids()).toEqual(['4', '3'])
})

test('answers to an ended connection change nothing', async () => {
  const answers: ((value: unknown) => void)[] = []
  const { feed, store, connect } = feedOver({
    call: (name) =>
      name === 'Order/getStockOrders' ? new Promise((resolve) => answers.push(resolve)) : empty,
  })
  const first = connect()
  await expect.poll(() => answers.length).toBe(1)
  feed.lost()
  store.reset()
  answers[0]?.({ items: [order('1')], totalCount: 1 })
  await first
  expect(store.orders.items.get()).toEqual([])
})

test('a snapshot of the book that is too old is fetched again', async () => {
  const snapshots: BookSnapshot[] = [
    { items: [], rptSeq: 5, epoch: 1 },
    { items: [], rptSeq: 8, epoch: 1 },
  ]
  const { feed, store, asked, retries, connect } = feedOver({
    invoke: (method) => {
      if (snapshots.length === 2)
        store.take.deleteOrderBook({ mdEntryID: 'a', securityID: 'GTCO', rptSeq: 8, epoch: 1 })
      return method === 'subscribeOrderBook' ? snapshots.shift()! : { items: [], rptSeq: 0, epoch: 1 }
    },
  })
  await feed.select('GTCO')
  await connect()
  expect(store.book.view.get().right).toBe(false)
  expect(retries).toHaveLength(1)
  asked.length = 0
  retries.shift()?.()
  await expect.poll(() => store.book.view.get().right).toBe(true)
  expect(asked).toContain('subscribeOrderBook GTCO')
})

test('a new market day replaces the previous day’s orders with the current ones', async () => {
  const days = [[order('1'), order('2')], [order('2')]]
  const { store, connect } = feedOver({
    call: (name) => (name === 'Order/getStockOrders' ? { items: days.shift() } : empty),
  })
  const ids = () => store.orders.items.get().map(({ id }) => id)
  await connect()
  store.take.onNseConnection(venue('2026-11-20'))
  expect(ids()).toEqual(['2', '1'])
  store.take.onNseConnection(venue('2026-11-23'))
  await expect.poll(ids).toEqual(['2'])
})

test('a book that could not be fetched is fetched again only while it is selected on the same connection', async () => {
  let isFailing = false
  const { feed, asked, retries, connect } = feedOver({
    invoke: () => {
      if (isFailing) throw new Error('no answer')
      return { items: [], rptSeq: 0, epoch: 1 }
    },
  })
  const retry = async () => {
    asked.length = 0
    retries.shift()?.()
    await Promise.resolve()
    return asked.filter((one) => one.startsWith('subscribeOrderBook'))
  }
  const failing = async (securityID: string) => {
    isFailing = true
    await feed.select(securityID)
    isFailing = false
    expect(retries).toHaveLength(1)
  }
  await connect()
  await failing('GTCO')
  expect(await retry()).toEqual(['subscribeOrderBook GTCO'])
  await failing('MTNN')
  await feed.select('GTCO')
  expect(await retry()).toEqual([])
  await failing('MTNN')
  await connect()
  expect(await retry()).toEqual([])
  await feed.select(undefined)
  await failing('MTNN')
  feed.lost()
  expect(await retry()).toEqual([])
})
