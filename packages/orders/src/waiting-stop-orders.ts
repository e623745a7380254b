import { isTriggeredAt, type PriceKobo, Side } from '@tradebook/contract'

/** A stop order that waits, as far as what triggers it goes. */
export interface WaitingStopOrder {
  readonly orderID: string
  readonly tenantId: number
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly stopPx: PriceKobo
}

/** The stops of one side of one security, those that the next trades trigger last. */
type Waiting = WaitingStopOrder[]

/**
 * The stop orders that wait, by security and side and in the order of their stop prices, so that a trade
 * that triggers none costs two comparisons. Pure: the desk triggers them, and rebuilds this from its open orders.
 */
export class WaitingStopOrders {
  readonly #sides = new Map<string, Waiting>()
  readonly #byID = new Map<string, WaitingStopOrder>()
  readonly #counts = new Map<string, number>()

  has(orderID: string): boolean {
    return this.#byID.has(orderID)
  }

  /** How many wait. */
  get size(): number {
    return this.#byID.size
  }

  /** How many of a firm, or of one of its accounts, wait in a security. */
  countOf(tenantId: number, account: string | undefined, securityID: string): number {
    return this.#counts.get(ownerKey(tenantId, account, securityID)) ?? 0
  }

  /** Adds a stop order, or gives one that waits another stop price. */
  set(stop: WaitingStopOrder): void {
    this.delete(stop.orderID)
    const { orderID, securityID, side, stopPx } = stop
    this.#byID.set(orderID, stop)
    this.#count(stop, 1)
    const key = keyOf(securityID, side)
    const waiting = this.#sides.get(key) ?? []
    this.#sides.set(key, waiting)
    waiting.splice(indexOf(waiting, side, stopPx), 0, stop)
  }

  /** Takes a stop order out; one that does not wait is none. */
  delete(orderID: string): void {
    const stop = this.#byID.get(orderID)
    if (!stop) return
    this.#byID.delete(orderID)
    this.#count(stop, -1)
    const waiting = this.#sides.get(keyOf(stop.securityID, stop.side)) ?? []
    waiting.splice(waiting.indexOf(stop), 1)
  }

  /**
   * Takes out the stop orders that a trade triggers.
   *
   * @returns their ids, in no order.
   */
  takeTriggered(securityID: string, lastPx: PriceKobo): string[] {
    return [Side.buy, Side.sell].flatMap((side) => {
      const waiting = this.#sides.get(keyOf(securityID, side)) ?? []
      const first = waiting.findLastIndex(({ stopPx }) => !isTriggeredAt(side, stopPx, lastPx)) + 1
      const triggered = waiting.splice(first)
      for (const stop of triggered) {
        this.#byID.delete(stop.orderID)
        this.#count(stop, -1)
      }
      return triggered.map(({ orderID }) => orderID)
    })
  }

  #count({ tenantId, account, securityID }: WaitingStopOrder, by: 1 | -1): void {
    for (const key of [ownerKey(tenantId, undefined, securityID), ownerKey(tenantId, account, securityID)]) {
      const count = (this.#counts.get(key) ?? 0) + by
      if (count === 0) this.#counts.delete(key)
      else this.#counts.set(key, count)
    }
  }
}

/** Of a firm, or of one of its accounts. */
const ownerKey = (tenantId: number, account: string | undefined, securityID: string): string =>
  JSON.stringify([tenantId, account, securityID])

const keyOf = (securityID: string, side: Side): string => `${side}${securityID}`

/** Where a stop price belongs: a buy waits for a rise, so that the lowest is last; a sale for a fall. */
function indexOf(waiting: Waiting, side: Side, stopPx: PriceKobo): number {
  let [from, to] = [0, waiting.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = waiting[middle] as WaitingStopOrder
    const isBehind = side === Side.buy ? other.stopPx >= stopPx : other.stopPx <= stopPx
    if (isBehind) from = middle + 1
    else to = middle
  }
  return from
}

/** In the order of their entry. */
export const inOrderOfEntry = (orderIDs: readonly string[]): string[] =>
  [...orderIDs].sort((a, b) => Number(a) - Number(b))
