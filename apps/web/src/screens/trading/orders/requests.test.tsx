import type { StockOrder } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { cancelOrder, cancelOrders, failureStanding, replaceOrder, useFailedRequests } from './requests.ts'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

const order = (id: string, more: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    clOrdID: `entry ${id}`,
    version: 1,
    ordStatus: '0',
    creationTime: id,
    ...more,
  }) as StockOrder
const cancelled = (id: string) => order(id, { ordStatus: '4', version: 2 })
const failure = (status: number, code: number) =>
  new ApiError({ status, code, message: 'Title', details: 'Details.', data: {} })
const sent = () =>
  vi.mocked(call).mock.calls.map(([, input]) => input as { clOrdID: string; orderID: string })
const failed = () => useFailedRequests.getState()

/** A server that answers each order's cancel by the table. */
function answers(table: Readonly<Record<string, StockOrder | ApiError>>) {
  vi.mocked(call).mockImplementation((_name, input) => {
    const answer = table[(input as { orderID: string }).orderID]
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer as never)
  })
}

beforeEach(() => {
  vi.mocked(call).mockReset()
  useFailedRequests.setState({}, true)
  liveMarket.store.orders.clear()
})

test('each of several cancels has its own result, and one that fails holds nothing up', async () => {
  const filled = order('3', { ordStatus: '2', version: 2 })
  liveMarket.store.orders.merge([order('1'), order('2'), filled, order('4')])
  answers({ '1': failure(429, 6_001), '2': cancelled('2'), '4': failure(0, 0) })
  const results = await cancelOrders(['1', '2', '3', '4'].map((id) => order(id)))
  expect(
    results.map(({ order: { id }, isCancelled, failed: why }) => [id, isCancelled, why?.standing]),
  ).toEqual([
    ['1', false, 'notTaken'],
    ['2', true, undefined],
    ['3', false, undefined],
    ['4', false, 'unknown'],
  ])
  expect(sent().map(({ orderID }) => orderID)).not.toContain('3')
  expect(Object.keys(failed())).toEqual(['1', '4'])
})

test.each([failure(0, 0), failure(500, 2_011), failure(429, 6_001)])(
  'a cancel that was not decided goes again under its own id',
  async (error) => {
    answers({ '1': error })
    await cancelOrder(order('1'))
    answers({ '1': cancelled('1') })
    await cancelOrder(order('1'))
    expect(new Set(sent().map(({ clOrdID }) => clOrdID)).size).toBe(1)
    expect(failed()).toEqual({})
  },
)

test('after a refusal, or with other contents, a request has a new id', async () => {
  answers({ '1': failure(500, 4_002) })
  await replaceOrder(order('1'), { orderQty: 200 })
  await replaceOrder(order('1'), { orderQty: 200 })
  answers({ '1': failure(0, 0) })
  await replaceOrder(order('1'), { orderQty: 200 })
  await replaceOrder(order('1'), { orderQty: 300 })
  await cancelOrder(order('1'))
  expect(new Set(sent().map(({ clOrdID }) => clOrdID)).size).toBe(5)
})

test('a replacement whose answer was lost is done once the order carries its id', async () => {
  answers({ '1': failure(0, 0) })
  await replaceOrder(order('1'), { orderQty: 200 })
  const [{ clOrdID } = { clOrdID: '' }] = sent()
  expect(failureStanding(order('1'), failed()['1'])).toMatchObject({
    request: 'replace',
    standing: 'unknown',
  })
  expect(failureStanding(order('1', { clOrdID }), failed()['1'])).toBeUndefined()
})
