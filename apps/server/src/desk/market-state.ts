import { FIRST_PHASE, lagosInstant, type Phase, type ScheduledPhase } from '@tradebook/contract'

/** Trading that market control has stopped. */
export interface Halt {
  readonly reason: string
  /** Epoch milliseconds of the market clock. */
  readonly since: number
}

/** The whole market, as the record keeps it. */
export interface MarketLine {
  /** The phase that the schedule brought; a halt interrupts it. */
  readonly phase: ScheduledPhase
  /** When that phase was due, epoch milliseconds. */
  readonly since: number
  readonly marketDate: string
  readonly halt: Halt | null
}

/** A security that market control has halted or resumed, as the record keeps it. */
export interface SecurityStateLine extends Halt {
  readonly securityID: string
  readonly halted: boolean
}

/** What the record holds of the market. */
export interface RecordedMarket {
  /** The newest; `undefined` before the first change of phase. */
  readonly market: MarketLine | undefined
  readonly securities: readonly SecurityStateLine[]
}

/**
 * The phase of the market and the halts in force. A market day begins in the first phase of the
 * schedule; halts last until market control ends them, over any number of days.
 */
export class MarketState {
  #line: MarketLine
  #isChanged = false
  readonly #halts = new Map<string, Halt>()
  readonly #changed = new Map<string, SecurityStateLine>()

  /** @param now epoch milliseconds: a day that has not begun by the calendar begins now. */
  constructor({ market, securities }: RecordedMarket, marketDate: string, now: number) {
    const dayBegan = Math.min(now, lagosInstant(marketDate, 0))
    this.#line =
      market?.marketDate === marketDate
        ? market
        : { phase: FIRST_PHASE, since: dayBegan, marketDate, halt: market?.halt ?? null }
    for (const { securityID, halted, reason, since } of securities) {
      if (halted) this.#halts.set(securityID, { reason, since })
    }
  }

  /** The phase that the market is in. */
  get phase(): Phase {
    return this.#line.halt ? 'halted' : this.#line.phase
  }

  get line(): MarketLine {
    return this.#line
  }

  /** Whether market control has halted this security; a halt of the whole market is the phase's. */
  isHalted(securityID: string): boolean {
    return this.#halts.has(securityID)
  }

  /** The schedule brings a phase. @param since when it was due. */
  enter(phase: ScheduledPhase, since: number): void {
    this.#line = { ...this.#line, phase, since }
    this.#isChanged = true
  }

  /** Market control halts the whole market, or resumes it with `null`. */
  haltMarket(halt: Halt | null): void {
    this.#line = { ...this.#line, halt }
    this.#isChanged = true
  }

  /** Market control halts a security, or resumes it. */
  haltSecurity(line: SecurityStateLine): void {
    const { securityID, halted, reason, since } = line
    if (halted) this.#halts.set(securityID, { reason, since })
    else this.#halts.delete(securityID)
    this.#changed.set(securityID, line)
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
}
