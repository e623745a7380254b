import { expect, test } from 'vitest'
import { BUYER, of } from '../../desk/desk.fixture.ts'
import { desk, stage } from '../../desk/shared-desk.fixture.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import {
  broker,
  colleague,
  customer,
  notifierForAllTests,
  ofBoth,
  published,
  shown,
  start,
  tenantId,
  trade,
} from './notifier.fixture.ts'

notifierForAllTests()

test('approvers are notified of a waiting posting, and its requester is not', async () => {
  const permission = 'APPROVE_LEDGER'
  await stage.database.store.forTenant(tenantId).write((tx) =>
    tx
      .insertInto('user_permissions')
      .values([broker, colleague].map((user_id) => ({ tenant_id: tenantId, user_id, permission })))
      .execute(),
  )
  const notifier = start()
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
    data: {
      message: { name: 'Notification.CashPostingWaits' },
      properties: { account: BUYER.account, maker: 'broker', posting: 'Deposit', amount: 0.01 },
    },
  })
})

test('reviewers are notified once of each account request that waits or failed, and its owner is not', async () => {
  const permission = 'REVIEW_REQUESTS'
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
  const notifier = start()
  await eventually(() => expect(published).toHaveLength(2))
  notifier.wake(tenantId)
  await trade('after-requests')
  await eventually(() =>
    expect(shown()).toEqual(expect.arrayContaining(ofBoth('orderFilled after-requests'))),
  )
  const ofRequests = published.filter(
    ({ notification: { notification } }) => notification.entityTypeName === 'AccountRequest',
  )
  expect(
    ofRequests.map(({ notification: { userId, notification } }) => [userId, notification.notificationName]),
  ).toEqual([
    [colleague, 'requestWaits'],
    [colleague, 'requestFailed'],
  ])
  expect(ofRequests[0]?.notification.notification.data.properties).toEqual({ applicant: 'Ada Eze' })
})

test('only the requester of a posting is notified of the decision', async () => {
  const notifier = start()
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
      transfer: { ...transfer, reference: `R ${postingID}`, narration: 'N' },
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
