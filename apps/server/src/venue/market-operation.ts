import type { Phase } from '@tradebook/contract'
import type { RestingOrder } from './order-messages.ts'

/**
 * What the market does without the desk's asking: others trade there. The desk gives it turns among its own inputs, so
 * that what it does is persisted with them. What is in it only the market and its sender know.
 */
export type MarketWork = readonly object[]

/** What came of such work, for its sender: told once it is persisted. */
export type MarketWorkReport = object

/** What a published batch tells the senders of work. */
export interface MarketWorkBatch {
  /** 1: the books were opened again, and nothing of the work is left in them. */
  readonly batch: number
  readonly workReports: readonly MarketWorkReport[]
}

/** Where work of the market waits for its turn. */
export interface MarketWorkPort {
  /** Queues work; false when the desk is busy and took none. */
  offer(work: MarketWork): boolean
  /** Calls `receive` with every batch, after its commit, in order. Returns how to unsubscribe. */
  subscribe(receive: (batch: MarketWorkBatch) => void): () => void
}

/**
 * Operating a market: its phases, its halts and its books. Only a venue that runs in this process has it; a market that
 * others operate tells its phases, ends its own orders and keeps its own books.
 */
export interface MarketOperation {
  /**
   * Puts open orders back into books that are still empty, in priority order, as they were before:
   * without checks, without trades even where they cross, and without reports. The output contains where
   * they rest.
   */
  restore(orders: readonly RestingOrder[], now: number): void
  /** Takes an order out of the market without a report: it lives on at the desk. */
  withdraw(orderID: string, now: number): void
  /**
   * Puts an order that was withdrawn back, behind the others at its price. It is not reported as accepted again. Where
   * its book takes no orders it rests without trading, as a restored order does.
   */
  reenter(order: RestingOrder, now: number): void
  /** An order has another participant from now on, where it is in the market. */
  setParticipant(orderID: string, participant: number): void
  /** Takes an order whose last day is over out of its book. */
  expire(orderID: string, now: number): void
  /**
   * The market enters a phase, which was due at `due`. Leaving a call uncrosses every book that is not
   * halted, and reports what ends with that as expired; what closes without a call ends the same orders.
   * Entering the call before the close lets in the orders that were sent for it. A halt leaves the books
   * as they are.
   */
  enterPhase(phase: Phase, due: number): void
  /** A halted security resumes, in a call of its own, until `uncross` or until the market leaves a call. */
  reopen(securityID: string): void
  /**
   * Ends the call of one security: its book uncrosses and trades continuously. In a call of the market the
   * security stays in that one. A security that a halt kept from its uncross is in its call until then, too.
   */
  uncross(securityID: string, now: number): void
  /** From now on a halted security takes neither orders nor replaces, only cancels; its statistics carry the halt. */
  setHalted(securityID: string, halted: boolean): void
  /** Does work of the market's own, as far as the phase takes it. */
  work(work: MarketWork, now: number): void
}
