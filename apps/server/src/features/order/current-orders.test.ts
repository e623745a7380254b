import {
  type CallRequest,
  calls,
  english,
  isRefusal,
  OrdStatus,
  orderStates,
  type Refusal,
  refusalInWords,
  refuse,
  type TextKey,
} from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { fingerprintOf } from '../../desk/decisions/requests.ts'
import type { Origin } from '../../desk/inputs.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { translateTo } from '../../platform/localisation.ts'
import { orderFeature } from './order.ts'

const SATURDAY = '2026-11-21T11:00:00Z'
const FRIDAY = '2026-11-20T11:00:00Z'
const LAST_MONTH = '2026-10-20T11:00:00Z'

let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  await database.run(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', '${FRIDAY}');
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    SELECT 1, id, 'A1', 1, 'broker', name, 'GTCO', '1', '2', 5840, 10, '0', status, 0,
      CASE status WHEN '0' THEN 10 ELSE 0 END, 0, 0, day::date, id, entered::timestamptz, entered::timestamptz, 1, changed::date
    FROM (VALUES
      (1, 'open for a month', '0', '2026-10-20', '2026-10-20', '${LAST_MONTH}'),
      (2, 'cancelled last month', '4', '2026-10-20', '2026-10-20', '${LAST_MONTH}'),
      (3, 'cancelled on Friday', '4', '2026-11-20', '2026-11-20', '${FRIDAY}'),
      (4, 'open since Saturday', '0', '2026-11-23', '2026-11-23', '${SATURDAY}'),
      (5, 'cancelled on Saturday', '4', '2026-11-23', '2026-11-23', '${SATURDAY}'),
      (6, 'entered on Friday, cancelled on Saturday', '4', '2026-11-20', '2026-11-23', '${FRIDAY}')
    ) orders (id, name, status, day, changed, entered)`)
}, 60_000)

afterAll(() => database.close())

test('on a Sunday the current orders are all open ones however old, then those that ended on the market day, Monday', async () => {
  const { items, totalCount } = await current(1_000)
  expect(items.map(({ clOrdID }) => clOrdID)).toEqual([
    'open since Saturday',
    'open for a month',
    'entered on Friday, cancelled on Saturday',
    'cancelled on Saturday',
  ])
  expect(totalCount).toBe(4)
})

test('while the host halts the orders of the firm, those that are open say so', async () => {
  const halted = async () => {
    const { items } = await current(1_000)
    return items.map(({ ordStatus, isHalted }) => [ordStatus, isHalted])
  }
  const { new: open, canceled } = OrdStatus
  await database.run(`
    INSERT INTO kill_switches (tenant_id, scope, id, is_on, reason, cause, since, halts_orders)
    VALUES (0, 'tenant', '1', true, 'Fees are due', 'person', now(), true)`)
  expect(await halted()).toEqual([
    [open, true],
    [open, true],
    [canceled, false],
    [canceled, false],
  ])
  await database.run('UPDATE kill_switches SET is_on = false')
  expect(await halted()).toEqual([
    [open, false],
    [open, false],
    [canceled, false],
    [canceled, false],
  ])
})

test('an unknown order state is refused', () => {
  const { input } = calls['Order/getStockOrders']
  for (const status of ['filled', 'x', '99']) expect(input.safeParse({ status }).success, status).toBe(false)
  for (const status of ['open', 'done', 'current', '8', '', undefined])
    expect(input.safeParse({ status }).success, status).toBe(true)
})

test.each([
  ['0', 2],
  ['4', 4],
  ['8', 0],
  ['open', 2],
  ['done', 4],
  ['', 6],
  [undefined, 6],
] as const)('of the state %s there are %i orders', async (status, count) => {
  const { items } = await listed({ status, skipCount: 0, maxResultCount: 10 })
  expect(items).toHaveLength(count)
  if (status && status in orderStates)
    expect(new Set(items.map(({ ordStatus }) => ordStatus))).toEqual(new Set(count ? [status] : []))
})

test('open orders come first if not all current orders fit', async () => {
  const { items } = await current(2)
  expect(items.map(({ clOrdID }) => clOrdID)).toEqual(['open since Saturday', 'open for a month'])
})

test('a repeated cancel returns the order it cancelled, even on a later day', async () => {
  const input = { clOrdID: 'cancel of a carried order', orderID: '2' }
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(
    `INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
     VALUES (1, 'A1', '2026-10-21', $1, 2, $2)`,
    [input.clOrdID, fingerprintOf({ kind: 'cancelOrder', origin: {} as Origin, ...input })],
  )
  await client.end()
  const { 'Order/sendCancelOrderRequest': cancel } = orderFeature({
    ...{ store: database.store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unavailable'),
      submit: async () => ({ kind: 'refused', refusal: refuse('unknownOrder', { orderID: '2' }) }),
      status: sunday,
    },
  })
  const context = { caller, clientIpAddress: '127.0.0.1', browserInfo: 'test' } as Asking
  expect(await cancel(input, context)).toMatchObject({ id: '2', ordStatus: '4' })
  expect(await cancel({ ...input, clOrdID: 'another' }, context)).toEqual(
    refuse('orderIsFinal', { orderID: '2', ordStatus: OrdStatus.canceled }),
  )
})

test.each<[string, Refusal]>([
  ['2', refuse('orderIsFinal', { orderID: '2', ordStatus: OrdStatus.canceled })],
  ['99', refuse('unknownOrder', { orderID: '99' })],
])('the preview of a replace of order %s, which the desk does not know', async (orderID, refusal) => {
  const { 'Order/PreviewOrderReplace': preview } = orderFeature({
    ...{ store: database.store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unknownOrder', { orderID }),
      submit: () => Promise.reject(new Error('nothing is submitted')),
      status: sunday,
    },
  })
  const context = { caller, clientIpAddress: '127.0.0.1', browserInfo: 'test' } as Asking
  expect(await preview({ orderID, orderQty: 5 }, context)).toEqual(refusal)
})

test('the file of the orders says why one was refused in the language of its reader', async () => {
  const refusal = refuse('orderQtyAboveLimit', { quantity: '9', most: '5', level: 'user', account: 'A1' })
  await database.run(`
    UPDATE orders SET ord_status = '8', text = 'By phone', refusal = '${JSON.stringify(refusal)}' WHERE order_id = 3`)
  const { 'Order/DownloadStockOrders': download } = orderFeature({
    ...{ store: database.store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unavailable'),
      submit: () => Promise.reject(new Error('nothing is submitted')),
      status: sunday,
    },
  })
  const context = { caller, translate: translateTo('fr'), write: async () => undefined }
  const columns = ['reason', 'clientText']
  const input = calls['Order/DownloadStockOrders'].input.parse({ columns, orderID: '3' })
  const file = await download(input, context as unknown as Asking)
  if (isRefusal(file)) throw new Error(file.refusal)
  const lines: string[] = []
  for await (const piece of file.body) lines.push(String(piece))
  const { message, details } = refusalInWords(
    { ...refusal, values: { ...refusal.values, userName: 'broker' } },
    translateTo('fr'),
  )
  expect(details).toContain('utilisateur broker')
  expect(lines.join('').split('\r\n').slice(1)).toEqual([`3,A1,"${message}: ${details}",By phone`, ''])
})

test.each<[string, Partial<Caller>, string]>([
  ['of a firm', {}, 'Orders 2026-11-23 firm.csv'],
  ['of a customer', { permissions: new Set(), accounts: ['A1'] }, 'Orders 2026-11-23 A1.csv'],
])('the file of the orders %s is named for the market day and whose they are', async (_, who, name) => {
  const { 'Order/DownloadStockOrders': download } = orderFeature({
    ...{ store: database.store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unavailable'),
      submit: () => Promise.reject(new Error('nothing is submitted')),
      status: sunday,
    },
  })
  const translate = (key: TextKey) => english[key]
  const context = { caller: { ...caller, ...who }, translate, write: async () => undefined }
  const columns = ['orderID', 'execInst', 'displayQty', 'minQty']
  const input = calls['Order/DownloadStockOrders'].input.parse({ columns })
  const file = await download(input, context as unknown as Asking)
  if (isRefusal(file)) throw new Error(file.refusal)
  expect(file.name).toBe(name)
  const { value } = await file.body[Symbol.asyncIterator]().next()
  expect(value).toBe('\uFEFFAccount,Order no.,Execution instruction,Display quantity,Minimum quantity\r\n')
})

const current = (maxResultCount: number) => listed({ status: 'current', skipCount: 0, maxResultCount })

async function listed(input: CallRequest<'Order/getStockOrders'>) {
  const { 'Order/getStockOrders': ask } = orderFeature({
    ...{ store: database.store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unavailable'),
      submit: () => Promise.reject(new Error('nothing is submitted')),
      status: sunday,
    },
  })
  const answer = await ask(input, { caller } as Asking)
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer
}

type Asking = CallContext<Caller>

const sunday = { ready: true, waiting: 0, workWaiting: 0, marketDate: '2026-11-23' }

const caller = brokerWith()
