import type { LimitLevel, OrderLimits } from '@tradebook/contract'

/** The limits of a firm, a user or an account, as a firm changes them. */
export interface LimitsChange {
  readonly level: LimitLevel
  /** The user's id in digits, the account's number; empty for the firm. */
  readonly id: string
  readonly limits: OrderLimits
}
