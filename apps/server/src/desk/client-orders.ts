import {
  addDays,
  ExecType,
  english,
  isFinal,
  isRefusal,
  type Phase,
  type PriceKobo,
  type Refusal,
  refuse,
  Side,
} from '@tradebook/contract'
import {
  asKept,
  checkCancel,
  checkReplace,
  delisted,
  expiryOf,
  type NewOrder,
  type Order,
  type OrderReport,
  restingAt,
  sideOf,
  worstPrice,
} from '@tradebook/orders'
import { venueText } from '../venue/end-report.ts'
import type { Venue, VenueTrade } from '../venue/venue.ts'
import { type Batch, REJECTED } from './batch.ts'
import type { Conditions } from './conditions.ts'
import type { AccountTerms, FirmState } from './firm-state.ts'
import type { CancelOrder, ClientInput, DeskAnswer, HeldOrder } from './inputs.ts'
import type { Sequence } from './journal.ts'
import type { MarketState } from './market-state.ts'
import { checkSide, mayUse, type OrderChecks } from './order-checks.ts'
import { clOrdIDOf, FIRM_ITSELF, type OrderRequest, type Requests } from './requests.ts'
import { newVenueOrder, restingVenueOrder } from './venue-orders.ts'

// Longer than 300 lines, for a request, its hold and the reports on it change the same rows of one batch.

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

export interface ClientOrdersOptions {
  readonly firmState: FirmState
  readonly venue: Venue
  readonly batch: Batch
  readonly sequence: Sequence
  readonly requests: Requests
  readonly marketDate: string
  readonly market: MarketState
  readonly checks: OrderChecks
}

/**
 * Clients' orders between their requests and the venue: checks each request, holds what it may cost,
 * sends it to the venue, and applies what the venue reports.
 */
export class ClientOrders {
  readonly #firmState: FirmState
  readonly #venue: Venue
  readonly #batch: Batch
  readonly #sequence: Sequence
  readonly #requests: Requests
  readonly #marketDate: string
  readonly #market: MarketState
  readonly #checks: OrderChecks
  readonly #conditions: Conditions
  readonly #owners = new Map<string, number>()
  readonly #overdue = new Set<string>()

  constructor(options: ClientOrdersOptions) {
    this.#firmState = options.firmState
    this.#venue = options.venue
    this.#batch = options.batch
    this.#sequence = options.sequence
    this.#requests = options.requests
    this.#marketDate = options.marketDate
    this.#market = options.market
    this.#checks = options.checks
    this.#conditions = options.checks.conditions
  }

  /**
   * Puts the open orders back into the venue's books as they stood; their book entries are new. An
   * order whose security is no longer listed is cancelled. An order that could not be ended when its last
   * day was over is overdue: it stays open with its hold and out of the venue.
   */
  restore(openOrders: readonly Order[], now: number): void {
    const yesterday = addDays(this.#marketDate, -1)
    for (const order of openOrders) if (expiryOf(order, 'closed', yesterday)) this.#overdue.add(order.orderID)
    const resting = openOrders.filter(
      (order) => this.#conditions.isListed(order.securityID) && !this.#isOverdue(order),
    )
    this.#venue.restore(
      resting.map((order) => restingVenueOrder(order, this.#owner(order))),
      now,
    )
    this.takeVenueOutput(now)
    for (const order of openOrders)
      if (!this.#conditions.isListed(order.securityID)) this.apply(order.orderID, delisted(), now)
  }

  /** Ends the orders that expire when the market enters this phase. */
  expire(phase: Phase, now: number): void {
    for (const order of this.#firmState.orders.values()) {
      if (this.#isOverdue(order) || isFinal(order.ordStatus)) continue
      if (!expiryOf(order, phase, this.#marketDate)) continue
      this.#venue.expire(order.orderID, now)
    }
    this.takeVenueOutput(now)
  }

  /** Decides one request about an order. */
  decide(input: OrderRequest, now: number): DeskAnswer {
    switch (input.kind) {
      case 'newOrder':
        return this.#audited(input, 'SendNewOrder', input.request, this.#newOrder(input, now))
      case 'crossOrder':
        return this.#audited(input, 'sendCrossDealOrder', input.request, this.#crossOrder(input, now))
      case 'replaceOrder': {
        const { clOrdID, orderID, change } = input
        const answer = this.#replaceOrder(input, now)
        return this.#audited(input, 'SendOrderReplaceRequest', { clOrdID, orderID, ...change }, answer)
      }
      case 'cancelOrder': {
        const { clOrdID, orderID } = input
        const answer = this.#cancelOrder(input, now)
        return this.#audited(input, 'sendCancelOrderRequest', { clOrdID, orderID }, answer)
      }
    }
  }

  /** Whether a cancel ends a living order of the caller's, under a `clOrdID` that is not known. */
  endsOrder(input: CancelOrder): boolean {
    const order = this.#find(input)
    return (
      order !== undefined &&
      !checkCancel(order, this.#market.phaseOf(order.securityID)) &&
      !this.#requests.find(order, input)
    )
  }

  /** Takes the venue's output: reports change orders and ledgers, the rest joins the batch. @returns the trades. */
  takeVenueOutput(now: number): readonly VenueTrade[] {
    const output = this.#venue.takeOutput(now)
    for (const { orderID, report } of output.reports) this.apply(orderID, report, now)
    for (const [orderID, mdEntryID] of output.resting) this.#rests(orderID, { mdEntryID })
    for (const [orderID, shownQty] of output.shown) this.#rests(orderID, { shownQty })
    for (const orderID of output.requeued) this.#requeued(orderID, now)
    this.#batch.marketOutput(output)
    return output.trades
  }

  /** Applies one report to its order, journalled and with its execution. */
  apply(orderID: string, report: OrderReport, now: number): void {
    const { tenantId } = this.#firmState.order(orderID)
    const marketDate = this.#marketDate
    const sequence = this.#batch.journal(tenantId, now, { kind: 'report', orderID, report, marketDate })
    const { order, entry } = this.#firmState.report(orderID, report, { sequence, time: now, marketDate })
    if (entry) this.#batch.posted(tenantId, sequence, [entry])
    const isReplaced = report.execType === ExecType.replaced
    this.#batch.orderChanged(order, isReplaced ? 'replaceStockOrder' : 'updateStockOrder')
    this.#batch.executed(order, report, sequence)
  }

  #newOrder(input: Input<'newOrder'>, now: number): DeskAnswer {
    const { origin, request } = input
    const account = this.#checks.account(origin, request.account)
    if (!account) return refused(refuse('unknownAccount', { account: request.account }))
    const repeat = this.#repeat({ tenantId: origin.tenantId, account: request.account }, input)
    if (repeat) return repeat

    const { market, worstPx, refusal: found = null } = this.#checks.newOrder(input, now)
    const kept = market ? asKept(request, market) : request
    const order = this.#enter(input, kept, account, { worstPx, found, now })
    if (order.refusal) return refused(order.refusal)
    this.#venue.newOrder(newVenueOrder(order, this.#owner(order)), now)
    return this.#answered(order.orderID, now)
  }

  /**
   * Both sides are entered and trade in the same turn; what refuses one refuses both. The cross is kept as a
   * request of the firm itself, and each side as one of its account.
   */
  #crossOrder(input: Input<'crossOrder'>, now: number): DeskAnswer {
    const { origin, request } = input
    const { crossID, securityID, buyAccount, sellAccount, price } = request
    const { tenantId } = origin
    const [buyer, seller] = [buyAccount, sellAccount].map((account) => this.#checks.account(origin, account))
    if (!buyer) return refused(refuse('unknownAccount', { account: buyAccount }))
    if (!seller) return refused(refuse('unknownAccount', { account: sellAccount }))
    if (buyAccount === sellAccount) return refused(refuse('crossOfOneAccount', { account: buyAccount }))
    const firm = { tenantId, account: FIRM_ITSELF }
    const before = this.#requests.find(firm, input)
    if (before === 'another') return refused(refuse('duplicateCrossID', { crossID }))
    const sellBefore = this.#requests.find({ tenantId, account: sellAccount }, input)
    if (before && sellBefore && sellBefore !== 'another')
      return { kind: 'repeatedCross', buyOrderID: before.orderID, sellOrderID: sellBefore.orderID }
    if (sellBefore ?? this.#requests.find({ tenantId, account: buyAccount }, input))
      return refused(refuse('duplicateClOrdID', { clOrdID: crossID }))

    const [buying, selling] = [sideOf(request, Side.buy), sideOf(request, Side.sell)]
    const date = this.#marketDate
    const found =
      this.#checks.crossOrder(input, now).refusal ??
      this.#firmState.refusalOf(tenantId, buying, date) ??
      this.#firmState.refusalOf(tenantId, selling, date) ??
      null
    const entry = { worstPx: price, found, now }
    const buy = this.#enter(input, buying, buyer, entry)
    const sell = this.#enter(input, selling, seller, entry)
    this.#batch.requested(this.#requests.keep(firm, buy.orderID, input))
    const refusal = buy.refusal ?? sell.refusal
    if (refusal) {
      const data = { buyOrderID: buy.orderID, sellOrderID: sell.orderID }
      return refused({ ...refusal, data: { ...refusal.data, ...data } })
    }
    if (price === null) throw new Error(`cross ${crossID} has no price`)
    this.#venue.cross(
      {
        ...{ securityID, price, quantity: request.orderQty },
        buy: { orderID: buy.orderID, owner: this.#owner(buy) },
        sell: { orderID: sell.orderID, owner: this.#owner(sell) },
      },
      now,
    )
    const [trade] = this.takeVenueOutput(now)
    if (!trade) throw new Error(`the venue did not trade cross ${crossID}`)
    return { kind: 'cross', buy: this.#held(buy.orderID), sell: this.#held(sell.orderID), trade }
  }

  /** Adds a new order, refused where its refusal is found or the ledger does not admit it: journalled, and kept under its request. */
  #enter(
    input: Input<'newOrder' | 'crossOrder'>,
    request: NewOrder,
    { cscsAccount, customerName }: AccountTerms,
    { worstPx, found, now }: { worstPx: PriceKobo | null; found: Refusal | null; now: number },
  ): Order {
    const { tenantId, userId, userName } = input.origin
    const sequence = this.#sequence.next()
    const identity = {
      ...{ orderID: String(sequence), tenantId, cscsAccount, customerName, userId, userName },
      ...{ tradeDate: this.#marketDate, priority: sequence, time: now },
    }
    const order = this.#firmState.enter(request, identity, worstPx, found)
    const { refusal } = order
    this.#batch.journal(tenantId, now, { kind: 'newOrder', request, identity, worstPx, refusal }, sequence)
    this.#batch.requested(this.#requests.keep(order, order.orderID, input))
    this.#batch.orderChanged(order, 'addStockOrder')
    if (refusal) this.#batch.executed(order, REJECTED, sequence)
    return order
  }

  #replaceOrder(input: Input<'replaceOrder'>, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refused(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat

    const notPermitted = checkSide(input.origin, order.side)
    if (notPermitted) return refused(notPermitted)
    const market = this.#conditions.of(order.securityID, now)
    if (!market) throw new Error(`order ${order.orderID} is of no listed security`)
    const change = checkReplace(order, input.change, market)
    if (isRefusal(change)) return refused(change)
    if (this.#isOverdue(order)) return refused(refuse('orderOverdue', { orderID: order.orderID }))
    const { price, leaves, timeInForce, expireDate } = change
    const refusal = this.#firmState.replace(order, price, leaves)
    if (refusal) return refused(refusal)

    const { orderID, clOrdID } = input
    const sequence = this.#sequence.next()
    const lastsAsLong = timeInForce === order.timeInForce && expireDate === order.expireDate
    const lasting = lastsAsLong ? null : { timeInForce, expireDate }
    const reason = this.#venue.replace({ orderID, clOrdID, price, leaves, lasting }, now)
    if (reason) {
      this.#holdAsBefore(order, worstPrice(order, market))
      return refused(refuse('replaceRejected', { reason: english[venueText(reason)] }))
    }
    const line = { kind: 'replaceOrder', orderID, clOrdID, price, leaves } as const
    this.#batch.journal(order.tenantId, now, line, sequence)
    this.#batch.requested(this.#requests.keep(order, orderID, input))
    return this.#answered(orderID, now)
  }

  /** Gives an order that the venue left as it is the hold that it had. */
  #holdAsBefore(order: Order, worstPx: PriceKobo): void {
    const refusal = this.#firmState.replace(order, worstPx, order.leavesQty)
    if (refusal) throw new Error(`order ${order.orderID} can not hold what it held: ${refusal.refusal}`)
  }

  #cancelOrder(input: Input<'cancelOrder'>, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refused(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat
    const refusal = checkCancel(order, this.#market.phaseOf(order.securityID))
    if (refusal) return refused(refusal)

    const { orderID, clOrdID } = input
    this.#batch.journal(order.tenantId, now, { kind: 'cancelOrder', orderID, clOrdID })
    this.#batch.requested(this.#requests.keep(order, orderID, input))
    if (this.#isOverdue(order)) this.apply(orderID, { execType: ExecType.canceled, clOrdID, text: null }, now)
    else this.#venue.cancel(orderID, clOrdID, now)
    return this.#answered(orderID, now)
  }

  /** The order that a request is about. The order of another firm or account is not found, as if it did not exist. */
  #find({ origin, orderID }: Input<'replaceOrder' | 'cancelOrder'>): Order | undefined {
    const order = this.#firmState.orders.get(orderID)
    return order && order.tenantId === origin.tenantId && mayUse(origin, order.account) ? order : undefined
  }

  /** The answer to a `clOrdID` that is known; nothing when it is new. */
  #repeat(requester: { tenantId: number; account: string }, input: OrderRequest): DeskAnswer | undefined {
    const before = this.#requests.find(requester, input)
    if (before === 'another') return refused(refuse('duplicateClOrdID', { clOrdID: clOrdIDOf(input) }))
    return before && { kind: 'repeat', orderID: before.orderID }
  }

  /** The answer to an accepted request, after everything that the venue made of it. */
  #answered(orderID: string, now: number): DeskAnswer {
    this.takeVenueOutput(now)
    return { kind: 'order', ...this.#held(orderID) }
  }

  #held(orderID: string): HeldOrder {
    const order = this.#firmState.order(orderID)
    return { order, hold: this.#firmState.holdOf(order) }
  }

  /**
   * Adds the audit row of an accepted request or a refused new order. Any other refusal changes
   * nothing and leaves no row: it can be sent without end, and would fill the disk.
   */
  #audited(input: OrderRequest, methodName: string, parameters: object, answer: DeskAnswer): DeskAnswer {
    const isNew = input.kind === 'newOrder' || input.kind === 'crossOrder'
    const isRefusedOrder = isNew && answer.kind === 'refused'
    if (answer.kind !== 'order' && answer.kind !== 'cross' && !isRefusedOrder) return answer
    this.#batch.audited({
      origin: input.origin,
      serviceName: 'Order',
      methodName,
      parameters: JSON.stringify(parameters),
      exception: answer.kind === 'refused' ? answer.refusal.refusal : null,
    })
    return answer
  }

  /** Notes where an order rests in the public book, and what that shows of it: shown with the order, but no part of its state. */
  #rests(orderID: string, at: Partial<Pick<Order, 'mdEntryID' | 'shownQty'>>): void {
    const order = this.#livingOrder(orderID)
    if (!order) return
    const { mdEntryID, shownQty } = { ...order, ...at }
    const resting = restingAt(order, mdEntryID, shownQty)
    this.#firmState.orders.set(orderID, resting)
    this.#batch.orderChanged(resting, 'updateStockOrder')
  }

  /** The venue gave an order a new place behind the others, which a rebuilt book keeps. */
  #requeued(orderID: string, now: number): void {
    const order = this.#livingOrder(orderID)
    if (!order) return
    const priority = this.#batch.journal(order.tenantId, now, { kind: 'requeued', orderID })
    this.#batch.orderChanged(this.#firmState.requeue(orderID, priority), 'updateStockOrder')
  }

  #isOverdue = ({ orderID }: Order): boolean => this.#overdue.has(orderID)

  #livingOrder(orderID: string): Order | undefined {
    const order = this.#firmState.orders.get(orderID)
    return order && !isFinal(order.ordStatus) ? order : undefined
  }

  /** The venue knows accounts by a number, so that none trades with itself. */
  #owner(order: Order): number {
    const key = `${order.tenantId}|${order.account}`
    const owner = this.#owners.get(key) ?? this.#owners.size + 1
    this.#owners.set(key, owner)
    return owner
  }
}

const refused = (refusal: Refusal): DeskAnswer => ({ kind: 'refused', refusal })
