import type { OrderAudience } from '../desk/published.ts'
import type { Caller } from '../http/handlers.ts'

/**
 * Who may see which order: those of its firm who may see all orders, the user who entered it, and the
 * owner of its account, by the same rule as the order lists. And who may see the users behind the
 * entries that the firm's orders have in the public books.
 */
export class OrderSubscribers<Subscriber> {
  readonly #callers = new Map<Subscriber, Caller>()
  readonly #ownOnly = new SetsByFirm<Subscriber>()
  readonly #watching = new SetsByFirm<Subscriber>()

  /** Registers a subscriber with the rights it has now; again after they changed. */
  admit(subscriber: Subscriber, caller: Caller): void {
    this.dismiss(subscriber)
    this.#callers.set(subscriber, caller)
    if (!seesWholeFirm(caller)) this.#ownOnly.add(caller.tenantId, subscriber)
    if (seesOwners(caller)) this.#watching.add(caller.tenantId, subscriber)
  }

  dismiss(subscriber: Subscriber): void {
    const caller = this.#callers.get(subscriber)
    if (!caller) return
    this.#callers.delete(subscriber)
    this.#ownOnly.delete(caller.tenantId, subscriber)
    this.#watching.delete(caller.tenantId, subscriber)
  }

  /** Those who may see this order though they do not see all of the firm's. */
  ownersOf(order: OrderAudience): Subscriber[] {
    return [...this.#ownOnly.of(order.tenantId)].filter((subscriber) => {
      const caller = this.#callers.get(subscriber)
      return (
        caller !== undefined && (caller.userId === order.userId || caller.accounts.includes(order.account))
      )
    })
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

/** A set of subscribers for each firm that has any. */
class SetsByFirm<Subscriber> {
  readonly #sets = new Map<number, Set<Subscriber>>()

  of(tenantId: number): ReadonlySet<Subscriber> {
    return this.#sets.get(tenantId) ?? new Set()
  }

  add(tenantId: number, subscriber: Subscriber): void {
    const set = this.#sets.get(tenantId)
    if (set) set.add(subscriber)
    else this.#sets.set(tenantId, new Set([subscriber]))
  }

  delete(tenantId: number, subscriber: Subscriber): void {
    const set = this.#sets.get(tenantId)
    set?.delete(subscriber)
    if (set?.size === 0) this.#sets.delete(tenantId)
  }
}
