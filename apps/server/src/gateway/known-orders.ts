import type { Fields } from '@tradebook/fix'
import type { KeptOrder } from './kept-order.ts'

/** Days for which an order that is over there is kept: trades are cancelled and corrected until they have settled. */
const ENDED_DAYS = 10
const DAY_MS = 86_400_000

/** The orders that the gateway has sent or adopted, and which of them a message of the exchange is about. */
export class KnownOrders {
  readonly #now: () => number
  readonly #replaceKeepsOrderID: boolean
  readonly #orders = new Map<string, KeptOrder>()
  /** By the ClOrdIDs (11) of all requests about them. */
  readonly #byClOrdID = new Map<string, KeptOrder>()
  /** Since when each is over, the first to be forgotten first. */
  readonly #ended = new Map<string, number>()

  constructor(orders: readonly KeptOrder[], replaceKeepsOrderID: boolean, now: () => number) {
    this.#replaceKeepsOrderID = replaceKeepsOrderID
    this.#now = now
    for (const order of orders) this.keep(order)
  }

  of(orderID: string): KeptOrder | undefined {
    return this.#orders.get(orderID)
  }

  /** The order about which something was asked under a ClOrdID (11). */
  named(clOrdID: string | undefined): KeptOrder | undefined {
    return clOrdID === undefined ? undefined : this.#byClOrdID.get(clOrdID)
  }

  /**
   * The order that a message is about, by its ClOrdID (11) or OrigClOrdID (41). The exchange may have given the same one
   * to an order of somebody else, whose messages say another security, side or OrderID (37).
   */
  about(message: Fields): KeptOrder | undefined {
    const order = this.named(message.get(11)) ?? this.named(message.get(41))
    return order && this.isAbout(message, order) ? order : undefined
  }

  /** Whether a message says nothing that cannot be true of an order. */
  isAbout(message: Fields, order: KeptOrder): boolean {
    const [securityID, side, venueOrderID] = [message.get(55), message.get(54), message.get(37)]
    if (securityID !== undefined && securityID !== order.securityID) return false
    if (side !== undefined && side !== order.side) return false
    // The ClOrdIDs of an order that was sent from here are unique, and the exchange may give it another OrderID.
    if (!order.isAdopted || venueOrderID === undefined || venueOrderID === 'NONE') return true
    const isReplaced = order.requests[message.get(11) ?? '']?.kind === 'replace'
    return venueOrderID === order.venueOrderID || (isReplaced && !this.#replaceKeepsOrderID)
  }

  /** Keeps an order as it is now, and forgets those that have been over for long. */
  keep(order: KeptOrder): void {
    this.#orders.set(order.orderID, order)
    for (const clOrdID of Object.keys(order.requests)) this.#byClOrdID.set(clOrdID, order)
    if (!order.hasEnded) this.#ended.delete(order.orderID)
    else if (!this.#ended.has(order.orderID)) this.#ended.set(order.orderID, this.#now())
    this.#forget()
  }

  #forget(): void {
    const earliest = this.#now() - ENDED_DAYS * DAY_MS
    for (const [orderID, since] of this.#ended) {
      if (since > earliest) return
      const order = this.#orders.get(orderID)
      this.#ended.delete(orderID)
      this.#orders.delete(orderID)
      for (const clOrdID of Object.keys(order?.requests ?? {})) this.#byClOrdID.delete(clOrdID)
    }
  }
}
