import {
  acceptance,
  addDays,
  durations,
  ExecType,
  english,
  isBusinessDay,
  type MarketEvent,
  marketRules,
  nextBusinessDay,
  OrdRejReason,
  OrdStatus,
  type Phase,
  priceKobo,
  type Quantity,
  quantity,
  type TimeInForce,
} from '@tradebook/contract'
import { businessReject, type Field, Fields, timestampOf } from '@tradebook/fix'
import { koboOf, whole } from '../../../server/src/gateway/decimals.ts'
import type { CrowdReport } from '../../../server/src/venue/embedded/crowd-port.ts'
import { EmbeddedVenue } from '../../../server/src/venue/embedded/embedded.ts'
import { type Listing, nextDay } from '../../../server/src/venue/listing.ts'
import type { Auction } from '../../../server/src/venue/market-data.ts'
import type { VenueReport } from '../../../server/src/venue/venue.ts'
import type { DayState, MarketInput, MarketOutput, MarketTrade, MemberMessage } from './market-day.ts'
import { MemberMessages, OTHER } from './member-messages.ts'
import { isLive, leavesOf, type MemberOrder } from './member-order.ts'
import { MemberOrders } from './member-orders.ts'
import { orderRequest } from './order-request.ts'
import { replaceProblem } from './replace-request.ts'
import { cancelReject, noOrder, ORDER_STATUS } from './reports.ts'
import type { VenueProfile } from './venue-profile.ts'

// Longer than 300 lines, for it is what the market does with each input.

/** CxlRejReason (102). */
const TOO_LATE = 0
const UNKNOWN_ORDER = 1
const BROKER_OPTION = 2
const DUPLICATE = 6
/** OrdRejReason (103). */
const UNKNOWN = 5

/**
 * The market of one day: books, crowd, and the orders of members with all that is said about them. Pure: inputs and
 * their time are arguments, and the same inputs give the same messages, so a restart applies the day's inputs again.
 */
export class Market {
  readonly #profile: VenueProfile
  readonly #messages: MemberMessages
  readonly date: string
  /** The books with which the day began. */
  readonly opening: readonly MarketEvent[]
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #venue: EmbeddedVenue
  /** Of all members. */
  readonly orders: MemberOrders
  readonly #trades = new Map<number, MarketTrade>()
  readonly #halted: Set<string>
  readonly #crowdRefs = new Set<number>()
  #greatestRef = 0
  #phase: Phase
  #nextOrder: number
  #nextTrade: number
  #market: MarketEvent[] = []
  #crowd: CrowdReport[] = []
  /** The order that is being entered, of which a refusal of the venue is a rejection. */
  #entering: string | undefined

  constructor(state: DayState, profile: VenueProfile, now: number) {
    this.#profile = profile
    this.date = state.date
    this.#messages = new MemberMessages(profile, state)
    this.#phase = state.phase
    this.#nextOrder = state.nextOrder
    this.#nextTrade = state.nextTrade
    this.#halted = new Set(state.halted)
    this.#listings = new Map(state.listings.map((listing) => [listing.securityID, listing]))
    this.#venue = new EmbeddedVenue(state.listings, {
      epoch: Number(state.date.replaceAll('-', '')),
      nextTradeNumber: () => this.#nextTrade++,
      now,
      phase: state.phase,
    })
    this.orders = new MemberOrders(structuredClone(state.orders), state.participants)
    this.#venue.restore(
      [...this.orders.all].map((order) => ({
        ...this.#venueOrder(order),
        quantity: leavesOf(order) as Quantity,
        shownQty: order.shownQty,
      })),
      now,
    )
    for (const securityID of this.#halted) this.#venue.setHalted(securityID, true)
    this.opening = this.#venue.takeOutput(now).market
  }

  get phase(): Phase {
    return this.#phase
  }

  get listings(): readonly Listing[] {
    return [...this.#listings.values()]
  }

  get trades(): Iterable<MarketTrade> {
    return this.#trades.values()
  }

  /** The greatest number that the crowd gave an order. */
  get greatestRef(): number {
    return this.#greatestRef
  }

  isListed(securityID: string): boolean {
    return this.#listings.has(securityID)
  }

  #phaseOf(securityID: string): Phase {
    return this.#halted.has(securityID) ? 'halted' : this.#phase
  }

  isHalted(securityID: string): boolean {
    return this.#halted.has(securityID)
  }

  quotes(securityID: string) {
    return this.#venue.quotes(securityID)
  }

  figures(securityID: string) {
    return this.#venue.figures(securityID)
  }

  auction(securityID: string) {
    return this.#venue.auction(securityID)
  }

  /** What the auction of a security would do now, as it is published; undefined while it is not. */
  publishedAuction(securityID: string): Auction | undefined {
    const { indicative } = acceptance[this.#phaseOf(securityID)]
    const isPublished =
      indicative === 'always' || (indicative === 'byRules' && marketRules.indicativeDuringCollection)
    return isPublished ? this.#venue.auction(securityID) : undefined
  }

  /** What the next day begins with: the orders that outlive this one, at new reference prices. */
  next(date: string, phase: Phase): DayState {
    const isNewMonth = date.slice(0, 7) !== this.date.slice(0, 7)
    return {
      date,
      phase,
      listings: this.listings.map((listing) =>
        nextDay(listing, this.#venue.figures(listing.securityID), { isNewMonth }),
      ),
      orders: [...this.orders.all].filter(isLive),
      nextOrder: this.#nextOrder,
      nextTrade: this.#nextTrade,
      nextExec: this.#messages.nextExec,
      participants: this.orders.participants,
      halted: [...this.#halted],
    }
  }

  apply(input: MarketInput, now: number): MarketOutput {
    switch (input.kind) {
      case 'message':
        this.#message(input, now)
        break
      case 'crowd':
        for (const command of input.commands) {
          this.#greatestRef = Math.max(this.#greatestRef, command.ref)
          this.#venue.work([command], now)
        }
        break
      case 'crowdLeaves':
        this.#venue.work(
          [...this.#crowdRefs].map((ref) => ({ kind: 'cancel', ref })),
          now,
        )
        break
      case 'phase':
        this.#phase = input.phase
        this.#venue.enterPhase(input.phase, now)
        break
      case 'halt':
        if (input.halted) this.#halted.add(input.securityID)
        else this.#halted.delete(input.securityID)
        this.#venue.setHalted(input.securityID, input.halted)
        break
      case 'disconnected':
        for (const order of this.orders.live(input.member))
          this.#venue.cancel(order.orderID, order.clOrdID, now)
        break
      case 'dayEnds':
        for (const order of this.orders.all) {
          if (isLive(order) && order.lastDate < input.next) this.#venue.expire(order.orderID, now)
        }
        break
      case 'cancelTrade':
        this.#changeTrade(input.tradeNumber, undefined, now)
        break
      case 'correctTrade':
        this.#changeTrade(input.tradeNumber, { price: input.priceKobo, quantity: input.quantity }, now)
        break
    }
    return this.#output(now)
  }

  #output(now: number): MarketOutput {
    this.#take(now)
    const { market } = this.#venue.takeOutput(now)
    const output = {
      messages: this.#messages.take(),
      market: [...this.#market, ...market],
      crowd: this.#crowd,
    }
    this.#market = []
    this.#crowd = []
    return output
  }

  /** What the venue says so far, told to those whom it concerns. */
  #take(now: number): void {
    const { reports, market, workReports, shown } = this.#venue.takeReports()
    this.#market.push(...market)
    for (const report of workReports as readonly CrowdReport[]) {
      this.#crowd.push(report)
      if (report.leaves === 0) this.#crowdRefs.delete(report.ref)
      else if (report.leaves !== null) this.#crowdRefs.add(report.ref)
    }
    for (const [orderID, size] of shown) {
      const order = this.orders.get(orderID)
      if (order) order.shownQty = size
    }
    for (const report of reports) this.#report(report, now)
  }

  // — Messages of members —

  #message(input: MemberMessage, now: number): void {
    const fields = new Fields(
      input.fields.map(([tag]) => tag),
      input.fields.map(([, value]) => value),
    )
    const handle = this.#handlers[input.type]
    if (!handle || (input.type === 'q' && !this.#profile.capabilities.massCancel)) {
      this.#reject(input.member, fields, 'unsupportedMessageType')
    } else if (this.#messages.profileOf(input.member).dropCopyOf) {
      this.#reject(input.member, fields, 'notAuthorized', 'This session gets copies and sends no orders.')
    } else handle(input.member, fields, now, input.possResend)
  }

  readonly #handlers: Readonly<
    Record<string, ((member: string, message: Fields, now: number, possResend: boolean) => void) | undefined>
  > = {
    D: (member, message, now, possResend) => this.#newOrder(member, message, now, possResend),
    F: (member, message, now, possResend) => this.#cancel(member, message, now, possResend),
    G: (member, message, now, possResend) => this.#replace(member, message, now, possResend),
    H: (member, message, now) => this.#status(member, message, now),
    q: (member, message, now) => this.#massCancel(member, message, now),
    AF: (member, message, now) => this.#massStatus(member, message, now),
  }

  #reject(
    member: string,
    message: Fields,
    reason: 'unsupportedMessageType' | 'notAuthorized' | 'conditionallyRequiredFieldMissing',
    text?: string,
  ): void {
    this.#messages.send(member, businessReject(message, reason, text))
  }

  #newOrder(member: string, message: Fields, now: number, possResend: boolean): void {
    const clOrdID = message.get(11)!
    const before = this.orders.find(member, clOrdID)
    if (before && possResend) {
      // It may have been sent before, and was: the member gets its state.
      this.#messages.tell(before, { execType: ORDER_STATUS, now })
      return
    }
    const listing = this.#listings.get(message.get(55) ?? '')
    const { capabilities } = this.#profile
    const asked = before
      ? { reason: DUPLICATE, text: `ClOrdID(11) ${clOrdID} was used before.` }
      : orderRequest({
          message,
          listing,
          phase: listing ? this.#phaseOf(listing.securityID) : this.#phase,
          capabilities,
          date: this.date,
        })
    if ('reason' in asked) {
      const about = {
        clOrdID,
        securityID: message.get(55),
        side: message.get(54),
        quantity: whole(message.get(38)),
      }
      const fields = noOrder(about, {
        execType: ExecType.rejected,
        execID: this.#messages.execID(),
        now,
        ordRejReason: asked.reason,
        text: asked.text,
      })
      this.#messages.send(member, { type: '8', fields, keep: true })
      return
    }
    const order: MemberOrder = {
      ...asked,
      orderID: String(this.#nextOrder++),
      member,
      participant: this.orders.participantOf(member, asked.account),
      securityID: listing!.securityID,
      cumQty: 0,
      valueKobo: '0',
      lastDate: this.#lastDate(asked.timeInForce, asked.expireDate),
      shownQty: asked.displayQty,
      status: OrdStatus.new,
    }
    this.orders.add(order)
    this.#entering = order.orderID
    this.#venue.newOrder(
      { ...this.#venueOrder(order), minQty: order.minQty, duration: durations[order.timeInForce].atEntry },
      now,
    )
    this.#take(now)
    this.#entering = undefined
  }

  #venueOrder(order: MemberOrder) {
    const { auction } = durations[order.timeInForce]
    return {
      orderID: order.orderID,
      participant: order.participant,
      securityID: order.securityID,
      side: order.side,
      price: order.price,
      quantity: order.quantity,
      displayQty: order.displayQty,
      minQty: null,
      imbalanceOnly: order.execInst === 'i',
      atClose: auction === 'closing' && acceptance[this.#phase].matching === 'continuous',
      ends: auction,
    }
  }

  #cancel(member: string, message: Fields, now: number, possResend: boolean): void {
    const order = this.#requested(member, message, '1', now, possResend)
    if (!order) return
    const clOrdID = message.get(11)!
    if (!acceptance[this.#phase].mayCancel) {
      this.#refuse(member, message, '1', order, BROKER_OPTION, 'The market does not accept cancels now.', now)
      return
    }
    this.orders.name(order, clOrdID)
    this.#venue.cancel(order.orderID, clOrdID, now)
  }

  #replace(member: string, message: Fields, now: number, possResend: boolean): void {
    const order = this.#requested(member, message, '2', now, possResend)
    if (!order) return
    const problem = replaceProblem(order, {
      message,
      listing: this.#listings.get(order.securityID)!,
      phase: this.#phaseOf(order.securityID),
      capabilities: this.#profile.capabilities,
    })
    if (problem) {
      this.#refuse(member, message, '2', order, BROKER_OPTION, problem, now)
      return
    }
    const clOrdID = message.get(11)!
    const total = whole(message.get(38))!
    const price = message.get(44) === undefined ? null : priceKobo(koboOf(message.get(44)!)!)
    this.orders.name(order, clOrdID)
    if (total > order.cumQty) {
      this.#venue.replace(
        { orderID: order.orderID, clOrdID, price, leaves: quantity(total - order.cumQty), lasting: null },
        now,
      )
      return
    }
    // All of what is asked for has traded: nothing is left of the order.
    this.#venue.withdraw(order.orderID, now)
    this.#take(now)
    const origClOrdID = order.clOrdID
    Object.assign(order, { clOrdID, price, quantity: order.cumQty, status: OrdStatus.filled })
    this.#messages.tell(order, { execType: ExecType.replaced, now, origClOrdID })
  }

  /** The order that a cancel or a replace is about; none if it was answered. */
  #requested(
    member: string,
    message: Fields,
    responseTo: '1' | '2',
    now: number,
    possResend: boolean,
  ): MemberOrder | undefined {
    const clOrdID = message.get(11)!
    const before = this.orders.find(member, clOrdID)
    if (before && possResend) {
      this.#messages.tell(before, { execType: ORDER_STATUS, now })
      return undefined
    }
    const byID = this.orders.get(message.get(37) ?? '')
    const original = message.get(41)
    const order = original === undefined ? byID : this.orders.find(member, original)
    const mine = order?.member === member ? order : undefined
    const problem = before
      ? ([DUPLICATE, `ClOrdID(11) ${clOrdID} was used before.`] as const)
      : !mine
        ? ([UNKNOWN_ORDER, `There is no order ${original ?? message.get(37) ?? ''}.`] as const)
        : !isLive(mine)
          ? ([TOO_LATE, 'The order is not in the market any more.'] as const)
          : undefined
    if (!problem) return mine
    this.#refuse(member, message, responseTo, mine, problem[0], problem[1], now)
    return undefined
  }

  #refuse(
    member: string,
    message: Fields,
    responseTo: '1' | '2',
    order: MemberOrder | undefined,
    reason: number,
    text: string,
    now: number,
  ): void {
    const request = {
      clOrdID: message.get(11)!,
      origClOrdID: message.get(41) ?? message.get(11)!,
      responseTo,
    }
    this.#messages.send(member, {
      type: '9',
      fields: cancelReject(request, order, { reason, text, now }),
      keep: true,
    })
  }

  #status(member: string, message: Fields, now: number): void {
    const byID = this.orders.get(message.get(37) ?? '')
    const order = message.get(11) === undefined ? byID : (this.orders.find(member, message.get(11)!) ?? byID)
    const answers: Field[] = message.get(790) ? [[790, message.get(790)!]] : []
    if (order?.member === member) {
      this.#messages.tell(order, { execType: ORDER_STATUS, now, answers })
      return
    }
    const about = { clOrdID: message.get(11), securityID: message.get(55), side: message.get(54) }
    const text = 'There is no such order.'
    const fields = noOrder(about, {
      execType: ORDER_STATUS,
      execID: '0',
      now,
      ordRejReason: UNKNOWN,
      text,
      answers,
    })
    this.#messages.send(member, { type: '8', fields, keep: true })
  }

  /** The orders that a mass request is about, or the words of why it is about none. */
  #chosen(member: string, message: Fields, type: string | undefined): MemberOrder[] | string {
    if (type !== '1' && type !== '7') return 'Requests are for one security (1) or for all orders (7).'
    const securityID = message.get(55)
    if (type === '1' && (securityID === undefined || !this.isListed(securityID)))
      return `No security ${securityID ?? ''} is listed here.`
    const side = message.get(54)
    return this.orders
      .live(member)
      .filter(
        (order) =>
          (type === '7' || order.securityID === securityID) && (side === undefined || order.side === side),
      )
  }

  #massCancel(member: string, message: Fields, now: number): void {
    const chosen = this.#chosen(member, message, message.get(530))
    const problem =
      typeof chosen === 'string'
        ? chosen
        : acceptance[this.#phase].mayCancel
          ? undefined
          : 'The market does not accept cancels now.'
    const id = this.#messages.reportID()
    const hasReportID = this.#messages.profileOf(member).version === 'FIX.5.0SP2'
    const report: Field[] = [
      [11, message.get(11)!],
      [37, id],
      ...(hasReportID ? ([[1369, id]] as const) : []),
      [530, message.get(530)!],
      [531, problem ? '0' : message.get(530)!],
      ...(problem ? ([[532, OTHER]] as const) : ([[533, chosen.length]] as const)),
      ...(message.get(55) ? ([[55, message.get(55)!]] as const) : []),
      [60, timestampOf(now)],
      ...(problem ? ([[58, problem]] as const) : []),
    ]
    this.#messages.send(member, { type: 'r', fields: report, keep: true })
    if (problem) return
    for (const order of chosen as MemberOrder[]) this.#venue.cancel(order.orderID, order.clOrdID, now)
  }

  #massStatus(member: string, message: Fields, now: number): void {
    const chosen = this.#chosen(member, message, message.get(585))
    const id: Field = [584, message.get(584)!]
    if (typeof chosen === 'string' || chosen.length === 0) {
      const about = { clOrdID: undefined, securityID: message.get(55), side: message.get(54) }
      const fields = noOrder(about, {
        execType: ORDER_STATUS,
        execID: '0',
        now,
        text: typeof chosen === 'string' ? chosen : 'There are no open orders.',
        answers: [id, [911, 0], [912, 'Y']],
      })
      this.#messages.send(member, { type: '8', fields, keep: true })
      return
    }
    chosen.forEach((order, index) => {
      const isLast = index + 1 === chosen.length
      this.#messages.tell(order, {
        execType: ORDER_STATUS,
        now,
        answers: [id, [911, chosen.length], [912, isLast ? 'Y' : 'N']],
      })
    })
  }

  // — What the venue says —

  #report({ orderID, report }: VenueReport, now: number): void {
    const order = this.orders.get(orderID ?? '')
    if (!order) throw new Error(`a report of the order ${orderID}, which is not here`)
    switch (report.execType) {
      case ExecType.new:
        if (this.#entering === orderID) this.#entering = undefined
        this.#messages.tell(order, { execType: ExecType.new, now })
        return
      case ExecType.trade: {
        const { lastQty, lastPx, tradeNumber } = report
        order.cumQty += lastQty
        order.valueKobo = (BigInt(order.valueKobo) + BigInt(lastQty) * BigInt(lastPx)).toString()
        order.status = order.cumQty === order.quantity ? OrdStatus.filled : OrdStatus.partiallyFilled
        const trade = this.#trades.get(tradeNumber) ?? {
          tradeNumber,
          securityID: order.securityID,
          price: lastPx,
          quantity: lastQty,
          canceled: false,
          sides: [],
        }
        this.#trades.set(tradeNumber, trade)
        const execID = this.#messages.tell(order, { execType: ExecType.trade, now, trade: report })
        trade.sides.push({ orderID: order.orderID, execID })
        return
      }
      case ExecType.canceled: {
        const text = this.#words(report.text)
        if (this.#entering === orderID) {
          order.status = OrdStatus.rejected
          this.#messages.tell(order, {
            execType: ExecType.rejected,
            now,
            ordRejReason: OrdRejReason.brokerOption,
            text,
          })
          return
        }
        order.status = OrdStatus.canceled
        const isAnswer = report.clOrdID !== null && report.clOrdID !== order.clOrdID
        const origClOrdID = order.clOrdID
        if (isAnswer) order.clOrdID = report.clOrdID as string
        this.#messages.tell(order, {
          execType: ExecType.canceled,
          now,
          text,
          ...(isAnswer && { origClOrdID }),
        })
        return
      }
      case ExecType.expired:
        order.status = OrdStatus.expired
        this.#messages.tell(order, { execType: ExecType.expired, now, text: this.#words(report.text) })
        return
      case ExecType.replaced: {
        const origClOrdID = order.clOrdID
        order.clOrdID = report.clOrdID
        order.price = report.price
        order.quantity = quantity(order.cumQty + report.leavesQty)
        this.#messages.tell(order, { execType: ExecType.replaced, now, origClOrdID })
        return
      }
      case '9': {
        const request = { clOrdID: report.clOrdID, origClOrdID: order.clOrdID, responseTo: '2' } as const
        const text = this.#words(report.text) ?? ''
        const fields = cancelReject(request, order, { reason: BROKER_OPTION, text, now })
        this.#messages.send(order.member, { type: '9', fields, keep: true })
        return
      }
    }
    throw new Error(`the venue does not report ${report.execType}`)
  }

  #words(key: string | null): string | undefined {
    return key === null ? undefined : ((english as Readonly<Record<string, string>>)[key] ?? key)
  }

  #changeTrade(
    tradeNumber: number,
    corrected: { readonly price: number; readonly quantity: number } | undefined,
    now: number,
  ): void {
    const trade = this.#trades.get(tradeNumber)
    if (!trade || trade.canceled) return
    const before = { price: trade.price, quantity: trade.quantity }
    const after = corrected ?? { price: trade.price, quantity: 0 }
    trade.canceled = !corrected
    trade.price = after.price
    trade.quantity = after.quantity
    for (const side of trade.sides) {
      const order = this.orders.get(side.orderID)!
      const less = before.quantity - after.quantity
      const value =
        BigInt(after.quantity) * BigInt(after.price) - BigInt(before.quantity) * BigInt(before.price)
      order.cumQty -= less
      // What is taken back does not return to the book: the order is for less.
      order.quantity = (order.quantity - less) as Quantity
      order.valueKobo = (BigInt(order.valueKobo) + value).toString()
      if (isLive(order)) order.status = order.cumQty > 0 ? OrdStatus.partiallyFilled : OrdStatus.new
      else if (order.status === OrdStatus.filled && order.cumQty === 0) order.status = OrdStatus.canceled
      const execRefID = side.execID
      side.execID = this.#messages.tell(order, {
        execType: corrected ? ExecType.tradeCorrected : ExecType.tradeCanceled,
        now,
        execRefID,
        trade: {
          lastQty: corrected ? after.quantity : before.quantity,
          lastPx: after.price,
          tradeNumber,
        },
      })
    }
  }

  #lastDate(timeInForce: TimeInForce, expireDate: string | null): string {
    const { lastDay } = durations[timeInForce]
    const latest = addDays(this.date, marketRules.longestOrderDays)
    if (lastDay === 'ofEntry') return this.date
    return lastDay === 'named' && expireDate !== null && expireDate < latest ? expireDate : latest
  }
}

/** The market day of a date: that of the next business day where the date is none, as in the server. */
export const marketDay = (date: string): string => (isBusinessDay(date) ? date : nextBusinessDay(date))
