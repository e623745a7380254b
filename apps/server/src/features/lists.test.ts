import {
  type Columns,
  calls,
  executionList,
  type List,
  type ListQuery,
  MAX_PAGED_ROWS,
  newsList,
  orderList,
  parametersOf,
  reasonOf,
  selectRows,
  tradeList,
} from '@tradebook/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { brokerWith } from '../http/caller.fixture.ts'
import { translateTo } from '../platform/localisation.ts'
import { allRows, type ListSource, readPage } from '../store/list-rows.ts'
import { newsSource } from './market-data/news-list.ts'
import { tradeSource } from './market-data/trade-list.ts'
import { executionSource } from './order/execution-list.ts'
import { orderSource } from './order/order-list.ts'

/** What the database answers to any filters and any sorting is what a plain filter over all rows leaves. */

const ROWS = 300
const TODAY = '2026-11-20'
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada Obi'), (1, 2, 'bola_50%'), (1, 3, 'Çelik \\');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001'), (1, 'A2', 2, '0000000002'), (1, 'B1', 3, '0000000003');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, stop_px, order_qty, time_in_force, expire_date, text, ord_status, cum_qty, leaves_qty, filled_value, hold_amount,
      trade_date, priority, creation_time, transact_time, version, market_date)
    SELECT 1, id, (ARRAY['A1', 'A2', 'B1'])[1 + id % 3], 1, (ARRAY['broker', 'Broker2'])[1 + id % 2], 'c' || id,
      (ARRAY['GTCO', 'MTNN', 'ZENITHBANK', 'a%b'])[1 + id % 4], (ARRAY['1', '2'])[1 + id / 2 % 2],
      CASE WHEN id % 7 = 0 THEN '1' ELSE '2' END, CASE WHEN id % 7 = 0 THEN NULL ELSE 100 + id % 11 END,
      CASE WHEN id % 5 = 0 THEN 100 + id % 9 END,
      10 + id % 5, (ARRAY['0', '3', '6'])[1 + id % 3], CASE WHEN id % 3 = 2 THEN date '2026-11-20' + id % 4 END,
      NULL, (ARRAY['2', '4', '8'])[1 + id % 3], id % 4, id % 6, id % 4 * (100 + id % 11), id % 13 * 100,
      date '2026-11-20', id, timestamptz '2026-11-20 10:00Z' + id * interval '1 second',
      timestamptz '2026-11-20 12:00Z' - id % 9 * interval '1 second', 1, date '2026-11-20'
    FROM generate_series(1, ${ROWS}) AS id;
    INSERT INTO securities (security_id, listing, name, sector, price_group, shares_outstanding)
    SELECT id, number, id, 's', 'A', 1 FROM unnest(ARRAY['GTCO', 'MTNN', 'ZENITHBANK', 'a%b']) WITH ORDINALITY AS listed (id, number);
    INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
    SELECT tenant_id, account, trade_date, cl_ord_id, order_id, 'f' FROM orders;
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, last_px, last_qty,
      cum_qty, leaves_qty, filled_value, text, transact_time)
    SELECT 1, 1000 + order_id, order_id, cl_ord_id, (ARRAY['0', '4', 'F'])[1 + order_id % 3], ord_status,
      CASE WHEN order_id % 3 = 2 THEN price END, CASE WHEN order_id % 3 = 2 THEN cum_qty END, cum_qty, leaves_qty,
      filled_value, NULL, creation_time FROM orders;
    INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
    SELECT id, 'Result ' || id % 17, 'b', (ARRAY['NGX', 'ngx', 'SEC'])[1 + id % 3], (ARRAY['0', '1', '2'])[1 + id % 3],
      CASE WHEN id % 2 = 0 THEN ARRAY['GTCO', 'MTNN'] ELSE ARRAY[]::text[] END,
      timestamptz '2026-11-20 10:00Z' + id / 3 * interval '1 minute'
    FROM generate_series(1, ${ROWS}) AS id`)
  await client.query(`SELECT begin_day_of_trades('2026-11-19'), begin_day_of_trades('2026-11-20');
    INSERT INTO market_trades (trade_number, security_id, price, quantity, tick_direction, rpt_seq, trade_time, market_date)
    SELECT id, (ARRAY['GTCO', 'MTNN', 'ZENITHBANK'])[1 + id % 3], 100 + id % 7, id % 5, '0', id,
      timestamptz '2026-11-20 10:00Z' + (id - ${ROWS}) * interval '1 second', '2026-11-20'
    FROM generate_series(1, ${ROWS}) AS id`)
  await client.end()
}, 60_000)

afterAll(() => database.close())

const caller = brokerWith()

const inEnglish = translateTo('en')

// A source knows its own rows; the test reads any.
type AnySource = ListSource<never, object>
const lists: readonly [name: string, list: List, source: (query: ListQuery) => AnySource][] = [
  ['orders', orderList, (query) => orderSource(caller, query, undefined, false) as AnySource],
  ['executions', executionList, (query) => executionSource(caller, query) as AnySource],
  ['trades', tradeList, (query) => tradeSource(query, TODAY) as AnySource],
  ['news', newsList, (query) => newsSource(query, inEnglish) as AnySource],
]

const page = (source: AnySource, skipCount = 0, maxResultCount = 1_000) =>
  readPage(database.store.forTenant(1), source as ListSource<unknown, object>, { skipCount, maxResultCount })

describe.each(lists)('%s', (_, list, source) => {
  let rows: readonly object[]

  beforeAll(async () => {
    rows = (await page(source({}))).items
  })

  test('are all there', () => expect(rows).toHaveLength(ROWS))

  test('any filters and any sorting, any page', async () => {
    await fc.assert(
      fc.asyncProperty(
        queryOf(list, rows),
        fc.nat(40),
        fc.integer({ min: 1, max: 60 }),
        async (query, skip, most) => {
          const expected = selectRows(list, rows, query)
          const answer = await page(source(query), skip, most)
          expect(answer).toEqual({
            totalCount: expected.length,
            more: false,
            items: expected.slice(skip, skip + most),
          })
        },
      ),
      { numRuns: 50 },
    )
  })

  test('all rows, read in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(queryOf(list, rows), fc.integer({ min: 1, max: 120 }), async (query, rowsARead) => {
        const read: object[] = []
        const all = source(query) as ListSource<unknown, object>
        for await (const some of allRows(database.store.forTenant(1), all, rowsARead)) read.push(...some)
        expect(read).toEqual(selectRows(list, rows, query))
      }),
      { numRuns: 20 },
    )
  })

  test('every filter lets some rows pass and leaves some out', async () => {
    for (const [column, { kind, filter }] of Object.entries<Columns[string]>(list.columns)) {
      for (const { by, name } of parametersOf(filter)) {
        const held = rows.map((row) => (row as Record<string, unknown>)[column]).filter((it) => it !== null)
        const value = kind === 'texts' ? held.flat()[0] : by === 'oneOf' ? [held[0]] : median(held)
        const { totalCount } = await page(source({ [name]: value }))
        expect({ name, some: totalCount > 0 && totalCount < ROWS }).toEqual({ name, some: true })
      }
    }
  })
})

test('the execution of a refused order carries why it was refused, as the order itself does', async () => {
  const refusal = {
    refusal: 'insufficientShares',
    values: { required: '500', securityID: 'GTCO', available: '20' },
  } as const
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(
    "UPDATE orders SET refusal = $1, ord_status = '8', text = 'By phone' WHERE order_id = 2",
    [JSON.stringify(refusal)],
  )
  await client.end()
  const text = 'Not enough shares: 500 GTCO requested; 20 available.'
  const { items: executions } = await page(executionSource(caller, { orderID: '2' }) as AnySource)
  const { items: orders } = await page(orderSource(caller, { keyword: 'c2' }, undefined, false) as AnySource)
  const { reason } = reasonOf({
    text: null,
    refusal,
    isRejected: true,
    execInst: null,
    securityID: 'GTCO',
    userName: 'ada',
  })
  expect(executions).toMatchObject([{ text, reason }])
  expect(orders).toContainEqual(
    expect.objectContaining({ orderID: '2', text, reason, clientText: 'By phone' }),
  )
})

test('a total above the counting limit is marked as bounded', async () => {
  await database.run(`INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
    SELECT 100000 + id, CASE WHEN id = 1 THEN 'more' ELSE 'many' END, 'b', 's', '0', '{}', now()
    FROM generate_series(1, ${MAX_PAGED_ROWS + 1}) AS id`)
  const answerTo = (keyword: string) => page(newsSource({ keyword }, inEnglish) as AnySource, 100, 10)
  const tenOfThem = { items: Array.from({ length: 10 }, () => expect.objectContaining({ headline: 'many' })) }
  expect(await answerTo('many')).toMatchObject({ totalCount: MAX_PAGED_ROWS, more: false, ...tenOfThem })
  expect(await answerTo('m')).toMatchObject({ totalCount: MAX_PAGED_ROWS, more: true, ...tenOfThem })
})

test('rows beyond those that are paged through are neither counted nor read', async () => {
  const source = {
    parts: async (tx) => [
      {
        rows: tx
          .selectFrom(
            sql<{ number: number }>`generate_series(1, ${MAX_PAGED_ROWS + 5_000})`.as(sql`row(number)`),
          )
          .select(sql<number>`number`.as('number')),
      },
    ],
    order: [{ value: sql`number`, direction: 'asc', nullable: false }],
    item: (row) => row,
  } as ListSource<unknown, object>
  const pageAt = (skipCount: number) =>
    readPage(database.store.forTenant(1), source, { skipCount, maxResultCount: 10 })
  const counted = { totalCount: MAX_PAGED_ROWS, more: true }
  expect(await pageAt(MAX_PAGED_ROWS - 10)).toMatchObject({ ...counted, items: { length: 10 } })
  expect(await pageAt(MAX_PAGED_ROWS)).toEqual({ ...counted, items: [] })
  expect(calls['Order/getStockOrders'].input.safeParse({ skipCount: MAX_PAGED_ROWS }).success).toBe(true)
  expect(calls['Order/getStockOrders'].input.safeParse({ skipCount: MAX_PAGED_ROWS + 1 }).success).toBe(false)
})

const median = (values: readonly unknown[]) =>
  values.toSorted((a, b) => (typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1))[
    Math.floor(values.length / 2)
  ]

/** Any filters, with values that rows hold or that none does, any keyword and any sorting. */
function queryOf(list: List, rows: readonly object[]): fc.Arbitrary<ListQuery> {
  const columns = Object.entries(list.columns)
  const held = (column: string) =>
    fc.constantFrom(...rows).map((row) => (row as Record<string, unknown>)[column] ?? undefined)
  const parameters = columns.flatMap(([column, { kind, filter, codes }]) =>
    parametersOf(filter).map(({ by, name }): [string, fc.Arbitrary<unknown>] => {
      if (by === 'oneOf') return [name, fc.subarray(Object.keys(codes ?? {}))]
      if (kind === 'texts') return [name, held(column).map((texts) => (texts as string[])[0])]
      if (by === 'equals') return [name, fc.oneof(held(column), fc.constantFrom('', 'nobody’s', '%', '0x1'))]
      if (kind === 'time') {
        const shortened = held(column).map((time) => (time as string).replace('.000Z', 'Z'))
        return [name, fc.oneof(held(column), shortened)]
      }
      return [name, fc.oneof(held(column), fc.double({ noNaN: true, min: -2, max: 20 }))]
    }),
  )
  const sortable = columns.filter(([, { sortable }]) => sortable).map(([name]) => name)
  const sorting = fc
    .array(fc.tuple(fc.constantFrom(...sortable), fc.constantFrom('', ' asc', ' DESC')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((keys) => keys.map((key) => key.join('')).join(', '))
  const keyword = fc.constantFrom('a', '%', '_', '\\', 'GTCO', 'gtc', 'result 1', 'c1', 'c12')
  const optional = (one: fc.Arbitrary<unknown>, weight: number) =>
    fc.option(one, { nil: undefined, freq: weight })
  return fc.record({
    sorting: optional(sorting, 4),
    keyword: optional(keyword, 1),
    ...Object.fromEntries(
      parameters.map(([name, value]) => [
        name,
        fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value }),
      ]),
    ),
  }) as fc.Arbitrary<ListQuery>
}
