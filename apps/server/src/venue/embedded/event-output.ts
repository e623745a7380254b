import { ExecType, type MarketEvent, type Quantity } from '@tradebook/contract'
import type { BookChange, Exchange, ExchangeEvent, Refilled, Rested } from '@tradebook/exchange'
import { emptyOutput } from '../pending-output.ts'
import type { VenueOptions, VenueOutput, VenueReport, VenueTrade } from '../venue.ts'
import type { CrowdReport } from './crowd-port.ts'
import { type Cause, endReport, refusalReport, replaceReject } from './end-report.ts'
import { bookMessage, entryID, tradeMessage } from './market-messages.ts'

/** A negative tag marks an order of the crowd: the exchange never looks at a tag. */
export const crowdTag = (ref: number): number => -ref
const isClient = (tag: number): boolean => tag > 0

type Event<Kind extends ExchangeEvent['kind']> = Extract<ExchangeEvent, { kind: Kind }>

/**
 * The exchange's events in the venue's terms. Here alone tags and handles become orders of clients and
 * of the crowd, and events reports and messages.
 */
export class EventOutput {
  readonly #exchange: Exchange
  readonly #options: Pick<VenueOptions, 'epoch' | 'nextTradeNumber'>
  /** The exchange's handle of each living order, by its tag. The exchange gives the handles of ended orders to others. */
  readonly #handles = new Map<number, number>()
  readonly #crowdLeaves = new Map<number, number>()
  /** The tags of clients' icebergs, and of each the book entry that shows a part of it. */
  readonly #icebergs = new Set<number>()
  readonly #icebergEntries = new Map<number, number>()
  /** ExecID counts the reports of the epoch, which is opened once. */
  #lastExec = 0
  #output = emptyOutput()

  constructor(exchange: Exchange, options: Pick<VenueOptions, 'epoch' | 'nextTradeNumber'>) {
    this.#exchange = exchange
    this.#options = options
  }

  /** The handle of a living order; `undefined` when there is none under that tag. */
  handleOf(tag: number): number | undefined {
    return this.#handles.get(tag)
  }

  /** Messages for every subscriber. */
  publish(...messages: readonly MarketEvent[]): void {
    this.#output.market.push(...messages)
  }

  /** A client's iceberg is about to be entered. */
  expectIceberg(tag: number): void {
    this.#icebergs.add(tag)
  }

  /** An order of the crowd is about to be entered. */
  expectCrowd(tag: number, quantity: Quantity): void {
    this.#crowdLeaves.set(tag, quantity)
  }

  /** So much of an order of the crowd is in the market; `null` for as much as before. */
  crowdIs(tag: number, leaves: number | null): void {
    const report: CrowdReport = { ref: -tag, leaves }
    this.#output.workReports.push(report)
    if (leaves === 0) {
      this.#crowdLeaves.delete(tag)
      this.#handles.delete(tag)
    }
  }

  take(): VenueOutput {
    const output = this.#output
    this.#output = emptyOutput()
    return output
  }

  add(event: ExchangeEvent, now: number, cause: Cause): void {
    switch (event.kind) {
      case 'accepted':
        this.#handles.set(event.tag, event.handle)
        if (isClient(event.tag) && cause.kind !== 'restore')
          this.#report(event.tag, { execType: ExecType.new })
        return
      case 'refused':
        this.#refused(event, cause)
        return
      case 'rested':
      case 'refilled':
        this.#rested(event, cause)
        return
      case 'traded':
        this.#traded(event, now)
        return
      case 'replaced':
        this.#replaced(event, cause)
        return
      case 'canceled':
        if (isClient(event.tag) && cause.kind !== 'withdrawal')
          this.#report(event.tag, endReport(event.reason, cause))
        this.#gone(event.tag)
        return
      case 'bookAdded':
      case 'bookChanged':
      case 'bookRemoved':
        this.#bookChanged(event)
    }
  }

  #refused({ tag, reason }: Event<'refused'>, cause: Cause): void {
    const isChange = this.#handles.has(tag)
    // A refused change leaves the order as it was; a refused order never was.
    if (!isClient(tag)) this.crowdIs(tag, isChange ? null : 0)
    else if (isChange) this.#report(tag, replaceReject(reason, cause))
    else {
      this.#report(tag, refusalReport(reason))
      this.#gone(tag)
    }
  }

  #rested({ kind, tag, entryNumber }: Rested | Refilled, cause: Cause): void {
    if (!isClient(tag)) {
      if (kind === 'rested') this.crowdIs(tag, this.#crowdLeaves.get(tag) ?? 0)
      return
    }
    this.#output.resting.set(String(tag), entryID(this.#options.epoch, entryNumber))
    if (this.#icebergs.has(tag)) this.#icebergEntries.set(entryNumber, tag)
    if (kind === 'refilled' || cause.kind === 'phase') this.#output.requeued.push(String(tag))
  }

  #traded(event: Event<'traded'>, now: number): void {
    const securityID = this.#securityID(event.security)
    const trade: VenueTrade = {
      tradeNumber: this.#options.nextTradeNumber(),
      securityID,
      price: event.price,
      quantity: event.quantity,
      tickDirection: event.tickDirection,
      tradeCondition: event.tradeCondition,
      time: now,
      rptSeq: this.#exchange.statistics(event.security).rptSeq,
    }
    this.#output.trades.push(trade)
    this.#output.traded.add(securityID)
    this.publish(tradeMessage(trade))
    this.#filled(event.incomingTag, event.incomingLeaves, trade)
    this.#filled(event.restingTag, event.restingLeaves, trade)
  }

  #filled(tag: number, leaves: Quantity, trade: VenueTrade): void {
    if (isClient(tag)) {
      const { price: lastPx, quantity: lastQty, tradeNumber } = trade
      this.#report(tag, { execType: ExecType.trade, lastPx, lastQty, tradeNumber })
    } else if (leaves > 0) {
      this.#crowdLeaves.set(tag, leaves)
      this.crowdIs(tag, leaves)
    }
    if (leaves === 0) this.#gone(tag)
  }

  #replaced({ tag, price, leaves, keptPriority }: Event<'replaced'>, cause: Cause): void {
    if (isClient(tag)) {
      if (cause.kind !== 'request') throw new Error(`the exchange replaced order ${tag} unasked`)
      const { clOrdID, lasting } = cause
      const report = { execType: ExecType.replaced, clOrdID, price, leavesQty: leaves, keptPriority }
      this.#report(tag, { ...report, ...lasting })
      return
    }
    this.#crowdLeaves.set(tag, leaves)
    this.crowdIs(tag, leaves)
  }

  #bookChanged(event: BookChange): void {
    this.publish(bookMessage(event, this.#securityID(event.security), this.#options.epoch))
    const iceberg = this.#icebergEntries.get(event.entryNumber)
    if (iceberg === undefined) return
    if (event.kind === 'bookRemoved') this.#icebergEntries.delete(event.entryNumber)
    else this.#output.shown.set(String(iceberg), event.size)
  }

  #gone(tag: number): void {
    this.#handles.delete(tag)
    this.#icebergs.delete(tag)
    if (!isClient(tag)) this.crowdIs(tag, 0)
  }

  #report(tag: number, report: VenueReport['report']): void {
    this.#lastExec += 1
    const execID = `${this.#options.epoch}-${this.#lastExec}`
    this.#output.reports.push({ orderID: String(tag), execID, report })
  }

  #securityID(index: number): string {
    const terms = this.#exchange.terms[index]
    if (!terms) throw new Error(`no security ${index} at this venue`)
    return terms.securityID
  }
}
