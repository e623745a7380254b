import { type MarketRules, refuse, type VenueTerms, venueTermsOf } from '@tradebook/contract'
import { isTradeChange, isUnreadable, type Order, toStockOrder, WaitingStopOrders } from '@tradebook/orders'
import { type Listing, nextDay } from '../../venue/listing.ts'
import type { MarketData } from '../../venue/market-data.ts'
import type { OpenedVenue, VenueReport } from '../../venue/venue.ts'
import { type CancelOrder, type DeskAnswer, type DeskInput, refusedWith } from '../inputs.ts'
import type { DeskEvent } from '../publishing/desk-events.ts'
import { MarketSummaries, type RecordedIndex } from '../publishing/market-summary.ts'
import type { Sequence } from '../record/journal.ts'
import { audienceOf, Batch } from './batch.ts'
import type { BatchChanges, DayLine, TakenExecID } from './batch-changes.ts'
import { ClientOrders } from './client-orders.ts'
import type { CommandLine } from './command-line.ts'
import type { RecordedCorporateActions } from './corporate-action-lines.ts'
import { CorporateActions } from './corporate-actions.ts'
import type { Firm } from './firm.ts'
import { FirmState } from './firm-state.ts'
import { Firms } from './firms.ts'
import type { KillSwitches } from './kill-switches.ts'
import { LimitChanges } from './limit-changes.ts'
import type { PhaseSource } from './market-clock.ts'
import { MarketPhases } from './market-phases.ts'
import type { MarketState } from './market-state.ts'
import { publishNews } from './news.ts'
import { OrderChecks } from './order-checks.ts'
import { OrdersAtVenue } from './orders-at-venue.ts'
import { Previews } from './previews.ts'
import { Reconciliation } from './reconciliation.ts'
import type { DoubtLine, UnclaimedLine } from './reconciliation-lines.ts'
import { type RecordedRequest, Requests } from './requests.ts'
import type { Settings } from './settings.ts'
import { StoppedFirms } from './stopped-firms.ts'
import type { CorrectionRequest } from './trade-correction-request.ts'
import { TradeCorrections } from './trade-corrections.ts'
import type { TransferRequest } from './transfer-request.ts'
import { Transfers } from './transfers.ts'
import { type TurnStep, turnOfDay } from './turn-of-day.ts'
import { UnclaimedOrders } from './unclaimed-orders.ts'
import { VenueCommands } from './venue-commands.ts'
import { VenueDoubts } from './venue-doubts.ts'
import { VenueReports } from './venue-reports.ts'

/** What the desk knows when it starts: everything committed that still matters. */
export interface DeskStart {
  readonly sequence: Sequence
  readonly marketDate: string
  readonly firms: ReadonlyMap<number, Firm>
  readonly settings: Settings
  readonly killSwitches: KillSwitches
  readonly listings: readonly Listing[]
  /** In priority order. */
  readonly openOrders: readonly Order[]
  /** The bulk orders of the last market days, each with its parts. */
  readonly bulkOrders: readonly Order[]
  /** The requests of the market day and of the open orders, so that a repeated one is known; the newest last. */
  readonly requests: readonly RecordedRequest[]
  /** Those that wait for approval, and all of the market day. */
  readonly transferRequests: readonly TransferRequest[]
  /** The requests to correct trades that wait for their decision. */
  readonly tradeCorrections: readonly CorrectionRequest[]
  readonly corporateActions: RecordedCorporateActions
  /** ExecIDs of the last market days that were taken. */
  readonly execIDs: readonly TakenExecID[]
  /** Commands to a venue on a line that it has not answered, oldest first. */
  readonly venueCommands: readonly CommandLine[]
  /** The orders in doubt. */
  readonly venueDoubts: readonly DoubtLine[]
  /** The orders that only the venue has. */
  readonly unclaimedOrders: readonly UnclaimedLine[]
  /** What venues said of the last market days about orders that no firm here had, oldest first. */
  readonly strays: readonly VenueReport[]
  /** Where orders trade, with its books still empty. */
  readonly opened: OpenedVenue
  readonly market: MarketState
  readonly index: RecordedIndex
  readonly rules: MarketRules
  /** Whether phases come by the schedule: a market that is open at all hours has no circuit breaker. */
  readonly phasesBy: PhaseSource
}

const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length)

/**
 * The desk's decisions: every change of an order, a balance or a holding is made here, one input
 * after the other, in memory, with no clock, disk or randomness of its own. `takeChanges` returns what
 * a batch of decisions changed; `Desk` commits it in one transaction and only then publishes it.
 */
export class DeskCore {
  /** The securities of the day, in listing order. */
  readonly listings: readonly Listing[]
  /** The name of the venue, as people read it. */
  readonly venueName: string
  /** What the venue takes of orders. */
  readonly venueTerms: VenueTerms
  readonly firmState: FirmState
  readonly previews: Previews
  readonly requests: Requests
  readonly #sequence: Sequence
  readonly #marketDate: string
  readonly #marketData: MarketData
  readonly #batch: Batch
  readonly #atVenue: OrdersAtVenue
  readonly #reconciliation: Reconciliation
  readonly #unclaimed: UnclaimedOrders
  readonly #reports: VenueReports
  readonly #commands: VenueCommands
  readonly #orders: ClientOrders
  readonly #firms: Firms
  readonly #limitChanges: LimitChanges
  readonly #checks: OrderChecks
  readonly #transfers: Transfers
  readonly #tradeCorrections: TradeCorrections
  readonly #corporateActions: CorporateActions
  readonly #market: MarketState
  readonly #summaries: MarketSummaries
  readonly #phases: MarketPhases
  readonly #rules: MarketRules

  constructor(start: DeskStart, now: number) {
    const { sequence, marketDate, listings, market, rules } = start
    const { name: venueName, capabilities, venue, marketData, operation } = start.opened
    const firmState = new FirmState(start.firms, start.openOrders, start.settings, start.killSwitches)
    const batch = new Batch(sequence)
    firmState.holds.restore(start.venueCommands, firmState.orders)
    const commands = new VenueCommands({
      ...{ firmState, batch, sequence, marketDate, commands: start.venueCommands },
    })
    const reports = new VenueReports({
      firmState,
      batch,
      marketDate,
      execIDs: start.execIDs,
      strays: start.strays,
    })
    const doubts = new VenueDoubts(firmState, batch, start.venueDoubts)
    const stopOrders = new WaitingStopOrders()
    const checks = new OrderChecks({
      ...{ firmState, capabilities, marketData, marketDate, listings, market, rules, stopOrders },
    })
    const { conditions } = checks
    const atVenue = new OrdersAtVenue({
      firmState,
      venue,
      operation,
      capabilities,
      batch,
      marketDate,
      conditions,
      market: start.market,
      stopOrders,
      reports,
      commands,
      sequence,
      doubts,
      bulkOrders: start.bulkOrders,
    })
    const requests = new Requests(start.requests)
    const summaries = new MarketSummaries(listings, (id) => marketData.figures(id), start.index, marketDate)
    this.listings = listings
    this.venueName = venueName
    this.venueTerms = venueTermsOf(capabilities)
    this.firmState = firmState
    this.requests = requests
    this.#sequence = sequence
    this.#commands = commands
    this.#marketDate = marketDate
    this.#marketData = marketData
    this.#batch = batch
    this.#market = market
    this.#summaries = summaries
    this.#rules = rules
    this.#corporateActions = new CorporateActions({
      batch,
      marketDate,
      listings,
      recorded: start.corporateActions,
    })
    this.#firms = new Firms({
      firmState,
      batch,
      marketDate,
      atVenue,
      corporateActions: this.#corporateActions,
    })
    this.#limitChanges = new LimitChanges(firmState, batch, new StoppedFirms(firmState, atVenue, batch))
    this.#checks = checks
    this.#transfers = new Transfers({
      firmState,
      batch,
      marketDate,
      listings,
      marketData,
      atVenue,
      firms: this.#firms,
      requests: start.transferRequests,
    })
    this.#tradeCorrections = new TradeCorrections({
      ...{
        firmState,
        atVenue,
        batch,
        sequence,
        marketDate,
        listings,
        reports,
        doubts,
        venueName,
        pending: start.tradeCorrections,
      },
    })
    this.previews = new Previews(firmState, checks, marketDate, atVenue)
    this.#atVenue = atVenue
    this.#reports = reports
    this.#unclaimed = new UnclaimedOrders({
      ...{ firmState, batch, sequence, marketDate, atVenue, reports, conditions },
      recorded: start.unclaimedOrders,
    })
    this.#reconciliation = new Reconciliation(firmState, atVenue, batch, doubts, this.#unclaimed)
    this.#orders = new ClientOrders({
      firmState,
      atVenue,
      batch,
      sequence,
      requests,
      marketDate,
      market,
      checks,
    })
    this.#phases = new MarketPhases({
      listings,
      operation,
      batch,
      atVenue,
      market,
      summaries,
      rules,
      marketDate,
      venueName,
      phasesBy: start.phasesBy,
    })
    for (const { securityID } of market.reopenings) operation.reopen(securityID)
    // Whatever fell due meanwhile is stamped with its time, and entries at one price stand by time.
    atVenue.restore(start.openOrders, Math.min(now, market.line.since))
    this.#phases.applyHalts()
  }

  /**
   * Decides one input, stamped with the market's time. The market's work gets no answer.
   *
   * @param wallTime epoch milliseconds: rates and duplicates go by it.
   */
  decide(input: DeskInput, now: number, wallTime: number): DeskAnswer | undefined {
    this.#checks.limits.now = wallTime
    const answer = this.#decide(input, now)
    this.#atVenue.triggerStopOrders(now)
    this.#phases.watchIndex(now)
    return answer
  }

  #decide(input: DeskInput, now: number): DeskAnswer | undefined {
    switch (input.kind) {
      case 'marketWork':
        this.#phases.work(input.work, now)
        this.#atVenue.takeReports(now)
        return undefined
      case 'venueReport':
        return this.#reported(input, now)
          ? { kind: 'done', sequence: this.#sequence.last }
          : refusedWith(refuse('orderChanged'))
      case 'venueOrders':
        return this.#reconciliation.compare(input, now)
      case 'settleDoubt':
        return this.#reconciliation.settle(input, now)
      case 'settleUnclaimed':
        return this.#unclaimed.settle(input, now)
      case 'askAgain':
        return this.#reconciliation.askAgain(input)
      case 'cancelAll':
        return this.#reconciliation.cancelAll(input, now)
      case 'uncross':
        return this.#phases.uncross(input.securityID, now)
      case 'newOrder':
      case 'crossOrder':
      case 'bulkOrder':
      case 'replaceOrder':
      case 'cancelOrder':
        return this.#orders.decide(input, now)
      case 'allocateBulkOrder':
        return this.#orders.allocate(input, now)
      case 'externalTransfer':
      case 'requestTransfer':
      case 'decideTransfer':
        return this.#transfers.decide(input, now)
      case 'requestTradeCorrection':
      case 'decideTradeCorrection':
        return this.#tradeCorrections.decide(input, now)
      case 'news':
        return publishNews(input, this.#batch, now)
      case 'announceCorporateAction':
      case 'revokeCorporateAction':
        return this.#corporateActions.decide(input, now)
      case 'openFirm':
      case 'closeFirm':
      case 'openAccount':
      case 'changeTerms':
      case 'correctCustomer':
      case 'changeSettings':
      case 'changeCharges':
      case 'removeCharges':
      case 'chooseAlerts':
        return this.#firms.decide(input, now)
      case 'changeLimits':
      case 'setKillSwitch':
        return this.#limitChanges.decide(input, now, this.#checks.limits.now)
      case 'phase':
        return this.#phases.enter(input.phase, now)
      case 'marketControl':
        return this.#phases.control(input, now)
      case 'venueHalt':
        return this.#phases.follow(input, now)
      case 'venuePhase':
        return this.#phases.followPhase(input, now)
    }
  }

  /** @returns false where what the record had of the order is to be read again. */
  #reported({ said, recorded, trade }: Extract<DeskInput, { kind: 'venueReport' }>, now: number): boolean {
    const { report } = said
    if (!this.#reports.isTaken(said, now)) this.#unclaimed.reported(said, now)
    if (isUnreadable(report)) return this.#reports.unreadable({ ...said, report }, now)
    // What is read from the record of a trade that comes with the adoption is not there yet.
    if (this.#atVenue.takeOver({ ...said, report }, now) && isTradeChange(report)) return false
    return isTradeChange(report)
      ? this.#tradeCorrections.reported({ ...said, report }, { recorded, trade }, now)
      : this.#atVenue.report({ ...said, report }, now, recorded)
  }

  /** Whether a cancel ends a living order of the caller's, under a `clOrdID` that is not known. */
  endsOrder(input: CancelOrder): boolean {
    return this.#orders.endsOrder(input)
  }

  /** What requests would come to if they were decided at a wall time, epoch milliseconds. */
  previewsAt(wallTime: number): Previews {
    this.#checks.limits.now = wallTime
    return this.previews
  }

  /** The commands to a venue on a line that it has not answered, oldest first. */
  get openCommands(): readonly CommandLine[] {
    return this.#commands.open
  }

  /** Commands may have been sent from now on. */
  commandsReleased(lines: readonly CommandLine[]): void {
    this.#commands.released(lines)
  }

  /** The phase of the market, since when, and what interrupts it, as the last decision left them. */
  get market(): Pick<MarketState, 'phase' | 'line' | 'reopenings' | 'interrupted'> {
    return this.#market
  }

  /**
   * Ends the market day and prepares the record for the day `date`, which a desk is then rebuilt for:
   * orders end or are carried, corporate actions take effect, what is due settles, and with a new month securities are regrouped.
   *
   * @returns the steps, each to be run before the next one is asked for.
   */
  turnTo(date: string, now: number): Iterable<TurnStep> {
    const isNewMonth = monthOf(date) > monthOf(this.#marketDate)
    const listings = this.listings.map((listed) => {
      const figures = this.#marketData.figures(listed.securityID)
      const diluted = this.#corporateActions.diluted(listed, figures, date)
      const next = nextDay(diluted.listed, diluted, { isNewMonth, rules: this.#rules })
      if (next.priceGroup !== listed.priceGroup) this.#batch.regrouped(next)
      return next
    })
    return turnOfDay(this.firmState, this.#atVenue, this.#batch, {
      date,
      listings,
      now,
      corporateActions: this.#corporateActions,
    })
  }

  /** Everything that the decisions since the last call changed. */
  takeChanges(now: number, wallTime: number): BatchChanges {
    this.#atVenue.takeOutput(now)
    for (const order of this.firmState.takeRestated()) this.#batch.orderChanged(order, 'updateStockOrder')
    const { orders: changed, traded, events, ...changes } = this.#batch.take()
    const orders = changed.map(({ order, event, marketDate = this.#marketDate }) => ({
      ...{ order, event, marketDate },
      hold: this.firmState.holds.of(order),
    }))
    this.firmState.taken(orders)
    const orderEvents = orders.map(
      ({ order, event, hold }): DeskEvent => ({
        target: event,
        argument: toStockOrder(order, hold, this.firmState.killSwitches.haltOrdersOf(order.tenantId)),
        order: audienceOf(order),
      }),
    )
    const summary = this.#summaries.take(this.#market.phase, now)
    const summaries: DeskEvent[] = summary ? [{ target: 'marketSummary', argument: summary }] : []
    return {
      ...changes,
      ...this.firmState.takeTouched(),
      ...this.#market.takeChanged(),
      sequence: this.#sequence.last,
      marketDate: this.#marketDate,
      time: now,
      wallTime,
      orders,
      days: this.#daysOf(traded),
      index: this.#summaries.takeIndex(),
      events: [...events, ...orderEvents, ...summaries],
    }
  }

  #daysOf(traded: ReadonlySet<string>): DayLine[] {
    if (traded.size === 0) return []
    return this.listings
      .filter(({ securityID }) => traded.has(securityID))
      .map(({ securityID, referencePx }) => ({
        securityID,
        referencePx,
        day: this.#marketData.figures(securityID),
      }))
  }
}
