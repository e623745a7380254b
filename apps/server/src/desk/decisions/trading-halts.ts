import { isoTime, type TradingHalt } from '@tradebook/contract'
import type { MarketClock } from './market-clock.ts'
import type { MarketState } from './market-state.ts'

/** What interrupts trading now: of the whole market first, then of single securities. */
export function tradingHalts(
  { phase, line, interrupted }: Pick<MarketState, 'phase' | 'line' | 'interrupted'>,
  clock: MarketClock,
): readonly TradingHalt[] {
  // While market control halts the market, no change of phase lets anything trade again.
  const next = line.halt ? undefined : clock.nextChange(line, clock.stamp())?.due
  // What the timetable brings ends the auction of a security before its time.
  const endOf = (due: number) => isoTime(Math.min(due, next ?? due))
  const securities = interrupted.map(
    ({ securityID, halted, reason, since, by, reopeningUntil }): TradingHalt => ({
      securityID,
      reason,
      by,
      since: isoTime(since),
      cause: halted ? 'marketControl' : 'reopening',
      until: reopeningUntil === null ? null : endOf(reopeningUntil),
    }),
  )
  return phase === 'halted' ? [marketHalt(line, next), ...securities] : securities
}

/** A halt by market control lasts over one by the circuit breaker. @param next when the timetable ends the latter, epoch milliseconds. */
function marketHalt({ halt, since }: MarketState['line'], next: number | undefined): TradingHalt {
  const market = { securityID: null, until: next === undefined ? null : isoTime(next) }
  return halt
    ? { ...market, cause: 'marketControl', reason: halt.reason, since: isoTime(halt.since), by: halt.by }
    : { ...market, cause: 'circuitBreaker', reason: null, since: isoTime(since), by: null }
}
