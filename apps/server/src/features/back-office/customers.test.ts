import { MAX_ANSWER_ROWS, type TextKey } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { Caller } from '../../platform/caller.ts'
import { customerHandlers } from './customers.ts'

const ACCOUNTS = MAX_ANSWER_ROWS + 500

let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name)
    SELECT 1, id, 'Ngozi ' || lpad(id::text, 5, '0') FROM generate_series(1, ${ACCOUNTS}) AS id;
    INSERT INTO trading_accounts
    SELECT 1, 'A' || lpad(id::text, 5, '0'), id, lpad(id::text, 10, '0') FROM generate_series(1, ${ACCOUNTS}) AS id`)
})

afterAll(() => database.close())

test('a file of customers has each account once, also when one is opened or renamed while it is read', async () => {
  const handlers = customerHandlers({ store: database.store, marketDate: () => '2026-11-20' })
  const caller = { tenantId: 1, permissions: new Set(['VIEW_CUSTOMERS', 'VIEW_ADMINSETTING']), accounts: [] }
  const file = (await handlers['BackOffice/DownloadCustomers'](
    { format: 'csv' } as never,
    { caller: caller as unknown as Caller, translate: (key: TextKey) => key } as never,
  )) as FileAnswer
  let text = ''
  let pieces = 0
  for await (const piece of file.body) {
    text += piece
    if (pieces++ > 0) continue
    // One who comes before all others, and the first of them behind all.
    await database.run(`
      INSERT INTO customers (tenant_id, id, name) VALUES (1, 90000, 'Ada');
      INSERT INTO trading_accounts VALUES (1, 'A90000', 90000, '0000090000');
      UPDATE customers SET name = 'Zainab' WHERE id = 1`)
  }
  const numbers = [...text.matchAll(/\bA\d{5}\b/g)].map(([number]) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(ACCOUNTS)
})
