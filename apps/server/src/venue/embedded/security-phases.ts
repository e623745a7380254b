import { acceptance, isCall, isContinuous, type MarketRules, type Phase } from '@tradebook/contract'
import type { Exchange } from '@tradebook/exchange'

/** The call that lets in the orders that were sent for it while the market traded continuously. */
const isClosingCall = (phase: Phase): boolean => acceptance[phase].uncross === 'close'

/** How an uncross is marked that brings a book back to continuous trading. */
type Uncross = Exclude<(typeof acceptance)[Phase]['uncross'], null>

/**
 * The phases of the securities of one market day: the market's own, and that of a security which
 * reopens alone after a halt. Drives the exchange through them.
 *
 * A halt, of the market or of one security, leaves a book as it is: what a call had collected before
 * it trades in the uncross after it.
 */
export class SecurityPhases {
  readonly #exchange: Exchange
  #phase: Phase
  #isDayOver: boolean
  /** Securities in a call, the market's or their own. */
  readonly #collecting = new Set<number>()
  /** Securities that reopen alone. */
  readonly #reopening = new Set<number>()
  /** Securities that are halted alone. */
  readonly #halted = new Set<number>()

  /**
   * In a market that opens in a halt every book is in a call, because it may have orders that a call
   * collected before the halt.
   */
  constructor(exchange: Exchange, phase: Phase, isDayOver: boolean) {
    this.#exchange = exchange
    this.#phase = phase
    this.#isDayOver = isDayOver
    const { interrupts, matching } = acceptance[phase]
    for (const security of exchange.terms.keys()) {
      if (interrupts || matching === 'call') this.#collect(security)
      else exchange.setMatching(security, matching)
      this.#applyHalt(security)
    }
  }

  /** Whether the trading of the day is over: published prices are closing prices. */
  get isDayOver(): boolean {
    return this.#isDayOver
  }

  /** Whether orders that were sent for the close still wait outside the books. */
  get isBeforeClosing(): boolean {
    return !isClosingCall(this.#phase)
  }

  /** The phase of the market. */
  get market(): Phase {
    return this.#phase
  }

  of(security: number): Phase {
    return this.#reopening.has(security) ? 'reopening' : this.#phase
  }

  /** Whether the indicative figures of a security are published: in a call, by the rules from its imbalance session on. */
  showsAuction(security: number, { indicativeDuringCollection }: MarketRules): boolean {
    const isByRules = acceptance[this.#phase].indicative === 'byRules'
    return this.#collecting.has(security) && (indicativeDuringCollection || !isByRules)
  }

  /**
   * The market enters a phase: leaving a call uncrosses every book that is not halted and does not reopen
   * alone beyond that.
   */
  enter(phase: Phase, now: number): void {
    const before = acceptance[this.#phase]
    const { interrupts, endsDay } = acceptance[phase]
    this.#phase = phase
    if (endsDay) this.#isDayOver = true
    for (const security of this.#exchange.terms.keys()) {
      this.#applyHalt(security)
      if (interrupts) continue
      if (isContinuous(phase) && this.#reopening.has(security)) continue
      if (isCall(phase)) {
        this.#collect(security)
        if (isClosingCall(phase)) this.#exchange.admitWaiting(security, now)
      } else if (endsDay) this.#close(security, now)
      else if (!this.#collecting.has(security)) this.#exchange.setMatching(security, 'continuous')
      // After a halt the call is the one that ends it, whatever the call before the halt was.
      else if (!this.#halted.has(security)) this.#uncross(security, before.uncross ?? 'reopening', now)
      this.#reopening.delete(security)
    }
  }

  /** A security that was halted begins a call of its own. */
  reopen(security: number): void {
    this.setHalted(security, false)
    this.#collect(security)
    this.#reopening.add(security)
  }

  /** Ends the call of one security, unless the market is in a call, which goes on with it. */
  uncross(security: number, now: number): void {
    this.#reopening.delete(security)
    const isOver = acceptance[this.#phase].matching !== 'continuous' || !this.#collecting.has(security)
    if (!isOver && !this.#halted.has(security)) this.#uncross(security, 'reopening', now)
  }

  setHalted(security: number, halted: boolean): void {
    if (halted) this.#halted.add(security)
    else this.#halted.delete(security)
    this.#applyHalt(security)
  }

  #collect(security: number): void {
    this.#collecting.add(security)
    this.#exchange.setMatching(security, 'call')
  }

  #uncross(security: number, uncross: Uncross, now: number): void {
    this.#exchange.uncross(security, uncross, now)
    this.#collecting.delete(security)
    this.#exchange.setMatching(security, 'continuous')
  }

  /** A book that is halted, or traded continuously until now, closes without an uncross. */
  #close(security: number, now: number): void {
    if (this.#collecting.has(security) && !this.#halted.has(security)) {
      this.#exchange.uncross(security, 'close', now)
    } else this.#exchange.endOrders(security, 'close')
    this.#collecting.delete(security)
    this.#exchange.setMatching(security, 'none')
  }

  #applyHalt(security: number): void {
    if (acceptance[this.#phase].interrupts || this.#halted.has(security)) this.#exchange.halt(security)
    else this.#exchange.resume(security)
  }
}
