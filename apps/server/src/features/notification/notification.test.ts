import { type CallName, isRefusal } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { stage } from '../../desk/shared-desk.fixture.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { eventually } from '../../platform/waits.fixture.ts'
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
  const audited = await store
    .forTenant(tenantId)
    .read((tx) =>
      tx.selectFrom('audit_log').select('id').where('service_name', '=', 'Notification').execute(),
    )
  expect(audited).toHaveLength(1)
})
