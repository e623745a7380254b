import type { Permission } from '@tradebook/contract'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { mayBeSeenBy, orderKeys, seesAllOrders, shownBalances, viewerKeys } from './account-access.ts'

let database: TestDatabase

/** Orders of two firms: users and accounts with the same numbers in each. */
const orders = [1, 2].flatMap((tenantId) =>
  [1, 2].flatMap((userId) => ['A1', 'A2'].map((account) => ({ tenantId, userId, account }))),
)

beforeAll(async () => {
  database = await testStore()
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(`INSERT INTO tenants (id, tenancy_name, name, creation_time)
    VALUES (1, 'one', 'One', now()), (2, 'two', 'Two', now())`)
  for (const [index, { tenantId, userId, account }] of orders.entries())
    await client.query(
      `INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
        price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
        priority, creation_time, transact_time, version, market_date)
      VALUES ($1, $2, $3, $4, 'u', 'c', 'GTCO', '1', '2', 100, 1, '0', '4', 0, 0, 0, 0, now(), 1, now(), now(), 1, now())`,
      [tenantId, index, account, userId],
    )
  await client.end()
}, 60_000)

afterAll(() => database.close())

test.each<[string, number, number, readonly string[], readonly Permission[], number]>([
  ['who sees all orders of the firm', 1, 9, [], ['VIEW_ALL_ORDERS'], 4],
  ['a user with no account', 1, 1, [], [], 2],
  ['a user with an account', 1, 1, ['A1'], [], 3],
  ['a user of the other firm', 2, 2, ['A2'], [], 3],
  ['a user with neither order nor account', 2, 9, [], [], 0],
  ['a user who trades all accounts but does not see all orders', 1, 2, [], ['TRADE_ALL_ACCOUNTS'], 2],
])('%s sees the same in lists and as a subscriber', async (_, tenantId, userId, accounts, names, seen) => {
  const viewer = { tenantId, userId, accounts, permissions: new Set(names) }
  const listed = await database.store
    .forTenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('orders')
        .select(sql<number>`orders.order_id::int`.as('index'))
        .where(mayBeSeenBy(viewer))
        .execute(),
    )
  const keys = new Set(viewerKeys(viewer))
  const subscribed = orders.flatMap((order, index) =>
    (seesAllOrders(viewer) && order.tenantId === tenantId) || orderKeys(order).some((key) => keys.has(key))
      ? [index]
      : [],
  )
  expect(listed.map(({ index }) => index).sort((a, b) => a - b)).toEqual(subscribed)
  expect(subscribed).toHaveLength(seen)
})

test('balances of others are shown by the firm’s setting, and to its administrators', async () => {
  const client = new Client(database.access.admin)
  await client.connect()
  const set = (tenantId: number, value: string) =>
    client.query(
      `INSERT INTO settings VALUES ($1, NULL, 'SHOW_ACCOUNT_BALANCE', $2)
       ON CONFLICT (tenant_id, user_id, name) DO UPDATE SET value = excluded.value`,
      [tenantId, value],
    )
  const seen = async (permissions: readonly Permission[]) => {
    const person = {
      tenantId: 1,
      userId: 1,
      userName: 'u',
      sessionId: 's',
      roles: [],
      accounts: ['A1'],
      due: null,
      language: null,
    }
    const isShown = await shownBalances(database.store, { ...person, permissions: new Set(permissions) })
    return ['A1', 'A2'].filter(isShown)
  }
  expect(await seen(['TRADE_ALL_ACCOUNTS'])).toEqual(['A1', 'A2'])
  await set(0, 'false')
  expect(await seen(['TRADE_ALL_ACCOUNTS'])).toEqual(['A1'])
  await set(1, 'true')
  expect(await seen(['TRADE_ALL_ACCOUNTS'])).toEqual(['A1', 'A2'])
  await set(1, 'False')
  expect(await seen(['TRADE_ALL_ACCOUNTS'])).toEqual(['A1'])
  expect(await seen(['TRADE_ALL_ACCOUNTS', 'VIEW_ADMINSETTING'])).toEqual(['A1', 'A2'])
  await client.end()
})
