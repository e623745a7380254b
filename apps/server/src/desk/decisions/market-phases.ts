import {
  isText,
  isVenueHaltReason,
  type MarketRules,
  type Phase,
  type RefusalValues,
  refuse,
  reopensByAuction,
  venueHaltReasons,
} from '@tradebook/contract'
import { HOST } from '../../store/host.ts'
import type { Listing } from '../../venue/listing.ts'
import type { MarketOperation, MarketWork } from '../../venue/market-operation.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { MarketSummaries } from '../publishing/market-summary.ts'
import type { Batch } from './batch.ts'
import { Breaker } from './breaker.ts'
import type { PhaseSource } from './market-clock.ts'
import type { Halt, MarketState, SecurityStateLine } from './market-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

/** UTF-16 code units of the reason for which trading is halted or resumed. */
const LONGEST_REASON = 256
const MINUTE_MS = 60_000

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

export interface MarketPhasesOptions {
  readonly listings: readonly Listing[]
  readonly operation: MarketOperation
  readonly batch: Batch
  readonly atVenue: OrdersAtVenue
  readonly market: MarketState
  readonly summaries: MarketSummaries
  readonly rules: MarketRules
  readonly marketDate: string
  readonly venueName: string
  /** A market that is open at all hours has no circuit breaker; that of a venue on a line is the venue's. */
  readonly phasesBy: PhaseSource
}

/**
 * Decides the phases of the market and its securities: those of the schedule, the halts of the circuit
 * breaker and of market control, and the auctions in which trading resumes.
 */
export class MarketPhases {
  readonly #listings: readonly Listing[]
  readonly #operation: MarketOperation
  readonly #batch: Batch
  readonly #atVenue: OrdersAtVenue
  readonly #market: MarketState
  readonly #summaries: MarketSummaries
  readonly #breaker: Breaker
  readonly #rules: MarketRules
  readonly #marketDate: string
  readonly #venueName: string
  readonly #phasesBy: PhaseSource

  constructor(options: MarketPhasesOptions) {
    this.#listings = options.listings
    this.#operation = options.operation
    this.#batch = options.batch
    this.#atVenue = options.atVenue
    this.#market = options.market
    this.#summaries = options.summaries
    this.#breaker = new Breaker(options.rules, options.phasesBy === 'schedule', options.summaries.index.day)
    this.#rules = options.rules
    this.#marketDate = options.marketDate
    this.#venueName = options.venueName
    this.#phasesBy = options.phasesBy
  }

  /** The schedule, the circuit breaker or the end of a halt brings a phase, stamped with the time at which it was due. */
  enter(phase: Phase, due: number): undefined {
    this.#batch.journal(HOST, due, { kind: 'phase', phase, marketDate: this.#marketDate })
    this.#market.enter(phase, due)
    this.#operation.enterPhase(phase, due)
    this.#atVenue.takeOutput(due)
    this.#atVenue.expire(phase, due)
  }

  /** The auction of a security that reopens is over. */
  uncross(securityID: string, due: number): undefined {
    this.#batch.journal(HOST, due, { kind: 'uncross', securityID })
    this.#market.endReopening(securityID)
    this.#operation.uncross(securityID, due)
    this.#atVenue.takeOutput(due)
  }

  /** The circuit breaker halts the market, or closes it for the day, when the trades of an input have moved the index too far. */
  watchIndex(now: number): void {
    const traded = this.#batch.takeTraded()
    if (traded.length === 0) return
    this.#summaries.traded(traded)
    if (!this.#breaker.isTriggered(this.#summaries.index.day, this.#market, now)) return
    this.#market.trigger(now)
    this.enter(this.#breaker.phaseAfter(this.#market.line), now)
  }

  /** Market control halts or resumes a security or the market. */
  control(input: Input<'marketControl'>, now: number): DeskAnswer {
    if (!isText(input.reason, LONGEST_REASON) || isVenueHaltReason(input.reason))
      return refusedWith(refuse('haltReasonInvalid', { most: LONGEST_REASON }))
    return this.#control(input, now)
  }

  /** A venue on a line halts a security or the market, or resumes what it has halted itself. */
  follow({ origin, action, securityID }: Input<'venueHalt'>, now: number): DeskAnswer {
    const { reason } = this.#haltOf(securityID) ?? {}
    const isOfVenue = reason !== undefined && isVenueHaltReason(reason)
    if (action === 'resume' && !isOfVenue) return refusedWith(refuse('notHalted', whatOf(securityID)))
    const ofVenue = { ...origin, userName: this.#venueName }
    return this.#control({ origin: ofVenue, action, securityID, reason: venueHaltReasons[action] }, now)
  }

  /** A venue on a line has entered a phase, which counts where the phases are those that it reports. */
  followPhase({ phase }: Input<'venuePhase'>, now: number): DeskAnswer {
    if (this.#phasesBy === 'venue' && phase !== this.#market.line.phase) this.enter(phase, now)
    return { kind: 'done', sequence: 0 }
  }

  #control(
    { origin, action, securityID, reason }: Omit<Input<'marketControl'>, 'kind'>,
    now: number,
  ): DeskAnswer {
    if (securityID !== null && !this.#listings.some((listing) => listing.securityID === securityID))
      return refusedWith(refuse('unknownSecurity', { securityID }))
    if (origin.tenantId !== HOST) return refusedWith(refuse('marketControlNotPermitted'))
    const halted = action === 'halt'
    const isHalted = this.#haltOf(securityID) !== undefined
    if (!halted && !isHalted) return refusedWith(refuse('notHalted', whatOf(securityID)))
    // The reason and the time of a halt stay those of its beginning.
    if (halted && isHalted) return refusedWith(refuse('alreadyHalted', whatOf(securityID)))
    const sequence = this.#batch.journal(HOST, now, { kind: 'marketControl', action, securityID, reason })
    const line = { reason, since: now, by: origin.userName }
    if (securityID === null) this.#haltMarket(halted ? line : null, now)
    else this.#haltSecurity({ securityID, halted, ...line })
    this.#batch.audited({
      origin,
      serviceName: 'MarketData',
      methodName: `${halted ? 'Halt' : 'Resume'}${securityID === null ? 'Market' : 'Security'}`,
      parameters: JSON.stringify({ securityID, reason }),
      exception: null,
    })
    return { kind: 'done', sequence }
  }

  /**
   * A market that resumes in continuous trading reopens in an auction, and one that was halted while it
   * reopened begins that again; in any other phase it goes on with the phase.
   */
  #haltMarket(halt: Halt | null, now: number): void {
    this.#market.haltMarket(halt)
    this.applyHalts()
    if (this.#reopensByAuction) this.enter('reopening', now)
  }

  /**
   * A security that resumes in continuous trading, or while the market reopens, reopens in an auction of its
   * own, which may outlast the market's; in any other phase it joins that.
   */
  #haltSecurity(line: Omit<SecurityStateLine, 'reopeningUntil'>): void {
    const reopens = !line.halted && this.#reopensByAuction
    const reopeningUntil = reopens ? line.since + this.#rules.reopeningMinutes * MINUTE_MS : null
    this.#market.haltSecurity({ ...line, reopeningUntil })
    if (reopens) this.#operation.reopen(line.securityID)
    else this.applyHalts()
  }

  /** Whether what resumes now has an auction first, which a venue on a line reports itself. */
  get #reopensByAuction(): boolean {
    return this.#phasesBy !== 'venue' && reopensByAuction(this.#market.phase)
  }

  /** The halt of a security, or with `null` of the whole market; none of the circuit breaker. */
  #haltOf(securityID: string | null): Halt | undefined {
    if (securityID === null) return this.#market.line.halt ?? undefined
    return this.#market.interrupted.find((line) => line.securityID === securityID && line.halted)
  }

  /** The venue refuses what is entered or replaced in a halted security, the orders of others too. */
  applyHalts(): void {
    const isMarketHalted = this.#market.line.halt !== null
    for (const { securityID } of this.#listings)
      this.#operation.setHalted(securityID, isMarketHalted || this.#market.isHalted(securityID))
  }

  /** The market has its turn: others trade there. */
  work(work: MarketWork, now: number): void {
    this.#operation.work(work, now)
  }
}

const whatOf = (securityID: string | null): RefusalValues => (securityID === null ? {} : { securityID })
