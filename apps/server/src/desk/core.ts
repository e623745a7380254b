import {
  isFinal,
  isoTime,
  isText,
  type MarketRules,
  type Phase,
  refuse,
  reopensByAuction,
} from '@tradebook/contract'
import { type Order, toStockOrder } from '@tradebook/orders'
import { type Listing, nextDay } from '../venue/listing.ts'
import type { Venue } from '../venue/venue.ts'
import { audienceOf, Batch } from './batch.ts'
import type { BatchChanges } from './batch-changes.ts'
import { Breaker } from './breaker.ts'
import { ClientOrders } from './client-orders.ts'
import { type CrowdCommand, isTakenFromCrowd } from './crowd-port.ts'
import { type Firm, FirmState } from './firm-state.ts'
import { Firms } from './firms.ts'
import type { CancelOrder, ClientInput, DeskAnswer, DeskInput } from './inputs.ts'
import type { Sequence } from './journal.ts'
import type { Halt, MarketState, SecurityStateLine } from './market-state.ts'
import { MarketSummaries, type RecordedIndex } from './market-summary.ts'
import { OrderChecks } from './order-checks.ts'
import { Previews } from './previews.ts'
import type { Published } from './published.ts'
import { type RecordedRequest, Requests } from './requests.ts'
import type { TransferRequest } from './transfer-request.ts'
import { Transfers } from './transfers.ts'
import { type TurnStep, turnOfDay } from './turn-of-day.ts'

// Longer than 300 lines, for it is the one list of what a desk decides; each decision is made by a part of its own.

/** What the desk knows when it starts: everything committed that still matters. */
export interface DeskStart {
  readonly sequence: Sequence
  readonly marketDate: string
  readonly firms: ReadonlyMap<number, Firm>
  readonly listings: readonly Listing[]
  /** In priority order. */
  readonly openOrders: readonly Order[]
  /** The requests of the market day and of the open orders, so that a repeated one is known; the newest last. */
  readonly requests: readonly RecordedRequest[]
  /** Those that wait for approval, and all of the market day. */
  readonly transferRequests: readonly TransferRequest[]
  readonly venue: Venue
  readonly market: MarketState
  readonly index: RecordedIndex
  readonly rules: MarketRules
  /** Whether phases come by the schedule: a market that is open at all hours has no circuit breaker. */
  readonly isScheduled: boolean
}

/** What belongs to the market and to no firm is journalled under the host. */
const HOST = 0

/** UTF-16 code units of the reason for which trading is halted or resumed. */
const LONGEST_REASON = 256
const MINUTE_MS = 60_000

const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length)

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/**
 * The desk's decisions: every change of an order, a balance or a holding is made here, one input
 * after the other, in memory, with no clock, disk or randomness of its own. `takeChanges` returns what
 * a batch of decisions changed; `Desk` commits it in one transaction and only then publishes it.
 */
export class DeskCore {
  /** The securities of the day, in listing order. */
  readonly listings: readonly Listing[]
  readonly firmState: FirmState
  readonly previews: Previews
  readonly #sequence: Sequence
  readonly #marketDate: string
  readonly #venue: Venue
  readonly #batch: Batch
  readonly #orders: ClientOrders
  readonly #firms: Firms
  readonly #transfers: Transfers
  readonly #market: MarketState
  readonly #summaries: MarketSummaries
  readonly #breaker: Breaker
  readonly #rules: MarketRules

  constructor(start: DeskStart, now: number) {
    const { sequence, marketDate, listings, venue } = start
    this.listings = listings
    this.firmState = new FirmState(start.firms, start.openOrders)
    this.#sequence = sequence
    this.#marketDate = marketDate
    this.#venue = venue
    this.#batch = new Batch(sequence)
    this.#market = start.market
    this.#summaries = new MarketSummaries(listings, (id) => venue.figures(id), start.index, marketDate)
    this.#rules = start.rules
    this.#firms = new Firms(this.firmState, this.#batch, marketDate)
    const { firmState } = this
    this.#transfers = new Transfers({
      ...{ firmState, batch: this.#batch, marketDate, requests: start.transferRequests },
    })
    const checks = new OrderChecks({
      firmState,
      venue,
      marketDate,
      listings,
      market: this.#market,
      rules: start.rules,
    })
    this.previews = new Previews(firmState, checks, marketDate)
    this.#orders = new ClientOrders({
      ...{ firmState, batch: this.#batch, requests: new Requests(start.requests) },
      ...{ venue, sequence, marketDate, market: this.#market, checks },
    })
    this.#breaker = new Breaker(start.rules, start.isScheduled, this.#summaries.index.day)
    for (const { securityID } of this.#market.reopenings) venue.reopen(securityID)
    // Whatever fell due meanwhile is stamped with its time, and entries at one price stand by time.
    this.#orders.restore(start.openOrders, Math.min(now, this.#market.line.since))
    this.#applyHalts()
  }

  /** Decides one input, stamped with the market's time. The crowd gets no answer. */
  decide(input: DeskInput, now: number): DeskAnswer | undefined {
    const answer = this.#decide(input, now)
    this.#watchIndex(now)
    return answer
  }

  #decide(input: DeskInput, now: number): DeskAnswer | undefined {
    switch (input.kind) {
      case 'crowd':
        for (const command of input.commands) this.#crowd(command, now)
        this.#orders.takeVenueOutput(now)
        return undefined
      case 'uncross':
        return this.#uncross(input.securityID, now)
      case 'newOrder':
      case 'crossOrder':
      case 'replaceOrder':
      case 'cancelOrder':
        return this.#orders.decide(input, now)
      case 'externalTransfer':
      case 'requestTransfer':
      case 'decideTransfer':
        return this.#transfers.decide(input, now)
      case 'news':
        return this.#news(input, now)
      case 'openFirm':
      case 'openAccount':
      case 'changeTerms':
      case 'changeCharges':
        return this.#firms.decide(input, now)
      case 'phase':
        return this.#enterPhase(input.phase, now)
      case 'marketControl':
        return this.#control(input, now)
    }
  }

  /** Whether a cancel ends a living order of the caller's, under a `clOrdID` that is not known. */
  endsOrder(input: CancelOrder): boolean {
    return this.#orders.endsOrder(input)
  }

  /** The phase of the market, since when, and what interrupts it, as the last decision left them. */
  get market(): Pick<MarketState, 'phase' | 'line' | 'reopenings' | 'interrupted'> {
    return this.#market
  }

  /**
   * Ends the market day and prepares the record for the day `date`, which a desk is then rebuilt for:
   * orders end or are carried, what is due settles, and with a new month securities are regrouped.
   *
   * @returns the steps, each to be run before the next one is asked for.
   */
  turnTo(date: string, now: number): Iterable<TurnStep> {
    const isNewMonth = monthOf(date) > monthOf(this.#marketDate)
    const listings = this.listings.map((listed) => {
      const figures = this.#venue.figures(listed.securityID)
      const next = nextDay(listed, figures, { isNewMonth, rules: this.#rules })
      if (next.priceGroup !== listed.priceGroup) this.#batch.regrouped(next)
      return next
    })
    return turnOfDay(this.firmState, this.#orders, this.#batch, { date, listings, now })
  }

  /** Everything that the decisions since the last call changed. */
  takeChanges(now: number, wallTime: number): BatchChanges {
    this.#orders.takeVenueOutput(now)
    for (const order of this.firmState.takeRestated()) this.#batch.orderChanged(order, 'updateStockOrder')
    const {
      orders: changed,
      accounts,
      feeRates,
      customerCharges,
      transferRequests,
      traded,
      published,
      ...changes
    } = this.#batch.take()
    const orders = [...changed.values()].map(({ order, event }) => ({
      order,
      event,
      hold: this.firmState.holdOf(order),
    }))
    for (const { order } of orders) if (isFinal(order.ordStatus)) this.firmState.orders.delete(order.orderID)
    const orderEvents = orders.map(
      ({ order, event, hold }): Published => ({
        target: event,
        argument: toStockOrder(order, hold),
        order: audienceOf(order),
      }),
    )
    const summary = this.#summaries.take(this.#market.phase, now)
    const summaries: Published[] = summary ? [{ target: 'marketSummary', argument: summary }] : []
    return {
      ...changes,
      accounts: [...accounts.values()],
      feeRates: [...feeRates.values()],
      customerCharges: [...customerCharges.values()],
      transferRequests: [...transferRequests.values()],
      ...this.firmState.takeTouched(),
      ...this.#market.takeChanged(),
      sequence: this.#sequence.last,
      marketDate: this.#marketDate,
      ...{ time: now, wallTime },
      orders,
      days: [...traded].map((securityID) => ({ securityID, day: this.#venue.figures(securityID) })),
      index: this.#summaries.takeIndex(),
      published: [...published, ...orderEvents, ...summaries],
    }
  }

  /** The schedule, the circuit breaker or the end of a halt brings a phase, stamped with the time at which it was due. */
  #enterPhase(phase: Phase, due: number): undefined {
    this.#batch.journal(HOST, due, { kind: 'phase', phase, marketDate: this.#marketDate })
    this.#market.enter(phase, due)
    this.#venue.enterPhase(phase, due)
    this.#orders.takeVenueOutput(due)
    this.#orders.expire(phase, due)
  }

  /** The auction of a security that reopens is over. */
  #uncross(securityID: string, due: number): undefined {
    this.#batch.journal(HOST, due, { kind: 'uncross', securityID })
    this.#market.endReopening(securityID)
    this.#venue.uncross(securityID, due)
    this.#orders.takeVenueOutput(due)
  }

  /** The circuit breaker halts the market, or closes it for the day, when the trades of an input have moved the index too far. */
  #watchIndex(now: number): void {
    const traded = this.#batch.takeTraded()
    if (traded.length === 0) return
    this.#summaries.traded(traded)
    if (!this.#breaker.isTriggered(this.#summaries.index.day, this.#market, now)) return
    this.#market.trigger(now)
    this.#enterPhase(this.#breaker.phaseAfter(this.#market.line), now)
  }

  #control({ origin, action, securityID, reason }: Input<'marketControl'>, now: number): DeskAnswer {
    if (!isText(reason, LONGEST_REASON))
      return { kind: 'refused', refusal: refuse('haltReasonInvalid', { most: LONGEST_REASON }) }
    if (securityID !== null && !this.listings.some((listing) => listing.securityID === securityID))
      return { kind: 'refused', refusal: refuse('unknownSecurity', { securityID }) }
    if (origin.tenantId !== HOST) return { kind: 'refused', refusal: refuse('marketControlNotPermitted') }
    const halted = action === 'halt'
    if (!halted && !this.#isHalted(securityID))
      return { kind: 'refused', refusal: refuse('notHalted', { what: securityID ?? 'The market' }) }
    // The reason and the time of a halt stay those of its beginning.
    if (halted && this.#isHalted(securityID))
      return { kind: 'refused', refusal: refuse('alreadyHalted', { what: securityID ?? 'The market' }) }
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
   * reopened begins that anew; in any other phase it goes on with the phase.
   */
  #haltMarket(halt: Halt | null, now: number): void {
    this.#market.haltMarket(halt)
    this.#applyHalts()
    if (reopensByAuction(this.#market.phase)) this.#enterPhase('reopening', now)
  }

  /**
   * A security that resumes in continuous trading, or while the market reopens, reopens in an auction of its
   * own, which may outlast the market's; in any other phase it joins that.
   */
  #haltSecurity(line: Omit<SecurityStateLine, 'reopeningUntil'>): void {
    const reopens = !line.halted && reopensByAuction(this.#market.phase)
    const reopeningUntil = reopens ? line.since + this.#rules.reopeningMinutes * MINUTE_MS : null
    this.#market.haltSecurity({ ...line, reopeningUntil })
    if (reopens) this.#venue.reopen(line.securityID)
    else this.#applyHalts()
  }

  /** Whether market control has halted a security, or with `null` the whole market. */
  #isHalted(securityID: string | null): boolean {
    return securityID === null ? this.#market.line.halt !== null : this.#market.isHalted(securityID)
  }

  /** The venue refuses what is entered or replaced in a halted security, the crowd's orders too. */
  #applyHalts(): void {
    const isMarketHalted = this.#market.line.halt !== null
    for (const { securityID } of this.listings)
      this.#venue.setHalted(securityID, isMarketHalted || this.#market.isHalted(securityID))
  }

  /** The crowd does what the phase takes from everybody. Of anything else it receives that nothing came of it. */
  #crowd(command: CrowdCommand, now: number): void {
    if (isTakenFromCrowd(command, this.#phaseFor(command))) this.#venue.crowd(command, now)
    else this.#batch.crowdReport({ ref: command.ref, leaves: command.kind === 'enter' ? 0 : null })
  }

  #phaseFor(command: CrowdCommand): Phase {
    const listed = command.kind === 'enter' ? this.listings[command.security] : undefined
    return listed ? this.#market.phaseOf(listed.securityID) : this.#market.phase
  }

  #news({ origin, item }: Input<'news'>, now: number): DeskAnswer {
    if (origin.tenantId !== HOST) return { kind: 'refused', refusal: refuse('marketControlNotPermitted') }
    const sequence = this.#batch.journal(HOST, now, { kind: 'news', item })
    this.#batch.news({ ...item, id: String(sequence), origTime: isoTime(now) })
    // What nobody asked for is no part of the audit trail.
    if (origin.userId !== 0) {
      const parameters = JSON.stringify(item)
      this.#batch.audited({
        ...{ origin, serviceName: 'MarketData', methodName: 'PostNews', parameters, exception: null },
      })
    }
    return { kind: 'done', sequence }
  }
}
