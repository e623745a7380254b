import type { Kobo, Quantity } from './money.ts'

/** Whose orders limits hold for. What they count is counted for the firm, for the user and for the account. */
export const limitLevels = ['firm', 'user', 'account'] as const
export type LimitLevel = (typeof limitLevels)[number]

/** Whose orders a kill switch refuses; `tenant`, as the API names it, is a firm. */
export const killSwitchScopes = ['user', 'account', 'tenant', 'market'] as const
export type KillSwitchScope = (typeof killSwitchScopes)[number]

/** What switched a kill switch on: a person, or the switch itself at ten times a rate. */
export const killSwitchCauses = ['person', 'rate'] as const
export type KillSwitchCause = (typeof killSwitchCauses)[number]

/** What becomes of the open orders of a firm that the host stops: they end, or leave the market until the firm is let go on. */
export const stoppedOrders = ['cancel', 'halt'] as const
export type StoppedOrders = (typeof stoppedOrders)[number]

/** The limits of one firm, user or account; `null` is not a limit. */
export interface OrderLimits {
  /** Kobo that one order may be worth. */
  readonly orderValue: Kobo | null
  /** Shares that one order may be of. */
  readonly orderQty: Quantity | null
  /** What one order may be of the day's volume, in basis points. */
  readonly volumeShareBps: number | null
  /** How far from the published price an order's price may be, in basis points of that price. */
  readonly collarBps: number | null
  /** Orders within one second of wall time. */
  readonly ordersPerSecond: number | null
  /** Seconds of wall time within which an order may not be entered again. */
  readonly duplicateSeconds: number | null
  /** Kobo traded on the market day, and what open orders may still trade. */
  readonly dailyTurnover: Kobo | null
}

export const noLimits: OrderLimits = {
  orderValue: null,
  orderQty: null,
  volumeShareBps: null,
  collarBps: null,
  ordersPerSecond: null,
  duplicateSeconds: null,
  dailyTurnover: null,
}

/** The greatest of the limits that bound what has to be remembered. */
export const mostLimits = { ordersPerSecond: 10_000, duplicateSeconds: 60 } as const

/** A user's kill switch goes on by itself when the user attempts so many times an allowed rate of orders. */
export const RATE_TRIP_FACTOR = 10

/** UTF-16 code units of the reason for which a kill switch is switched. */
export const LONGEST_SWITCH_REASON = 256

const BPS_PER_PERCENT = 100

/** Basis points of a percentage of at most two decimals, exactly. */
export const bpsOf = (percentage: number): number => Math.round(percentage * BPS_PER_PERCENT)

/** Basis points in percent, for showing and for the wire. */
export const percentOfBps = (bps: number): number => bps / BPS_PER_PERCENT
