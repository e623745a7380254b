import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { paymentsToNotify } from './payments.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001')`)
}, 60_000)

afterAll(() => database.close())

const changed = () => database.store.forTenant(1).write((tx) => paymentsToNotify(tx, 1_000))

test('staff are notified once of a waiting request, and the customer of its outcome', async () => {
  await database.run(`
    INSERT INTO payment_requests (tenant_id, type, account, amount, channel, paid_on, reference, request_id, maker_id,
      maker_name, made_at, state)
    VALUES (1, 'deposit', 'A1', 9500, 'transfer', '2026-11-20', 'NIP 1', 'r1', 7, 'ada', now(), 'waiting')`)
  const [first, ...others] = await changed()
  expect(first).toMatchObject({
    state: 'waiting',
    type: 'deposit',
    amount: 9_500n,
    customer: 'Ada',
    makerId: 7,
  })
  expect(others).toEqual([])
  expect(await changed()).toEqual([])

  // Staff have taken and posted it; above the threshold a second person decides.
  await database.run(`
    UPDATE payment_requests SET state = 'taken', decider_id = 2, decided_at = now();
    INSERT INTO transfer_requests (tenant_id, id, posting_id, payment_request, type, account, amount, reference, narration, state,
      maker_id, maker_name, made_at, market_date)
    VALUES (1, 50, 'payment-${first?.id}', ${first?.id}, 'deposit', 'A1', 9500, 'PR-1 NIP 1', 'N', 'pending', 2, 'staff', now(), '2026-11-20')`)
  expect(await changed()).toMatchObject([{ state: 'pending' }])
  await database.run(
    `UPDATE transfer_requests SET state = 'rejected', decider_id = 3, reason = 'Not in the bank'`,
  )
  expect(await changed()).toMatchObject([{ state: 'declined', reason: 'Not in the bank', account: 'A1' }])
  expect(await changed()).toEqual([])
})
