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
import {
  businessReject,
  type Field,
  Fields,
  type Outgoing,
  type Protocol,
  protocols,
  timestampOf,
} from '@tradebook/fix'
import { koboOf, priceText, whole } from '../../../server/src/gateway/decimals.ts'
import type { CrowdCommand, CrowdReport } from '../../../server/src/venue/embedded/crowd-port.ts'
import { EmbeddedVenue } from '../../../server/src/venue/embedded/embedded.ts'
import { type Listing, nextDay } from '../../../server/src/venue/listing.ts'
import type { VenueReport } from '../../../server/src/venue/venue.ts'
import { isLive, leavesOf, type MemberOrder } from './member-order.ts'
import { orderRequest } from './order-request.ts'
import { cancelReject, type Execution, executionReport, noOrder } from './reports.ts'
import type { MemberProfile, VenueProfile } from './venue-profile.ts'

// Longer than 300 lines, for it is what the market does with each input.

/** An order or a request of a member, as it arrived. */
export interface MemberMessage {
  readonly kind: 'message'
  readonly member: string
  readonly type: string
  readonly number: number
  readonly fields: readonly (readonly [tag: number, value: string])[]
  readonly possResend: boolean
}

/** All that changes the market. The same inputs always make the same market. */
export type MarketInput =
  | MemberMessage
  | { readonly kind: 'crowd'; readonly commands: readonly CrowdCommand[] }
  /** The crowd begins again: what it has in the books is cancelled. */
  | { readonly kind: 'crowdLeaves' }
  | { readonly kind: 'phase'; readonly phase: Phase }
  | { readonly kind: 'halt'; readonly securityID: string; readonly halted: boolean }
  | { readonly kind: 'disconnected'; readonly member: string }
  /** The day is over: the orders whose last day is before the next one expire. */
  | { readonly kind: 'dayEnds'; readonly next: string }
  | { readonly kind: 'cancelTrade'; readonly tradeNumber: number }
  | {
      readonly kind: 'correctTrade'
      readonly tradeNumber: number
      readonly priceKobo: number
      readonly quantity: number
    }

/** A trade of members' orders, for its cancellation or correction. */
export interface MarketTrade {
  readonly tradeNumber: number
  readonly securityID: string
  price: number
  quantity: number
  canceled: boolean
  readonly sides: { readonly orderID: string; execID: string }[]
}

/** What a market day begins with. Plain data. */
export interface DayState {
  readonly date: string
  readonly phase: Phase
  readonly listings: readonly Listing[]
  readonly orders: readonly MemberOrder[]
  readonly nextOrder: number
  readonly nextTrade: number
  readonly nextExec: number
  readonly participants: readonly (readonly [owner: string, participant: number])[]
  readonly halted: readonly string[]
}

/** A message for one member. */
export interface Addressed {
  readonly member: string
  readonly message: Outgoing
}

/** What an input led to. */
export interface MarketOutput {
  readonly messages: readonly Addressed[]
  readonly market: readonly MarketEvent[]
  readonly crowd: readonly CrowdReport[]
}

/** CxlRejReason (102). */
const TOO_LATE = 0
const UNKNOWN_ORDER = 1
const BROKER_OPTION = 2
const DUPLICATE = 6
/** OrdRejReason (103). */
const UNKNOWN = 5
/** Other, of any reason. */
const OTHER = 99
/** ExecType (150) of an answer to a status request. */
const ORDER_STATUS = 'I'

/**
 * The market of one day: books, crowd, and the orders of members with all that is said about them. Pure: inputs and
 * their time are arguments, and the same inputs give the same messages, so a restart applies the day's inputs again.
 */
export class Market {
  readonly #profile: VenueProfile
  readonly #members: ReadonlyMap<string, { readonly profile: MemberProfile; readonly protocol: Protocol }>
  readonly #dropCopies: ReadonlyMap<string, readonly string[]>
  readonly date: string
  /** The books with which the day began. */
  readonly opening: readonly MarketEvent[]
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #venue: EmbeddedVenue
  readonly #orders = new Map<string, MemberOrder>()
  /** Order by member and ClOrdID, of all that were ever used in the day. */
  readonly #byClOrdID = new Map<string, string>()
  readonly #participants: Map<string, number>
  readonly #trades = new Map<number, MarketTrade>()
  readonly #halted: Set<string>
  readonly #crowdRefs = new Set<number>()
  #greatestRef = 0
  #phase: Phase
  #nextOrder: number
  #nextTrade: number
  #nextExec: number
  #messages: Addressed[] = []
  #market: MarketEvent[] = []
  #crowd: CrowdReport[] = []
  /** The order that is being entered, of which a refusal of the venue is a rejection. */
  #entering: string | undefined

  constructor(state: DayState, profile: VenueProfile, now: number) {
    this.#profile = profile
    this.#members = new Map(
      profile.members.map((one) => [one.compID, { profile: one, protocol: protocols[one.version] }]),
    )
    this.#dropCopies = new Map(
      profile.members.map(({ compID }) => [
        compID,
        profile.members.filter(({ dropCopyOf }) => dropCopyOf?.includes(compID)).map((one) => one.compID),
      ]),
    )
    this.date = state.date
    this.#phase = state.phase
    this.#nextOrder = state.nextOrder
    this.#nextTrade = state.nextTrade
    this.#nextExec = state.nextExec
    this.#participants = new Map(state.participants)
    this.#halted = new Set(state.halted)
    this.#listings = new Map(state.listings.map((listing) => [listing.securityID, listing]))
    this.#venue = new EmbeddedVenue(state.listings, {
      epoch: Number(state.date.replaceAll('-', '')),
      nextTradeNumber: () => this.#nextTrade++,
      now,
      phase: state.phase,
    })
    for (const order of structuredClone(state.orders)) {
      this.#orders.set(order.orderID, order)
      this.#byClOrdID.set(keyOf(order.member, order.clOrdID), order.orderID)
    }
    this.#venue.restore(
      [...this.#orders.values()].map((order) => ({
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

  ordersOf(member: string): MemberOrder[] {
    return [...this.#orders.values()].filter((order) => order.member === member)
  }

  get openOrders(): number {
    let count = 0
    for (const order of this.#orders.values()) if (isLive(order)) count++
    return count
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
      orders: [...this.#orders.values()].filter(isLive),
      nextOrder: this.#nextOrder,
      nextTrade: this.#nextTrade,
      nextExec: this.#nextExec,
      participants: [...this.#participants],
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
        for (const order of this.#live(input.member)) this.#venue.cancel(order.orderID, order.clOrdID, now)
        break
      case 'dayEnds':
        for (const order of this.#orders.values()) {
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
    const output = { messages: this.#messages, market: [...this.#market, ...market], crowd: this.#crowd }
    this.#messages = []
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
      const order = this.#orders.get(orderID)
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
    const { profile } = this.#members.get(input.member)!
    if (!handle || (input.type === 'q' && !this.#profile.capabilities.massCancel)) {
      this.#reject(input.member, fields, 'unsupportedMessageType')
    } else if (profile.dropCopyOf) {
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
    this.#send(member, businessReject(message, reason, text))
  }

  #newOrder(member: string, message: Fields, now: number, possResend: boolean): void {
    const clOrdID = message.get(11)!
    const before = this.#find(member, clOrdID)
    if (before && possResend) {
      // It may have been sent before, and was: the member gets its state.
      this.#tell(before, { execType: ORDER_STATUS, now })
      return
    }
    const listing = this.#listings.get(message.get(55) ?? '')
    const { capabilities } = this.#profile
    const asked = before
      ? { reason: DUPLICATE, text: `ClOrdID(11) ${clOrdID} was used before.` }
      : orderRequest({
          message,
          listing,
          phase: listing && this.#halted.has(listing.securityID) ? 'halted' : this.#phase,
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
        execID: this.#execID(),
        now,
        ordRejReason: asked.reason,
        text: asked.text,
      })
      this.#send(member, { type: '8', fields, keep: true })
      return
    }
    const order: MemberOrder = {
      ...asked,
      orderID: String(this.#nextOrder++),
      member,
      participant: this.#participantOf(member, asked.account),
      securityID: listing!.securityID,
      cumQty: 0,
      valueKobo: '0',
      lastDate: this.#lastDate(asked.timeInForce, asked.expireDate),
      shownQty: asked.displayQty,
      status: OrdStatus.new,
    }
    this.#orders.set(order.orderID, order)
    this.#byClOrdID.set(keyOf(member, clOrdID), order.orderID)
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
      this.#refuse(member, message, '1', order, BROKER_OPTION, 'The market takes no cancels now.', now)
      return
    }
    this.#byClOrdID.set(keyOf(member, clOrdID), order.orderID)
    this.#venue.cancel(order.orderID, clOrdID, now)
  }

  #replace(member: string, message: Fields, now: number, possResend: boolean): void {
    const order = this.#requested(member, message, '2', now, possResend)
    if (!order) return
    const problem = this.#replaceProblem(order, message)
    if (problem) {
      this.#refuse(member, message, '2', order, BROKER_OPTION, problem, now)
      return
    }
    const clOrdID = message.get(11)!
    const total = whole(message.get(38))!
    const price = message.get(44) === undefined ? null : priceKobo(koboOf(message.get(44)!)!)
    this.#byClOrdID.set(keyOf(member, clOrdID), order.orderID)
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
    this.#tell(order, { execType: ExecType.replaced, now, origClOrdID })
  }

  #replaceProblem(order: MemberOrder, message: Fields): string | undefined {
    const { longestClOrdID, mostQty } = this.#profile.capabilities
    const listing = this.#listings.get(order.securityID)!
    const total = whole(message.get(38))
    const price = message.get(44) === undefined ? null : koboOf(message.get(44)!)
    const { mayReplace } = acceptance[this.#phase]
    const same: readonly (readonly [tag: number, name: string, value: string | null])[] = [
      [55, 'Symbol(55)', order.securityID],
      [54, 'Side(54)', order.side],
      [40, 'OrdType(40)', order.ordType],
      [59, 'TimeInForce(59)', order.timeInForce],
      [1, 'Account(1)', order.account],
      [18, 'ExecInst(18)', order.execInst],
    ]
    const other = same.find(([tag, , value]) => message.get(tag) !== undefined && message.get(tag) !== value)
    if (other) return `${other[1]} cannot be changed.`
    if (message.get(11)!.length > longestClOrdID)
      return `ClOrdID(11) has more than ${longestClOrdID} characters.`
    if (total === undefined || total < 1 || total > mostQty) return `OrderQty(38) is from 1 to ${mostQty}.`
    if ((price === null) !== (order.price === null)) return 'Price(44) is for limit orders, which need one.'
    if (price === undefined) return 'Price(44) is a whole number of kobo.'
    if (price !== null) {
      const { tickKobo, lowLimitPx, highLimitPx } = listing
      if (price % tickKobo !== 0) return `Price(44) is a multiple of ${priceText(tickKobo)}.`
      if (price < lowLimitPx || price > highLimitPx)
        return `Price(44) is from ${priceText(lowLimitPx)} to ${priceText(highLimitPx)} today.`
    }
    if (this.#halted.has(order.securityID)) return 'The security is halted.'
    if (mayReplace !== 'any') return 'The market takes no replaces now.'
    return undefined
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
    const before = this.#find(member, clOrdID)
    if (before && possResend) {
      this.#tell(before, { execType: ORDER_STATUS, now })
      return undefined
    }
    const byID = this.#orders.get(message.get(37) ?? '')
    const original = message.get(41)
    const order = original === undefined ? byID : this.#find(member, original)
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
    this.#send(member, { type: '9', fields: cancelReject(request, order, { reason, text, now }), keep: true })
  }

  #status(member: string, message: Fields, now: number): void {
    const byID = this.#orders.get(message.get(37) ?? '')
    const order = message.get(11) === undefined ? byID : (this.#find(member, message.get(11)!) ?? byID)
    const answers: Field[] = message.get(790) ? [[790, message.get(790)!]] : []
    if (order?.member === member) {
      this.#tell(order, { execType: ORDER_STATUS, now, answers })
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
    this.#send(member, { type: '8', fields, keep: true })
  }

  /** The orders that a mass request is about, or the words of why it is about none. */
  #chosen(member: string, message: Fields, type: string | undefined): MemberOrder[] | string {
    if (type !== '1' && type !== '7') return 'Requests are for one security (1) or for all orders (7).'
    const securityID = message.get(55)
    if (type === '1' && (securityID === undefined || !this.isListed(securityID)))
      return `No security ${securityID ?? ''} is listed here.`
    const side = message.get(54)
    return this.#live(member).filter(
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
          : 'The market takes no cancels now.'
    const id = String(this.#nextExec++)
    const hasReportID = this.#members.get(member)!.profile.version === 'FIX.5.0SP2'
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
    this.#send(member, { type: 'r', fields: report, keep: true })
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
      this.#send(member, { type: '8', fields, keep: true })
      return
    }
    chosen.forEach((order, index) => {
      const isLast = index + 1 === chosen.length
      this.#tell(order, {
        execType: ORDER_STATUS,
        now,
        answers: [id, [911, chosen.length], [912, isLast ? 'Y' : 'N']],
      })
    })
  }

  // — What the venue says —

  #report({ orderID, report }: VenueReport, now: number): void {
    const order = this.#orders.get(orderID ?? '')
    if (!order) throw new Error(`a report of the order ${orderID}, which is not here`)
    switch (report.execType) {
      case ExecType.new:
        if (this.#entering === orderID) this.#entering = undefined
        this.#tell(order, { execType: ExecType.new, now })
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
        const execID = this.#tell(order, { execType: ExecType.trade, now, trade: report })
        trade.sides.push({ orderID: order.orderID, execID })
        return
      }
      case ExecType.canceled: {
        const text = this.#words(report.text)
        if (this.#entering === orderID) {
          order.status = OrdStatus.rejected
          this.#tell(order, {
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
        this.#tell(order, { execType: ExecType.canceled, now, text, ...(isAnswer && { origClOrdID }) })
        return
      }
      case ExecType.expired:
        order.status = OrdStatus.expired
        this.#tell(order, { execType: ExecType.expired, now, text: this.#words(report.text) })
        return
      case ExecType.replaced: {
        const origClOrdID = order.clOrdID
        order.clOrdID = report.clOrdID
        order.price = report.price
        order.quantity = quantity(order.cumQty + report.leavesQty)
        this.#tell(order, { execType: ExecType.replaced, now, origClOrdID })
        return
      }
      case '9': {
        const request = { clOrdID: report.clOrdID, origClOrdID: order.clOrdID, responseTo: '2' } as const
        const text = this.#words(report.text) ?? ''
        const fields = cancelReject(request, order, { reason: BROKER_OPTION, text, now })
        this.#send(order.member, { type: '9', fields, keep: true })
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
      const order = this.#orders.get(side.orderID)!
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
      side.execID = this.#tell(order, {
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

  /** Reports an execution to the order's member and to its drop copies. @returns its ExecID. */
  #tell(order: MemberOrder, execution: Omit<Execution, 'execID'>): string {
    const isStatus = execution.execType === ORDER_STATUS
    const execID = isStatus ? '0' : this.#execID()
    const copies = isStatus ? [] : this.#dropCopies.get(order.member)!
    for (const member of [order.member, ...copies]) {
      const { protocol } = this.#members.get(member)!
      const fields = executionReport(order, { ...execution, execID }, protocol)
      const header: Field[] = member === order.member ? [] : [[115, order.member]]
      this.#send(member, { type: '8', fields, header, keep: true })
    }
    return execID
  }

  /** Reasons that the member's version does not have are told as Other. */
  #send(member: string, message: Outgoing): void {
    const [[, dictionary] = []] = this.#members.get(member)!.protocol.applications
    const fields = message.fields.map(([tag, value]): Field => {
      const isKnown = tag !== 103 || dictionary!.field(tag)!.values!.has(String(value))
      return [tag, isKnown ? value : OTHER]
    })
    this.#messages.push({ member, message: { ...message, fields } })
  }

  #execID(): string {
    return `${this.date.replaceAll('-', '')}-${this.#nextExec++}`
  }

  #find(member: string, clOrdID: string): MemberOrder | undefined {
    return this.#orders.get(this.#byClOrdID.get(keyOf(member, clOrdID)) ?? '')
  }

  #live(member: string): MemberOrder[] {
    return this.ordersOf(member).filter(isLive)
  }

  /** Orders of one account do not trade with each other; those without an account may. */
  #participantOf(member: string, account: string | null): number {
    if (account === null) return 0
    const owner = keyOf(member, account)
    const known = this.#participants.get(owner)
    if (known !== undefined) return known
    const participant = this.#participants.size + 1
    this.#participants.set(owner, participant)
    return participant
  }

  #lastDate(timeInForce: TimeInForce, expireDate: string | null): string {
    const { lastDay } = durations[timeInForce]
    const latest = addDays(this.date, marketRules.longestOrderDays)
    if (lastDay === 'ofEntry') return this.date
    return lastDay === 'named' && expireDate !== null && expireDate < latest ? expireDate : latest
  }
}

/** No value of a message has a delimiter. */
const keyOf = (member: string, id: string): string => `${member}\x01${id}`

/** The market day of a date: that of the next business day where the date is none, as in the server. */
export const marketDay = (date: string): string => (isBusinessDay(date) ? date : nextBusinessDay(date))
