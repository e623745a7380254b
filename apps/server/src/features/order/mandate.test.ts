import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { mandateOf } from './mandate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const day = '2026-11-20T11:00:00Z'
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', '${day}'), (2, 'other', 'Other', '${day}');
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001');
    INSERT INTO instructions (tenant_id, id, account, security_id, side, order_qty, price, until, is_urgent, medium,
      reference, text, user_id, user_name, creation_time, taken_by, taken_by_name, taken_at, closed_at, closed_because)
    OVERRIDING SYSTEM VALUE
    SELECT 1, id, 'A1', 'GTCO', '1', 1000, 5840, '2026-11-24', false, 'letter', '', '', 7, 'ada', '${day}',
      taken, CASE WHEN taken IS NOT NULL THEN 'dealer' END, CASE WHEN taken IS NOT NULL THEN '${day}'::timestamptz END,
      closed::timestamptz, CASE WHEN closed IS NOT NULL THEN 'Done' END
    FROM (VALUES (1, NULL::int, NULL), (2, 8, NULL), (3, 8, '${day}')) rows (id, taken, closed)`)
}, 60_000)

afterAll(() => database.close())

const mandate = (id: number | undefined, userId: number, tenantId = 1) =>
  mandateOf(id, { tenantId, userId }, database.store)

test('only the dealer who has taken an instruction draws on it', async () => {
  expect(await mandate(2, 8)).toEqual({
    ...{ account: 'A1', securityID: 'GTCO', side: '1', orderQty: 1_000, price: 5_840, until: '2026-11-24' },
  })
  expect(await mandate(2, 9)).toMatchObject({ refusal: 'instructionTaken', values: { userName: 'dealer' } })
  expect(await mandate(1, 8)).toMatchObject({ refusal: 'instructionNotTaken' })
  expect(await mandate(3, 8)).toMatchObject({ refusal: 'instructionClosed' })
})

test('an instruction of another firm is none, and an order may name none', async () => {
  expect(await mandate(2, 8, 2)).toMatchObject({ refusal: 'unknownInstruction' })
  expect(await mandate(undefined, 8)).toBeUndefined()
})
