import {
  acceptance,
  english,
  isoTime,
  type LineState,
  nextOpening,
  type Phase,
  type VenueConnection,
  type VenueTerms,
} from '@tradebook/contract'
import type { VenueLine } from '../../venue/commands.ts'
import type { DeskEvent } from '../publishing/desk-events.ts'
import type { MarketClock } from './market-clock.ts'
import { type MarketState, sessionOf } from './market-state.ts'

/** The venue that the events are about. */
export interface ShownVenue {
  readonly market: Pick<MarketState, 'phase' | 'line'>
  readonly venueName: string
  /** What it takes of orders. */
  readonly venueTerms: VenueTerms
}

/** How the desk uses the line: whether market control has halted it, and whether open orders are being compared. */
export interface LineUse {
  readonly isHalted: boolean
  readonly isReconciling: boolean
}
const NO_USE: LineUse = { isHalted: false, isReconciling: false }

/** The events that publish the state of the venue: whether it is reached, the phase of the market, its next opening. */
export class VenueStatus {
  readonly #clock: MarketClock
  readonly #line: Pick<VenueLine, 'isReady' | 'isLoggingOn'> | undefined
  /** What the line was doing last, and since when. */
  #lineState: { readonly state: LineState; readonly since: string } | undefined
  /** The state that the last event carried. */
  #last = ''

  /** @param line the line to the venue; absent of one in this process. */
  constructor(clock: MarketClock, line?: Pick<VenueLine, 'isReady' | 'isLoggingOn'>) {
    this.#clock = clock
    this.#line = line
  }

  /**
   * The state of a market whose desk works, and whether the line to it is up; nothing if that has been published
   * already.
   */
  connected(venue: ShownVenue, { isHalted, isReconciling }: LineUse = NO_USE): DeskEvent[] {
    const { market } = venue
    // While the time is in doubt the desk accepts what it accepts in a halt: only cancels.
    const isPaused = this.#clock.leap !== undefined
    const phase = isPaused ? 'halted' : market.phase
    const text = isPaused ? english['Refusal.tradingPaused'] : english[`Trading.Phase.${phase}`]
    const isReached = this.#line?.isReady ?? true
    const shown = isReached ? text : english['Trading.NotConnected']
    const line = this.#lineNow(isHalted, isReconciling)
    const state = `${market.line.marketDate} ${phase} ${shown} ${line?.state}`
    if (this.#last === state) return []
    this.#last = state
    return [this.#event(isReached, phase, shown, venue, venue.venueTerms)]
  }

  /** A venue that cannot be reached. @param market as it was last known. */
  disconnected(venue: Omit<ShownVenue, 'venueTerms'>): DeskEvent[] {
    this.#last = ''
    return [this.#event(false, 'closed', english['Trading.NotConnected'], venue)]
  }

  /** What the line is doing, by precedence: an outage before a halt, which a comparison of orders does not end. */
  #lineNow(isHalted: boolean, isReconciling: boolean): VenueConnection['line'] {
    if (!this.#line) return undefined
    const { isReady, isLoggingOn } = this.#line
    const states: readonly (readonly [boolean, LineState])[] = [
      [!isReady && isLoggingOn, 'loggingOn'],
      [!isReady, 'disconnected'],
      [isHalted, 'halted'],
      [isReconciling, 'reconciling'],
    ]
    const state = states.find(([isSo]) => isSo)?.[1] ?? 'connected'
    if (this.#lineState?.state !== state) this.#lineState = { state, since: isoTime(this.#clock.stamp()) }
    return this.#lineState
  }

  #event(
    connected: boolean,
    phase: Phase,
    text: string,
    { market: { line }, venueName }: Omit<ShownVenue, 'venueTerms'>,
    terms?: VenueTerms,
  ): DeskEvent {
    const now = this.#clock.stamp()
    return {
      target: 'onNseConnection',
      argument: {
        connected,
        ...(this.#lineState && { line: this.#lineState }),
        venue: venueName,
        phase,
        ...(terms && { terms }),
        opensAt: connected && acceptance[phase].endsDay ? isoTime(nextOpening(now, this.#clock.rules)) : null,
        tradingSessionSubID: sessionOf(line),
        marketDate: line.marketDate,
        text,
        time: isoTime(now),
      },
    }
  }
}
