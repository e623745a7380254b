import { z } from 'zod'

/** ABP's `NotificationSeverity`. */
export const NotificationSeverity = { info: 0, success: 1, warn: 2, error: 3, fatal: 4 } as const

/** ABP's `UserNotificationState`. */
export const NotificationState = { unread: 0, read: 1 } as const

/** What a person is notified of: how grave it is, and what it is about. */
export const notifications = {
  orderFilled: { severity: NotificationSeverity.success, entityTypeName: 'Order' },
  orderRefused: { severity: NotificationSeverity.warn, entityTypeName: 'Order' },
  watchedNews: { severity: NotificationSeverity.info, entityTypeName: 'News' },
} as const satisfies Record<string, { severity: number; entityTypeName: 'Order' | 'News' }>

export type NotificationName = keyof typeof notifications
export const notificationNames = Object.keys(notifications) as [NotificationName, ...NotificationName[]]

/** Of each user so many are kept, the newest; an older one is deleted whether it was read or not. */
export const NOTIFICATIONS_KEPT = 500

/**
 * What the text of a notification mentions, as numbers and codes: of an order its `securityID`, `side`,
 * `quantity`, `price` (naira; average), `account`, `clOrdID` and the `reason` of its refusal; of news the
 * `headline`, the `securityIDs` and the `source`.
 */
export type NotificationProperties = Readonly<Record<string, string | number>>

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
    entityTypeName: z.enum(['Order', 'News']),
    entityId: z.string(),
    severity: z.literal(Object.values(NotificationSeverity)),
    /** When it happened, in market time. */
    creationTime: z.string(),
  }),
  targetNotifiers: z.null(),
  targetNotifiersList: z.array(z.string()),
})
export type UserNotification = z.infer<typeof userNotification>
