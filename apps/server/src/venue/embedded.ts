import {
  ExecType,
  type HubEvent,
  kobo,
  type PriceKobo,
  type Quantity,
  shares,
  type TradingSessionSubID,
} from '@tradebook/contract'
import { Exchange, type ExchangeEvent, type TradeStatistics } from '@tradebook/exchange'
import type { CrowdCommand } from '../desk/crowd-port.ts'
import { type Cause, endReport, NO_REQUEST } from './end-report.ts'
import type { Listing } from './listing.ts'
import { bookMessage, entryID, tradeMessage } from './market-messages.ts'
import { emptyOutput } from './pending-output.ts'
import { StatisticsFormatter } from './statistics-formatter.ts'
import type {
  OpenVenue,
  RestingOrder,
  Venue,
  VenueOptions,
  VenueOrder,
  VenueOutput,
  VenueReport,
  VenueTrade,
} from './venue.ts'

/** A negative tag marks an order of the crowd: the exchange never looks at a tag. */
const crowdTag = (ref: number): number => -ref
const CROWD = 0
/** More than rest in the whole market on a busy day: 16 MiB, taken from the system as they are used. */
const RESERVED_ORDERS = 2 ** 18

/**
 * The embedded exchange as a venue: it answers in the same turn. Here alone the exchange's tags and
 * handles become orders of clients and of the crowd, and its events reports and messages.
 */
export class EmbeddedVenue implements Venue {
  readonly #exchange: Exchange
  readonly #listings: readonly Listing[]
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #epoch: number
  readonly #statistics: StatisticsFormatter
  readonly #nextTradeNumber: () => number
  /** The exchange's handle of each living order, by its tag. The exchange gives the handles of ended orders to others. */
  readonly #handles = new Map<number, number>()
  readonly #crowdLeaves = new Map<number, number>()
  /** Securities whose phase or halt has changed: the next output contains it in their statistics. */
  readonly #statusChanged = new Set<number>()
  #output = emptyOutput()

  constructor(listings: readonly Listing[], options: VenueOptions) {
    this.#listings = listings
    this.#indexOf = new Map(listings.map((listing, index) => [listing.securityID, index]))
    this.#epoch = options.epoch
    this.#nextTradeNumber = options.nextTradeNumber
    this.#exchange = new Exchange(listings, {
      statistics: listings.map(restored),
      reservedOrders: RESERVED_ORDERS,
    })
    this.#statistics = new StatisticsFormatter(listings, this.#exchange, options.session)
    this.#output.market.push(...this.#initialEvents(options.now))
  }

  restore(orders: readonly RestingOrder[], now: number): void {
    this.#exchange.restore(
      orders.map((order) => this.#entered(order)),
      now,
    )
    this.#takeEvents(now, { kind: 'restore' })
  }

  newOrder(order: VenueOrder, now: number): void {
    this.#exchange.enter({ ...this.#entered(order), timeInForce: order.duration }, now)
    this.#takeEvents(now, NO_REQUEST)
  }

  replace(orderID: string, clOrdID: string, price: PriceKobo, leaves: Quantity, now: number): void {
    this.#exchange.replace(this.#handleOf(orderID), { price, leaves }, now)
    this.#takeEvents(now, { kind: 'request', clOrdID })
  }

  cancel(orderID: string, clOrdID: string, now: number): void {
    this.#exchange.cancel(this.#handleOf(orderID))
    this.#takeEvents(now, { kind: 'request', clOrdID })
  }

  expire(orderID: string, now: number): void {
    this.#exchange.cancel(this.#handleOf(orderID))
    this.#takeEvents(now, { kind: 'expiry' })
  }

  crowd(command: CrowdCommand, now: number): void {
    const tag = crowdTag(command.ref)
    const handle = this.#handles.get(tag)
    if (command.kind === 'enter') {
      this.#crowdLeaves.set(tag, command.quantity)
      const { security, side, price, quantity } = command
      const timeInForce = command.immediate || price === null ? 'immediate' : 'rest'
      this.#exchange.enter({ tag, owner: CROWD, security, side, price, quantity, timeInForce }, now)
    } else if (handle === undefined) {
      // It traded away before the command arrived.
      this.#output.crowd.push({ ref: command.ref, leaves: 0 })
    } else if (command.kind === 'cancel') {
      this.#exchange.cancel(handle)
    } else {
      this.#exchange.replace(handle, { price: command.price, leaves: command.quantity }, now)
    }
    this.#takeEvents(now, NO_REQUEST)
  }

  enterSession(session: TradingSessionSubID): void {
    this.#statistics.enterSession(session)
    for (const index of this.#listings.keys()) this.#statusChanged.add(index)
  }

  takeOutput(now: number): VenueOutput {
    const output = this.#output
    const changed = this.#exchange.takeChangedStatistics()
    for (const index of new Set([...this.#statusChanged, ...changed])) {
      const change = this.#statistics.change(index, now)
      if (change) output.market.push({ target: 'updateMarketStatsSession', argument: change })
    }
    this.#statusChanged.clear()
    this.#output = emptyOutput()
    return output
  }

  /** Today's figures of a security, for the record. */
  figures(securityID: string): ReturnType<Exchange['statistics']> {
    return this.#exchange.statistics(this.#securityIndex(securityID))
  }

  setHalted(securityID: string, halted: boolean): void {
    const index = this.#securityIndex(securityID)
    if (this.#exchange.isHalted(index) === halted) return
    if (halted) this.#exchange.halt(index)
    else this.#exchange.resume(index)
    this.#statusChanged.add(index)
  }

  /** What every subscriber needs first: every security with an empty book. */
  #initialEvents(now: number): HubEvent[] {
    return this.#listings.flatMap(({ securityID }, index): HubEvent[] => [
      { target: 'addMarketStatistics', argument: this.#statistics.whole(index, now) },
      { target: 'clearAllOrderBook', argument: { securityID, rptSeq: 0, epoch: this.#epoch } },
    ])
  }

  /** Adds the exchange's events to the output, in the venue's terms. */
  #takeEvents(now: number, cause: Cause): void {
    for (const event of this.#exchange.takeEvents()) this.#takeEvent(event, now, cause)
  }

  #takeEvent(event: ExchangeEvent, now: number, cause: Cause): void {
    switch (event.kind) {
      case 'accepted':
        this.#handles.set(event.tag, event.handle)
        if (isClient(event.tag) && cause.kind !== 'restore')
          this.#report(event.tag, { execType: ExecType.new })
        return
      case 'refused':
        // The desk checks the same rules first, so only the crowd can be refused here.
        if (isClient(event.tag)) throw new Error(`the exchange refused order ${event.tag}: ${event.reason}`)
        // A refused change leaves the order as it was; a refused order never was.
        this.#crowdIs(event.tag, this.#handles.has(event.tag) ? (this.#crowdLeaves.get(event.tag) ?? 0) : 0)
        return
      case 'rested':
        if (isClient(event.tag))
          this.#output.resting.set(String(event.tag), entryID(this.#epoch, event.entryNumber))
        else this.#crowdIs(event.tag, this.#crowdLeaves.get(event.tag) ?? 0)
        return
      case 'traded':
        this.#traded(event, now)
        return
      case 'replaced':
        if (!isClient(event.tag)) {
          this.#crowdLeaves.set(event.tag, event.leaves)
          this.#crowdIs(event.tag, event.leaves)
          return
        }
        this.#report(event.tag, {
          execType: ExecType.replaced,
          clOrdID: cause.kind === 'request' ? cause.clOrdID : '',
          price: event.price,
          leavesQty: event.leaves,
          keptPriority: event.keptPriority,
        })
        return
      case 'canceled':
        if (isClient(event.tag)) this.#report(event.tag, endReport(event.reason, cause))
        this.#gone(event.tag)
        return
      case 'bookAdded':
      case 'bookChanged':
      case 'bookRemoved': {
        const { securityID } = this.#listing(event.security)
        this.#output.market.push(bookMessage(event, securityID, this.#epoch))
      }
    }
  }

  #traded(event: Extract<ExchangeEvent, { kind: 'traded' }>, now: number): void {
    const { securityID } = this.#listing(event.security)
    const trade: VenueTrade = {
      tradeNumber: this.#nextTradeNumber(),
      securityID,
      price: event.price,
      quantity: event.quantity,
      tickDirection: event.tickDirection,
      tradeCondition: null,
      time: now,
      rptSeq: this.#exchange.statistics(event.security).rptSeq,
    }
    this.#output.trades.push(trade)
    this.#output.traded.add(securityID)
    this.#output.market.push(tradeMessage(trade))
    this.#filled(event.incomingTag, event.incomingLeaves, trade)
    this.#filled(event.restingTag, event.restingLeaves, trade)
  }

  #filled(tag: number, leaves: number, trade: VenueTrade): void {
    if (isClient(tag)) {
      this.#report(tag, { execType: ExecType.trade, lastPx: trade.price, lastQty: trade.quantity })
    } else if (leaves > 0) {
      this.#crowdLeaves.set(tag, leaves)
      this.#crowdIs(tag, leaves)
    }
    if (leaves === 0) this.#gone(tag)
  }

  #gone(tag: number): void {
    this.#handles.delete(tag)
    if (!isClient(tag)) this.#crowdIs(tag, 0)
  }

  #crowdIs(tag: number, leaves: number): void {
    this.#output.crowd.push({ ref: -tag, leaves })
    if (leaves === 0) {
      this.#crowdLeaves.delete(tag)
      this.#handles.delete(tag)
    }
  }

  #report(tag: number, report: VenueReport['report']): void {
    this.#output.reports.push({ orderID: String(tag), report })
  }

  /** The order in the exchange's terms. */
  #entered({ orderID, owner, securityID, side, price, quantity }: Omit<RestingOrder, 'shownQty'>) {
    return { tag: Number(orderID), owner, security: this.#securityIndex(securityID), side, price, quantity }
  }

  #securityIndex(securityID: string): number {
    const index = this.#indexOf.get(securityID)
    if (index === undefined) throw new Error(`no security ${securityID} at this venue`)
    return index
  }

  #listing(index: number): Listing {
    const listing = this.#listings[index]
    if (!listing) throw new Error(`no security ${index} at this venue`)
    return listing
  }

  #handleOf(orderID: string): number {
    const handle = this.#handles.get(Number(orderID))
    if (handle === undefined) throw new Error(`order ${orderID} does not rest at this venue`)
    return handle
  }
}

/** A rebuilt book counts its events anew, in a new epoch. */
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

const isClient = (tag: number): boolean => tag > 0

export const openEmbeddedVenue: OpenVenue = (listings, options) => new EmbeddedVenue(listings, options)
