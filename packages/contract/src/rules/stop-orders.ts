/**
 * Stop orders: an order that waits at its firm's desk, and no market sees it, until a trade of its security is
 * at its stop price or through it. Then it becomes the market or limit order that it stands for. The desk,
 * the ticket and the tests read this one table; in which phases they are entered is a column of
 * `acceptance.ts`, whether a firm takes them at all one of its settings.
 *
 * Source: FIX OrdType (40) = 3, 4, StopPx (99), ExecType (150) = L. No exchange rule of the NGX has them.
 */

import { restingDurations } from './durations.ts'
import { OrdType, Side, TimeInForce } from './fix.ts'

/**
 * So many stop orders in one security wait at most, of one account and of one firm: one trade may trigger all of
 * them, and what it triggers is decided and recorded with it.
 */
export const MOST_WAITING_STOP_ORDERS = { account: 20, firm: 500 } as const

interface Stop {
  /** The kind of order that it becomes. */
  readonly becomes: typeof OrdType.market | typeof OrdType.limit
  /** A market order is held at the limit of its day and is good for no longer. */
  readonly timeInForce: readonly TimeInForce[]
}

export const stops: Readonly<Record<typeof OrdType.stop | typeof OrdType.stopLimit, Stop>> = {
  [OrdType.stop]: { becomes: OrdType.market, timeInForce: [TimeInForce.day] },
  [OrdType.stopLimit]: { becomes: OrdType.limit, timeInForce: restingDurations },
}

export type StopOrdType = keyof typeof stops

/** Whether an order of this kind waits for a trade at its stop price; one that was triggered is of another kind. */
export const isStop = (ordType: OrdType): ordType is StopOrdType => ordType in stops

/** Whether an order of this kind has no price of its own, and trades at any. */
export const isUnpriced = (ordType: OrdType): boolean =>
  ordType === OrdType.market || ordType === OrdType.stop

/** Whether a trade at `lastPx` triggers a stop: at its price or through it, upwards for a buy, downwards for a sale. In any one unit. */
export const isTriggeredAt = (side: Side, stopPx: number, lastPx: number): boolean =>
  side === Side.buy ? lastPx >= stopPx : lastPx <= stopPx
