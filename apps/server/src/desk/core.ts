import {
  ExecType,
  isFinal,
  isoTime,
  isRefusal,
  OrdType,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
  tradingSessionSubIDOf,
} from '@tradebook/contract'
import {
  checkCancel,
  checkNewOrder,
  checkReplace,
  type MarketTerms,
  type Order,
  type OrderReport,
  restingAt,
  toStockOrder,
  worstPrice,
} from '@tradebook/orders'
import type { EmbeddedVenue } from '../venue/embedded.ts'
import type { Listing } from '../venue/listing.ts'
import type { VenueOrder } from '../venue/venue.ts'
import { audienceOf, Batch, type OrderEventName } from './batch.ts'
import { Books, type Firm, type JournalEntry, type Posting } from './books.ts'
import type { CrowdCommand } from './crowd-port.ts'
import type { CancelOrder, ClientInput, DeskAnswer, DeskInput, Origin } from './inputs.ts'
import type { Published } from './published.ts'
import type { DeskRecord, RequestLine } from './record.ts'
import { clOrdIDOf, type OrderRequest, Requests } from './requests.ts'

/** The one counter of the journal: commands, reports and trades draw their ids from it. */
export class Sequence {
  last: number
  constructor(last: number) {
    this.last = last
  }
  next(): number {
    this.last += 1
    return this.last
  }
}

/** What the desk knows when it starts: everything that was ever committed and still matters. */
export interface DeskStart {
  readonly sequence: Sequence
  readonly marketDate: string
  readonly firms: ReadonlyMap<number, Firm>
  readonly listings: readonly Listing[]
  /** In priority order. */
  readonly openOrders: readonly Order[]
  /** Today's requests, so that a repeated one is known. */
  readonly requests: readonly RequestLine[]
  readonly venue: EmbeddedVenue
}

/** Whether the market takes orders now, and when it does next. */
export interface MarketPhase {
  readonly open: boolean
  readonly opensAt: string
}

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/**
 * The desk's decisions: every change of an order, a balance or a holding is made here, one input
 * after the other, in memory, with no clock, disk or chance of its own. `takeRecord` gives what
 * a batch of decisions changed; the shell keeps it in one transaction and only then tells anybody.
 */
export class DeskCore {
  /** The securities of the day, in listing order. */
  readonly listings: readonly Listing[]
  readonly books: Books
  readonly #sequence: Sequence
  readonly #marketDate: string
  readonly #listingOf: ReadonlyMap<string, Listing>
  readonly #venue: EmbeddedVenue
  readonly #owners = new Map<string, number>()
  readonly #requests: Requests
  #batch = new Batch()

  constructor(start: DeskStart, now: number) {
    this.listings = start.listings
    this.books = new Books(start.firms, start.openOrders)
    this.#sequence = start.sequence
    this.#marketDate = start.marketDate
    this.#listingOf = new Map(start.listings.map((listing) => [listing.securityID, listing]))
    this.#venue = start.venue
    this.#requests = new Requests(start.requests)
    for (const order of start.openOrders) this.#venue.newOrder(this.#venueOrder(order), now)
    this.#rejoin(now)
  }

  /** Decide one input, stamped with the market's time. The crowd is not answered. */
  decide(input: DeskInput, phase: MarketPhase, now: number): DeskAnswer | undefined {
    switch (input.kind) {
      case 'crowd':
        for (const command of input.commands) this.#crowd(command, phase, now)
        this.#absorb(now)
        return undefined
      case 'newOrder':
        return this.#audited(input, 'SendNewOrder', input.request, this.#newOrder(input, phase, now))
      case 'replaceOrder': {
        const { clOrdID, orderID, change } = input
        const answer = this.#replaceOrder(input, phase, now)
        return this.#audited(input, 'SendOrderReplaceRequest', { clOrdID, orderID, ...change }, answer)
      }
      case 'cancelOrder': {
        const { clOrdID, orderID } = input
        return this.#audited(
          input,
          'sendCancelOrderRequest',
          { clOrdID, orderID },
          this.#cancelOrder(input, now),
        )
      }
      case 'posting':
        return this.#post(input, now)
      case 'news': {
        const sequence = this.#journal(input.origin.tenantId, now, { kind: 'news', item: input.item })
        const item = { ...input.item, id: String(sequence), origTime: isoTime(now) }
        this.#batch.news.push(item)
        this.#batch.published.push({ target: 'onNews', argument: item })
        return { kind: 'posted', sequence }
      }
    }
  }

  /** Whether a cancel ends a living order of the caller's, under a `clOrdID` not used today. */
  endsOrder(input: CancelOrder): boolean {
    const order = this.#find(input)
    return order !== undefined && !checkCancel(order) && !this.#requests.find(order, input)
  }

  /** The market opens or closes: every security's statistics say so from now on. */
  enterPhase(phase: MarketPhase): void {
    this.#venue.enterSession(tradingSessionSubIDOf(phase))
  }

  /** The end of the market day: what is good for the day expires. */
  expireDayOrders(now: number): void {
    for (const { orderID, timeInForce } of [...this.books.orders.values()]) {
      if (timeInForce === TimeInForce.day)
        this.#apply(orderID, { execType: ExecType.expired, text: null }, now)
    }
  }

  /** Deliver and pay what is due on this date. */
  settle(date: string, now: number): void {
    for (const { tenantId, ledger } of this.books.firms.values()) {
      const entries = ledger.settle(date)
      if (entries.length === 0) continue
      this.#batch.posted(tenantId, this.#journal(tenantId, now, { kind: 'settle', date }), entries)
    }
  }

  /** Everything the decisions since the last call changed. */
  takeRecord(now: number): DeskRecord {
    this.#absorb(now)
    const batch = this.#batch
    this.#batch = new Batch()
    const orders = [...batch.touched.values()].map(({ order, how }) => ({
      order,
      how,
      hold: this.#holdOf(order),
    }))
    for (const { order } of orders) if (isFinal(order.ordStatus)) this.books.orders.delete(order.orderID)
    const told = orders.map(
      ({ order, how, hold }): Published => ({
        target: how,
        argument: toStockOrder(order, hold),
        order: audienceOf(order),
      }),
    )
    return {
      sequence: this.#sequence.last,
      marketDate: this.#marketDate,
      time: now,
      journal: batch.journal,
      orders,
      requests: batch.requests,
      executions: batch.executions,
      entries: batch.entries,
      ...this.books.takeTouched(),
      trades: batch.trades,
      days: [...batch.traded].map((securityID) => ({ securityID, day: this.#venue.figures(securityID) })),
      news: batch.news,
      audit: batch.audit,
      published: [...batch.published, ...told],
      crowd: batch.crowd,
    }
  }

  /** Behind closed doors the crowd may leave; what it enters is gone as soon as it came, and it must know. */
  #crowd(command: CrowdCommand, phase: MarketPhase, now: number): void {
    if (phase.open || command.kind === 'cancel') this.#venue.crowd(command, now)
    else if (command.kind === 'enter') this.#batch.crowd.push({ ref: command.ref, leaves: 0 })
  }

  #newOrder(input: Input<'newOrder'>, phase: MarketPhase, now: number): DeskAnswer {
    const { origin, request } = input
    const account = mayUse(origin, request.account)
      ? this.books.firms.get(origin.tenantId)?.accounts.get(request.account)
      : undefined
    if (!account) return refused(refuse('unknownAccount', { account: request.account }))

    const repeat = this.#repeat({ tenantId: origin.tenantId, account: request.account }, input)
    if (repeat) return repeat

    const orderID = String(this.#sequence.next())
    const identity = {
      orderID,
      tenantId: origin.tenantId,
      cscsAccount: account.cscsAccount,
      customerName: account.customerName,
      userId: origin.userId,
      userName: origin.userName,
      tradeDate: this.#marketDate,
      priority: Number(orderID),
      time: now,
    }
    const terms = this.#terms(request.securityID, phase)
    const found = checkNewOrder(request, terms) ?? null
    const worstPx = terms ? worstPrice(request, terms) : null
    const order = this.books.enter(request, identity, worstPx, found)
    const { refusal } = order
    const entry: JournalEntry = { kind: 'newOrder', request, identity, worstPx, refusal }
    this.#batch.journalled(Number(orderID), origin.tenantId, now, entry)
    this.#batch.requests.push(this.#requests.keep(order, order.orderID, input))
    this.#batch.touch(order, 'addStockOrder')
    if (refusal) {
      this.#batch.executed(order, ExecType.rejected, null, Number(orderID))
      return refused(refusal)
    }
    this.#venue.newOrder(this.#venueOrder(order), now)
    this.#absorb(now)
    return this.#answer(orderID)
  }

  #replaceOrder(input: Input<'replaceOrder'>, phase: MarketPhase, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refused(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat

    const permission = order.side === Side.buy ? 'BUY' : 'SELL'
    if (!input.origin.permissions.has(permission))
      return refused(refuse('sideNotPermitted', { side: permission }))
    const terms = this.#terms(order.securityID, phase)
    if (!terms) throw new Error(`order ${order.orderID} is of no listed security`)
    const change = checkReplace(order, input.change, terms)
    if (isRefusal(change)) return refused(change)
    const { price, leaves } = change
    if (price === null) throw new Error(`order ${order.orderID} rests without a price`)
    const refusal = this.books.replace(order, price, leaves)
    if (refusal) return refused(refusal)

    const { orderID, clOrdID } = input
    this.#journal(order.tenantId, now, { kind: 'replaceOrder', orderID, clOrdID, price, leaves })
    this.#batch.requests.push(this.#requests.keep(order, order.orderID, input))
    this.#venue.replace(orderID, clOrdID, price, leaves, now)
    this.#absorb(now)
    return this.#answer(orderID)
  }

  #cancelOrder(input: Input<'cancelOrder'>, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refused(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat
    const refusal = checkCancel(order)
    if (refusal) return refused(refusal)

    const { orderID, clOrdID } = input
    this.#journal(order.tenantId, now, { kind: 'cancelOrder', orderID, clOrdID })
    this.#batch.requests.push(this.#requests.keep(order, order.orderID, input))
    this.#venue.cancel(orderID, clOrdID, now)
    this.#absorb(now)
    return this.#answer(orderID)
  }

  #post({ origin, posting }: Input<'posting'>, now: number): DeskAnswer {
    const firm = this.books.firms.get(origin.tenantId)
    if (!firm?.accounts.has(posting.account))
      return refused(refuse('unknownAccount', { account: posting.account }))
    const dated: Posting = { ...posting, date: this.#marketDate }
    const entry = this.books.post(firm, dated)
    if (isRefusal(entry)) return refused(entry)
    const sequence = this.#journal(origin.tenantId, now, { kind: 'posting', posting: dated })
    this.#batch.posted(origin.tenantId, sequence, [entry])
    return { kind: 'posted', sequence }
  }

  /** The order a request is about; another's is found no more than one that never was. */
  #find(input: Input<'replaceOrder' | 'cancelOrder'>): Order | undefined {
    const order = this.books.orders.get(input.orderID)
    return order && order.tenantId === input.origin.tenantId && mayUse(input.origin, order.account)
      ? order
      : undefined
  }

  /** Take in what the venue said: reports change orders and ledgers, the rest is passed on. */
  #absorb(now: number): void {
    const output = this.#venue.takeOutput(now)
    for (const { orderID, report } of output.reports) this.#apply(orderID, report, now)
    for (const [orderID, mdEntryID] of output.resting) this.#rests(orderID, mdEntryID)
    this.#batch.passOn(output)
  }

  #apply(orderID: string, report: OrderReport, now: number): void {
    const { tenantId } = this.#living(orderID)
    const marketDate = this.#marketDate
    const sequence = this.#journal(tenantId, now, { kind: 'report', orderID, report, marketDate })
    const { order, entry } = this.books.report(orderID, report, { sequence, time: now, marketDate })
    if (entry) this.#batch.posted(tenantId, sequence, [entry])
    const how: OrderEventName =
      report.execType === ExecType.replaced ? 'replaceStockOrder' : 'updateStockOrder'
    this.#batch.touch(order, how)
    this.#batch.executed(order, report.execType, report, sequence)
  }

  /**
   * After a rebuild the venue repeats what the orders' record already holds: only their places in
   * the book are new.
   */
  #rejoin(now: number): void {
    const output = this.#venue.takeOutput(now)
    const moved = output.reports.find(({ report }) => report.execType !== ExecType.new)
    if (moved) throw new Error(`order ${moved.orderID} did not find its place again`)
    for (const [orderID, mdEntryID] of output.resting) this.#rests(orderID, mdEntryID)
    this.#batch.passOn(output)
  }

  /** Where an order rests in the public book is shown with it, but is no part of its state. */
  #rests(orderID: string, mdEntryID: string | null): void {
    const order = this.books.orders.get(orderID)
    if (!order || isFinal(order.ordStatus)) return
    const resting = restingAt(order, mdEntryID)
    this.books.orders.set(orderID, resting)
    this.#batch.touch(resting, 'updateStockOrder')
  }

  /** What a `clOrdID` that was used today answers; nothing when it is new. */
  #repeat(requester: { tenantId: number; account: string }, input: OrderRequest): DeskAnswer | undefined {
    const before = this.#requests.find(requester, input)
    if (before === 'another') return refused(refuse('duplicateClOrdID', { clOrdID: clOrdIDOf(input) }))
    return before && { kind: 'repeat', orderID: before.orderID }
  }

  #journal(tenantId: number, now: number, entry: JournalEntry): number {
    const sequence = this.#sequence.next()
    this.#batch.journalled(sequence, tenantId, now, entry)
    return sequence
  }

  /**
   * A new order that is refused leaves its trace. What else changes nothing leaves none: it can be
   * sent without end, and would fill the disk.
   */
  #audited(input: ClientInput, methodName: string, parameters: object, answer: DeskAnswer): DeskAnswer {
    const isRefusedOrder = input.kind === 'newOrder' && answer.kind === 'refused'
    if (answer.kind !== 'order' && !isRefusedOrder) return answer
    this.#batch.audit.push({
      origin: input.origin,
      serviceName: 'Order',
      methodName,
      parameters: JSON.stringify(parameters),
      exception: answer.kind === 'refused' ? answer.refusal.refusal : null,
    })
    return answer
  }

  #answer(orderID: string): DeskAnswer {
    const order = this.#living(orderID)
    return { kind: 'order', order, hold: this.#holdOf(order) }
  }

  #living(orderID: string): Order {
    const order = this.books.orders.get(orderID)
    if (!order) throw new Error(`order ${orderID} is not alive`)
    return order
  }

  #holdOf = ({ tenantId, orderID }: Order) => this.books.firm(tenantId).ledger.holdOf(orderID)

  #terms(securityID: string, phase: MarketPhase): MarketTerms | undefined {
    const listing = this.#listingOf.get(securityID)
    return listing && { ...phase, ...listing, halted: this.#venue.isHalted(securityID) }
  }

  #venueOrder(order: Order): VenueOrder {
    return {
      orderID: order.orderID,
      owner: this.#owner(order),
      securityID: order.securityID,
      side: order.side,
      price: order.ordType === OrdType.market ? null : order.price,
      quantity: order.leavesQty,
      duration: durations[order.timeInForce] ?? 'rest',
    }
  }

  /** The venue tells accounts by a number of its own, so that none trades with itself. */
  #owner(order: Order): number {
    const key = `${order.tenantId}|${order.account}`
    const owner = this.#owners.get(key) ?? this.#owners.size + 1
    this.#owners.set(key, owner)
    return owner
  }
}

const durations: Partial<Record<TimeInForce, VenueOrder['duration']>> = {
  [TimeInForce.immediateOrCancel]: 'immediate',
  [TimeInForce.fillOrKill]: 'fillOrKill',
}

const refused = (refusal: Refusal): DeskAnswer => ({ kind: 'refused', refusal })

const mayUse = (origin: Origin, account: string): boolean =>
  origin.accounts === 'all' || origin.accounts.includes(account)
