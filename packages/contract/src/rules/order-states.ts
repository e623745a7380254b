import { OrdStatus } from './fix.ts'

/**
 * Which request an order allows in each state: the FIX order state matrices as one table that
 * server, browser and tests read. A state that is final allows nothing and holds nothing.
 */
export const orderStates: Readonly<Record<OrdStatus, OrderState>> = {
  [OrdStatus.pendingNew]: { name: 'pendingNew', final: false, replace: false, cancel: true },
  [OrdStatus.new]: { name: 'new', final: false, replace: true, cancel: true },
  [OrdStatus.partiallyFilled]: { name: 'partiallyFilled', final: false, replace: true, cancel: true },
  [OrdStatus.pendingReplace]: { name: 'pendingReplace', final: false, replace: false, cancel: true },
  [OrdStatus.pendingCancel]: { name: 'pendingCancel', final: false, replace: false, cancel: false },
  [OrdStatus.filled]: { name: 'filled', final: true, replace: false, cancel: false },
  [OrdStatus.canceled]: { name: 'canceled', final: true, replace: false, cancel: false },
  [OrdStatus.rejected]: { name: 'rejected', final: true, replace: false, cancel: false },
  [OrdStatus.expired]: { name: 'expired', final: true, replace: false, cancel: false },
}

type OrderStateName = keyof typeof OrdStatus

export interface OrderState {
  /** Its text is `Trading.Status.<name>`. */
  readonly name: OrderStateName
  /** Nothing more can happen to the order. */
  readonly final: boolean
  readonly replace: boolean
  readonly cancel: boolean
}

const pending: ReadonlySet<OrdStatus> = new Set([
  OrdStatus.pendingNew,
  OrdStatus.pendingReplace,
  OrdStatus.pendingCancel,
])

/** Whether an order in this state waits for an answer of the venue. */
export const isPending = (status: OrdStatus): boolean => pending.has(status)

export const isFinal = (status: OrdStatus): boolean => orderStates[status].final

/** Whether an order in this state may be replaced or cancelled. */
export const orderCan = (request: 'replace' | 'cancel', status: OrdStatus): boolean =>
  orderStates[status][request]
