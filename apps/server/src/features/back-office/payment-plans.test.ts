import type { ListQuery, PaymentState } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { paymentSource } from './payment-rows.ts'

/** What waits is found by its own index, and what is decided by number, however many requests a firm has had. */

const DECIDED = 30_000

let database: TestDatabase
const plansOf = explainQueries(() => database, /\bfrom\b/i)

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) SELECT 1, id, 'Ada ' || id FROM generate_series(1, 200) AS id;
    INSERT INTO trading_accounts SELECT 1, 'A' || id, id, lpad(id::text, 10, '0') FROM generate_series(1, 200) AS id;
    INSERT INTO payment_requests (tenant_id, account, type, amount, reference, state, request_id, maker_id, maker_name,
      made_at, is_settled, channel, decider_id)
    SELECT 1, 'A' || (id % 200 + 1), 'deposit', 100 + id, 'R' || id,
      CASE WHEN id % 1000 = 0 THEN 'waiting' ELSE 'declined' END, 'P' || id, 1, 'ada', now(), id % 1000 <> 0, 'transfer',
      CASE WHEN id % 1000 = 0 THEN NULL ELSE 2 END
    FROM generate_series(1, ${DECIDED}) AS id;
    ANALYZE`)
}, 60_000)

afterAll(() => database.close())

const scope = () => database.store.forTenant(1)
const page = { skipCount: 0, maxResultCount: 50 }
const of = (input: ListQuery, accounts: readonly string[] | 'all' = 'all') =>
  paymentSource(input, { userId: 1, accounts })

test.each<[string, ListQuery, readonly string[] | 'all', PaymentState]>([
  ['of the firm', {}, 'all', 'waiting'],
  ['of the firm by number', { sorting: 'id desc' }, 'all', 'waiting'],
  ['of an account', {}, ['A7'], 'declined'],
])('payment requests %s read no row that they do not need', async (_, input, accounts, first) => {
  const plans = await plansOf(async () => {
    const { items } = await readPage(scope(), of(input, accounts), page)
    expect(items[0]?.state).toBe(first)
    expect(items).toHaveLength(50)
  })
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on payment_requests/)
})

test('a filter or an order without an index looks among the newest', async () => {
  const filtered = await readPage(scope(), of({ amountFrom: 100 } as ListQuery), page)
  expect(filtered).toMatchObject({ more: true })
  expect(filtered.items[0]?.state).toBe('waiting')
  const sorted = await readPage(scope(), of({ sorting: 'amount asc' }), page)
  expect(sorted.totalCount).toBe(10_000)
  expect(sorted.items[0]?.id).toBe(DECIDED - 10_000 + 1)
})

test('what waits comes first, the newest before the others; a file has every request once', async () => {
  const ids: number[] = []
  for await (const rows of allRows(scope(), of({}))) ids.push(...rows.map(({ id }) => id))
  expect(new Set(ids).size).toBe(DECIDED)
  expect(ids).toHaveLength(DECIDED)
  expect(ids.slice(0, 3)).toEqual([30_000, 29_000, 28_000])
  expect(ids.slice(30, 32)).toEqual([29_999, 29_998])
})
