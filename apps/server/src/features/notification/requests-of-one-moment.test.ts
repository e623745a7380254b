import { isRefusal, NOTIFICATIONS_KEPT, NOTIFICATIONS_SENT_AT_ONCE } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { stage } from '../../desk/shared-desk.fixture.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import { notificationFeature } from './notification.ts'
import { colleague, customer, notifierForAllTests, published, start, tenantId } from './notifier.fixture.ts'

/** Requests for accounts that are notified of while nothing is traded: their notifications have one sequence. */

notifierForAllTests()

beforeAll(() =>
  stage.database.store
    .forTenant(tenantId)
    .write((tx) =>
      tx
        .insertInto('user_permissions')
        .values({ tenant_id: tenantId, user_id: colleague, permission: 'REVIEW_REQUESTS' })
        .execute(),
    ),
)

/** Requests that begin to wait one minute after the other. */
const handIn = (...applicants: string[]) =>
  stage.asAdmin(
    `WITH handed AS (
       INSERT INTO account_requests (tenant_id, user_id, status, account_type, fields, remarks, applicant_name, account, creation_time)
       SELECT $1, $2, 4, 'individual', '{}', '[]', applicant, 'N' || applicant, now() FROM unnest($3::text[]) AS applicant
       RETURNING id, applicant_name
     )
     INSERT INTO account_request_events (tenant_id, request_id, at, action, status, is_notified)
     SELECT $1, id, timestamptz '2026-11-22T18:00:00Z' + array_position($3, applicant_name) * interval '1 minute', 'submit', 2, false
     FROM handed ORDER BY array_position($3, applicant_name)`,
    [tenantId, customer, applicants],
  )

const applicantsSent = () =>
  published.map(({ notification: { notification } }) => notification.data.properties.applicant)

/** What the list of the reviewer shows, from the top. */
async function listed(): Promise<unknown[]> {
  const handlers = notificationFeature({ store: stage.database.store, publish: () => undefined })
  const page = { skipCount: 0, maxResultCount: 1_000 }
  const caller = { tenantId, userId: colleague, userName: '' }
  const answer = await handlers['Notification/GetAll'](page, { caller } as never)
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer.items.map(({ notification }) => notification.data.properties.applicant)
}

test('they are listed newest first, and the newest are sent in their order', async () => {
  const applicants = Array.from({ length: 12 }, (_, index) => `Applicant ${index}`)
  await handIn(...applicants)
  start()
  await eventually(() => expect(published).toHaveLength(NOTIFICATIONS_SENT_AT_ONCE))
  expect(applicantsSent()).toEqual(applicants.slice(-NOTIFICATIONS_SENT_AT_ONCE))
  expect(await listed()).toEqual(applicants.toReversed())
})

test('a new notification displaces the oldest', async () => {
  await handIn('First')
  const notifier = start()
  await eventually(() => expect(applicantsSent()).toEqual(['First']))
  await stage.asAdmin(
    `INSERT INTO notifications (tenant_id, user_id, sequence, id, name, text_name, entity_id, properties, creation_time)
     SELECT tenant_id, user_id, sequence, gen_random_uuid(), name, text_name, entity_id,
       jsonb_build_object('applicant', 'Earlier ' || n), creation_time - n * interval '1 minute'
     FROM notifications, generate_series(1, $2::int) AS n WHERE tenant_id = $1`,
    [tenantId, NOTIFICATIONS_KEPT - 1],
  )
  await handIn('Second')
  notifier.wake(tenantId)
  await eventually(() => expect(applicantsSent()).toEqual(['First', 'Second']))
  const shown = await listed()
  expect(shown).toHaveLength(NOTIFICATIONS_KEPT)
  expect(shown).toContain('Second')
  expect(shown).not.toContain(`Earlier ${NOTIFICATIONS_KEPT - 1}`)
})
