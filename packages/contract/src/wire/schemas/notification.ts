import { z } from 'zod'
import {
  type ChosenNotification,
  NotificationSeverity,
  NotificationState,
  notificationNames,
  notifiedEntities,
} from '../notifications.ts'

/** A notification of one user, as ABP's clients know it. */
export const userNotification = z.object({
  id: z.string(),
  /** `null` for the host. */
  tenantId: z.number().int().nullable(),
  userId: z.number().int(),
  state: z.literal(Object.values(NotificationState)),
  notification: z.object({
    id: z.string(),
    tenantId: z.number().int().nullable(),
    notificationName: z.enum(notificationNames),
    data: z.object({
      type: z.literal('Abp.Notifications.LocalizableMessageNotificationData'),
      /** The text's key in the localisation source; its values are the properties. */
      message: z.object({ sourceName: z.string(), name: z.string() }),
      properties: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
    entityTypeName: z.enum(notifiedEntities),
    entityId: z.string(),
    severity: z.literal(Object.values(NotificationSeverity)),
    /** When it happened, in market time. */
    creationTime: z.string(),
  }),
  targetNotifiers: z.null(),
  targetNotifiersList: z.array(z.string()),
})
export type UserNotification = z.infer<typeof userNotification>

/** What the person's other connections are sent when notifications were marked or removed. */
export const notificationsChange = z.object({ unreadCount: z.number().int() })
export type NotificationsChange = z.infer<typeof notificationsChange>

/** Of which kinds a person wants to be notified. */
export const notificationPreferences = z.object({
  orderFilled: z.boolean(),
  orderEntered: z.boolean(),
  orderRefused: z.boolean(),
  orderEnded: z.boolean(),
  tradeChanged: z.boolean(),
  noteMail: z.boolean(),
  statementMail: z.boolean(),
  watchedNews: z.boolean(),
  postingWaits: z.boolean(),
  postingDecided: z.boolean(),
  paymentWaits: z.boolean(),
  paymentDecided: z.boolean(),
  requestWaits: z.boolean(),
  requestFailed: z.boolean(),
} satisfies Record<ChosenNotification, z.ZodBoolean>)
