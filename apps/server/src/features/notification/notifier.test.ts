import {
  type CallName,
  type NewsItem,
  NOTIFICATIONS_KEPT,
  NOTIFICATIONS_SENT_AT_ONCE,
  type NotificationName,
  type PriceKobo,
  Side,
  shares,
  UNWANTED_NOTIFICATIONS,
  type UserNotification,
  unwantedOf,
  wishesFrom,
} from '@tradebook/contract'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { keepTextOfUser } from '../../platform/settings.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import { createUser } from '../../store/people.ts'
import { deriveNotifications } from './derive.ts'
import { notificationFeature } from './notification.ts'
import { Notifier } from './notifier.ts'

// Longer than 300 lines, for one desk and the users of two firms, made once, serve every test.

/** The notifier on a real desk and database: a broker trades for a customer. */

const { tenantId } = BUYER
/** The broker has the id that the orders are entered by. */
let broker: number
let customer: number
let colleague: number
let notifier: Notifier | undefined
let published: { readonly tenantId: number; readonly notification: UserNotification }[]
const failures: object[] = []

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  for (const firm of [BUYER.tenantId, SELLER.tenantId]) {
    await store
      .forTenant(firm)
      .write((tx) =>
        tx.insertInto('notification_cursors').values({ tenant_id: firm, sequence: 0n }).execute(),
      )
  }
  const person = (userName: string) =>
    createUser(store, tenantId, {
      userName,
      name: userName,
      surname: 'Ade',
      emailAddress: `${userName}@firm.example`,
      password: 'Secret-123',
      roles: ['BROKER'],
    })
  broker = await person('broker')
  customer = await person('customer')
  colleague = await person('colleague')
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(SELLER),
    transfer: {
      type: 'transferIn',
      account: SELLER.account,
      securityID: 'GTCO',
      quantity: shares(1_000_000),
      reference: 'R',
      narration: 'N',
      unitCost: 1n as never,
    },
  })
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: {
      type: 'deposit',
      account: BUYER.account,
      amount: 100_000_000_00n as never,
      reference: 'R',
      narration: 'N',
    },
  })
  await store.forTenant(tenantId).write(async (tx) => {
    const owns = { tenant_id: tenantId, user_id: customer, account: BUYER.account }
    await tx.insertInto('user_trading_accounts').values(owns).execute()
    const watches = { tenant_id: tenantId, user_id: colleague, name: 'Banks', security_ids: ['GTCO', 'UBA'] }
    await tx.insertInto('watchlists').values(watches).execute()
  })
}, 60_000)

beforeEach(() => {
  published = []
})

afterEach(async () => {
  await notifier?.stop()
  notifier = undefined
  const { store } = stage.database
  await store.forTenant(tenantId).write((tx) => tx.deleteFrom('notifications').execute())
  expect(failures).toEqual([])
})

const start = (): Notifier =>
  new Notifier({
    store: stage.database.store,
    feed: desk,
    log: { error: (facts) => failures.push(facts) },
    publish: (firm, notification) => published.push({ tenantId: firm, notification }),
    paceMs: 1,
  })

/** The buyer's orders are filled one after the other, each by one of the seller's. */
async function trade(...clOrdIDs: string[]): Promise<void> {
  for (const clOrdID of clOrdIDs) {
    await desk.submit(order(SELLER, clOrdID, Side.sell, price, 100))
    await desk.submit(order(BUYER, clOrdID, Side.buy, price, 100))
  }
}

const post = (headline: string, securityIDs: string[]) => {
  const item: Omit<NewsItem, 'id' | 'origTime'> = {
    headline,
    body: '',
    source: 'NGX',
    urgency: '0',
    securityIDs,
  }
  return desk.submit({ kind: 'news', origin: of({ tenantId: 0, account: '' }), item })
}

/** What was published, as user and what it is about. */
const shown = () =>
  published.map(({ notification: { userId, notification } }) => {
    const { clOrdID, headline } = notification.data.properties
    return `${userId} ${notification.notificationName} ${clOrdID ?? headline}`
  })

/** What the database has, as user and what it is about, oldest first. */
async function kept(): Promise<string[]> {
  const { store } = stage.database
  const rows = await store.forTenant(tenantId).read((tx) =>
    tx
      .selectFrom('notifications')
      .select([
        'user_id',
        'name',
        sql<string>`coalesce(properties->>'clOrdID', properties->>'headline')`.as('what'),
      ])
      .orderBy('sequence')
      .orderBy('user_id')
      .execute(),
  )
  return rows.map(({ user_id, name, what }) => `${user_id} ${name} ${what}`)
}

const ofBoth = (what: string) => [`${broker} ${what}`, `${customer} ${what}`]

test('who may approve a posting that waits is notified of it, and its maker is not', async () => {
  const permission = 'POST_LEDGER'
  await stage.database.store.forTenant(tenantId).write((tx) =>
    tx
      .insertInto('user_permissions')
      .values([broker, colleague].map((user_id) => ({ tenant_id: tenantId, user_id, permission })))
      .execute(),
  )
  notifier = start()
  const answer = await desk.submit({
    kind: 'requestTransfer',
    origin: { ...of(BUYER), userId: broker, userName: 'broker' },
    postingID: 'waits',
    transfer: {
      ...{ type: 'deposit', account: BUYER.account, amount: 1n as never },
      ...{ reference: 'R', narration: 'N' },
    },
    approvalAbove: 0n as never,
  })
  expect(answer).toMatchObject({ kind: 'transfer', state: 'pending' })
  notifier.wake(tenantId)
  await eventually(() => expect(published).toHaveLength(1))
  expect(published.map(({ notification }) => notification.userId)).toEqual([colleague])
  expect(published[0]?.notification.notification).toMatchObject({
    notificationName: 'postingWaits',
    data: { properties: { account: BUYER.account, maker: 'broker' } },
  })
})

test('who reviews requests for accounts is notified once of each that waits or failed, and its owner is not', async () => {
  const permission = 'Pages.Users'
  await stage.database.store.forTenant(tenantId).write(async (tx) => {
    await tx
      .insertInto('user_permissions')
      .values([customer, colleague].map((user_id) => ({ tenant_id: tenantId, user_id, permission })))
      .execute()
    const { id: request_id } = await tx
      .insertInto('account_requests')
      .values({
        ...{ tenant_id: tenantId, user_id: customer, status: 6, account_type: 'individual', fields: '{}' },
        ...{ remarks: '[]', applicant_name: 'Ada Eze', creation_time: new Date(0) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [action, status] of [
      ['submit', 2],
      ['fail', 6],
    ] as const)
      await tx
        .insertInto('account_request_events')
        .values({
          ...{ tenant_id: tenantId, request_id, at: new Date(0), action, status, is_notified: false },
        })
        .execute()
  })
  notifier = start()
  await eventually(() => expect(published).toHaveLength(2))
  notifier.wake(tenantId)
  await trade('after-requests')
  await eventually(() =>
    expect(shown()).toEqual(expect.arrayContaining(ofBoth('orderFilled after-requests'))),
  )
  const told = published.filter(
    ({ notification: { notification } }) => notification.entityTypeName === 'AccountRequest',
  )
  expect(
    told.map(({ notification: { userId, notification } }) => [userId, notification.notificationName]),
  ).toEqual([
    [colleague, 'requestWaits'],
    [colleague, 'requestFailed'],
  ])
  expect(told[0]?.notification.notification.data.properties).toEqual({ applicant: 'Ada Eze' })
})

test('who asked for a posting is notified of what was decided about it, and nobody else', async () => {
  notifier = start()
  const by = (userId: number) => ({ ...of(BUYER), userId, userName: `user ${userId}` })
  const transfer = { type: 'deposit', account: BUYER.account, amount: 1n as never } as const
  for (const [postingID, approves] of [
    ['to approve', true],
    ['to reject', false],
  ] as const) {
    const asked = await desk.submit({
      kind: 'requestTransfer',
      origin: by(broker),
      postingID,
      transfer: { ...transfer, reference: 'R', narration: 'N' },
      approvalAbove: 0n as never,
    })
    if (asked.kind !== 'transfer') throw new Error(asked.kind)
    const reason = approves ? null : 'No'
    const decision = { kind: 'decideTransfer', id: asked.id, approves, reason } as const
    expect(await desk.submit({ ...decision, origin: by(colleague) })).toMatchObject({ kind: 'transfer' })
  }
  notifier.wake(tenantId)
  const ofMaker = () => published.filter(({ notification }) => notification.userId === broker)
  await eventually(() => expect(ofMaker()).toHaveLength(2))
  expect(ofMaker().map(({ notification: { notification } }) => notification)).toMatchObject(
    ['Notification.PostingApproved', 'Notification.PostingRejected'].map((name) => ({
      notificationName: 'postingDecided',
      data: { message: { name }, properties: { account: BUYER.account, decider: `user ${colleague}` } },
    })),
  )
  expect(
    published.filter(({ notification }) => notification.notification.notificationName === 'postingDecided'),
  ).toHaveLength(2)
})

test('orders notify who entered them and whose account it is, news those who watch the security', async () => {
  notifier = start()
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

test('who does not want a kind is not notified of it, nor is it kept; colleagues and other kinds are', async () => {
  const { store } = stage.database
  const wants = (userId: number, unwanted: NotificationName[]) =>
    store.forTenant(tenantId).write((tx) =>
      keepTextOfUser(
        tx,
        { tenantId, userId },
        UNWANTED_NOTIFICATIONS,
        unwantedOf({
          ...wishesFrom(undefined),
          ...Object.fromEntries(unwanted.map((name) => [name, false])),
        }),
      ),
    )
  await wants(customer, ['orderFilled'])
  await wants(colleague, ['watchedNews'])
  notifier = start()
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

  await wants(customer, [])
  await wants(colleague, [])
  await trade('wanted again')
  await eventually(() => expect(shown()).toEqual([...expected, ...ofBoth('orderFilled wanted again')]))
})

test('what a server that died had not derived, the next one derives once', async () => {
  await trade('before')
  notifier = start()
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

test('what is committed between the statements of a derivation is derived by it or by a later one', async () => {
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
  notifier = start()
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

test('refused orders of one cause are one unread notification, sent again with their number', async () => {
  notifier = start()
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

test('a person reads, marks and deletes the own notifications alone', async () => {
  const { store } = stage.database
  const changes: string[] = []
  const handlers = notificationFeature({
    store,
    publish: ({ userId }, { unreadCount }) => changes.push(`${userId} ${unreadCount}`),
  })
  const as = (userId: number) => {
    const caller = { tenantId, userId, userName: '' }
    const call = {
      caller,
      tenantId,
      name: 'Notification/x' as CallName,
      parameters: {},
      clientIpAddress: '',
      browserInfo: '',
    }
    const write = openAuditedWrite(store, () => 0)
    return { caller, write: (work: never) => write(call, work) } as never
  }
  const all = { skipCount: 0, maxResultCount: 10 }
  const listOf = async (userId: number, input = {}) => {
    const answer = await handlers['Notification/GetAll']({ ...all, ...input }, as(userId))
    if ('refusal' in answer) throw new Error(answer.refusal)
    const { items, ...counts } = answer
    return {
      ...counts,
      items: items.map(({ state, notification }) => [state, notification.data.properties.clOrdID]),
      ids: items.map(({ id }) => id),
    }
  }
  notifier = start()
  await post('Of nobody', ['MTNN'])
  await trade('one', 'two', 'three')
  await eventually(() => expect(shown()).toHaveLength(6))

  const { ids, ...before } = await listOf(customer)
  expect(before).toEqual({
    totalCount: 3,
    unreadCount: 3,
    items: [
      [0, 'three'],
      [0, 'two'],
      [0, 'one'],
    ],
  })
  const page = await listOf(customer, { skipCount: 1, maxResultCount: 1 })
  expect(page).toMatchObject({ totalCount: 3, items: [[0, 'two']] })
  const [three = '', two = ''] = ids
  for (const call of ['Notification/MarkAsRead', 'Notification/Delete'] as const)
    expect(await handlers[call]({ id: two }, as(broker))).toMatchObject({ refusal: 'unknownNotification' })

  expect(await handlers['Notification/MarkAsRead']({ id: two }, as(customer))).toEqual({})
  expect(await listOf(customer, { state: 1 })).toMatchObject({
    totalCount: 1,
    unreadCount: 2,
    items: [[1, 'two']],
  })
  expect(await handlers['Notification/Delete']({ id: three }, as(customer))).toEqual({})
  expect(await listOf(customer)).toMatchObject({
    totalCount: 2,
    unreadCount: 1,
    items: [
      [1, 'two'],
      [0, 'one'],
    ],
  })
  expect(await handlers['Notification/MarkAllAsRead']({}, as(customer))).toEqual({})
  expect(await listOf(customer)).toMatchObject({
    unreadCount: 0,
    items: [
      [1, 'two'],
      [1, 'one'],
    ],
  })
  expect(await listOf(broker)).toMatchObject({ totalCount: 3, unreadCount: 3 })
  // All of the person's pages are sent what is left unread, and nobody is sent what was refused.
  expect(changes).toEqual([`${customer} 2`, `${customer} 1`, `${customer} 0`])
  // What was read is not audited.
  const audited = await store
    .forTenant(tenantId)
    .read((tx) =>
      tx.selectFrom('audit_log').select('id').where('service_name', '=', 'Notification').execute(),
    )
  expect(audited).toHaveLength(1)
})

/** The last test, because its news have sequences that the desk has not reached. */
test('of more than one transaction derives none is left out, and the newest are kept', async () => {
  const many = 1_100
  const [[sequence]] = (await stage.rows('SELECT sequence FROM desk')) as [[bigint]]
  await stage.asAdmin(
    `INSERT INTO news SELECT $1::bigint + n, 'News ' || n, '', 'NGX', '0', ARRAY['UBA'], now() FROM generate_series(1, $2::int) n`,
    [sequence, many],
  )
  notifier = start()
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
