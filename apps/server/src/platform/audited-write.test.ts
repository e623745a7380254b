import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { type AuditedCall, openAuditedWrite } from './audited-write.ts'

let database: TestDatabase
let now = Date.parse('2026-11-23T10:00:00Z')

beforeAll(async () => {
  database = await testStore()
  await database.store.forHost().write((tx) =>
    tx
      .insertInto('tenants')
      .values({ id: 1, tenancy_name: 'firm', name: 'Firm', is_active: true, creation_time: new Date(now) })
      .execute(),
  )
}, 60_000)

afterAll(() => database.close())

const call: AuditedCall = {
  tenantId: 1,
  caller: { userId: 7, userName: 'broker' },
  name: 'Order/DownloadStockOrders',
  parameters: { keyword: 'gtco', password: 'never kept' },
  clientIpAddress: '192.0.2.1',
  browserInfo: 'test',
}

const auditRows = (tenantId: number) =>
  database.store
    .forTenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['user_name', 'service_name', 'method_name', 'parameters', 'execution_duration'])
        .execute(),
    )

test('a write that throws keeps neither its work nor its audit row; a write that succeeds keeps both', async () => {
  const write = openAuditedWrite(database.store, () => now)
  const feature = (name: string) => ({ tenant_id: 1, name, value: 'true' })
  await expect(
    write(call, async (tx) => {
      await tx.insertInto('features').values(feature('lost')).execute()
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await auditRows(1)).toEqual([])

  const answer = await write(call, async (tx) => {
    await tx.insertInto('features').values(feature('kept')).execute()
    now += 12
    return 'done'
  })
  expect(answer).toBe('done')
  const features = await database.store
    .forTenant(1)
    .read((tx) => tx.selectFrom('features').select('name').execute())
  expect(features).toEqual([{ name: 'kept' }])
  expect(await auditRows(1)).toEqual([
    {
      user_name: 'broker',
      service_name: 'Order',
      method_name: 'DownloadStockOrders',
      parameters: '{"keyword":"gtco"}',
      execution_duration: 12,
    },
  ])
  // Another firm sees nothing of it.
  expect(await auditRows(2)).toEqual([])
})
