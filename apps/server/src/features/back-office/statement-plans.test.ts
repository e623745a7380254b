import { isRefusal } from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { BUYER } from '../../desk/desk.fixture.ts'
import { translateTo } from '../../platform/localisation.ts'
import { customerOf, WHOLE } from './back-office.fixture.ts'
import { readStatement } from './statement.ts'

describe('of an account with 100,000 postings', () => {
  let database: TestDatabase
  const query = vi.spyOn(Client.prototype, 'query')

  beforeAll(async () => {
    database = await testStore()
    const client = new Client(database.access.admin)
    await client.connect()
    await client.query(MANY_POSTINGS)
    await client.end()
  }, 60_000)

  afterAll(async () => {
    query.mockRestore()
    await database?.close()
  })

  test('the statement is found by indexes, and no entry of an order is read for it', async () => {
    query.mockClear()
    const input = { ...WHOLE, maxResultCount: 50, cscsAcct: '0000000001', from: '2026-01-01' }
    const answer = await database.store.forTenant(1).read((tx) =>
      readStatement(tx, customerOf(BUYER), input, {
        marketDate: '2026-11-20',
        translate: translateTo('en'),
        isShown: () => true,
      }),
    )
    expect(answer).toMatchObject({ totalCount: 6_000, openingBalance: 0, closingBalance: 46_000 })
    const asked = query.mock.calls
      .map(([text, values]) => ({ text: String(text), values: values as unknown as unknown[] }))
      .filter(({ text }) => /ledger_entries|cash_days/.test(text))
    expect(asked.length).toBeGreaterThan(2)
    const client = new Client(database.access.admin)
    await client.connect()
    await client.query(`SET ROLE tradebook_tenant; SET app.tenant_id = '1'`)
    for (const { text, values } of asked) {
      const { rows } = await client.query(`EXPLAIN ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toMatch(/Seq Scan on (ledger_entries|contract_notes|cash_days)/)
      if (/ledger_entries/.test(plan)) expect(plan).toMatch(/ledger_entries_of_cash/)
    }
    await client.end()
  })

  test('each line has its own balance, even if a journal line has more entries than 16 bits can number', async () => {
    const client = new Client(database.access.admin)
    await client.connect()
    await client.query(SETTLED_TOGETHER)
    await client.end()
    const input = { ...WHOLE, cscsAcct: '0000000002', from: '2026-11-19' }
    const reader = { marketDate: '2026-11-20', translate: translateTo('en'), isShown: () => true }
    const answer = await database.store
      .forTenant(1)
      .read((tx) => readStatement(tx, customerOf({ tenantId: 1, account: 'A2' }), input, reader))
    if (isRefusal(answer)) throw new Error(answer.refusal)
    const entries = answer.items.filter(({ noteNumber }) => noteNumber === null)
    expect(entries.map(({ balance }) => balance)).toEqual([-1, -3])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2)
  })
})

/** Two payments of one account in the journal line of a settlement, the second one behind 65,535 others. */
const SETTLED_TOGETHER = `
  INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, entry_date, value_date, reference, balance, postings)
  VALUES
    (1, 200001, 0, 'directSettlement', 'A2', '2026-11-19', '2026-11-19', 'R', 0, '{"NGN": {"customer": -100, "bank": 100}}'),
    (1, 200001, 65536, 'directSettlement', 'A2', '2026-11-19', '2026-11-19', 'R', 0, '{"NGN": {"customer": -200, "bank": 200}}')`

/** Two thousand notes of 48 trades and four thousand deposits of ten naira less or more, on 250 days; and another account's. */
const MANY_POSTINGS = `
  INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
  INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada');
  INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001'), (1, 'A2', 1, '0000000002');
  INSERT INTO securities (security_id, listing, name, sector, security_type, price_group, shares_outstanding)
  SELECT 'S' || id, id, 'S', 'S', 'CS', 'A', 1 FROM generate_series(1, 8) AS id;
  INSERT INTO contract_notes (tenant_id, number, account, side, security_id, trade_date, settlement_date, quantity,
    consideration, trades, lines, net_amount, realised_gain, provisional, settled)
  SELECT 1, id + 2000 * other, CASE other WHEN 0 THEN 'A1' ELSE 'A2' END, CASE WHEN other % 2 = 0 THEN '1' ELSE '2' END,
    'S' || (1 + id % 8), day, day, 48, 4800, 48, '[]', CASE WHEN id % 2 = 0 THEN -1000 ELSE 1000 END, 0, false, true
  FROM generate_series(0, 8) AS other, generate_series(1, 2000) AS id,
    LATERAL (SELECT date '2026-01-05' + id / 8 + 300 * (other / 2) AS day) AS d;
  INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, entry_date, value_date, side, note_number,
    reference, narration, balance, postings)
  SELECT 1, id, 0, CASE WHEN id % 25 = 0 THEN 'deposit' ELSE 'trade' END,
    CASE WHEN id % 50000 = 1 THEN 'A2' ELSE 'A1' END, date '2026-01-05' + id / 400, date '2026-01-05' + id / 400, NULL,
    CASE WHEN id % 25 = 0 THEN NULL ELSE 1 + id / 50 END, 'R', 'N', 0,
    '{"NGN": {"customer": 1150, "bank": -1150}}'
  FROM generate_series(1, 100000) AS id;
  INSERT INTO cash_days SELECT 1, 'A1', date '2026-01-05' + id, 4600000 FROM generate_series(1, 2000) AS id;
  INSERT INTO cash_balances VALUES (1, 'A1', 4600000, 0, 0, 0, 4600000);
  ANALYZE ledger_entries, contract_notes, cash_days, trading_accounts`
