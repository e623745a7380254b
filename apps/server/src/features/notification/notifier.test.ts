import {
  NOTIFICATIONS_KEPT,
  NOTIFICATIONS_SENT_AT_ONCE,
  type NotificationName,
  type PriceKobo,
  preferencesFrom,
  Side,
  UNWANTED_NOTIFICATIONS,
  unwantedOf,
} from '@tradebook/contract'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { BUYER, order } from '../../desk/desk.fixture.ts'
import { desk, price, stage } from '../../desk/shared-desk.fixture.ts'
import { keepTextOfUser } from '../../platform/settings.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import type { Tx } from '../../store/store.ts'
import { deriveNotifications } from './derive.ts'
import {
  broker,
  colleague,
  customer,
  kept,
  notifierForAllTests,
  ofBoth,
  post,
  published,
  shown,
  start,
  tenantId,
  trade,
} from './notifier.fixture.ts'
import { EXECUTIONS_AT_ONCE } from './recorded-events.ts'

notifierForAllTests()

test('orders notify the user who entered them and the account’s owner, news notifies those who watch the security', async () => {
  start()
  await trade('filled')
  await desk.submit(order(BUYER, 'refused', Side.buy, (price + 1) as PriceKobo, 100))
  await desk.submit(order(BUYER, 'rests', Side.buy, (price - 5) as PriceKobo, 100))
  await post('Of GTCO', ['MTNN', 'GTCO'])
  await post('Of nobody', ['MTNN'])
  await post('Of the market', [])
  const expected = [
    ...ofBoth('orderFilled filled'),
    ...ofBoth('orderRefused refused'),
    `${colleague} watchedNews Of GTCO`,
  ]
  await eventually(() => expect(shown()).toEqual(expected))
  expect(await kept()).toEqual(expected)
  // The seller's user does not exist, and nobody of that firm is notified of the buyer's.
  expect(new Set(published.map((one) => one.tenantId))).toEqual(new Set([tenantId]))
})

test('a user who turned a kind off gets no notification of it, and none is stored; colleagues and other kinds are not affected', async () => {
  const { store } = stage.database
  const wants = (userId: number, unwanted: NotificationName[]) =>
    store.forTenant(tenantId).write((tx) =>
      keepTextOfUser(
        tx,
        { tenantId, userId },
        UNWANTED_NOTIFICATIONS,
        unwantedOf({
          ...preferencesFrom(undefined),
          ...Object.fromEntries(unwanted.map((name) => [name, false])),
        }),
      ),
    )
  await wants(customer, ['orderFilled', 'orderEntered'])
  await wants(colleague, ['watchedNews'])
  start()
  await trade('unwanted')
  await desk.submit(order(BUYER, 'wanted', Side.buy, (price + 1) as PriceKobo, 100))
  await post('Unwanted', ['GTCO'])
  await trade('last')
  const expected = [
    `${broker} orderFilled unwanted`,
    ...ofBoth('orderRefused wanted'),
    `${broker} orderFilled last`,
  ]
  await eventually(() => expect(shown()).toEqual(expected))
  expect(await kept()).toEqual(expected)

  await wants(customer, ['orderEntered'])
  await wants(colleague, [])
  await trade('wanted again')
  await eventually(() => expect(shown()).toEqual([...expected, ...ofBoth('orderFilled wanted again')]))
})

test('notifications that a killed server had not derived are derived once by the next one', async () => {
  await trade('before')
  const notifier = start()
  await eventually(() => expect(shown()).toEqual(ofBoth('orderFilled before')))
  await notifier.stop()
  await trade('meanwhile', 'and more')
  const [first, second] = [start(), start()]
  await eventually(async () => expect(await kept()).toHaveLength(6))
  await trade('after')
  const all = ['before', 'meanwhile', 'and more', 'after'].flatMap((what) => ofBoth(`orderFilled ${what}`))
  await eventually(() => expect(shown().toSorted()).toEqual(all.toSorted()))
  await Promise.all([first.stop(), second.stop()])
  expect(await kept()).toEqual(all)
})

test('rows committed between the statements of a derivation are derived by it or by a later one', async () => {
  const { store } = stage.database
  await trade('statement 0')
  let statements = 0
  const afterEach: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      await trade(`statement ${statements}`)
      await post(`News ${statements}`, ['GTCO'])
      return result
    },
  }
  await store
    .forTenant(tenantId)
    .write((tx) => deriveNotifications(tx.withPlugin(afterEach) as typeof tx, tenantId))
  await store.forTenant(tenantId).write((tx) => deriveNotifications(tx, tenantId))
  const expected = Array.from({ length: statements + 1 }, (_, n) => [
    ...(n > 0 ? [`${colleague} watchedNews News ${n}`] : []),
    ...ofBoth(`orderFilled statement ${n}`),
  ]).flat()
  expect(statements).toBeGreaterThan(3)
  expect((await kept()).toSorted()).toEqual(expected.toSorted())
})

test('refused orders, however many, displace no notification of a fill', async () => {
  start()
  await trade('kept')
  await eventually(() => expect(shown()).toEqual(ofBoth('orderFilled kept')))
  // As many as are kept, later than the fill.
  await stage.asAdmin(
    `INSERT INTO notifications (tenant_id, user_id, sequence, name, text_name, entity_id, properties, creation_time)
     SELECT tenant_id, user_id, sequence + (1 << 30) + n, 'orderRefused', text_name, entity_id, '{"clOrdID": "earlier"}', now()
     FROM notifications, generate_series(1, $1::int) n WHERE user_id = $2`,
    [NOTIFICATIONS_KEPT, customer],
  )
  await desk.submit(order(BUYER, 'displaces nothing', Side.buy, (price + 1) as PriceKobo, 100))
  await eventually(() => expect(shown()).toHaveLength(4))
  const ofCustomer = (await kept()).filter((row) => row.startsWith(`${customer} `))
  expect(ofCustomer).toContain(`${customer} orderFilled kept`)
  expect(ofCustomer).toHaveLength(1 + NOTIFICATIONS_KEPT)
})

test('the limit holds even if more than that have one sequence', async () => {
  start()
  await trade('at one sequence')
  await eventually(() => expect(shown()).toEqual(ofBoth('orderFilled at one sequence')))
  await stage.asAdmin(
    `INSERT INTO notifications (tenant_id, user_id, sequence, name, text_name, entity_id, properties, creation_time)
     SELECT tenant_id, user_id, sequence, name, text_name, entity_id, properties, now()
     FROM notifications, generate_series(1, $1::int) WHERE user_id = $2`,
    [NOTIFICATIONS_KEPT + 10, customer],
  )
  await trade('after them')
  await eventually(() => expect(shown()).toHaveLength(4))
  const ofCustomer = (await kept()).filter((row) => row.startsWith(`${customer} `))
  expect(ofCustomer).toHaveLength(NOTIFICATIONS_KEPT)
  expect(ofCustomer.at(-1)).toBe(`${customer} orderFilled after them`)
})

test('refused orders of one cause are one unread notification, sent again with their number', async () => {
  start()
  const offTick = (clOrdID: string) =>
    desk.submit(order(BUYER, clOrdID, Side.buy, (price + 1) as PriceKobo, 100))
  await offTick('first')
  await eventually(() => expect(shown()).toEqual(ofBoth('orderRefused first')))
  const ofCustomer = () => published.filter(({ notification: { userId } }) => userId === customer)
  const [first] = ofCustomer()
  for (let n = 0; n < 30; n++) await offTick(`refused ${n}`)
  await eventually(async () => expect(await kept()).toEqual(ofBoth('orderRefused refused 29')))
  await eventually(() =>
    expect(ofCustomer().at(-1)?.notification.notification.data).toMatchObject({
      message: { name: 'Notification.BuysRefused' },
      properties: { orders: 31, clOrdID: 'refused 29', refusal: 'priceOffTick' },
    }),
  )
  expect(new Set(ofCustomer().map(({ notification: { id } }) => id))).toEqual(
    new Set([first?.notification.id]),
  )

  // One that is read stays, and the next begins another.
  const { store } = stage.database
  await store
    .forTenant(tenantId)
    .write((tx) => tx.updateTable('notifications').set({ is_read: true }).execute())
  await offTick('once read')
  await eventually(async () =>
    expect(await kept()).toEqual([...ofBoth('orderRefused refused 29'), ...ofBoth('orderRefused once read')]),
  )
})

/** How many notifications this connection has added, of its transactions that are not counted for all yet. */
async function rowsAdded(tx: Tx): Promise<number> {
  const { rows } = await sql<{ added: bigint }>`
    SELECT pg_stat_get_xact_tuples_inserted('notifications'::regclass) AS added`.execute(tx)
  return Number(rows[0]?.added)
}

test('notifications that newer ones of the same transaction would displace are not added', async () => {
  const { store } = stage.database
  await store.forTenant(tenantId).write((tx) => deriveNotifications(tx, tenantId))
  const [[sequence]] = (await stage.rows('SELECT sequence FROM desk')) as [[bigint]]
  await stage.asAdmin(
    `INSERT INTO news SELECT $1::bigint + n, 'News ' || n, '', 'NGX', '0', ARRAY['UBA'], now() FROM generate_series(1, $2::int) n`,
    [sequence, NOTIFICATIONS_KEPT + 100],
  )
  let added: number | undefined
  const undone = new Error('nothing of it is kept')
  const derivation = store.forTenant(tenantId).write(async (tx) => {
    const before = await rowsAdded(tx)
    await deriveNotifications(tx, tenantId)
    added = (await rowsAdded(tx)) - before
    throw undone
  })
  await expect(derivation).rejects.toBe(undone)
  await stage.asAdmin('DELETE FROM news WHERE id > $1', [sequence])
  expect(added).toBe(NOTIFICATIONS_KEPT)
})

/** The last tests, because their news and executions have sequences that the desk has not reached. */
test('with several transactions none is omitted, and the newest are kept', async () => {
  const many = 1_100
  const [[sequence]] = (await stage.rows('SELECT sequence FROM desk')) as [[bigint]]
  await stage.asAdmin(
    `INSERT INTO news SELECT $1::bigint + n, 'News ' || n, '', 'NGX', '0', ARRAY['UBA'], now() FROM generate_series(1, $2::int) n`,
    [sequence, many],
  )
  start()
  const last = `${colleague} watchedNews News ${many}`
  await eventually(async () => expect((await kept()).at(-1)).toBe(last))
  expect(await kept()).toEqual(
    Array.from(
      { length: NOTIFICATIONS_KEPT },
      (_, n) => `${colleague} watchedNews News ${many - NOTIFICATIONS_KEPT + n + 1}`,
    ),
  )
  // Of each transaction the newest few are sent.
  await eventually(() => expect(shown().at(-1)).toBe(last))
  expect(shown()).toHaveLength(2 * NOTIFICATIONS_SENT_AT_ONCE)
})

test("an order that the desk ends automatically notifies the user who entered it and the account's owner; a cancelled one notifies nobody", async () => {
  await desk.submit(order(BUYER, 'carried', Side.buy, (price - 5) as PriceKobo, 100))
  await stage.asAdmin(
    `INSERT INTO executions
     SELECT (jsonb_populate_record(e, jsonb_build_object(
       'sequence', last + n, 'ord_status', '4', 'text', why, 'cl_ord_id', coalesce(why, 'asked for')))).*
     FROM executions e, (VALUES (1, NULL), (2, 'Trading.Venue.immediate'), (3, 'Trading.Order.CanceledExDay')) AS ends (n, why),
       (SELECT greatest((SELECT max(id) FROM news), max(sequence)) AS last FROM executions) AS before
     WHERE e.tenant_id = $1 AND e.cl_ord_id = 'carried'`,
    [tenantId],
  )
  start()
  await eventually(async () => expect(await kept()).toEqual(ofBoth('orderEnded Trading.Order.CanceledExDay')))
})

test('executions that one transaction does not read are derived from by the next', async () => {
  await trade('executed often')
  const many = EXECUTIONS_AT_ONCE + 1
  await stage.asAdmin(
    `INSERT INTO executions
     SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', last + n, 'cl_ord_id', 'Execution ' || n))).*
     FROM executions e, generate_series(1, $2::int) AS n,
       (SELECT greatest((SELECT max(id) FROM news), max(sequence)) AS last FROM executions) AS before
     WHERE e.tenant_id = $1 AND e.cl_ord_id = 'executed often' AND e.ord_status = '2'`,
    [tenantId, many],
  )
  start()
  const ofBroker = async () => (await kept()).filter((one) => one.startsWith(`${broker} `))
  await eventually(async () =>
    expect((await ofBroker()).at(-1)).toBe(`${broker} orderFilled Execution ${many}`),
  )
  expect((await ofBroker())[0]).toBe(`${broker} orderFilled Execution ${many - NOTIFICATIONS_KEPT + 1}`)
})

test('an order that a broker enters for a customer notifies the customer at once, not the broker', async () => {
  await stage.database.store
    .forTenant(tenantId)
    .write((tx) => keepTextOfUser(tx, { tenantId, userId: customer }, UNWANTED_NOTIFICATIONS, ''))
  start()
  await desk.submit(order(BUYER, 'entered', Side.buy, price, 100))
  await eventually(() => expect(shown()).toContain(`${customer} orderEntered entered`))
  expect(shown()).not.toContain(`${broker} orderEntered entered`)
})
