import {
  isAnnouncementKind,
  isoTime,
  isRefusalName,
  LOCALISATION_SOURCE,
  type NotificationName,
  type NotificationProperties,
  NotificationState,
  newsInWords,
  notifications,
  postingTypes,
  reasonInWords,
  refusalAsText,
  refusalInWords,
  type UserNotification,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { Translate } from '../../platform/localisation.ts'
import type { Database } from '../../store/schema.ts'
import type { StoredProperties } from './rules.ts'

/** A row as ABP's clients know it, in the reader's language. */
export function toUserNotification(
  row: Selectable<Database['notifications']>,
  translate: Translate,
): UserNotification {
  const name = row.name as NotificationName
  const { severity, entityTypeName } = notifications[name]
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
        properties: inWords(row.properties as StoredProperties, translate),
      },
      ...{ severity, entityTypeName },
      entityId: row.entity_id,
      creationTime: isoTime(row.creation_time.getTime()),
    },
    targetNotifiers: null,
    targetNotifiersList: [],
  }
}

/** Why an order was refused or ended, what waits, or an announcement, in words; rows of earlier releases carry these themselves, in English. */
function inWords(stored: StoredProperties, translate: Translate): NotificationProperties {
  const { values, ...properties } = stored as NotificationProperties & Pick<StoredProperties, 'values'>
  const { posting } = properties
  if (isPostingType(posting)) return { ...properties, posting: translate(postingTypes[posting]) }
  if (typeof values !== 'object') return properties
  const { refusal, announcement: kind, ended } = properties
  if (isAnnouncementKind(kind)) {
    const { headline } = newsInWords({ headline: '', body: '', announcement: { kind, values } }, translate)
    return { ...properties, headline }
  }
  if (typeof ended === 'string') {
    const reason = reasonInWords(
      { ended, refusal: isRefusalName(refusal) ? refusal : null, values },
      translate,
    )
    return { ...properties, reason }
  }
  if (!isRefusalName(refusal)) return properties
  return { ...properties, reason: refusalAsText(refusalInWords({ refusal, values }, translate)) }
}

const isPostingType = (type: unknown): type is keyof typeof postingTypes =>
  typeof type === 'string' && Object.hasOwn(postingTypes, type)
