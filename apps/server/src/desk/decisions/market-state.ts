import {
  acceptance,
  FIRST_PHASE,
  isContinuous,
  lagosInstant,
  type Phase,
  type TradingSessionSubID,
  tradingSessionSubIDOf,
} from '@tradebook/contract'

/** Trading that market control has halted. */
export interface Halt {
  readonly reason: string
  /** Epoch milliseconds of the market clock. */
  readonly since: number
  /** The user name of the person who halted it; `null` in a record of before it was kept. */
  readonly by: string | null
}

/** The whole market, as the record keeps it. */
export interface MarketLine {
  /** The phase that the schedule or the circuit breaker brought; a halt by market control interrupts it. */
  readonly phase: Phase
  /** When that phase was due, epoch milliseconds. */
  readonly since: number
  readonly marketDate: string
  /** When the circuit breaker was triggered on the market day, epoch milliseconds, oldest first. */
  readonly triggers: readonly number[]
  readonly halt: Halt | null
}

/** TradingSessionSubID (625) of the market: a halt by market control interrupts a session without ending it. */
export const sessionOf = ({ phase }: MarketLine): TradingSessionSubID => tradingSessionSubIDOf(phase)

/** A security that market control has halted or resumed, as the record keeps it. */
export interface SecurityStateLine extends Halt {
  readonly securityID: string
  readonly halted: boolean
  /** When the auction ends in which the security reopens, epoch milliseconds; `null` while it does not. */
  readonly reopeningUntil: number | null
}

/** What the record holds of the market. */
export interface RecordedMarket {
  /** The newest; `undefined` before the first change of phase. */
  readonly market: MarketLine | undefined
  readonly securities: readonly SecurityStateLine[]
}

/** The auction of one security ends. */
export interface Reopening {
  readonly securityID: string
  /** Epoch milliseconds. */
  readonly due: number
}

/**
 * The phase of the market, the halts in force, and the securities that reopen after one. A market day
 * begins in the first phase of the schedule; halts by market control last until it ends them, over any
 * number of days.
 */
export class MarketState {
  #line: MarketLine
  #isChanged = false
  readonly #securities = new Map<string, SecurityStateLine>()
  readonly #changed = new Map<string, SecurityStateLine>()

  /** @param now epoch milliseconds: a day that has not begun by the calendar begins now. */
  constructor({ market, securities }: RecordedMarket, marketDate: string, now: number) {
    const dayBegan = Math.min(now, lagosInstant(marketDate, 0))
    const isSameDay = market?.marketDate === marketDate
    this.#line = isSameDay
      ? market
      : { phase: FIRST_PHASE, since: dayBegan, marketDate, triggers: [], halt: market?.halt ?? null }
    for (const line of securities) {
      // An auction of an earlier day is over.
      if (line.halted || isSameDay) this.#securities.set(line.securityID, line)
    }
  }

  /** The phase that the market is in. */
  get phase(): Phase {
    return this.#line.halt ? 'halted' : this.#line.phase
  }

  /** The phase of a security: the market's, or the auction in which it reopens alone. A halt of its own is not a phase. */
  phaseOf(securityID: string): Phase {
    const { phase } = this
    return isContinuous(phase) && this.#isReopening(securityID) ? 'reopening' : phase
  }

  get line(): MarketLine {
    return this.#line
  }

  /** Whether the market has closed: no phase of the market day follows. */
  get isDayOver(): boolean {
    const { phase, since, marketDate } = this.#line
    return acceptance[phase].endsDay && since > lagosInstant(marketDate, 0)
  }

  /** The securities that reopen, the first to end first. */
  get reopenings(): readonly Reopening[] {
    return [...this.#securities.values()]
      .flatMap(({ securityID, reopeningUntil }) =>
        reopeningUntil === null ? [] : [{ securityID, due: reopeningUntil }],
      )
      .sort((a, b) => a.due - b.due)
  }

  /** The securities that market control has halted, and those that reopen after a halt. */
  get interrupted(): readonly SecurityStateLine[] {
    return [...this.#securities.values()]
  }

  /** Whether market control has halted this security; a halt of the whole market is the phase's. */
  isHalted(securityID: string): boolean {
    return this.#securities.get(securityID)?.halted ?? false
  }

  /**
   * The schedule, the circuit breaker or market control brings a phase, which every security is in from then
   * on; only to continuous trading those that reopen alone come later. @param since when it was due.
   */
  enter(phase: Phase, since: number): void {
    this.#line = { ...this.#line, phase, since }
    this.#isChanged = true
    if (isContinuous(phase)) return
    for (const { securityID } of this.reopenings) this.endReopening(securityID)
  }

  /** The circuit breaker is triggered. */
  trigger(at: number): void {
    this.#line = { ...this.#line, triggers: [...this.#line.triggers, at] }
    this.#isChanged = true
  }

  /** Market control halts the whole market, or resumes it with `null`. */
  haltMarket(halt: Halt | null): void {
    this.#line = { ...this.#line, halt }
    this.#isChanged = true
  }

  /** Market control halts a security, or resumes it, with an auction or without. */
  haltSecurity(line: SecurityStateLine): void {
    if (line.halted || line.reopeningUntil !== null) this.#securities.set(line.securityID, line)
    else this.#securities.delete(line.securityID)
    this.#changed.set(line.securityID, line)
  }

  /** The auction of a security is over. */
  endReopening(securityID: string): void {
    const line = this.#securities.get(securityID)
    if (line) this.haltSecurity({ ...line, reopeningUntil: null })
  }

  /** What changed since the last call: only this has to be persisted. */
  takeChanged(): { market: MarketLine | null; securityStates: SecurityStateLine[] } {
    const changed = {
      market: this.#isChanged ? this.#line : null,
      securityStates: [...this.#changed.values()],
    }
    this.#isChanged = false
    this.#changed.clear()
    return changed
  }

  #isReopening = (securityID: string): boolean => this.#securities.get(securityID)?.reopeningUntil != null
}
