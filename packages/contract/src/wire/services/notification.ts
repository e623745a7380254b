import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { NotificationState } from '../notifications.ts'
import { page, paging } from '../paging.ts'
import { userNotification } from '../schemas/notification.ts'

const one = z.object({ id: z.uuid() })

export const notificationCalls = {
  'Notification/GetAll': call({
    summary: "The user's own notifications, newest first, with the number of unread ones",
    needs: 'signedIn',
    input: z.object({
      skipCount: paging.skipCount,
      maxResultCount: paging.maxResultCount,
      /** Only those unread, or only those read. */
      state: z.literal(Object.values(NotificationState)).optional(),
    }),
    output: page(userNotification).extend({ unreadCount: z.number().int() }),
  }),
  'Notification/MarkAsRead': call({
    summary: 'Mark one notification as read',
    needs: 'signedIn',
    refusals: 'none',
    limit: byHand,
    input: one,
    output: z.object({}),
  }),
  'Notification/MarkAllAsRead': call({
    summary: 'Mark all notifications as read',
    needs: 'signedIn',
    refusals: 'none',
    limit: byHand,
    input: z.object({}),
    output: z.object({}),
  }),
  'Notification/Delete': call({
    summary: 'Delete one notification',
    needs: 'signedIn',
    refusals: 'none',
    limit: byHand,
    input: one,
    output: z.object({}),
  }),
}
