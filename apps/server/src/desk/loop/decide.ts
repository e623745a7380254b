import { isContinuous } from '@tradebook/contract'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import type { DeskCore } from '../decisions/core.ts'
import type { MarketClock } from '../decisions/market-clock.ts'
import type { ClientInput, DeskAnswer, DeskInput } from '../inputs.ts'
import { Unrecordable } from '../record/failures.ts'

/**
 * Decides the phase changes that fell due by now, in order, each stamped with the time at which it was
 * due. @returns now: the stamp of the input that comes after them.
 */
export function enterDuePhases(core: DeskCore, clock: MarketClock): number {
  const now = clock.stamp()
  for (const { phase, due } of clock.changesDue(core.market.line, now)) {
    endReopenings(core, clock, isContinuous(phase) ? due : due - 1)
    core.decide({ kind: 'phase', phase }, due, clock.wallTime())
  }
  endReopenings(core, clock, now)
  return now
}

/**
 * Ends the auctions of single securities that were due by an instant. One that is due with a phase of the
 * market joins that, or ends with the market's auction.
 */
function endReopenings(core: DeskCore, clock: MarketClock, until: number): void {
  for (const { securityID, due } of core.market.reopenings)
    if (due <= until) core.decide({ kind: 'uncross', securityID }, due, clock.wallTime())
}

/**
 * Decides an input at its place in time: stamped once, after the phase changes that were due before it.
 * @throws Unrecordable when it cannot be decided: the desk in memory is broken, nothing was persisted.
 */
export function decide(core: DeskCore, clock: MarketClock, input: ClientInput): DeskAnswer
export function decide(core: DeskCore, clock: MarketClock, input: DeskInput): DeskAnswer | undefined
export function decide(core: DeskCore, clock: MarketClock, input: DeskInput): DeskAnswer | undefined {
  try {
    return core.decide(input, enterDuePhases(core, clock), clock.wallTime())
  } catch (error) {
    throw new Unrecordable(error)
  }
}

/**
 * The changes that the decisions since the last call made, with the phase changes that were due by now.
 * @throws Unrecordable when the decisions contradict one another.
 */
export function takeChanges(core: DeskCore, clock: MarketClock): BatchChanges {
  try {
    return core.takeChanges(enterDuePhases(core, clock), clock.wallTime())
  } catch (error) {
    throw new Unrecordable(error)
  }
}
