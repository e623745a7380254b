import type { Phase } from '@tradebook/contract'
import type { JournalEntry } from '../../apps/server/src/desk/record/journal.ts'
import type { VenueTrade } from '../../apps/server/src/venue/venue.ts'

type Uncross = 'open' | 'close' | 'reopening'

/**
 * The phases, halts and auctions of the market in the plainest way, by the lines of the journal: which
 * securities collect orders, which trades there can be, and which books may be crossed. Knows nothing of
 * processes that die: what it says holds over every restart.
 */
export class NaiveMarketDay {
  /** The phase that the schedule or the circuit breaker brought last. */
  phase: Phase = 'closed'
  /** How often the circuit breaker has halted the market. */
  breakerHalts = 0
  /** Shares that traded in uncrosses. */
  uncrossed = 0
  readonly #securityIDs: readonly string[]
  /** By market control: securities, and `null` for the whole market. */
  readonly #halted = new Set<string | null>()
  /** Securities that reopen alone. */
  readonly #reopening = new Set<string>()
  /** Securities whose books have what a call collected. */
  readonly #collected = new Set<string>()
  /** The auction in which each of these securities trades now. */
  readonly #uncrossing = new Map<string, Uncross>()

  constructor(securityIDs: readonly string[]) {
    this.#securityIDs = securityIDs
  }

  /** Whether market control has halted a security, or with `null` the whole market. */
  isHalted(securityID: string | null): boolean {
    return this.#halted.has(securityID)
  }

  isReopening(securityID: string): boolean {
    return this.#reopening.has(securityID)
  }

  /** Whether nothing may be entered or traded in a security. */
  isStopped(securityID: string): boolean {
    return this.phase === 'halted' || this.#halted.has(null) || this.#halted.has(securityID)
  }

  /** The phase by whose rules orders in a security are taken. */
  phaseOf(securityID: string): Phase {
    return this.phase === 'continuous' && this.#reopening.has(securityID) ? 'reopening' : this.phase
  }

  /**
   * Whether a bid may be at or above an offer: what was collected and has not traded in an uncross, and what came back
   * from a halted firm while nothing trades, which an uncross follows.
   */
  mayCross(securityID: string): boolean {
    return this.#collected.has(securityID) || this.isStopped(securityID) || this.phase === 'closed'
  }

  /** Applies one line of the journal. */
  apply(entry: JournalEntry): void {
    // The trades of an uncross have numbers before those of the reports on them.
    if (entry.kind === 'report' || entry.kind === 'venueReport' || entry.kind === 'requeued') return
    this.#uncrossing.clear()
    if (entry.kind === 'phase') this.#enter(entry.phase)
    else if (entry.kind === 'uncross') this.#endReopening(entry.securityID)
    else if (entry.kind === 'marketControl' && entry.action === 'halt') this.#halt(entry.securityID)
    else if (entry.kind === 'marketControl') this.#resume(entry.securityID)
  }

  /** @throws Error unless the trade can be after the lines that were applied. */
  mustBeAllowed({ securityID, tradeNumber, tradeCondition, quantity }: VenueTrade): void {
    const uncross = this.#uncrossing.get(securityID)
    const isContinuous =
      this.phase === 'continuous' && !this.#collected.has(securityID) && !this.isStopped(securityID)
    const isCross = tradeCondition === 'X'
    const isAllowed = tradeCondition === null || isCross ? isContinuous : tradeCondition === uncross
    if (!isAllowed)
      throw new Error(`trade ${tradeNumber} in ${securityID}, ${tradeCondition}, while it is ${this.phase}`)
    if (tradeCondition !== null && !isCross) this.uncrossed += quantity
  }

  #enter(phase: Phase): void {
    const before = this.phase
    this.phase = phase
    if (phase !== 'continuous') this.#reopening.clear()
    if (phase === 'halted') this.breakerHalts += 1
    else if (phase === 'closed') this.#uncrossAll('close')
    else if (phase !== 'continuous')
      for (const securityID of this.#securityIDs) this.#collected.add(securityID)
    else this.#uncrossAll(before.startsWith('preOpen') ? 'open' : 'reopening')
  }

  #uncrossAll(uncross: Uncross): void {
    for (const securityID of this.#collected)
      if (!this.#reopening.has(securityID)) this.#uncross(securityID, uncross)
  }

  #uncross(securityID: string, uncross: Uncross): void {
    if (this.isStopped(securityID) || !this.#collected.delete(securityID)) return
    this.#uncrossing.set(securityID, uncross)
  }

  #endReopening(securityID: string): void {
    this.#reopening.delete(securityID)
    if (this.phase === 'continuous') this.#uncross(securityID, 'reopening')
  }

  #halt(securityID: string | null): void {
    this.#halted.add(securityID)
    if (securityID !== null) this.#reopening.delete(securityID)
  }

  #resume(securityID: string | null): void {
    this.#halted.delete(securityID)
    const reopens = this.phase === 'continuous' || this.phase === 'reopening'
    if (securityID === null || !reopens || this.#halted.has(null)) return
    this.#collected.add(securityID)
    this.#reopening.add(securityID)
  }
}
