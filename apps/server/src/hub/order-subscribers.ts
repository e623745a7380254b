import type { OrderAudience } from '../desk/publishing/desk-events.ts'
import { orderKeys, seesAllOrders, viewerKeys } from '../platform/account-access.ts'
import type { Caller } from '../platform/caller.ts'

/**
 * The subscribers who may see an order, by the rule of the order lists (`platform/account-access.ts`), and
 * those who may see the users behind the entries that the firm's orders have in the public books.
 */
export class OrderSubscribers<Subscriber> {
  readonly #callers = new Map<Subscriber, Caller>()
  /** Those who do not see all orders of their firm, by the keys of the orders that they see. */
  readonly #byKey = new Sets<string, Subscriber>()
  readonly #watching = new Sets<number, Subscriber>()

  /** Registers a subscriber with the rights it has now; again after they changed. */
  admit(subscriber: Subscriber, caller: Caller): void {
    this.dismiss(subscriber)
    this.#callers.set(subscriber, caller)
    if (!seesAllOrders(caller)) for (const key of viewerKeys(caller)) this.#byKey.add(key, subscriber)
    if (seesOwners(caller)) this.#watching.add(caller.tenantId, subscriber)
  }

  dismiss(subscriber: Subscriber): void {
    const caller = this.#callers.get(subscriber)
    if (!caller) return
    this.#callers.delete(subscriber)
    for (const key of viewerKeys(caller)) this.#byKey.delete(key, subscriber)
    this.#watching.delete(caller.tenantId, subscriber)
  }

  /** Those who may see this order though they do not see all of the firm's. */
  ownersOf(order: OrderAudience): Subscriber[] {
    return [...new Set(orderKeys(order).flatMap((key) => [...this.#byKey.of(key)]))]
  }

  /** Those who may see the users behind the firm's entries. */
  watchersOf(tenantId: number): Subscriber[] {
    return [...this.#watching.of(tenantId)]
  }

  /** The firm whose entries' users the subscriber may see; `undefined` when it may see none. */
  firmWatchedBy(subscriber: Subscriber): number | undefined {
    const caller = this.#callers.get(subscriber)
    return caller && seesOwners(caller) ? caller.tenantId : undefined
  }
}

const seesOwners = (caller: Caller): boolean => caller.permissions.has('VIEW_USERID_MARKET_WATCH')

/** A set of subscribers for each key that has any. */
class Sets<Key, Subscriber> {
  readonly #sets = new Map<Key, Set<Subscriber>>()

  of(key: Key): Set<Subscriber> {
    return this.#sets.get(key) ?? new Set()
  }

  add(key: Key, subscriber: Subscriber): void {
    const set = this.#sets.get(key)
    if (set) set.add(subscriber)
    else this.#sets.set(key, new Set([subscriber]))
  }

  delete(key: Key, subscriber: Subscriber): void {
    const set = this.#sets.get(key)
    set?.delete(subscriber)
    if (set?.size === 0) this.#sets.delete(key)
  }
}
