import { acceptance, english, isoTime, type MarketSession } from '@tradebook/contract'
import type { MarketClock } from './market-clock.ts'
import { type MarketState, sessionOf } from './market-state.ts'

/** Where the market is in its day, for anyone who asks. A halt by market control lasts until it is ended: nothing follows by the timetable. */
export function marketSession(
  { phase, line }: Pick<MarketState, 'phase' | 'line'>,
  clock: MarketClock,
): MarketSession {
  const now = clock.stamp()
  const next = line.halt ? undefined : clock.nextChange(line, now)
  return {
    phase,
    name: english[`Trading.Phase.${phase}`],
    tradingSessionSubID: sessionOf(line),
    tradSesStatus: acceptance[phase].tradSesStatus,
    startedAt: isoTime(line.halt?.since ?? line.since),
    nextPhase: next?.phase ?? null,
    nextAt: next ? isoTime(next.due) : null,
    nextInMs: next ? clock.timeBetween(now, next.due) : null,
    marketDate: line.marketDate,
    marketTime: isoTime(now),
    speed: clock.speed,
    longestOrderDays: clock.rules.longestOrderDays,
  }
}
