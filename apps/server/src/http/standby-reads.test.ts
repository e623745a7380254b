import { calls, isRead } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { mayReadStandby } from '../store/connection-shares.ts'
import { app, edgeForAllTests, handlers } from './edge.fixture.ts'
import { standbyReads } from './standby-reads.ts'

edgeForAllTests()

test('every call that can be made on a standby only reads', () => {
  const rows = Object.entries(calls).filter(([name]) => standbyReads.has(name))
  expect(rows.filter(([name, row]) => !isRead(name, row)).map(([name]) => name)).toEqual([])
})

test.each([
  { call: 'BackOffice/GetContractNotes', query: {}, onStandby: true },
  { call: 'Order/getStockOrders', query: {}, onStandby: false },
] as const)('$call may read a standby: $onStandby', async ({ call, query, onStandby }) => {
  const seen: boolean[] = []
  handlers[call] = async () => {
    seen.push(mayReadStandby())
    return { items: [] }
  }
  const answer = await app.inject({
    ...{ url: `/api/services/app/${call}`, query },
    headers: { authorization: 'Bearer trader' },
  })
  expect(answer.statusCode).toBe(200)
  expect(seen).toEqual([onStandby])
})
