/**
 * The constants of the market's rules that an exchange sets, or that are assumed where its sources state
 * nothing. An installation may replace any of them by a file; `schemas/market-rules.ts` reads it.
 *
 * Source: the trading rules of the NGX; what is assumed is marked so.
 */

import type { Phase } from './acceptance.ts'

/** A time of day in Lagos, 'HH:MM'. */
export type TimeOfDay = string

/** The phases that a business day brings. The others come by the circuit breaker or by market control. */
export type ScheduledPhase = Exclude<Phase, 'halted' | 'reopening'>

export interface MarketRules {
  /** When each phase of a business day begins, in order. */
  readonly timetable: Readonly<Record<ScheduledPhase, TimeOfDay>>
  /** The daily limit either side of the previous official close, in basis points. */
  readonly dailyLimitBps: number
  /** Shares that a trade needs before it moves the published price, by price group. */
  readonly minMoveQty: Readonly<Record<'A' | 'B' | 'C', number>>
  /** The same for funds and REITs. Assumed. */
  readonly minMoveQtyOfFunds: number
  /**
   * Whether the indicative price is published during the whole collection; otherwise from the imbalance
   * session on. Assumed.
   */
  readonly indicativeDuringCollection: boolean
  /** Calendar days for which an order good till cancelled, or till a date, is kept at most. Assumed. */
  readonly longestOrderDays: number
  readonly breaker: {
    /** Move of the all-share index from the previous close, in basis points, that halts the market. */
    readonly triggerBps: number
    /** The breaker acts from this time of day until the other, both included. */
    readonly from: TimeOfDay
    readonly until: TimeOfDay
    /** Minutes of the halt. */
    readonly haltMinutes: number
    /** The trigger of a day that closes the market instead of halting it. */
    readonly closesAtTrigger: number
  }
  /** The all-share index at the reference prices of the first day on record, in points. Assumed. */
  readonly indexBasePoints: number
  /** Minutes of the auction that ends a halt, of the market or of one security. For one security assumed. */
  readonly reopeningMinutes: number
}

export const marketRules: MarketRules = {
  timetable: {
    preOpen: '09:30',
    preOpenImbalance: '09:55',
    continuous: '10:00',
    preClose: '14:20',
    preCloseImbalance: '14:25',
    closed: '14:30',
  },
  dailyLimitBps: 1_000,
  minMoveQty: { A: 100_000, B: 100_000, C: 100_000 },
  minMoveQtyOfFunds: 1,
  indicativeDuringCollection: true,
  longestOrderDays: 60,
  breaker: { triggerBps: 500, from: '10:15', until: '13:45', haltMinutes: 30, closesAtTrigger: 2 },
  indexBasePoints: 100_000,
  reopeningMinutes: 10,
}

const MINUTES_PER_HOUR = 60

/** Minutes from midnight to a time of day 'HH:MM'. */
export function minutesOf(time: TimeOfDay): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? Number.NaN) * MINUTES_PER_HOUR + (minutes ?? Number.NaN)
}
