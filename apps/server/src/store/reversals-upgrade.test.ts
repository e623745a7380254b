import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { Role } from './roles.ts'

const upgrade = readFileSync(new URL('./migrations/202_share_liens.sql', import.meta.url), 'utf8')

test('shares of reversals that wait since an earlier release are not available', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  const request = (id: number, type: string, state: string) =>
    `(7, ${id}, 'p${id}', 'reversal', 'A1', 'GTCO', 30, 'R', 'N', '${state}', 1, 'maker', now(), '2026-11-20',
      '{"type": "reversal", "of": {"type": "${type}"}}')`
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', '2026-01-05T09:00Z');
    INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, 'Eze Ada');
    INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES (7, 'A1', 3, '0000000001');
    INSERT INTO securities (security_id, listing, name, sector, price_group, shares_outstanding)
      VALUES ('GTCO', 0, 'Guaranty Trust Holding', 'Financial services', 'B', 29431179224);
    INSERT INTO positions (tenant_id, account, security_id, settled, unsettled_in, unsettled_out, held, available, cost)
      VALUES (7, 'A1', 'GTCO', 100, 0, 0, 0, 100, 500000);
    INSERT INTO transfer_requests (tenant_id, id, posting_id, type, account, security_id, quantity, reference, narration,
      state, maker_id, maker_name, made_at, market_date, details)
    VALUES ${request(1, 'transferIn', 'pending')}, ${request(2, 'transferOut', 'pending')}, ${request(3, 'transferIn', 'rejected')}`)
  await client.query(`SET ROLE ${Role.owner}; ${upgrade}; RESET ROLE`)
  const { rows } = await client.query('SELECT available FROM positions')
  expect(rows).toEqual([{ available: '70' }])
  await client.end()
  await close()
})
