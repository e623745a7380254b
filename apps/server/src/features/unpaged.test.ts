import { type CallName, calls, MAX_ANSWER_ROWS, pathOf, verbOf } from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { brokerWith } from '../http/caller.fixture.ts'
import { openApi } from '../http/openapi.ts'
import { translateTo } from '../platform/localisation.ts'
import { type ListSource, type Page, readPage } from '../store/list-rows.ts'
import { newsSource } from './market-data/news-list.ts'
import { tradeSource as marketTradeSource } from './market-data/trade-list.ts'
import { orderSource } from './order/order-list.ts'

/** The lists of the specification, for which it names no paging. */
const unpaged = [
  'Customer/GetAllCustomerAccountCreationRequests',
  'BackOffice/GetCustomers',
  'BackOffice/GetDashAccountPortfolioHolding',
  'BackOffice/GetDashAccountPortfolioValuation',
  'MarketData/GetNews',
  'MarketData/getMarketTrades',
  'Order/getStockOrders',
  'ReportEventLog/GetReportEventLogs',
  'Role/GetAll',
  'Tenant/GetAll',
  'User/GetAll',
] as const satisfies readonly CallName[]

test.each(unpaged)('%s returns up to the stated limit if no page is requested', (name) => {
  const inputs = { 'BackOffice/GetCustomers': { query: '' } } as Record<string, object>
  const given = { cscsAcct: '0000000001' }
  const input = { ...(name.includes('Portfolio') && given), ...inputs[name] }
  const schema = calls[name].input
  expect(schema.parse(input)).toMatchObject({ skipCount: 0, maxResultCount: MAX_ANSWER_ROWS })
  expect(schema.parse({ ...input, skipCount: 20, maxResultCount: 10 })).toMatchObject({
    skipCount: 20,
    maxResultCount: 10,
  })
  expect(schema.safeParse({ ...input, maxResultCount: MAX_ANSWER_ROWS + 1 }).success).toBe(false)
})

test.each(unpaged)('the description of %s states the bound', (name) => {
  const { paths } = openApi('1') as unknown as { paths: Record<string, Record<string, Operation>> }
  const operation = paths[pathOf(name)]?.[verbOf(name).toLowerCase()]
  expect(operation?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'maxResultCount',
      schema: expect.objectContaining({
        ...{ default: MAX_ANSWER_ROWS, maximum: MAX_ANSWER_ROWS },
        description: expect.stringContaining(`at most ${MAX_ANSWER_ROWS}`),
      }),
    }),
  )
})

interface Operation {
  readonly parameters: readonly object[]
}

const DAY = '2026-11-20'
/** One more than an answer holds. */
const ROWS = MAX_ANSWER_ROWS + 1
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada Obi');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    SELECT 1, id, 'A1', 1, 'broker', 'c' || id, 'GTCO', '1', '2', 100, 10, '0', '4', 0, 0, 0, 0, '${DAY}', id,
      timestamptz '${DAY} 10:00Z' + id * interval '1 second', '${DAY} 12:00Z', 1, '${DAY}'
    FROM generate_series(1, ${ROWS}) AS id;
    INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
    SELECT id, 'Result ' || id, 'b', 'NGX', '0', ARRAY[]::text[], timestamptz '${DAY} 10:00Z' + id * interval '1 minute'
    FROM generate_series(1, ${ROWS}) AS id`)
  await client.query(`SELECT begin_day_of_trades('${DAY}');
    INSERT INTO market_trades (trade_number, security_id, price, quantity, tick_direction, rpt_seq, trade_time, market_date)
    SELECT id, 'GTCO', 100, 5, '0', id, timestamptz '${DAY} 10:00Z' + id * interval '1 second', '${DAY}'
    FROM generate_series(1, ${ROWS}) AS id`)
  await client.end()
}, 60_000)

afterAll(() => database.close())

const answers = {
  'Order/getStockOrders': (page: Page) => read(orderSource(brokerWith(), {}, undefined, false), page),
  'MarketData/GetNews': (page: Page) => read(newsSource({}, translateTo('en')), page),
  'MarketData/getMarketTrades': (page: Page) => read(marketTradeSource({}, DAY), page),
}

const read = <Row, Item>(source: ListSource<Row, Item>, page: Page) =>
  readPage(database.store.forTenant(1), source, page)

test.each(Object.entries(answers))(
  '%s: the row beyond the bound is counted, and is on the next page',
  async (name, answer) => {
    const { input } = calls[name as keyof typeof answers]
    const all = await answer(input.parse({}))
    expect(all).toMatchObject({ totalCount: ROWS, more: false })
    expect(all.items).toHaveLength(MAX_ANSWER_ROWS)
    const rest = await answer(input.parse({ skipCount: MAX_ANSWER_ROWS }))
    expect(rest.items).toHaveLength(1)
    expect(all.items).not.toContainEqual(rest.items[0])
    const page = await answer(input.parse({ skipCount: 20, maxResultCount: 10 }))
    expect(page.items).toEqual(all.items.slice(20, 30))
  },
)

test('a long answer is built in slices, with other work of the thread in between', async () => {
  let turns = 0
  let isAnswered = false
  const turn = () => {
    if (isAnswered) return
    turns++
    setImmediate(turn)
  }
  const source = orderSource(brokerWith(), {}, undefined, false)
  const turnsAtRow: number[] = []
  const answered = read(
    { ...source, item: () => turnsAtRow.push(turns) },
    { skipCount: 0, maxResultCount: 1_000 },
  )
  turn()
  await answered
  isAnswered = true
  expect(turnsAtRow).toHaveLength(1_000)
  expect(new Set(turnsAtRow).size).toBe(10)
})
