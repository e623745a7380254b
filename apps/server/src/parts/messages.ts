import type { NotificationsChange, UserNotification } from '@tradebook/contract'
import { question, topic } from '../bus/bus.ts'
import type { WaitingAlert } from '../features/alert/alert-index.ts'
import type { StoppedBaskets } from '../features/order/basket-stops.ts'
import type { Head } from '../platform/audit-chain.ts'

/**
 * The messages between the leading part and the web part of an installation, in addition to what the desk publishes.
 */

/** A user's notification has been persisted. */
export const notified = topic<{ readonly tenantId: number; readonly notification: UserNotification }>(
  'notified',
)
/** A user has read or removed notifications. */
export const notificationsChanged = topic<{
  readonly tenantId: number
  readonly userId: number
  readonly change: NotificationsChange
}>('notifications-changed')
/** Users of this firm are to be notified of something that the desk does not publish. */
export const toNotify = topic<number>('to-notify')

/** An alert was set or changed. */
export const alertSet = topic<WaitingAlert>('alert-set')
export const alertRemoved = topic<{ readonly tenantId: number; readonly id: number }>('alert-removed')
/** It is not known what was set in this firm. */
export const alertsUnknown = topic<number>('alerts-unknown')

/** The head of a firm's audit trail as the leader's disk has it, its hash in hexadecimal digits. */
export const auditHead = question<number, (Omit<Head, 'hash'> & { readonly hash: string }) | undefined>(
  'audit-head',
)

/** The baskets that are being sent for a user are to stop. */
export const basketsStopped = topic<StoppedBaskets>('baskets-stopped')
