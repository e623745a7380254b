import {
  isRefusal,
  NotificationState,
  type NotificationsChange,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store, Tx } from '../../store/store.ts'
import { toUserNotification } from './user-notification.ts'

/**
 * The notifications of each user. Nobody else sees them, not even in the same firm. That a person has read
 * them is not a matter of the audit trail.
 */
export function notificationFeature({
  store,
  publish,
}: NotificationParts): Handlers<`Notification/${string}`> {
  /** How many the person has, and how many of them are unread. */
  const countsOf = (tx: Tx, { userId }: Caller) =>
    tx
      .selectFrom('notifications')
      .where('user_id', '=', userId)
      .select(({ fn }) => [
        fn.countAll<bigint>().as('all'),
        fn.countAll<bigint>().filterWhere('is_read', '=', false).as('unread'),
      ])
      .executeTakeFirstOrThrow()

  /** Sends all of the person's pages how many are unread once the change is persisted. */
  async function published<Answer extends object>(caller: Caller, change: Promise<Answer>): Promise<Answer> {
    const answer = await change
    if (isRefusal(answer)) return answer
    const { unread } = await store.forTenant(caller.tenantId).read((tx) => countsOf(tx, caller))
    publish(caller, { unreadCount: Number(unread) })
    return answer
  }

  return {
    'Notification/GetAll': ({ skipCount, maxResultCount, state }, { caller, translate }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const own = tx.selectFrom('notifications').where('user_id', '=', caller.userId)
        const asked = state === undefined ? own : own.where('is_read', '=', state === NotificationState.read)
        const counts = await countsOf(tx, caller)
        const rows = await asked
          .selectAll()
          .orderBy('sequence', 'desc')
          // What is done while nothing is traded has one sequence.
          .orderBy('creation_time', 'desc')
          .orderBy('id', 'desc')
          .offset(skipCount)
          .limit(maxResultCount)
          .execute()
        const [all, unreadCount] = [Number(counts.all), Number(counts.unread)]
        const totals = {
          [NotificationState.unread]: unreadCount,
          [NotificationState.read]: all - unreadCount,
        }
        return {
          totalCount: state === undefined ? all : totals[state],
          unreadCount,
          items: rows.map((row) => toUserNotification(row, translate)),
        }
      }),

    'Notification/MarkAsRead': ({ id }, { caller }) =>
      published(
        caller,
        store.forTenant(caller.tenantId).write((tx) =>
          onOne(tx, caller, async () => {
            const { numUpdatedRows } = await tx
              .updateTable('notifications')
              .set({ is_read: true })
              .where('id', '=', id)
              .where('user_id', '=', caller.userId)
              .executeTakeFirst()
            return numUpdatedRows
          }),
        ),
      ),

    'Notification/MarkAllAsRead': (_, { caller }) =>
      published(
        caller,
        store.forTenant(caller.tenantId).write(async (tx) => {
          await tx
            .updateTable('notifications')
            .set({ is_read: true })
            .where('user_id', '=', caller.userId)
            .where('is_read', '=', false)
            .execute()
          return {}
        }),
      ),

    'Notification/Delete': ({ id }, { caller, write }) =>
      published(
        caller,
        write((tx) =>
          onOne(tx, caller, async () => {
            const { numDeletedRows } = await tx
              .deleteFrom('notifications')
              .where('id', '=', id)
              .where('user_id', '=', caller.userId)
              .executeTakeFirst()
            return numDeletedRows
          }),
        ),
      ),
  }
}

/**
 * Changes one notification. A row that the notifier replaces meanwhile by another of the same id is gone for a
 * statement that began before: it is looked for again where the notifier is not at work.
 *
 * @param change says how many it changed.
 */
async function onOne(
  tx: Tx,
  { tenantId }: Caller,
  change: () => Promise<bigint>,
): Promise<Refusal | Record<string, never>> {
  if ((await change()) > 0n) return {}
  await tx
    .selectFrom('notification_cursors')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .forShare()
    .execute()
  return (await change()) > 0n ? {} : refuse('unknownNotification')
}

export interface NotificationParts {
  readonly store: Store
  /** Sends all pages of a person that notifications were marked or removed. */
  readonly publish: (caller: Caller, change: NotificationsChange) => void
}
