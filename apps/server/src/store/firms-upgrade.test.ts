import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'
import { FirmState } from '../desk/decisions/firm-state.ts'
import { fromJournalBody, replay } from '../desk/record/journal.ts'

const migration = readFileSync(new URL('./migrations/008_firms_and_accounts.sql', import.meta.url), 'utf8')
/** The part of the migration that finds what older firms have. */
const upgrade = migration.slice(migration.indexOf('ALTER TABLE tenants NO FORCE'))

test('the journal of a firm from before firms were journalled begins with the accounts it had', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (7, 'Older', 'Older firm', '2026-01-05T09:00Z');
    INSERT INTO customers (tenant_id, id, name) VALUES (7, 3, 'Ada');
    INSERT INTO trading_accounts VALUES (7, 'A1', 3, '0000000001'), (7, 'A2', 3, '0000000002')`)
  // As it was then.
  await client.query(`
    ALTER TABLE firm_terms DROP COLUMN is_closed, ADD COLUMN unsettled_proceeds_usable boolean;
    DROP VIEW journal;
    CREATE TABLE journal (tenant_id int, sequence bigint, at timestamptz, kind text, body jsonb)`)
  await client.query(upgrade)
  expect((await client.query('SELECT * FROM firm_terms')).rows).toEqual([
    { tenant_id: 7, unsettled_proceeds_usable: true },
  ])
  const { rows } = await client.query('SELECT tenant_id, sequence, kind, body FROM journal')
  const state = new FirmState(new Map(), [])
  for (const { tenant_id: tenantId, sequence, kind, body } of rows) {
    replay(state, { tenantId, sequence: Number(sequence), at: 0, entry: fromJournalBody(kind, body) })
  }
  const ada = { customerId: 3, customerName: 'Ada' }
  expect([...state.firm(7).accounts.values()]).toEqual([
    { account: 'A1', cscsAccount: '0000000001', ...ada },
    { account: 'A2', cscsAccount: '0000000002', ...ada },
  ])
  await client.end()
  await close()
})
