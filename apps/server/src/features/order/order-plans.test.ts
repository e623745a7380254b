import { executionList, type List, orderList, type Permission, permissionNames } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { Caller } from '../../platform/caller.ts'
import { allRows, type ListSource, type Page, readPage } from '../../store/list-rows.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { executionSource } from './execution-list.ts'
import { type OrderSelection, orderSource } from './order-list.ts'
import { transactionSummary } from './transaction-summary.ts'

/** What a page asks for when it starts is found by indexes, however long a firm's history is. */

const TODAY = '2026-11-23'
/** So many orders has the firm with a long history. */
const LONG = 80_000

let database: TestDatabase
/** The plans of what is asked of the firm's record. */
const plansOf = explainQueries(() => database, /from "(orders|executions|order_requests)"/)

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada'), (1, 2, 'Bola');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001'), (1, 'A2', 2, '0000000002');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    SELECT 1, id, CASE WHEN id % 1025 = 1 THEN 'A2' ELSE 'A1' END, 1, 'broker', id,
      CASE WHEN id % 1025 = 1 THEN 'RARE' ELSE 'GTCO' END, '1', '2', 5840, 10, '0', status, 0,
      CASE status WHEN '0' THEN 10 ELSE 0 END, 0, 0, day, id, day, day, 1, day
    FROM (
      SELECT id, CASE WHEN id % 1000 = 0 THEN '0' WHEN id % 4000 = 1 THEN '8' ELSE '4' END AS status, date '${TODAY}' - (40 - id / 500) AS day
      FROM generate_series(1, 20500) AS id
    ) AS filled;
    INSERT INTO securities (security_id, listing, name, sector, price_group, shares_outstanding)
    SELECT id, number, id, 's', 'A', 1 FROM unnest(ARRAY['GTCO', 'RARE']) WITH ORDINALITY AS listed (id, number);
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (2, 'other', 'Other', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (2, 1, 'Ngozi');
    INSERT INTO trading_accounts VALUES (2, 'N1', 1, '0000000001');
    INSERT INTO orders SELECT (json_populate_record(orders, '{"tenant_id": 2, "account": "N1", "cl_ord_id": "theirs"}')).*
    FROM orders WHERE order_id = 20000;
    INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
    SELECT tenant_id, account, trade_date, cl_ord_id, order_id, 'f' FROM orders;
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, cum_qty, leaves_qty,
      filled_value, transact_time)
    SELECT tenant_id, order_id + 100000, order_id, cl_ord_id, '4', '4', 0, 0, 0, transact_time FROM orders;
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (3, 'long', 'Long', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (3, 1, 'Ada');
    INSERT INTO trading_accounts VALUES (3, 'L1', 1, '0000000001'), (3, 'L2', 1, '0000000002');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    SELECT 3, id, CASE WHEN id % 1000 = 0 THEN 'L2' ELSE 'L1' END, 1 + (id % 4000 = 1)::int, 'broker', id, 'GTCO', (1 + id % 2)::text, '2',
      5000 + id % 100, 10, '0', '4', 0, 0, 0, 0, day, id, day, day, 1, day
    FROM (SELECT id, timestamptz '2020-01-01T10:00:00Z' + id * interval '20 minutes' AS day FROM generate_series(1, ${LONG}) AS id) AS filled;
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, cum_qty, leaves_qty,
      filled_value, transact_time)
    SELECT 3, order_id + 1000000, order_id, cl_ord_id, '4', '4', 0, 0, 0, transact_time FROM orders WHERE tenant_id = 3;
    INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, entry_date, value_date, side, quantity, price, postings)
    SELECT 3, sequence, 0, 'trade', account, trade_date, trade_date, side, 10, 5000,
      '{"NGN": {"customer": -50100, "clearing": 50000, "fee:commission": 100}}'::jsonb
    FROM executions JOIN orders USING (tenant_id, order_id) WHERE tenant_id = 3 AND order_id % 4 = 0
    UNION ALL SELECT 3, id, 0, 'deposit', 'M' || id % 1000, date '2020-06-01', date '2020-06-01', NULL, NULL, NULL, '{"NGN": {"customer": 1, "bank": -1}}'::jsonb
    FROM generate_series(1, 5000) AS id;
    ANALYZE orders, executions, order_requests, trading_accounts, customers, ledger_entries`)
}, 60_000)

afterAll(() => database.close())

const caller = (permissions: readonly Permission[]): Caller =>
  brokerWith({ permissions: new Set(permissions), accounts: ['A1'] })

describe.each<[string, readonly Permission[]]>([
  ['who sees all orders', permissionNames],
  ['who sees its own', ['BUY', 'SELL']],
])('for someone %s', (_, permissions) => {
  const current = { states: ['0', '1'], orOfDay: TODAY } as const

  test('the current orders are found by indexes', async () => {
    const input = { skipCount: 0, maxResultCount: 1_000 }
    const plans = await plansOf(async () => {
      const { totalCount, items } = await ordersOf(caller(permissions), input, current)
      expect([totalCount, items.length]).toEqual([519, 519])
    })
    expect(plans).toHaveLength(4)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (orders|executions)/)
  })

  test('the latest executions are found by indexes, and counted up to a bound', async () => {
    const plans = await plansOf(async () => {
      const input = { skipCount: 0, maxResultCount: 100 }
      const { totalCount, items } = await readPage(
        scope(),
        executionSource(caller(permissions), input),
        input,
      )
      expect([totalCount, items.length]).toEqual([10_000, 100])
    })
    expect(plans).toHaveLength(2)
    const [counted, page] = plans
    expect(counted).toMatch(/Limit/)
    expect(page).not.toMatch(/Seq Scan on (orders|executions)/)
  })
})

describe.each<[string, object, number]>([
  ['a day long ago', { from: '2026-10-20T00:00:00Z', to: '2026-10-21T00:00:00Z' }, 500],
  ['an account', { account: 'A2' }, 20],
  ['a security', { securityID: 'RARE' }, 20],
])('narrowed to %s', (_, filter, expected) => {
  const input = { ...filter, skipCount: 0, maxResultCount: 100 }
  test.each([
    ['orders', orderSource(caller(permissionNames), input, undefined, false) as ListSource<unknown, object>],
    ['executions', executionSource(caller(permissionNames), input) as ListSource<unknown, object>],
  ])('%s are found by the index of what narrows them', async (_, source) => {
    const plans = await plansOf(async () => {
      const { totalCount } = await readPage(scope(), source, input)
      expect(totalCount).toBe(expected)
    })
    expect(plans.length).toBeGreaterThanOrEqual(2)
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (orders|executions)/)
      expect(plan).toMatch(/Index (Only )?(Scan|Cond).*(orders_of_account|orders_of_security|_pkey)/s)
    }
  })
})

describe.each<[string, object, number]>([
  ['a symbol, in any letter case', { keyword: 'rar' }, 20],
  ["an account's number", { keyword: 'a2' }, 20],
  ["a customer's name", { keyword: 'bOl' }, 20],
  ['a whole clOrdID', { keyword: '777' }, 1],
  ['a part of a clOrdID, which nothing has', { keyword: '20_0' }, 0],
  ["another firm's clOrdID", { keyword: 'theirs' }, 0],
  ["another firm's customer", { keyword: 'Ngozi' }, 0],
  ['a state', { ordStatus: ['8'] }, 6],
])('%s', (_, filter, expected) => {
  const input = { ...filter, skipCount: 0, maxResultCount: 100 }
  test('is found in a firm’s whole history by an index', async () => {
    const plans = await plansOf(async () => {
      const source = orderSource(caller(permissionNames), input, undefined, false)
      expect((await readPage(scope(), source, input)).totalCount).toBe(expected)
    })
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (orders|order_requests)/)
  })
})

test('a customer’s own history is found by the indexes of user and account, however long the firm’s is', async () => {
  const customer = { ...caller(['BUY', 'SELL']), tenantId: 3, userId: 2, accounts: ['L2'] }
  const input = { skipCount: 0, maxResultCount: 20 }
  const plans = await plansOf(async () => {
    const source = orderSource(customer, input, undefined, false)
    const { totalCount } = await readPage(database.store.forTenant(3), source, input)
    expect(totalCount).toBe(LONG / 1000 + LONG / 4000)
  }, 3)
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan on orders_of_user/)
    expect(plan).toMatch(/Index Scan on orders_of_account/)
  }
})

test('a page far down is chosen only by the keys of orders', async () => {
  const input = { skipCount: 9_000, maxResultCount: 20 }
  const [counted, page] = await plansOf(() =>
    readPage(scope(), orderSource(caller(permissionNames), input, undefined, false), input),
  )
  expect(counted).not.toMatch(/trading_accounts|customers/)
  expect(page).toMatch(/Limit .*\n +-> +Index .*Scan .*on orders orders_1/)
})

const sortable = ({ columns }: List) => Object.keys(columns).filter((key) => columns[key]?.sortable)

describe.each([
  ['orders', orderList, orderSource],
  ['executions', executionList, executionSource],
] as const)('%s of a firm with a long history', (table, list: List, source) => {
  const ofFirm = { ...caller(permissionNames), tenantId: 3 }
  const asked = async (given: object) => {
    const input = { skipCount: 0, maxResultCount: 20, ...given }
    let count: object = {}
    const plans = await plansOf(async () => {
      const { items, ...rest } = await readPage(
        database.store.forTenant(3),
        source(ofFirm, input, undefined, false) as ListSource<unknown, object>,
        input,
      )
      count = { ...rest, items: items.length }
    }, 3)
    for (const plan of plans) expect(plan).not.toMatch(`Seq Scan on ${table}`)
    return count
  }

  test.each(sortable(list))('are sorted by %s, the newest 10,000 of them', async (column) => {
    expect(await asked({ sorting: `${column} desc` })).toEqual({ totalCount: 10_000, more: true, items: 20 })
  })

  test('are searched by columns without an index among the newest 10,000 of all, of an account, of a period', async () => {
    expect(await asked({ side: ['1'] })).toEqual({ totalCount: 5_000, more: true, items: 20 })
    expect(await asked({ side: ['1'], account: 'L2' })).toEqual({ totalCount: 80, more: false, items: 20 })
    const period = { from: '2020-01-02T00:00:00Z', to: '2020-01-03T00:00:00Z' }
    expect(await asked({ side: ['1'], ...period })).toEqual({ totalCount: 36, more: false, items: 20 })
  })
})

test('an account’s trades of a year are summed from only that account’s entries', async () => {
  const owner = { ...caller(['BUY', 'SELL']), tenantId: 3, userId: 9, accounts: ['L2'] }
  const [, traded] = await plansOf(async () => {
    const asked = { groupBy: 'account', from: '2020-01-01', to: '2020-12-31' } as const
    const summary = await transactionSummary(asked, {
      store: database.store,
      caller: owner,
      marketDate: TODAY,
    })
    expect(summary).toMatchObject({ items: [{ key: 'L2', orders: 26 }], totals: { fees: 26 } })
  }, 3)
  expect(traded).toMatch(/Index Scan using ledger_entries_pkey.*\n.*Index Cond.*account = /)
})

test('a file is sorted once by any column; its pieces are read by key', async () => {
  const source = orderSource(caller(permissionNames), { sorting: 'userName asc' }, undefined, false)
  let rows = 0
  const plans = await plansOf(async () => {
    for await (const piece of allRows(scope(), source, 5_000)) rows += piece.length
  })
  expect(rows).toBe(20_500)
  expect(plans).toHaveLength(6)
  const [sorted, ...pieces] = plans
  expect(sorted).toMatch(/Sort/)
  for (const plan of pieces) expect(plan).toMatch(/ANY \('\{/)
})

const scope = () => database.store.forTenant(1)

const ordersOf = (asker: Caller, page: Page, selection: OrderSelection) =>
  readPage(scope(), orderSource(asker, {}, selection, false), page)

test('pages continue from the open orders to the others of the day', async () => {
  const page = async (skipCount: number) => {
    const input = { skipCount, maxResultCount: 10 }
    const selection = { states: ['0', '1'], orOfDay: TODAY } as const
    const { items, totalCount } = await ordersOf(caller(permissionNames), input, selection)
    return { totalCount, ids: items.map(({ id }) => Number(id)) }
  }
  expect(await page(15)).toEqual({
    totalCount: 519,
    ids: [5_000, 4_000, 3_000, 2_000, 1_000, 20_499, 20_498, 20_497, 20_496, 20_495],
  })
  expect((await page(25)).ids[0]).toBe(20_494)
  expect((await page(519)).ids).toEqual([])
})
