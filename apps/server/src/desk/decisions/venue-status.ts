import { acceptance, english, isoTime, nextOpening, type Phase } from '@tradebook/contract'
import type { DeskEvent } from '../publishing/desk-events.ts'
import type { MarketClock } from './market-clock.ts'
import { type MarketState, sessionOf } from './market-state.ts'

const VENUE = 'Tradebook Exchange'

/** The events that publish the state of the venue: whether it is reached, the phase of the market, its next opening. */
export class VenueStatus {
  readonly #clock: MarketClock
  /** The state that the last event carried. */
  #last = ''

  constructor(clock: MarketClock) {
    this.#clock = clock
  }

  /** The state of a market that is reached; nothing when it is the last that was published. */
  connected(market: Pick<MarketState, 'phase' | 'line'>): DeskEvent[] {
    // While the time is in doubt the desk takes what it takes in a halt: nothing but cancels.
    const isPaused = this.#clock.leap !== undefined
    const phase = isPaused ? 'halted' : market.phase
    const text = isPaused ? english['Refusal.tradingPaused'] : english[`Trading.Phase.${phase}`]
    const state = `${market.line.marketDate} ${text}`
    if (this.#last === state) return []
    this.#last = state
    return [this.#event(true, phase, market.line, text)]
  }

  /** A venue that cannot be reached. @param market as it was last known. */
  disconnected(market: Pick<MarketState, 'line'>): DeskEvent[] {
    this.#last = ''
    return [this.#event(false, 'closed', market.line, english['Trading.NotConnected'])]
  }

  #event(connected: boolean, phase: Phase, line: MarketState['line'], text: string): DeskEvent {
    const now = this.#clock.stamp()
    return {
      target: 'onNseConnection',
      argument: {
        connected,
        venue: VENUE,
        phase,
        opensAt: connected && acceptance[phase].endsDay ? isoTime(nextOpening(now, this.#clock.rules)) : null,
        tradingSessionSubID: sessionOf(line),
        marketDate: line.marketDate,
        text,
        time: isoTime(now),
      },
    }
  }
}
