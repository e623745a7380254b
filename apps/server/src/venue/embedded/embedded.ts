import { acceptance, kobo, type MarketEvent, marketRules, type Phase, shares } from '@tradebook/contract'
import { type Auction, Exchange, type TradeStatistics } from '@tradebook/exchange'
import type { Quotes } from '@tradebook/orders'
import type { Listing } from '../listing.ts'
import type { MarketData } from '../market-data.ts'
import type { MarketOperation, MarketWork } from '../market-operation.ts'
import type { RestingOrder, VenueCross, VenueCrossSide, VenueOrder, VenueReplace } from '../order-messages.ts'
import { StatisticsFormatter } from '../statistics-formatter.ts'
import type { OpenedVenue, OpenVenue, Venue, VenueOptions, VenueOutput } from '../venue.ts'
import { embeddedCapabilities } from './capabilities.ts'
import { type CrowdCommand, isTakenFromCrowd } from './crowd-port.ts'
import { type Cause, NO_REQUEST } from './end-report.ts'
import { crowdTag, EventOutput } from './event-output.ts'
import { IndicativeFigures } from './indicative-figures.ts'
import { SecurityPhases } from './security-phases.ts'

const CROWD = 0

/**
 * The embedded exchange as a venue: it answers in the same turn. Requests become the exchange's here,
 * and its events reports and messages in `EventOutput`.
 */
export class EmbeddedVenue implements Venue, MarketData, MarketOperation {
  readonly #exchange: Exchange
  readonly #listings: readonly Listing[]
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #phases: SecurityPhases
  readonly #indicative: IndicativeFigures
  readonly #statistics: StatisticsFormatter
  readonly #output: EventOutput
  /** Securities whose phase or halt has changed: the next output contains it in their statistics. */
  readonly #statusChanged = new Set<number>()

  /** @param reservedOrders as `MarketOptions` has them */
  constructor(listings: readonly Listing[], options: VenueOptions, reservedOrders?: number) {
    const { phase, isDayOver = false, rules = marketRules, speed = 1, now } = options
    this.#listings = listings
    this.#indexOf = new Map(listings.map((listing, index) => [listing.securityID, index]))
    const exchange = new Exchange(listings, {
      statistics: listings.map(restored),
      reservedOrders,
    })
    const phases = new SecurityPhases(exchange, phase, isDayOver)
    const indicative = new IndicativeFigures(exchange, {
      isPublished: (index) => phases.showsAuction(index, rules),
      speed,
    })
    this.#exchange = exchange
    this.#phases = phases
    this.#indicative = indicative
    this.#statistics = new StatisticsFormatter(listings, { exchange, phases, indicative })
    this.#output = new EventOutput(exchange, options)
    this.#output.publish(...this.#opening(options.epoch, now))
  }

  restore(orders: readonly RestingOrder[], now: number): void {
    this.#exchange.restore(
      orders.map((order) => ({ ...this.#entered(order), shownQty: order.shownQty })),
      now,
    )
    this.#takeEvents(now, { kind: 'restore' })
  }

  newOrder(order: VenueOrder, now: number): void {
    const { duration: timeInForce, minQty } = order
    this.#exchange.enter({ ...this.#entered(order), timeInForce, minQty }, now)
    this.#takeEvents(now, NO_REQUEST)
  }

  cross({ securityID, price, quantity, buy, sell }: VenueCross, now: number): void {
    const side = ({ orderID, participant }: VenueCrossSide) => ({ tag: Number(orderID), participant })
    const security = this.#securityIndex(securityID)
    this.#exchange.cross({ security, price, quantity, buy: side(buy), sell: side(sell) }, now)
    this.#takeEvents(now, NO_REQUEST)
  }

  replace({ orderID, clOrdID, price, leaves, lasting }: VenueReplace, now: number): void {
    this.#exchange.replace(this.#handleOf(orderID), { price, leaves }, now)
    this.#takeEvents(now, { kind: 'request', clOrdID, lasting })
  }

  cancel(orderID: string, clOrdID: string, now: number): void {
    this.#exchange.cancel(this.#handleOf(orderID))
    this.#takeEvents(now, { kind: 'request', clOrdID, lasting: null })
  }

  setParticipant(orderID: string, participant: number): void {
    const handle = this.#output.handleOf(Number(orderID))
    if (handle !== undefined) this.#exchange.setParticipant(handle, participant)
  }

  expire(orderID: string, now: number): void {
    this.#exchange.cancel(this.#handleOf(orderID))
    this.#takeEvents(now, { kind: 'expiry' })
  }

  withdraw(orderID: string, now: number): void {
    this.#exchange.cancel(this.#handleOf(orderID))
    this.#takeEvents(now, { kind: 'withdrawal' })
  }

  reenter(order: RestingOrder, now: number): void {
    const entered = this.#entered(order)
    const index = entered.security
    const takesOrders =
      !this.#exchange.isHalted(index) && acceptance[this.#phases.of(index)].matching !== 'none'
    if (takesOrders) this.#exchange.enter({ ...entered, timeInForce: 'rest' }, now)
    else this.#exchange.restore([entered], now)
    this.#takeEvents(now, { kind: 'restore' })
  }

  /** The crowd does what the phase takes from everybody. Of anything else it receives that nothing came of it. */
  work(work: MarketWork, now: number): void {
    for (const command of work as readonly CrowdCommand[]) {
      if (isTakenFromCrowd(command, this.#phaseFor(command))) this.#crowd(command, now)
      else this.#output.crowdIs(crowdTag(command.ref), command.kind === 'enter' ? 0 : null)
    }
  }

  #phaseFor(command: CrowdCommand): Phase {
    return command.kind === 'enter' && this.#listings[command.security]
      ? this.#phases.of(command.security)
      : this.#phases.market
  }

  #crowd(command: CrowdCommand, now: number): void {
    const tag = crowdTag(command.ref)
    const handle = this.#output.handleOf(tag)
    if (command.kind === 'enter') {
      const { security, side, price, quantity, instructions, duration: timeInForce = 'rest' } = command
      this.#output.expectCrowd(tag, quantity)
      this.#exchange.enter(
        { ...instructions, tag, participant: CROWD, security, side, price, quantity, timeInForce },
        now,
      )
    } else if (handle === undefined) {
      // It traded away before the command arrived.
      this.#output.crowdIs(tag, 0)
    } else if (command.kind === 'cancel') {
      this.#exchange.cancel(handle)
    } else {
      this.#exchange.replace(handle, { price: command.price, leaves: command.quantity }, now)
    }
    this.#takeEvents(now, NO_REQUEST)
  }

  enterPhase(phase: Phase, due: number): void {
    this.#phases.enter(phase, due)
    for (const index of this.#listings.keys()) this.#statusChanged.add(index)
    this.#takeEvents(due, { kind: 'phase' })
  }

  reopen(securityID: string): void {
    const index = this.#securityIndex(securityID)
    this.#phases.reopen(index)
    this.#statusChanged.add(index)
  }

  uncross(securityID: string, now: number): void {
    const index = this.#securityIndex(securityID)
    this.#phases.uncross(index, now)
    this.#statusChanged.add(index)
    this.#takeEvents(now, NO_REQUEST)
  }

  quotes(securityID: string): Quotes {
    const { bidPx, offerPx } = this.#exchange.statistics(this.#securityIndex(securityID))
    return { bidPx, offerPx }
  }

  auction(securityID: string): Auction {
    return this.#exchange.auction(this.#securityIndex(securityID))
  }

  takeOutput(now: number): VenueOutput {
    const changed = this.#exchange.takeChangedStatistics()
    const renewed = this.#indicative.renew(now, this.#statusChanged.size > 0)
    for (const index of new Set([...this.#statusChanged, ...changed, ...renewed])) {
      const change = this.#statistics.change(index, now)
      if (change) this.#output.publish({ target: 'updateMarketStatsSession', argument: change })
    }
    this.#statusChanged.clear()
    return this.takeReports()
  }

  takeReports(): VenueOutput {
    return this.#output.take()
  }

  /** Today's figures of a security, for the record. */
  figures(securityID: string): ReturnType<Exchange['statistics']> {
    return this.#exchange.statistics(this.#securityIndex(securityID))
  }

  setHalted(securityID: string, halted: boolean): void {
    const index = this.#securityIndex(securityID)
    const before = this.#exchange.isHalted(index)
    this.#phases.setHalted(index, halted)
    if (this.#exchange.isHalted(index) !== before) this.#statusChanged.add(index)
  }

  /** What every subscriber needs first: every security with an empty book. */
  #opening(epoch: number, now: number): MarketEvent[] {
    return this.#listings.flatMap(({ securityID }, index): MarketEvent[] => [
      { target: 'addMarketStatistics', argument: this.#statistics.whole(index, now) },
      { target: 'clearAllOrderBook', argument: { securityID, rptSeq: 0, epoch } },
    ])
  }

  /** Adds what the exchange did to the output. */
  #takeEvents(now: number, cause: Cause): void {
    for (const event of this.#exchange.takeEvents()) this.#output.add(event, now, cause)
  }

  /** The order in the exchange's terms. In the call before the close nothing waits for it any more. */
  #entered({ orderID, securityID, displayQty, ...order }: Omit<RestingOrder, 'shownQty'>) {
    const tag = Number(orderID)
    if (displayQty !== null) this.#output.expectIceberg(tag)
    const { participant, side, price, quantity, imbalanceOnly, ends } = order
    const atClose = order.atClose && this.#phases.isBeforeClosing
    const security = this.#securityIndex(securityID)
    return { tag, participant, security, side, price, quantity, displayQty, imbalanceOnly, ends, atClose }
  }

  #securityIndex(securityID: string): number {
    const index = this.#indexOf.get(securityID)
    if (index === undefined) throw new Error(`no security ${securityID} at this venue`)
    return index
  }

  #handleOf(orderID: string): number {
    const handle = this.#output.handleOf(Number(orderID))
    if (handle === undefined) throw new Error(`order ${orderID} does not rest at this venue`)
    return handle
  }
}

/** A rebuilt book counts its events again, in a new epoch. */
const restored = ({ today, referencePx }: Listing): TradeStatistics => ({
  ...(today ?? {
    openPx: null,
    highPx: null,
    lowPx: null,
    lastPx: null,
    lastQty: null,
    publishedPx: referencePx,
    volume: shares(0),
    value: kobo(0),
    trades: 0,
  }),
  tickDirection: null,
  rptSeq: 0,
})

/** The embedded exchange behind the ports of the desk. */
export const openedVenue = (exchange: EmbeddedVenue): OpenedVenue => ({
  name: 'Tradebook Exchange',
  capabilities: embeddedCapabilities,
  venue: exchange,
  marketData: exchange,
  operation: exchange,
})

export const openEmbeddedVenue: OpenVenue = (listings, options) =>
  openedVenue(new EmbeddedVenue(listings, options))
