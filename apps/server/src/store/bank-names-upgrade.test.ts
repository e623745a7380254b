import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { copyOf, migrateNew } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

test('bank accounts of an earlier release have the name of their last approved change, or the one given at registration', async () => {
  const { access, drop } = await copyOf('tradebook_template_314', (template) =>
    migrateNew(template, '314_views_of_lists'),
  )
  const client = new Client(access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES
      (7, 'Older', 'Older firm', now()), (8, 'Other', 'Other firm', now());
    INSERT INTO customers (tenant_id, id, name, particulars) VALUES
      (7, 3, 'Eze Ada', '{"bankAccountName": "EZE ADA", "occupation": "Trader"}'),
      (7, 4, 'Bello Musa', '{"occupation": "Farmer"}'),
      (8, 3, 'Obi Ngozi', '{"bankAccountName": "OBI NGOZI"}');
    INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account, bank_code, bank_account) VALUES
      (7, 'A1', 3, '0000000001', '011', '0000000001'), (7, 'A2', 3, '0000000002', '011', '0000000002'),
      (7, 'A3', 3, '0000000003', NULL, NULL), (7, 'A4', 4, '0000000004', '011', '0000000004'),
      (7, 'A5', 3, '0000000006', '011', '0000000006'), (8, 'A1', 3, '0000000005', '011', '0000000001')`)
  const changes = [
    [1, 'A1', '011', '0000000001', 'EZE A', 'approved'],
    [2, 'A1', '011', '0000000001', 'ADA EZE', 'approved'],
    // Names that do not count: rejected, waiting, and of a bank account that the account no longer has.
    [3, 'A1', '011', '0000000001', 'REJECTED', 'rejected'],
    [4, 'A1', '011', '0000000001', 'WAITS', 'pending'],
    [5, 'A2', '011', '0000000009', 'FORMER NUMBER', 'approved'],
    [6, 'A2', '058', '0000000002', 'FORMER BANK', 'approved'],
    [7, 'A4', '011', '0000000004', null, 'approved'],
  ] as const
  for (const [id, account, bankCode, number, accountName, state] of changes)
    await client.query(
      `INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, cash_route, bank_code, bank_account,
         reference, narration, details, state, maker_id, maker_name, made_at, market_date, posted)
       VALUES (7, $1::int, 'change ' || $1::int, 'cashTerms', $2, 'broker', $3, $4, '', '', $5, $6, 2, 'staff', now(), '2026-11-20', $7)`,
      [
        ...[id, account, bankCode, number, accountName && { accountName }, state],
        state === 'approved' ? id : null,
      ],
    )

  const log = pino({ level: 'silent' })
  await migrate(access.admin, log, '315_names_of_bank_accounts')
  // What was entered since is newer.
  await client.query(`UPDATE trading_accounts SET bank_account_name = 'ENTERED SINCE' WHERE account = 'A5'`)
  await migrate(access.admin, log)

  const rows = async (sql: string) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
  expect(
    await rows('SELECT tenant_id, account, bank_account_name FROM trading_accounts ORDER BY 1, 2'),
  ).toEqual([
    [7, 'A1', 'ADA EZE'],
    [7, 'A2', 'EZE ADA'],
    [7, 'A3', null],
    [7, 'A4', null],
    [7, 'A5', 'ENTERED SINCE'],
    [8, 'A1', 'OBI NGOZI'],
  ])
  expect(await rows('SELECT tenant_id, id, particulars FROM customers ORDER BY 1, 2')).toEqual([
    [7, 3, { occupation: 'Trader' }],
    [7, 4, { occupation: 'Farmer' }],
    [8, 3, {}],
  ])
  const forced = `SELECT relname FROM pg_class WHERE relname IN ('customers', 'trading_accounts', 'transfer_requests')
    AND relrowsecurity AND relforcerowsecurity ORDER BY 1`
  expect(await rows(forced)).toEqual([['customers'], ['trading_accounts'], ['transfer_requests']])
  await client.end()
  await drop()
})
