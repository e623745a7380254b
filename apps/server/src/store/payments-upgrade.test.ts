import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

test('payment requests of an earlier release are as their postings say, and nothing else counts as one', async () => {
  const { access, drop } = await copyOf('tradebook_template_140', (template) =>
    migrateNew(template, '140_names_in_one_form'),
  )
  const client = new Client(access.admin)
  await client.connect()
  const payments = [
    [1, 'waiting', null, false],
    [2, 'cancelled', 7, true],
    [3, 'waiting', null, false],
    [4, 'taken', 2, false],
    [5, 'taken', 2, false],
    [6, 'declined', 2, true],
  ].map(
    ([id, state, decider, isSettled]) =>
      `(7, ${id}, 'deposit', 'A1', 100, 'transfer', '2026-11-20', 'NIP', 'r${id}', 7, 'ada', now(), '${state}', ${decider}, now(), ${isSettled})`,
  )
  const postings = [
    [51, 1, 'PR-1 NIP', 'posted', 2],
    [52, 2, 'PR-2 NIP', 'approved', 3],
    // By hand, under an id that looks like that of a request.
    [53, 3, 'CASH 3', 'posted', 2],
    [54, 4, 'PR-4 NIP', 'pending', 2],
    [55, 5, 'PR-5 NIP', 'rejected', 2],
    [56, 5, 'PR-5 NIP', 'posted', 3],
  ].map(
    ([id, payment, reference, state, maker]) =>
      `(7, ${id}, 'payment-${payment}', 'deposit', 'A1', 100, '${reference}', 'N', '${state}', ${maker}, 'staff', now(), '2026-11-20',
        ${state === 'posted' || state === 'approved' ? id : null})`,
  )
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, 'Eze Ada');
    INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES (7, 'A1', 3, '0000000001');
    INSERT INTO payment_requests (tenant_id, id, type, account, amount, channel, paid_on, reference, request_id, maker_id,
      maker_name, made_at, state, decider_id, decided_at, is_settled) OVERRIDING SYSTEM VALUE VALUES ${payments.join()};
    INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, amount, reference, narration, state, maker_id,
      maker_name, made_at, market_date, posted) VALUES ${postings.join()}`)
  await migrate(access.admin, pino({ level: 'silent' }))
  const { rows } = await client.query<unknown[]>({
    text: `SELECT payment_requests.id, CASE payment_requests.state WHEN 'taken' THEN transfer_requests.state ELSE payment_requests.state END,
      transfer_requests.id::int AS posting, payment_requests.decider_id, is_settled
      FROM payment_requests LEFT JOIN transfer_requests
        ON (transfer_requests.tenant_id, payment_request) = (payment_requests.tenant_id, payment_requests.id) ORDER BY 1`,
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [1, 'posted', 51, 2, false],
    [2, 'approved', 52, 3, false],
    [3, 'waiting', null, null, false],
    [4, 'pending', 54, 2, false],
    [5, 'posted', 56, 2, false],
    [6, 'declined', null, 2, true],
  ])
  await client.end()
  await drop()
})
