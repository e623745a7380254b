/**
 * What each duration of an order means: what becomes of what does not trade at its entry, in which auction
 * it trades and ends, and which day is its last. The desk, the venue, the ticket and the tests read this one
 * table; which durations a phase takes is a matter of the phase (`acceptance.ts`).
 *
 * Source: FIX TimeInForce (59), ExpireDate (432); the trading rules of the NGX.
 */

import { TimeInForce } from './fix.ts'

export interface Duration {
  /** What does not trade at its entry rests, is cancelled, or keeps all of the order from trading. */
  readonly atEntry: 'rest' | 'immediate' | 'fillOrKill'
  /** The auction that the order is for; what is left of it then expires. */
  readonly auction: 'opening' | 'closing' | null
  /**
   * The last market day on which the order may trade: the day of its entry, the day that the order names
   * (ExpireDate, which no other order has), or the last day for which the exchange keeps an order.
   */
  readonly lastDay: 'ofEntry' | 'named' | 'latest'
}

const forTheDay: Duration = { atEntry: 'rest', auction: null, lastDay: 'ofEntry' }

export const durations: Readonly<Record<TimeInForce, Duration>> = {
  [TimeInForce.day]: forTheDay,
  [TimeInForce.goodTillCancel]: { ...forTheDay, lastDay: 'latest' },
  [TimeInForce.goodTillDate]: { ...forTheDay, lastDay: 'named' },
  [TimeInForce.goodTillOpen]: { ...forTheDay, auction: 'opening' },
  [TimeInForce.goodTillClose]: { ...forTheDay, auction: 'closing' },
  [TimeInForce.immediateOrCancel]: { ...forTheDay, atEntry: 'immediate' },
  [TimeInForce.fillOrKill]: { ...forTheDay, atEntry: 'fillOrKill' },
}

/** Whether an order of this duration trades at its entry or not at all. */
export const isImmediate = (timeInForce: TimeInForce): boolean => durations[timeInForce].atEntry !== 'rest'

/** Whether an order of this duration names its last day. */
export const namesLastDay = (timeInForce: TimeInForce): boolean => durations[timeInForce].lastDay === 'named'

/** Whether an order of this duration, sent while the market trades continuously, waits for the closing auction. */
export const isForClose = (timeInForce: TimeInForce): boolean => durations[timeInForce].auction === 'closing'

/** The durations that differ in their last day alone: an order that changes between them keeps its place. */
export const restingDurations: readonly TimeInForce[] = Object.values(TimeInForce).filter(
  (timeInForce) => !isImmediate(timeInForce) && durations[timeInForce].auction === null,
)
