import {
  isoTime,
  LOCALISATION_SOURCE,
  type NotificationName,
  type NotificationProperties,
  NotificationState,
  notifications,
  type UserNotification,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { Database } from '../../store/schema.ts'

/** A row as ABP's clients know it. */
export function toUserNotification(row: Selectable<Database['notifications']>): UserNotification {
  const name = row.name as NotificationName
  const tenantId = row.tenant_id === 0 ? null : row.tenant_id
  return {
    id: row.id,
    tenantId,
    userId: row.user_id,
    state: row.is_read ? NotificationState.read : NotificationState.unread,
    notification: {
      id: row.id,
      tenantId,
      notificationName: name,
      data: {
        type: 'Abp.Notifications.LocalizableMessageNotificationData',
        message: { sourceName: LOCALISATION_SOURCE, name: row.text_name },
        properties: row.properties as NotificationProperties,
      },
      ...notifications[name],
      entityId: row.entity_id,
      creationTime: isoTime(row.creation_time.getTime()),
    },
    targetNotifiers: null,
    targetNotifiersList: [],
  }
}
