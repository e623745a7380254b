import { reviewPermission } from '../rules/account-requests.ts'
import { type Permission, requesters } from './permissions.ts'

/** ABP's `NotificationSeverity`. */
export const NotificationSeverity = { info: 0, success: 1, warn: 2, error: 3, fatal: 4 } as const

/** ABP's `UserNotificationState`. */
export const NotificationState = { unread: 0, read: 1 } as const

/** What notifications are about. */
export const notifiedEntities = [
  'ContractNote',
  'Statement',
  'Order',
  'News',
  'Posting',
  'PaymentRequest',
  'AccountRequest',
  'Alert',
] as const

/**
 * What a person is notified of: how grave it is, and what it is about. Of `noteMail` and `statementMail` the notification
 * is a mail with the document.
 */
export const notifications = {
  orderFilled: { severity: NotificationSeverity.success, entityTypeName: 'Order' },
  orderEntered: { severity: NotificationSeverity.info, entityTypeName: 'Order' },
  orderRefused: { severity: NotificationSeverity.warn, entityTypeName: 'Order' },
  orderEnded: { severity: NotificationSeverity.warn, entityTypeName: 'Order' },
  tradeChanged: { severity: NotificationSeverity.warn, entityTypeName: 'Order' },
  noteMail: { severity: NotificationSeverity.info, entityTypeName: 'ContractNote' },
  statementMail: { severity: NotificationSeverity.info, entityTypeName: 'Statement' },
  watchedNews: { severity: NotificationSeverity.info, entityTypeName: 'News' },
  postingWaits: { severity: NotificationSeverity.warn, entityTypeName: 'Posting' },
  postingDecided: { severity: NotificationSeverity.info, entityTypeName: 'Posting' },
  paymentWaits: { severity: NotificationSeverity.info, entityTypeName: 'PaymentRequest' },
  paymentDecided: { severity: NotificationSeverity.info, entityTypeName: 'PaymentRequest' },
  requestWaits: { severity: NotificationSeverity.info, entityTypeName: 'AccountRequest' },
  requestFailed: { severity: NotificationSeverity.warn, entityTypeName: 'AccountRequest' },
  /** Asked for one by one, as an alert. */
  alertFired: { severity: NotificationSeverity.info, entityTypeName: 'Alert' },
} as const satisfies Record<string, { severity: number; entityTypeName: (typeof notifiedEntities)[number] }>

export type NotificationName = keyof typeof notifications
export const notificationNames = Object.keys(notifications) as [NotificationName, ...NotificationName[]]

/** The kinds that a person chooses: anyone who sets an alert has asked for it. */
export type ChosenNotification = Exclude<NotificationName, 'alertFired'>
export const chosenNotifications = notificationNames.filter(
  (name): name is ChosenNotification => name !== 'alertFired',
)

/** Of each kind, whether a person wants to be notified of it. */
export type NotificationPreferences = Readonly<Record<ChosenNotification, boolean>>

/** Under this name the kinds that a user does not want are kept, with commas between: a new kind is wanted. */
export const UNWANTED_NOTIFICATIONS = 'UNWANTED_NOTIFICATIONS'

/** What a user wants, by the text of `UNWANTED_NOTIFICATIONS`; without one everything. */
export const preferencesFrom = (unwanted: string | undefined): NotificationPreferences => {
  const names = unwanted?.split(',') ?? []
  return Object.fromEntries(
    chosenNotifications.map((name) => [name, !names.includes(name)]),
  ) as unknown as NotificationPreferences
}

/** Whether a person with these preferences is notified of a kind: of what they asked for they always are. */
export const isWanted = (preferences: NotificationPreferences, name: NotificationName): boolean =>
  name === 'alertFired' || preferences[name]

/** The text of `UNWANTED_NOTIFICATIONS`. */
export const unwantedOf = (preferences: NotificationPreferences): string =>
  chosenNotifications.filter((name) => !preferences[name]).join(',')

/** Without one of these permissions nobody is notified of these kinds. */
const onlyWith: Partial<Record<ChosenNotification, readonly Permission[]>> = {
  postingWaits: ['APPROVE_LEDGER'],
  postingDecided: requesters,
  paymentWaits: ['POST_LEDGER'],
  requestWaits: [reviewPermission],
  requestFailed: [reviewPermission],
}

/** The kinds that a person with these permissions is notified of at all, and chooses. */
export const notificationsFor = (permissions: ReadonlySet<string>): ChosenNotification[] =>
  chosenNotifications.filter((name) => {
    const needed = onlyWith[name]
    return needed === undefined || needed.some((permission) => permissions.has(permission))
  })

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
 * `quantity` (of one that ended what was still open), `price` (naira; average), `account`, `clOrdID`, the name of its `refusal`, the key of why it `ended`, and the `reason` of either in
 * the reader's language, and how many `orders` were refused for it, of which the others describe the last; of news the
 * `headline`, the `securityIDs` and the `source`; of a posting that waits its `account` and its `maker`,
 * of one that was decided the `decider` instead; of a payment request its `account`, `type`, `amount` (naira), `customer` and, declined, the
 * `reason`; of a request for an account the `applicant`; of an alert the `securityID` and the `level` with the `price` (naira),
 * the `percent` with the `change`, or the `headline`.
 */
export type NotificationProperties = Readonly<Record<string, string | number>>
