import { isRefusal, type PriceKobo, type Refusal, refuse, Side } from '@tradebook/contract'
import {
  asKept,
  bringsNewRisk,
  checkCancel,
  checkReplace,
  type NewOrder,
  type Order,
  sideOf,
  worstPrice,
} from '@tradebook/orders'
import { venueText } from '../venue/end-report.ts'
import type { AccountTerms } from './accounts.ts'
import { type Batch, REJECTED } from './batch.ts'
import type { Conditions } from './conditions.ts'
import type { FirmState } from './firm-state.ts'
import type { CancelOrder, ClientInput, DeskAnswer, HeldOrder } from './inputs.ts'
import type { Sequence } from './journal.ts'
import type { MarketState } from './market-state.ts'
import { checkSide, mayUse, type OrderChecks } from './order-checks.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import { clOrdIDOf, FIRM_ITSELF, type OrderRequest, type Requests } from './requests.ts'

// Longer than 300 lines, for each request about an order is checked, remembered and audited in the same way.

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

export interface ClientOrdersOptions {
  readonly firmState: FirmState
  readonly atVenue: OrdersAtVenue
  readonly batch: Batch
  readonly sequence: Sequence
  readonly requests: Requests
  readonly marketDate: string
  readonly market: MarketState
  readonly checks: OrderChecks
}

/**
 * Decides clients' requests about orders: checks each, holds what it may cost, and sends it to the venue. A
 * repeated request is answered as before.
 */
export class ClientOrders {
  readonly #firmState: FirmState
  readonly #atVenue: OrdersAtVenue
  readonly #batch: Batch
  readonly #sequence: Sequence
  readonly #requests: Requests
  readonly #marketDate: string
  readonly #market: MarketState
  readonly #checks: OrderChecks
  readonly #conditions: Conditions

  constructor(options: ClientOrdersOptions) {
    this.#firmState = options.firmState
    this.#atVenue = options.atVenue
    this.#batch = options.batch
    this.#sequence = options.sequence
    this.#requests = options.requests
    this.#marketDate = options.marketDate
    this.#market = options.market
    this.#checks = options.checks
    this.#conditions = options.checks.conditions
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

  #newOrder(input: Input<'newOrder'>, now: number): DeskAnswer {
    const { origin, request } = input
    const account = this.#checks.account(origin, request.account)
    if (!account) return refused(refuse('unknownAccount', { account: request.account }))
    const repeat = this.#repeat({ tenantId: origin.tenantId, account: request.account }, input)
    if (repeat) return repeat

    const { market, worstPx, refusal: found = null } = this.#checks.newOrder(input, now)
    const kept = market ? asKept(request, market) : request
    const { order, refusal } = this.#enter(input, kept, account, { worstPx, found, now })
    if (refusal) return refused(refusal)
    this.#atVenue.enter(order, now)
    return this.#answered(order.orderID, now)
  }

  /**
   * Both sides are entered and trade in the same turn; what refuses one refuses both. The cross is kept as a
   * request of the firm itself, and each side as one of its account.
   */
  #crossOrder(input: Input<'crossOrder'>, now: number): DeskAnswer {
    const { origin, request } = input
    const { crossID, buyAccount, sellAccount, price } = request
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
    const checked = this.#checks.crossOrder(input, now).refusal
    const ofBuyer = checked ?? this.#firmState.refusalOf(tenantId, buying, date)
    const ofSeller = ofBuyer ?? this.#firmState.refusalOf(tenantId, selling, date)
    // What one customer lacks is not the other's to read.
    const byOther = refuse('crossSideRefused', { crossID })
    const found = {
      buy: ofBuyer ?? (ofSeller ? byOther : null),
      sell: checked ?? (ofBuyer ? byOther : ofSeller) ?? null,
    }
    const entry = { worstPx: price, now }
    const { order: buy, refusal: buyRefusal } = this.#enter(input, buying, buyer, {
      ...entry,
      found: found.buy,
    })
    const { order: sell, refusal: sellRefusal } = this.#enter(input, selling, seller, {
      ...entry,
      found: found.sell,
    })
    this.#batch.requested(this.#requests.keep(firm, buy.orderID, input))
    const refusal = ofBuyer ? buyRefusal : (sellRefusal ?? buyRefusal)
    if (refusal) {
      const data = { buyOrderID: buy.orderID, sellOrderID: sell.orderID }
      return refused({ ...refusal, data: { ...refusal.data, ...data } })
    }
    if (price === null) throw new Error(`cross ${crossID} has no price`)
    const trade = this.#atVenue.cross(buy, sell, price, now)
    return { kind: 'cross', buy: this.#held(buy.orderID), sell: this.#held(sell.orderID), trade }
  }

  /**
   * Adds a new order, refused where its refusal is found or the ledger does not admit it: journalled, and kept
   * under its request.
   *
   * @returns the order, and its refusal as the caller may see it, which may name a balance that the order keeps back.
   */
  #enter(
    input: Input<'newOrder' | 'crossOrder'>,
    request: NewOrder,
    { cscsAccount, customerName }: AccountTerms,
    { worstPx, found, now }: { worstPx: PriceKobo | null; found: Refusal | null; now: number },
  ): { order: Order; refusal: Refusal | null } {
    const { tenantId, userId, userName } = input.origin
    const sequence = this.#sequence.next()
    const identity = {
      orderID: String(sequence),
      tenantId,
      cscsAccount,
      customerName,
      userId,
      userName,
      tradeDate: this.#marketDate,
      priority: sequence,
      time: now,
      receivedAt: this.#checks.limits.now,
    }
    const asRecorded = (refusal: Refusal) => this.#checks.asRecorded(input.origin, refusal, request.account)
    const entered = this.#firmState.enter(request, identity, worstPx, found, asRecorded)
    const { order } = entered
    const { refusal } = order
    this.#batch.journal(tenantId, now, { kind: 'newOrder', request, identity, worstPx, refusal }, sequence)
    const counted = refusal ? null : { userId, at: identity.receivedAt }
    this.#batch.requested(this.#requests.keep(order, order.orderID, input, counted))
    this.#batch.orderChanged(order, 'addStockOrder')
    if (refusal) this.#batch.executed(order, REJECTED, sequence)
    return { order, refusal: entered.refusal && this.#checks.asShown(input.origin, entered.refusal) }
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
    if (this.#atVenue.isOverdue(order)) return refused(refuse('orderOverdue', { orderID: order.orderID }))
    const { price, leaves, timeInForce, expireDate, stopPx } = change
    const worstPx = worstPrice({ price, side: order.side }, market)
    const { limits } = this.#checks
    const limited = limits.replace({ ...input.origin, account: order.account }, order, {
      price,
      leaves,
      worstPx,
    })
    if (limited) return refused(this.#checks.asShown(input.origin, limited))
    const refusal = this.#firmState.replace(order, worstPx, leaves)
    if (refusal) return refused(this.#checks.asShown(input.origin, refusal))

    const { orderID, clOrdID } = input
    const sequence = this.#sequence.next()
    const lastsAsLong = timeInForce === order.timeInForce && expireDate === order.expireDate
    const lasting = lastsAsLong ? null : { timeInForce, expireDate }
    const replaced = { orderID, clOrdID, price, leaves, lasting, stopPx }
    const reason = this.#atVenue.replace(order, replaced, now)
    if (reason) {
      this.#holdAsBefore(order, worstPrice(order, market))
      return refused(refuse('replaceRejected', { reason: venueText(reason) }))
    }
    const counted = bringsNewRisk(order, change) ? { userId: input.origin.userId, at: limits.now } : null
    if (counted) this.#firmState.raised(order, counted)
    const line = {
      kind: 'replaceOrder',
      orderID,
      clOrdID,
      price: worstPx,
      leaves,
      ...(counted && { counted }),
    } as const
    this.#batch.journal(order.tenantId, now, line, sequence)
    this.#batch.requested(this.#requests.keep(order, orderID, input, counted))
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
    this.#atVenue.cancel(order, clOrdID, now)
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
    this.#atVenue.takeReports(now)
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
}

const refused = (refusal: Refusal): DeskAnswer => ({ kind: 'refused', refusal })
