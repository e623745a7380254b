import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { Role } from './roles.ts'

const migration = readFileSync(new URL('./migrations/080_request_queue.sql', import.meta.url), 'utf8')
/** The part of the migration that brings older requests into the queue. */
const upgrade = migration.slice(
  migration.indexOf('ALTER TABLE account_requests NO FORCE'),
  migration.indexOf('CREATE INDEX'),
)

test('requests of an earlier release wait since they were submitted or refused, and their accounts are known to be open', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', '2026-01-05T09:00Z');
    INSERT INTO users (tenant_id, id, user_name, name, surname, email_address, password_hash, security_stamp, creation_time)
    OVERRIDING SYSTEM VALUE SELECT 7, n, 'user' || n, 'Ada', 'Eze', n || '@x.example', '', gen_random_uuid(), now() FROM generate_series(1, 4) n;
    INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, 'Eze Ada');
    INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES (7, 'A1', 3, '0000000001');
    INSERT INTO account_requests (tenant_id, id, user_id, status, account_type, fields, applicant_name, creation_time, submitted_at, account)
    OVERRIDING SYSTEM VALUE
    SELECT 7, id, id, status, type, '{"firstName": "Ada", "surname": "Eze", "jointFirstName": "Obi", "jointSurname": "Eze"}',
      'Eze Ada', '2026-11-01Z', '2026-11-02Z', account
    FROM (VALUES (1, 2, 'individual', NULL), (2, 6, 'joint', NULL), (3, 4, 'corporate', 'A1'), (4, 4, 'individual', 'A2'))
      AS request (id, status, type, account);
    INSERT INTO account_request_events (tenant_id, request_id, at, action, status, user_id, user_name) VALUES
      (7, 2, '2026-11-02Z', 'submit', 2, 2, 'user2'), (7, 2, '2026-11-03Z', 'approve', 3, 1, 'admin'),
      (7, 2, '2026-11-04Z', 'fail', 6, NULL, NULL)`)
  await client.query(`SET ROLE ${Role.owner}; ${upgrade}; RESET ROLE`)
  const { rows } = await client.query(`
    SELECT id, waits_since AT TIME ZONE 'UTC' AS since, reviewed_by, opened_at IS NOT NULL AS is_open, applicant_name
    FROM account_requests ORDER BY id`)
  expect(rows.map(({ since, ...row }) => [since?.getDate() ?? null, ...Object.values(row)])).toEqual([
    [2, 1, null, false, 'Ada Eze'],
    [4, 2, 'admin', false, 'Ada Eze & Obi Eze'],
    [null, 3, null, true, 'Eze Ada'],
    [null, 4, null, false, 'Ada Eze'],
  ])
  await client.end()
  await close()
})
