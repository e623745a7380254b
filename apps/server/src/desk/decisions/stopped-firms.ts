import { durations, isFinal, isStop, type StoppedOrders, type StoredText } from '@tradebook/contract'
import { canceledFor, isPart, type Order } from '@tradebook/orders'
import type { Batch } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

/**
 * What becomes of the open orders of a firm that the host stops. Cancelled, they end. Halted, they leave the market and
 * wait at the desk with what they hold; when the firm is let go on they are entered again, behind the others at their
 * prices. Halted orders expire when their last day is over, and can be cancelled; nothing of them trades.
 *
 * Orders for one auction, orders without a price and imbalance orders are for a moment that a halt may outlast: they are
 * cancelled either way. Stop orders wait at the desk already, and no trade triggers them meanwhile.
 */
export class StoppedFirms {
  readonly #firmState: FirmState
  readonly #atVenue: OrdersAtVenue
  readonly #batch: Batch

  constructor(firmState: FirmState, atVenue: OrdersAtVenue, batch: Batch) {
    this.#firmState = firmState
    this.#atVenue = atVenue
    this.#batch = batch
  }

  /** Before the switch that stops the firm is on. @returns how many orders were cancelled, and how many are out of the market. */
  stop(
    tenantId: number,
    openOrders: StoppedOrders,
    now: number,
  ): { readonly cancelled: number; readonly halted: number } {
    const orders = this.#openOrders(tenantId)
    const mayWait = (order: Order) =>
      openOrders === 'halt' && waits(order) && this.#atVenue.canWithdraw(order)
    const [halted, cancelled] = [orders.filter(mayWait), orders.filter((order) => !mayWait(order))]
    for (const order of orders) if (this.#atVenue.canWithdraw(order)) this.#atVenue.withdraw(order, now)
    for (const order of cancelled)
      this.#atVenue.endOutOfBook(order, canceledFor('Trading.Order.CanceledFirmStopped'), now)
    return { cancelled: cancelled.length, halted: halted.length }
  }

  /** After the switch that stopped the firm is off. What another kill switch stops would be new in the market: it is cancelled. */
  letGoOn(tenantId: number, now: number): void {
    for (const order of this.#openOrders(tenantId)) {
      if (isStop(order.ordType) || this.#atVenue.isOverdue(order)) continue
      // What a venue on a line has not cancelled yet never left the market.
      if (!this.#atVenue.canWithdraw(order)) continue
      // A bulk order may not trade where the account of one of its parts may not.
      const parties = [order, ...this.#atVenue.bulkOrders.partsOf(order.orderID)]
      const stopped = parties.filter((each) => this.#firmState.killSwitches.onFor(each))
      const frozen = parties.filter((each) => this.#firmState.isFrozen(each))
      if (stopped.length > 0) this.#endFor(order, stopped, 'Trading.Order.CanceledKillSwitch', now)
      else if (frozen.length > 0) this.#endFor(order, frozen, 'Trading.Order.CanceledFrozen', now)
      else this.#atVenue.reenter(order, now)
    }
  }

  /** Of a bulk order's parts, those say the reason that are it. */
  #endFor(order: Order, reasons: readonly Order[], text: StoredText, now: number): void {
    const end = canceledFor(text)
    for (const reason of reasons) if (isPart(reason)) this.#atVenue.bulkOrders.endsFor(reason, end)
    this.#atVenue.endOutOfBook(order, end, now)
  }

  /** Whether the firm's orders are out of the market has changed: each is published, a stop order too. */
  publish(tenantId: number): void {
    for (const order of this.#openOrders(tenantId)) this.#batch.orderChanged(order, 'updateStockOrder')
  }

  /** In the order of their places. Parts of bulk orders do as these do. */
  #openOrders(tenantId: number): Order[] {
    return [...this.#firmState.orders.values()]
      .filter((order) => order.tenantId === tenantId && !isFinal(order.ordStatus) && !isPart(order))
      .sort((a, b) => a.priority - b.priority)
  }
}

/** Whether an order can leave the market and come back later as the order that it was. */
export const waits = ({
  ordType,
  price,
  execInst,
  timeInForce,
}: Pick<Order, 'ordType' | 'price' | 'execInst' | 'timeInForce'>): boolean =>
  isStop(ordType) || (price !== null && execInst === null && durations[timeInForce].auction === null)
