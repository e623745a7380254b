/** ABP's `NotificationSeverity`. */
export const NotificationSeverity = { info: 0, success: 1, warn: 2, error: 3, fatal: 4 } as const

/** ABP's `UserNotificationState`. */
export const NotificationState = { unread: 0, read: 1 } as const

/** What a person is notified of: how grave it is, and what it is about. */
export const notifications = {
  orderFilled: { severity: NotificationSeverity.success, entityTypeName: 'Order' },
  orderRefused: { severity: NotificationSeverity.warn, entityTypeName: 'Order' },
  watchedNews: { severity: NotificationSeverity.info, entityTypeName: 'News' },
  postingWaits: { severity: NotificationSeverity.warn, entityTypeName: 'Posting' },
  postingDecided: { severity: NotificationSeverity.info, entityTypeName: 'Posting' },
} as const satisfies Record<string, { severity: number; entityTypeName: 'Order' | 'News' | 'Posting' }>

export type NotificationName = keyof typeof notifications
export const notificationNames = Object.keys(notifications) as [NotificationName, ...NotificationName[]]

/**
 * Of each user and each kind so many are kept, the newest; an older one is deleted whether it was read or
 * not. Each kind has its own count, so that refused orders displace no notification of a fill.
 */
export const NOTIFICATIONS_KEPT = 500

/**
 * Of the notifications that are added together, which happens at most four times a second, a user is sent at
 * most so many, the newest. Of the others the list has those that are kept.
 */
export const NOTIFICATIONS_SENT_AT_ONCE = 5

/**
 * What the text of a notification mentions, as numbers and codes: of an order its `securityID`, `side`,
 * `quantity`, `price` (naira; average), `account`, `clOrdID`, the name of its `refusal` and the `reason` in
 * the reader's language, and how many `orders` were refused for it, of which the others describe the last; of news the
 * `headline`, the `securityIDs` and the `source`; of a posting that waits its `account` and its `maker`,
 * of one that was decided the `decider` instead.
 */
export type NotificationProperties = Readonly<Record<string, string | number>>
