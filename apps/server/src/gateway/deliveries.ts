import { setTimeout as pause } from 'node:timers/promises'
import type { OrderThere } from '@tradebook/orders'
import type { ReceivedReport } from '../venue/venue.ts'

/** A message of the exchange for the desk. */
export type SaidByVenue =
  | { readonly kind: 'venueReport'; readonly said: ReceivedReport }
  /** The open orders; `null` where the exchange does not say them. */
  | { readonly kind: 'venueOrders'; readonly orders: readonly OrderThere[] | null }

/** The pause between two attempts to pass on what the desk could not accept. */
const RETRY_MS = 100

/**
 * Passes the exchange's messages to the desk until it has accepted them: those about one order one after the other,
 * those about several orders in parallel. A message about all orders comes after everything before it, and before
 * everything after it.
 */
export class Deliveries {
  readonly #take: (said: SaidByVenue) => Promise<boolean>
  readonly #onTaken: () => void
  /** The end of what is under way, by order. */
  readonly #ends = new Map<string | null, Promise<void>>()
  /** The numbers of the messages that are not accepted yet, in order, each with how much of it is not. */
  readonly #numbers = new Map<number, number>()
  #underWay = 0

  constructor(take: (said: SaidByVenue) => Promise<boolean>, onTaken: () => void) {
    this.#take = take
    this.#onTaken = onTaken
  }

  get isEmpty(): boolean {
    return this.#underWay === 0
  }

  /** The number of the first message that is not accepted yet. */
  get first(): number | undefined {
    return this.#numbers.keys().next().value
  }

  /**
   * @param number MsgSeqNum (34) of the message that says it; `undefined` of what no message says.
   * @param orderID the order that it is about; `null` if that is all or none.
   */
  add(number: number | undefined, orderID: string | null, said: SaidByVenue): void {
    this.#underWay += 1
    if (number !== undefined) this.#numbers.set(number, (this.#numbers.get(number) ?? 0) + 1)
    const all = this.#ends.get(null)
    const before = orderID === null ? Promise.all(this.#ends.values()) : (this.#ends.get(orderID) ?? all)
    const end = Promise.resolve(before)
      .then(() => this.#give(said))
      .then(() => {
        if (this.#ends.get(orderID) === end) this.#ends.delete(orderID)
        this.#taken(number)
      })
    // Every later message waits for a message about all orders.
    if (orderID === null) this.#ends.clear()
    this.#ends.set(orderID, end)
  }

  async #give(said: SaidByVenue): Promise<void> {
    while (!(await this.#take(said))) await pause(RETRY_MS)
  }

  #taken(number: number | undefined): void {
    this.#underWay -= 1
    if (number !== undefined) {
      const left = this.#numbers.get(number)! - 1
      if (left > 0) this.#numbers.set(number, left)
      else this.#numbers.delete(number)
    }
    this.#onTaken()
  }
}
