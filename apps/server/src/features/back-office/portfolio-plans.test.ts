import type { ListQuery, TextKey } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import type { Caller } from '../../platform/caller.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { currentHoldings, pastCash, pastHoldings, realisedGainUntil, recordedDays } from './account-record.ts'
import { cashMovementHandlers } from './cash-movements.ts'
import { contractNoteSource, contractNoteTotals, type OfAccounts } from './contract-note-list.ts'
import { movementSource, movementTotals } from './movement-list.ts'
import { noteTradeSource } from './note-trades.ts'

/** What an account has, had and moved is found by indexes, however long the firm's history is. */

/** The number of a note that has many trades. */
const LONG_NOTE = 30_000

let database: TestDatabase
/** The plans of what is asked of the firm's record. */
const plansOf = explainQueries(() => database, /\bfrom\b/i)

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) SELECT 1, id, 'Ada ' || id FROM generate_series(1, 200) AS id;
    INSERT INTO trading_accounts SELECT 1, 'A' || id, id, lpad(id::text, 10, '0') FROM generate_series(1, 200) AS id;
    INSERT INTO securities (security_id, listing, name, sector, price_group, shares_outstanding)
    SELECT 'S' || id, id, 'Security ' || id, 'Banking', 'A', 1000000 FROM generate_series(1, 30) AS id;
    INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px)
    SELECT 'S' || id, date '2025-01-01' + day, 1000, 1000
    FROM generate_series(1, 30) AS id, generate_series(0, 690) AS day;
    INSERT INTO index_days (market_date, value, high, low)
    SELECT date '2025-01-01' + day, 1, 1, 1 FROM generate_series(0, 690) AS day;
    INSERT INTO contract_notes (tenant_id, number, account, side, security_id, trade_date, settlement_date, quantity,
      consideration, trades, lines, net_amount, realised_gain, provisional, settled)
    SELECT 1, row_number() OVER (), 'A' || (id % 200 + 1), '1', 'S' || (id % 30 + 1), date '2025-01-01' + id / 30,
      date '2025-01-02' + id / 30, 10, 10000, 1, '[{"line":"commission","ratePpm":13500,"amount":"135"}]', -10135, 0, false, true
    FROM generate_series(0, 20700) AS id;
    INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, security_id, entry_date, value_date, side,
      quantity, price, note_number, balance, holding, cost, postings)
    SELECT 1, number, 0, 'trade', account, security_id, trade_date, settlement_date, '1', 10, 1000, number, 0, 10, 10135,
      '{"NGN":{"customer":-10135,"clearing":10135}}' FROM contract_notes;
    INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, entry_date, value_date, reference, narration,
      balance, postings)
    SELECT 1, 100000 + 2 * id + (kind = 'deposit')::int, 0, kind, 'A' || (id % 200 + 1),
      date '2025-01-01' + id / 30, date '2025-01-01' + id / 30, 'R' || id, 'Cash', 0,
      '{"NGN":{"customer":100,"bank":-100}}'
    FROM generate_series(0, 20700) AS id, unnest(ARRAY['deposit', 'withdrawal']) AS kind;
    INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, amount, reference, narration, state, maker_id,
      maker_name, made_at, market_date)
    SELECT 1, 200000 + 2 * id + (kind = 'deposit')::int, kind || id, kind, 'A' || (id % 200 + 1), 100, 'R' || id, 'Cash',
      'pending', 1, 'broker', now(), date '2025-01-01' + id / 30
    FROM generate_series(0, 20700) AS id, unnest(ARRAY['deposit', 'withdrawal']) AS kind;
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, cum_qty, leaves_qty,
      filled_value, transact_time)
    SELECT 1, number, number, number, 'F', '2', 10, 0, 10000, trade_date FROM contract_notes;
    INSERT INTO executions (tenant_id, sequence, order_id, cl_ord_id, exec_type, ord_status, cum_qty, leaves_qty,
      filled_value, transact_time)
    SELECT 1, 300000 + id, 1, '1', 'F', '1', id, 1, 0, date '2025-01-01' FROM generate_series(1, 3000) AS id;
    INSERT INTO ledger_entries (tenant_id, sequence, line, kind, account, security_id, entry_date, value_date, side,
      quantity, price, note_number, postings)
    SELECT 1, 300000 + id, 0, 'trade', 'A9', 'S1', date '2025-01-01', date '2025-01-02', '1', 10, 1000, ${LONG_NOTE},
      '{"NGN":{"customer":-10135,"clearing":10135}}' FROM generate_series(1, 3000) AS id;
    INSERT INTO position_days SELECT DISTINCT 1, account, security_id, trade_date, 10, 10135 FROM contract_notes;
    INSERT INTO cash_days SELECT DISTINCT 1, account, trade_date, 0 FROM contract_notes;
    INSERT INTO positions SELECT DISTINCT 1, account, security_id, 10, 0, 0, 0, 10, 10135 FROM contract_notes;
    ANALYZE`)
}, 60_000)

afterAll(() => database.close())

const scope = () => database.store.forTenant(1)
const translate = (key: TextKey) => key
const page = { skipCount: 0, maxResultCount: 100 }
const month: ListQuery = { from: '2026-11-01', to: '2026-11-20' }
const SCANNED =
  /Seq Scan on (contract_notes|ledger_entries|transfer_requests|executions|positions|position_days|cash_days|daily_statistics)/

test.each<[string, OfAccounts, ListQuery, number]>([
  ['of an account', ['A7'], month, 3],
  ['of two accounts', ['A7', 'A8'], month, 6],
  ['of the firm', undefined, month, 600],
  ['named by its number', undefined, { number: '7' }, 1],
])('contract notes %s', async (_, accounts, input, expected) => {
  const plans = await plansOf(async () => {
    const { totalCount } = await readPage(scope(), contractNoteSource(accounts, input), page)
    expect(totalCount).toBe(expected)
    await scope().read((tx) => contractNoteTotals(tx, accounts, input))
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).not.toMatch(SCANNED)
})

test('the movement of an account', async () => {
  const plans = await plansOf(async () => {
    const { totalCount } = await readPage(scope(), movementSource('A7', month, translate), page)
    expect(totalCount).toBe(3)
    await scope().read((tx) => movementTotals(tx, 'A7', month))
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).not.toMatch(SCANNED)
})

test('a file of many trades of a note: each piece reads only its own entries', async () => {
  let rows = 0
  const plans = await plansOf(async () => {
    for await (const piece of allRows(scope(), noteTradeSource('A9', LONG_NOTE), 500)) rows += piece.length
  })
  expect(rows).toBe(3_000)
  const [, ...pieces] = plans
  expect(pieces).toHaveLength(6)
  for (const plan of pieces) {
    expect(plan).not.toMatch(SCANNED)
    expect(plan).toMatch(/Index Cond: .*account = .*sequence = ANY/)
  }
})

test.each(['GetAccountInflow', 'GetAccountOutflow'] as const)('the cash of an account: %s', async (call) => {
  const { store } = database
  const handlers = cashMovementHandlers({ store, marketDate: () => '2026-11-20' })
  const handler = handlers[`BackOffice/${call}`]
  const caller = {
    tenantId: 1,
    permissions: new Set(),
    accounts: ['A7'],
  } as unknown as Caller
  const plans = await plansOf(async () => {
    const asked = { ...page, ...month, maxResultCount: 1, sorting: 'state desc', cscsAcct: '0000000007' }
    const answer = await handler(asked, { caller, translate } as never)
    expect(answer).toMatchObject({ totalCount: 6, items: [{ state: 'posted', balance: expect.any(Number) }] })
  })
  expect(plans).toHaveLength(8)
  for (const plan of plans) expect(plan).not.toMatch(SCANNED)
  // Balances are added up once, over the days of the page.
  const added = plans.filter((plan) => plan.includes('WindowAgg'))
  expect(added).toHaveLength(1)
  expect(added[0]).not.toContain(month.from)
})

test('the valuation of an account, now and on a past day, and its worth day by day', async () => {
  const plans = await plansOf(() =>
    scope().read(async (tx) => {
      expect(await currentHoldings(tx, 'A7', () => 1_000n as never)).toHaveLength(3)
      expect(await pastHoldings(tx, 'A7', '2026-06-01')).toHaveLength(3)
      await pastCash(tx, 'A7', '2026-06-01')
      await realisedGainUntil(tx, 'A7', '2026-06-01')
      const { days } = await recordedDays(tx, 'A7', { from: '2026-10-01', before: '2026-11-20' })
      expect(days).toHaveLength(50)
    }),
  )
  expect(plans).toHaveLength(10)
  for (const plan of plans) expect(plan).not.toMatch(SCANNED)
})
