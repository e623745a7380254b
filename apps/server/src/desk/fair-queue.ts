import type { ClientInput } from './inputs.ts'
import { type Rate, TokenBuckets } from './token-buckets.ts'

/** Of one user at most so many inputs wait. */
export const WAITING_PER_USER = 64
/** Cancels reduce risk: whoever leaves the market at once may cancel all that the desk holds of theirs. */
export const CANCELS_PER_USER = 1_024

/** What limits an input: cancels have lanes of their own; one that ends an order needs no rate. */
const limits: Readonly<Record<ClientInput['kind'], { readonly cancels: boolean; readonly rated: boolean }>> =
  {
    newOrder: { cancels: false, rated: true },
    replaceOrder: { cancels: false, rated: true },
    cancelOrder: { cancels: true, rated: true },
    externalTransfer: { cancels: false, rated: false },
    news: { cancels: false, rated: false },
  }

/**
 * Inputs that wait for the desk. Each user has a lane for cancels and one for everything else. Lanes
 * of a kind are served in turn, one input each, so that nobody waits for what another has piled up;
 * the two kinds alternate, so that neither holds up the other.
 */
export class FairQueue<Item> {
  readonly #cancels = new Turns<Item>()
  readonly #others = new Turns<Item>()
  readonly #buckets: TokenBuckets
  #cancelsTurn = true

  /**
   * @param rate of orders, replaces, and cancels that end no order, for each user.
   * @param now milliseconds, never running backwards.
   */
  constructor(rate: Rate, now: () => number) {
    this.#buckets = new TokenBuckets(rate, now)
  }

  /**
   * Let an input of a user's wait; false when the user has too many waiting or sends too fast.
   *
   * @param endsOrder whether it is a cancel that ends an order.
   */
  enter(user: string, kind: ClientInput['kind'], item: Item, endsOrder = false): boolean {
    const { cancels, rated } = limits[kind]
    const turns = cancels ? this.#cancels : this.#others
    if (turns.waitingOf(user) >= (cancels ? CANCELS_PER_USER : WAITING_PER_USER)) return false
    if (rated && !endsOrder && !this.#buckets.take(user)) return false
    turns.add(user, item)
    return true
  }

  /** How many wait. */
  get size(): number {
    return this.#cancels.size + this.#others.size
  }

  /** The next, at most so many: a cancel and another input by turns, each of the user whose turn it is. */
  take(most: number): Item[] {
    const taken: Item[] = []
    while (taken.length < most && this.size > 0) {
      const item = (this.#cancelsTurn ? this.#cancels : this.#others).next()
      this.#cancelsTurn = !this.#cancelsTurn
      if (item !== undefined) taken.push(item)
    }
    return taken
  }

  /** All that wait and are no cancels. */
  takeAllButCancels(): Item[] {
    return this.#others.takeAll()
  }

  /** All that wait. */
  takeAll(): Item[] {
    return [...this.#cancels.takeAll(), ...this.#others.takeAll()]
  }
}

/** A lane for each user who waits. A map keeps the order in which lanes were put: whose turn it is. */
class Turns<Item> {
  readonly #lanes = new Map<string, Item[]>()
  size = 0

  waitingOf = (user: string): number => this.#lanes.get(user)?.length ?? 0

  add(user: string, item: Item): void {
    const lane = this.#lanes.get(user)
    if (lane) lane.push(item)
    else this.#lanes.set(user, [item])
    this.size += 1
  }

  next(): Item | undefined {
    for (const [user, lane] of this.#lanes) {
      this.#lanes.delete(user)
      const item = lane.shift()
      if (lane.length > 0) this.#lanes.set(user, lane)
      this.size -= 1
      return item
    }
    return undefined
  }

  takeAll(): Item[] {
    const all = [...this.#lanes.values()].flat()
    this.#lanes.clear()
    this.size = 0
    return all
  }
}
