import { type CallName, isRefusal, type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, order } from '../../desk/desk.fixture.ts'
import { desk, price, stage } from '../../desk/shared-desk.fixture.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import type { Tx } from '../../store/store.ts'
import { deriveNotifications } from './derive.ts'
import { notificationFeature } from './notification.ts'
import {
  broker,
  customer,
  notifierForAllTests,
  post,
  shown,
  start,
  tenantId,
  trade,
} from './notifier.fixture.ts'

notifierForAllTests()

/** The context of a call of a user. */
function as(userId: number) {
  const caller = { tenantId, userId, userName: '' }
  const call = {
    caller,
    tenantId,
    name: 'Notification/x' as CallName,
    parameters: {},
    clientIpAddress: '',
    browserInfo: '',
  }
  const write = openAuditedWrite(stage.database.store, () => 0)
  return { caller, write: (work: never) => write(call, work) } as never
}

test('a person reads, marks and deletes only their own notifications', async () => {
  const { store } = stage.database
  const audited = () =>
    store
      .forTenant(tenantId)
      .read((tx) =>
        tx.selectFrom('audit_log').select('id').where('service_name', '=', 'Notification').execute(),
      )
  const { length: auditedBefore } = await audited()
  const changes: string[] = []
  const handlers = notificationFeature({
    store,
    publish: ({ userId }, { unreadCount }) => changes.push(`${userId} ${unreadCount}`),
  })
  const all = { skipCount: 0, maxResultCount: 10 }
  const listOf = async (userId: number, input = {}) => {
    const answer = await handlers['Notification/GetAll']({ ...all, ...input }, as(userId))
    if (isRefusal(answer)) throw new Error(answer.refusal)
    const { items, ...counts } = answer
    return {
      ...counts,
      items: items.map(({ state, notification }) => [state, notification.data.properties.clOrdID]),
      ids: items.map(({ id }) => id),
    }
  }
  start()
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
  expect((await audited()).length).toBe(auditedBefore + 1)
})

test.each(['MarkAsRead', 'Delete'] as const)(
  'a notification is found while another of its cause takes its place: %s',
  async (name) => {
    const { store } = stage.database
    const offTick = (clOrdID: string) =>
      desk.submit(order(BUYER, clOrdID, Side.buy, (price + 1) as PriceKobo, 100))
    const derive = (tx: Tx) => deriveNotifications(tx, tenantId)
    await offTick(`first ${name}`)
    const { newest } = await store.forTenant(tenantId).write(derive)
    const { id = '' } = newest.find(({ user_id }) => user_id === customer) ?? {}

    await offTick(`second ${name}`)
    const derived = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const derivation = store.forTenant(tenantId).write(async (tx) => {
      await derive(tx)
      derived.resolve()
      await mayCommit.promise
    })
    await derived.promise
    const call = notificationFeature({ store, publish: () => undefined })[`Notification/${name}`]
    const answer = call({ id }, as(customer))
    const waiting = `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND locktype = 'transactionid' AND NOT granted`
    await eventually(async () => expect(await stage.rows(waiting)).toHaveLength(1))
    mayCommit.resolve()
    await derivation
    expect(await answer).toEqual({})
    const left = await store
      .forTenant(tenantId)
      .read((tx) => tx.selectFrom('notifications').select('is_read').where('id', '=', id).execute())
    expect(left).toEqual(name === 'Delete' ? [] : [{ is_read: true }])
  },
)
