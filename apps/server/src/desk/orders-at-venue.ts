import { addDays, ExecType, isFinal, type Phase } from '@tradebook/contract'
import { delisted, expiryOf, type Order, type OrderReport, restingAt } from '@tradebook/orders'
import { NOBODY, type Venue, type VenueReplace, type VenueTrade } from '../venue/venue.ts'
import type { Batch } from './batch.ts'
import type { Conditions } from './conditions.ts'
import type { FirmState } from './firm-state.ts'
import { newVenueOrder, restingVenueOrder } from './venue-orders.ts'

export interface OrdersAtVenueOptions {
  readonly firmState: FirmState
  readonly venue: Venue
  readonly batch: Batch
  readonly marketDate: string
  readonly conditions: Conditions
}

/**
 * Clients' orders at the venue: sends it what the desk has accepted, applies what it reports, and ends the
 * orders that expire.
 */
export class OrdersAtVenue {
  readonly #firmState: FirmState
  readonly #venue: Venue
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #conditions: Conditions
  readonly #owners = new Map<string, number>()
  readonly #overdue = new Set<string>()

  constructor(options: OrdersAtVenueOptions) {
    this.#firmState = options.firmState
    this.#venue = options.venue
    this.#batch = options.batch
    this.#marketDate = options.marketDate
    this.#conditions = options.conditions
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
      (order) => this.#conditions.isListed(order.securityID) && !this.isOverdue(order),
    )
    this.#venue.restore(
      resting.map((order) => restingVenueOrder(order, this.#owner(order))),
      now,
    )
    this.takeOutput(now)
    for (const order of openOrders)
      if (!this.#conditions.isListed(order.securityID)) this.apply(order.orderID, delisted(), now)
  }

  /** Whether an order outlived its last day because its end could not be recorded. */
  isOverdue({ orderID }: Order): boolean {
    return this.#overdue.has(orderID)
  }

  /** Sends a new order. */
  enter(order: Order, now: number): void {
    this.#venue.newOrder(newVenueOrder(order, this.#owner(order)), now)
  }

  /** Lets both sides of a cross trade with each other at `price`. @returns their trade. */
  cross(buy: Order, sell: Order, price: NonNullable<Order['price']>, now: number): VenueTrade {
    const { securityID, orderQty: quantity } = buy
    // They are of one firm, and of two accounts.
    const side = ({ orderID }: Order) => ({ orderID, owner: NOBODY })
    this.#venue.cross({ securityID, price, quantity, buy: side(buy), sell: side(sell) }, now)
    const [trade] = this.takeOutput(now)
    if (!trade) throw new Error(`the venue did not trade orders ${buy.orderID} and ${sell.orderID}`)
    return trade
  }

  /** @returns why the venue left the order as it was, if it did. */
  replace(change: VenueReplace, now: number): ReturnType<Venue['replace']> {
    return this.#venue.replace(change, now)
  }

  /** Cancels an order; one that is overdue is in no book. */
  cancel(order: Order, clOrdID: string, now: number): void {
    const { orderID } = order
    if (this.isOverdue(order)) this.apply(orderID, { execType: ExecType.canceled, clOrdID, text: null }, now)
    else this.#venue.cancel(orderID, clOrdID, now)
  }

  /** Restates whose the open orders are, after a firm changed which of its orders may trade with each other. */
  setOwners(): void {
    for (const order of this.#firmState.orders.values())
      if (!isFinal(order.ordStatus)) this.#venue.setOwner(order.orderID, this.#owner(order))
  }

  /** Ends the orders that expire when the market enters this phase. */
  expire(phase: Phase, now: number): void {
    for (const order of this.#firmState.orders.values()) {
      if (this.isOverdue(order) || isFinal(order.ordStatus)) continue
      if (!expiryOf(order, phase, this.#marketDate)) continue
      this.#venue.expire(order.orderID, now)
    }
    this.takeOutput(now)
  }

  /** Takes the venue's output: reports change orders and ledgers, the rest joins the batch. @returns the trades. */
  takeOutput(now: number): readonly VenueTrade[] {
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

  /** Keeps where an order rests in the public book, and what that shows of it: shown with the order, but no part of its state. */
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

  #livingOrder(orderID: string): Order | undefined {
    const order = this.#firmState.orders.get(orderID)
    return order && !isFinal(order.ordStatus) ? order : undefined
  }

  /** The venue knows by a number whose orders do not trade with each other: an account's, or a firm's. */
  #owner({ tenantId, account }: Order): number {
    const { selfMatch } = this.#firmState.settings.of(tenantId)
    if (selfMatch === 'allow') return NOBODY
    const key = selfMatch === 'firm' ? `${tenantId}` : `${tenantId}|${account}`
    const owner = this.#owners.get(key) ?? this.#owners.size + 1
    this.#owners.set(key, owner)
    return owner
  }
}
