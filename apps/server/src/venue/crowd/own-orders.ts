import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { CrowdCommand, CrowdReport } from '../../desk/crowd-port.ts'

/** An order of the crowd that rests in a book, as far as the crowd knows. */
export interface OwnOrder {
  readonly ref: number
  readonly security: number
  readonly side: Side
  readonly price: PriceKobo
  readonly leaves: Quantity
}

/**
 * What the crowd has resting. Commands are carried out in the order in which they were given, so
 * the record changes with the command; only trades are news, and those are reported.
 */
export class OwnOrders {
  readonly #nextRef: () => number
  readonly #byRef = new Map<number, OwnOrder>()
  /** Best first; bids of security n at 2n, offers at 2n + 1. */
  readonly #sides: OwnOrder[][]

  constructor(securities: number, nextRef: () => number) {
    this.#nextRef = nextRef
    this.#sides = Array.from({ length: securities * 2 }, () => [])
  }

  /** The crowd's orders on one side of a book, best first. */
  side(security: number, side: Side): readonly OwnOrder[] {
    return this.#side(security, side)
  }

  /** The order of this number, as long as it rests. */
  resting(ref: number): OwnOrder | undefined {
    return this.#byRef.get(ref)
  }

  enter(security: number, side: Side, price: PriceKobo, quantity: Quantity): CrowdCommand {
    const ref = this.#nextRef()
    this.#keep({ ref, security, side, price, leaves: quantity })
    return { kind: 'enter', ref, security, side, price, quantity, immediate: false }
  }

  /** An order that trades at once or not at all, and so never rests. `null` is a market order. */
  take(security: number, side: Side, price: PriceKobo | null, quantity: Quantity): CrowdCommand {
    return { kind: 'enter', ref: this.#nextRef(), security, side, price, quantity, immediate: true }
  }

  replace(order: OwnOrder, price: PriceKobo, quantity: Quantity): CrowdCommand {
    this.#remove(order)
    this.#keep({ ...order, price, leaves: quantity })
    return { kind: 'replace', ref: order.ref, price, quantity }
  }

  cancel(order: OwnOrder): CrowdCommand {
    this.#remove(order)
    return { kind: 'cancel', ref: order.ref }
  }

  /** Applies a report. Returns the order it was about, if that was resting. */
  takeReport({ ref, leaves }: CrowdReport): OwnOrder | undefined {
    const order = this.#byRef.get(ref)
    if (!order) return undefined
    this.#remove(order)
    if (leaves > 0) this.#keep({ ...order, leaves: leaves as Quantity })
    return order
  }

  clear(): void {
    this.#byRef.clear()
    for (const side of this.#sides) side.length = 0
  }

  #keep(order: OwnOrder): void {
    this.#byRef.set(order.ref, order)
    const side = this.#side(order.security, order.side)
    const place = side.findIndex((other) => isBetter(order.side, order.price, other.price))
    side.splice(place === -1 ? side.length : place, 0, order)
  }

  #remove(order: OwnOrder): void {
    this.#byRef.delete(order.ref)
    const side = this.#side(order.security, order.side)
    side.splice(
      side.findIndex(({ ref }) => ref === order.ref),
      1,
    )
  }

  #side(security: number, side: Side): OwnOrder[] {
    const orders = this.#sides[security * 2 + (side === Side.buy ? 0 : 1)]
    if (!orders) throw new RangeError(`no security ${security}`)
    return orders
  }
}

/** +1 for buying, −1 for selling: so that one piece of code prices both sides. */
export const direction = (side: Side): 1 | -1 => (side === Side.buy ? 1 : -1)

export const opposite = (side: Side): Side => (side === Side.buy ? Side.sell : Side.buy)

/** Whether a price is better for the other side to trade with: a higher bid, a lower offer. */
const isBetter = (side: Side, price: number, than: number): boolean => (price - than) * direction(side) > 0
