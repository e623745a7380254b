import { bringsNewRisk, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import {
  asKept,
  checkCancel,
  checkMandateOfReplace,
  checkReplace,
  isPart,
  type Order,
  worstPrice,
} from '@tradebook/orders'
import { type CancelOrder, type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Sequence } from '../record/journal.ts'
import type { Batch } from './batch.ts'
import { BulkRequests } from './bulk-requests.ts'
import type { Conditions } from './conditions.ts'
import { Crosses } from './crosses.ts'
import type { FirmState } from './firm-state.ts'
import type { MarketState } from './market-state.ts'
import { checkSide, mayUse, type OrderChecks, refusalToReplaceBulk } from './order-checks.ts'
import { OrderEntry } from './order-entry.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import { clOrdIDOf, type OrderRequest, type Requests } from './requests.ts'

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
  readonly #market: MarketState
  readonly #checks: OrderChecks
  readonly #conditions: Conditions
  readonly #marketDate: string
  readonly #entry: OrderEntry
  readonly #crosses: Crosses
  readonly #bulkRequests: BulkRequests

  constructor(options: ClientOrdersOptions) {
    this.#firmState = options.firmState
    this.#atVenue = options.atVenue
    this.#batch = options.batch
    this.#sequence = options.sequence
    this.#requests = options.requests
    this.#market = options.market
    this.#marketDate = options.marketDate
    this.#checks = options.checks
    this.#conditions = options.checks.conditions
    this.#entry = new OrderEntry(options)
    this.#crosses = new Crosses({ ...options, entry: this.#entry })
    this.#bulkRequests = new BulkRequests({ ...options, entry: this.#entry })
  }

  /** Decides one request about an order. */
  decide(input: OrderRequest, now: number): DeskAnswer {
    switch (input.kind) {
      case 'newOrder':
        return this.#audited(input, 'SendNewOrder', input.request, this.#newOrder(input, now))
      case 'crossOrder':
        return this.#audited(input, 'sendCrossDealOrder', input.request, this.#crosses.decide(input, now))
      case 'bulkOrder':
        return this.#audited(input, 'SendBulkOrder', input.request, this.#bulkRequests.send(input, now))
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

  /** Allocates what a bulk order has traded. */
  allocate(input: Input<'allocateBulkOrder'>, now: number): DeskAnswer {
    return this.#bulkRequests.allocate(input, now)
  }

  /** Whether a cancel ends a living order of the caller's, under a `clOrdID` that is not known. */
  endsOrder(input: CancelOrder): boolean {
    const order = this.#find(input)
    return (
      order !== undefined &&
      !isPart(order) &&
      !checkCancel(order, this.#market.phaseOf(order.securityID)) &&
      !this.#requests.find(order, input)
    )
  }

  #newOrder(input: Input<'newOrder'>, now: number): DeskAnswer {
    const { origin, request } = input
    const account = this.#checks.account(origin, request.account)
    if (!account) return refusedWith(refuse('unknownAccount', { account: request.account }))
    const repeat = this.#repeat({ tenantId: origin.tenantId, account: request.account }, input)
    if (repeat) return repeat

    const { market, worstPx, refusal: found = null } = this.#checks.newOrder(input, now)
    if (found && isPassing(input, found)) return refusedWith(found)
    const kept = market ? asKept(request, market) : request
    const { order, refusal } = this.#entry.enter(input, kept, account, { worstPx, found, now })
    if (refusal) return refusedWith(refusal)
    this.#atVenue.enter(order, now)
    return this.#answered(order.orderID, now)
  }

  #replaceOrder(input: Input<'replaceOrder'>, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refusedWith(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat

    const ofBulk = refusalToReplaceBulk(order)
    if (ofBulk) return refusedWith(ofBulk)
    const notPermitted = checkSide(input.origin, order.side)
    if (notPermitted) return refusedWith(notPermitted)
    const market = this.#conditions.of(order.securityID, now)
    if (!market) throw new Error(`order ${order.orderID} is of no listed security`)
    const change = checkReplace(order, input.change, market)
    if (isRefusal(change)) return refusedWith(change)
    const waits = this.#atVenue.refusalToReplace(order)
    if (waits) return refusedWith(waits)
    const beyond = checkMandateOfReplace(order, change, this.#marketDate)
    if (beyond) return refusedWith(beyond)
    const { price, leaves, timeInForce, expireDate, stopPx } = change
    const worstPx = worstPrice({ price, side: order.side }, market)
    const { limits } = this.#checks
    const origin = { ...input.origin, account: order.account }
    const limited = limits.replace(origin, order, { ...change, worstPx })
    if (limited) return refusedWith(this.#checks.asShown(input.origin, limited))
    const refusal = this.#firmState.replace(order, worstPx, leaves, input.clOrdID, now)
    if (refusal) return refusedWith(this.#checks.asShown(input.origin, refusal))

    const { orderID, clOrdID } = input
    const sequence = this.#sequence.next()
    const lastsAsLong = timeInForce === order.timeInForce && expireDate === order.expireDate
    const lasting = lastsAsLong ? null : { timeInForce, expireDate }
    const replaced = { orderID, clOrdID, price, leaves, lasting, stopPx }
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
    const reason = this.#atVenue.replace(order, replaced, now)
    if (reason !== undefined) return refusedWith(refuse('replaceRejected', { reason }))
    return this.#answered(orderID, now)
  }

  #cancelOrder(input: Input<'cancelOrder'>, now: number): DeskAnswer {
    const order = this.#find(input)
    if (!order) return refusedWith(refuse('unknownOrder', { orderID: input.orderID }))
    const repeat = this.#repeat(order, input)
    if (repeat) return repeat
    if (isPart(order)) return refusedWith(refuse('partNotCancelled', { orderID: order.bulkOrderID ?? '' }))
    const refusal = checkCancel(order, this.#market.phaseOf(order.securityID))
    if (refusal) return refusedWith(refusal)

    const { orderID, clOrdID } = input
    this.#batch.journal(order.tenantId, now, { kind: 'cancelOrder', orderID, clOrdID })
    this.#batch.requested(this.#requests.keep(order, orderID, input))
    this.#firmState.cancel(order, clOrdID, now)
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
    if (before === 'another') return refusedWith(refuse('duplicateClOrdID', { clOrdID: clOrdIDOf(input) }))
    return before && { kind: 'repeat', orderID: before.orderID }
  }

  /** The answer to an accepted request, after everything that the venue made of it. */
  #answered(orderID: string, now: number): DeskAnswer {
    this.#atVenue.takeReports(now)
    return { kind: 'order', ...this.#entry.held(orderID) }
  }

  /**
   * Adds the audit row of an accepted request, a refused new order, or a replace that the venue rejected. Any other
   * refusal changes nothing and leaves no row: it can be sent without end, and would fill the disk.
   */
  #audited(input: OrderRequest, methodName: string, parameters: object, answer: DeskAnswer): DeskAnswer {
    const isNew = input.kind === 'newOrder' || input.kind === 'crossOrder'
    const isKept =
      answer.kind === 'refused' &&
      (isNew ? !isPassing(input, answer.refusal) : answer.refusal.refusal === 'replaceRejected')
    if (answer.kind !== 'order' && answer.kind !== 'cross' && !isKept) return answer
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

/** Whether an order is refused for the moment alone, and its sender sends it again: it is not entered. */
const isPassing = (input: OrderRequest, { refusal, values }: Refusal): boolean =>
  input.kind === 'newOrder' &&
  input.isPaced === true &&
  (refusal === 'tooManyOrders' || (refusal === 'killSwitchOn' && values.scope !== 'account'))
