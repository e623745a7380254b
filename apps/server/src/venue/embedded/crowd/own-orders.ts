import { MOST_PARTS, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { Instructions } from '../../order-messages.ts'
import type { CrowdCommand, CrowdReport, EnterCommand } from '../crowd-port.ts'

/** An order of the crowd that rests in a book, as far as the crowd knows. */
export interface OwnOrder {
  readonly ref: number
  readonly security: number
  readonly side: Side
  readonly price: PriceKobo
  readonly leaves: Quantity
  /** What the book shows of an iceberg at a time; `null` for any other order. */
  readonly displayQty: Quantity | null
}

/**
 * What the crowd has resting. Commands are carried out in the order in which they were given, so
 * the record changes with the command. A report changes it when an order has traded, or when a command
 * came too late for its phase and was not taken.
 */
export class OwnOrders {
  readonly #nextRef: () => number
  readonly #byRef = new Map<number, OwnOrder>()
  /** Orders as they were before the change that is not reported yet. */
  readonly #before = new Map<number, OwnOrder>()
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

  enter(
    security: number,
    side: Side,
    price: PriceKobo,
    quantity: Quantity,
    instructions?: Partial<Instructions>,
  ): CrowdCommand {
    const ref = this.#nextRef()
    this.#keep({ ref, security, side, price, leaves: quantity, displayQty: instructions?.displayQty ?? null })
    const order = { kind: 'enter', ref, security, side, price, quantity } as const
    return instructions ? { ...order, instructions } : order
  }

  /**
   * An order that is in no book for long, and so is not a quote: it trades at once, or ends with the next
   * auction. `null` is a market order.
   */
  pass(
    security: number,
    side: Side,
    price: PriceKobo | null,
    quantity: Quantity,
    terms: Pick<EnterCommand, 'duration' | 'instructions'> = {},
  ): CrowdCommand {
    return { kind: 'enter', ref: this.#nextRef(), security, side, price, quantity, ...terms }
  }

  /** Another price and quantity; an iceberg becomes no larger than the part that it shows allows. */
  replace(order: OwnOrder, price: PriceKobo, wanted: Quantity): CrowdCommand {
    const quantity = Math.min(wanted, (order.displayQty ?? wanted) * MOST_PARTS) as Quantity
    this.#change(order)
    this.#keep({ ...order, price, leaves: quantity })
    return { kind: 'replace', ref: order.ref, price, quantity }
  }

  cancel(order: OwnOrder): CrowdCommand {
    this.#change(order)
    return { kind: 'cancel', ref: order.ref }
  }

  /** Applies a report. Returns the order it was about, if that was resting. */
  takeReport({ ref, leaves }: CrowdReport): OwnOrder | undefined {
    const order = this.#byRef.get(ref)
    const before = this.#before.get(ref)
    this.#before.delete(ref)
    if (order) this.#remove(order)
    if (leaves === null) {
      const unchanged = before ?? order
      if (unchanged) this.#keep(unchanged)
    } else if (order && leaves > 0) this.#keep({ ...order, leaves: leaves as Quantity })
    return order
  }

  clear(): void {
    this.#byRef.clear()
    this.#before.clear()
    for (const side of this.#sides) side.length = 0
  }

  #change(order: OwnOrder): void {
    if (!this.#before.has(order.ref)) this.#before.set(order.ref, order)
    this.#remove(order)
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
