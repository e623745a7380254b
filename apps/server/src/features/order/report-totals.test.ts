import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import { pageIn } from '../../store/list-rows.ts'
import { orderSource, orderTotalsIn } from './order-list.ts'
import { tradeSource, tradeTotalsIn } from './trade-list.ts'

/** The reports of orders and trades: what each row says of charges and crosses, and the sums of what is filtered. */

const DAY = '2026-11-20'
let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const client = new Client(database.access.admin)
  await client.connect()
  // Orders 1 and 2 are the sides of a cross; 3 and 4 of two customers met in the market; 5 has nothing filled.
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now()), (2, 'other', 'Other', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada Obi'), (1, 2, 'Bola Ade'), (2, 1, 'Chi');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001'), (1, 'A2', 2, '0000000002'), (2, 'A1', 1, '0000000003');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    SELECT tenant, id, account, 1, 'broker', request, 'GTCO', side, '2', 5000, quantity, '0', status, filled, leaves,
      filled * 5000, 0, '${DAY}', id, '${DAY} 10:00Z', '${DAY} 10:00Z', 1, '${DAY}'
    FROM (VALUES (1, 1, 'A1', 'x1', '1', 100, 100, 0, '2'), (1, 2, 'A2', 'x1', '2', 100, 100, 0, '2'),
      (1, 3, 'A1', 'x1-3', '1', 50, 20, 30, '1'), (1, 4, 'A2', 'x1', '2', 20, 20, 0, '2'),
      (1, 5, 'A2', 'c5', '2', 70, 0, 70, '0'), (2, 6, 'A1', 'c6', '1', 900, 900, 0, '2'))
      orders (tenant, id, account, request, side, quantity, filled, leaves, status);
    INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
    VALUES (1, '', '${DAY}', 'x1', 1, 'f');
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, last_px, last_qty,
      cum_qty, leaves_qty, filled_value, text, transact_time, trade_number)
    SELECT tenant_id, 10 + order_id, order_id, cl_ord_id, 'F', ord_status, 5000, cum_qty, cum_qty, leaves_qty,
      filled_value, NULL, '${DAY} 10:00Z', CASE WHEN order_id < 3 THEN 71 ELSE 72 END
    FROM orders WHERE cum_qty > 0;
    INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, security_id, entry_date, value_date, side,
      quantity, price, note_number, balance, holding, cost, postings)
    SELECT tenant_id, 10 + order_id, 0, 'trade', account, security_id, '${DAY}', '2026-11-24', side, cum_qty, 5000, order_id,
      0, 0, 0, jsonb_build_object('NGN', jsonb_build_object(
        'customer', CASE side WHEN '1' THEN -filled_value - 1075 ELSE filled_value - 1075 END,
        'fee:commission', 1000, 'fee:commission:vat', 75,
        'clearing', CASE side WHEN '1' THEN filled_value ELSE -filled_value END))
    FROM orders WHERE cum_qty > 0 AND order_id <> 4`)
  await client.end()
}, 60_000)

afterAll(() => database.close())

const WHOLE = { skipCount: 0, maxResultCount: 1_000 }
const firm = () => database.store.forTenant(1)

const trades = (input: Parameters<typeof tradeSource>[1], page = WHOLE) =>
  firm().read(async (tx) => {
    const source = tradeSource(brokerWith(), input)
    return { ...(await pageIn(tx, source, page)), totals: await tradeTotalsIn(tx, source) }
  })

const orderTotals = (input: Parameters<typeof orderSource>[1]) =>
  firm().read((tx) => orderTotalsIn(tx, orderSource(brokerWith(), input, undefined, false)))

test('a trade says its commission, its charges with VAT, what moves and when, and whether it is a cross', async () => {
  const { items } = await trades({ sorting: 'transactTime asc' })
  const shown = items.map(
    ({ orderID, commission, totalFees, netAmount, settlementDate, noteNumber, isCross }) =>
      [orderID, commission, totalFees, netAmount, settlementDate, noteNumber, isCross].join(' '),
  )
  expect(shown).toEqual([
    '1 10 10.75 5010.75 2026-11-24 1 true',
    '2 10 10.75 4989.25 2026-11-24 2 true',
    '3 10 10.75 1010.75 2026-11-24 3 false',
    // Of one customer under the id of the cross, but no side of it; and nothing is posted of it.
    '4      false',
  ])
})

describe('totals are of what is filtered, whatever page is shown', () => {
  test.each([
    [{}, { lastQty: 240, value: 12_000, commission: 30, totalFees: 32.25 }],
    [{ side: ['1'] }, { lastQty: 120, value: 6_000, commission: 20, totalFees: 21.5 }],
    [{ account: 'A2' }, { lastQty: 120, value: 6_000, commission: 10, totalFees: 10.75 }],
    [{ isCross: ['true'] }, { lastQty: 200, value: 10_000, commission: 20, totalFees: 21.5 }],
    [{ keyword: 'nobody' }, { lastQty: 0, value: 0, commission: 0, totalFees: 0 }],
  ])('of trades by %o', async (input, totals) => {
    expect((await trades(input, { skipCount: 1, maxResultCount: 1 })).totals).toEqual(totals)
  })

  test.each([
    [{}, { orderQty: 340, cumQty: 240, leavesQty: 100, filledValue: 12_000 }],
    [{ ordStatus: ['1'] }, { orderQty: 50, cumQty: 20, leavesQty: 30, filledValue: 1_000 }],
    [{ ordStatus: ['0', '1'] }, { orderQty: 120, cumQty: 20, leavesQty: 100, filledValue: 1_000 }],
    [{ account: 'A2' }, { orderQty: 190, cumQty: 120, leavesQty: 70, filledValue: 6_000 }],
    [{ sorting: 'cumQty desc' }, { orderQty: 340, cumQty: 240, leavesQty: 100, filledValue: 12_000 }],
  ])('of orders by %o', async (input, totals) => {
    expect(await orderTotals(input)).toEqual(totals)
  })
})
