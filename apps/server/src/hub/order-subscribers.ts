import type { OrderAudience } from '../desk/published.ts'
import type { Caller } from '../http/handlers.ts'
import { userKey } from '../platform/user-key.ts'

/**
 * Who may see which order: those of its firm who may see all orders, the user who entered it, and the
 * owner of its account, by the same rule as the order lists. And who may see the users behind the
 * entries that the firm's orders have in the public books.
 */
export class OrderSubscribers<Subscriber> {
  readonly #callers = new Map<Subscriber, Caller>()
  /** Those who do not see all orders of their firm, by their user and by each account of theirs. */
  readonly #byUser = new Sets<string, Subscriber>()
  readonly #byAccount = new Sets<string, Subscriber>()
  readonly #watching = new Sets<number, Subscriber>()

  /** Registers a subscriber with the rights it has now; again after they changed. */
  admit(subscriber: Subscriber, caller: Caller): void {
    this.dismiss(subscriber)
    this.#callers.set(subscriber, caller)
    if (!seesWholeFirm(caller)) {
      this.#byUser.add(userKey(caller), subscriber)
      for (const key of accountKeys(caller)) this.#byAccount.add(key, subscriber)
    }
    if (seesOwners(caller)) this.#watching.add(caller.tenantId, subscriber)
  }

  dismiss(subscriber: Subscriber): void {
    const caller = this.#callers.get(subscriber)
    if (!caller) return
    this.#callers.delete(subscriber)
    this.#byUser.delete(userKey(caller), subscriber)
    for (const key of accountKeys(caller)) this.#byAccount.delete(key, subscriber)
    this.#watching.delete(caller.tenantId, subscriber)
  }

  /** Those who may see this order though they do not see all of the firm's. */
  ownersOf(order: OrderAudience): Subscriber[] {
    return [...new Set([...this.#byUser.of(userKey(order)), ...this.#byAccount.of(accountKey(order))])]
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

/** Whether the caller sees every order of the firm. The host has no orders. */
export const seesWholeFirm = (caller: Caller): boolean => caller.permissions.has('VIEW_ALL_ORDERS')

const seesOwners = (caller: Caller): boolean => caller.permissions.has('VIEW_USERID_MARKET_WATCH')

const accountKey = ({ tenantId, account }: Pick<OrderAudience, 'tenantId' | 'account'>): string =>
  `${tenantId} ${account}`

const accountKeys = ({ tenantId, accounts }: Caller): string[] =>
  accounts.map((account) => accountKey({ tenantId, account }))

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
