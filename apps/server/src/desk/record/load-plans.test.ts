import { INDEX_BASE } from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { explainQueries } from '../../store/plans.fixture.ts'
import { Role } from '../../store/roles.ts'
import { load } from './load.ts'

/** What a desk is rebuilt from is found by indexes, however many days the record has. */

const TODAY = '2026-11-20'

let database: TestDatabase
const plansOf = explainQueries(() => database, /FROM (order_requests|transfer_requests)/, Role.desk)

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
    SELECT 1, 'A' || id % 997, date '${TODAY}' - (60000 - id) / 100, id, id, 'f' FROM generate_series(1, 60000) AS id;
    INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, amount, reference, narration, state,
      posted, maker_id, maker_name, made_at, market_date)
    SELECT 1, id, id, 'deposit', 'A' || id % 997, 100, id, 'Cash', CASE WHEN id % 10000 = 1 THEN 'pending' ELSE 'posted' END,
      CASE WHEN id % 10000 = 1 THEN NULL ELSE id END, 1, 'broker', now(), date '${TODAY}' - (60000 - id) / 100
    FROM generate_series(1, 60000) AS id`)
  await database.run('VACUUM ANALYZE order_requests, transfer_requests')
}, 60_000)

afterAll(() => database.close())

test('the requests of the last market days, and the postings that wait from earlier ones', async () => {
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(`SET ROLE ${Role.desk}`)
  const plans = await plansOf(async () => {
    const { requests, transferRequests } = await load(client, TODAY, INDEX_BASE)
    expect(requests.length).toBeLessThan(2_000)
    expect(transferRequests.filter(({ state }) => state === 'pending')).toHaveLength(6)
    expect(transferRequests.length).toBeLessThan(2_000)
  })
  await client.end()
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (order|transfer)_requests/)
})
