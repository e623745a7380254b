import type { OrderAudience } from '../desk/published.ts'
import type { Caller } from '../http/handlers.ts'

/**
 * Who may see which order: those of its firm who may see all orders, the user who entered it,
 * and the owner of its account. The same rule as the order lists'.
 */
export class OrderSubscribers<Subscriber> {
  readonly #callers = new Map<Subscriber, Caller>()
  /** Of each firm, those who see their own orders only. */
  readonly #ownOnly = new Map<number, Set<Subscriber>>()

  /** Registers a subscriber with the rights it has now; again after they changed. */
  admit(subscriber: Subscriber, caller: Caller): void {
    this.dismiss(subscriber)
    this.#callers.set(subscriber, caller)
    if (seesWholeFirm(caller)) return
    const others = this.#ownOnly.get(caller.tenantId)
    if (others) others.add(subscriber)
    else this.#ownOnly.set(caller.tenantId, new Set([subscriber]))
  }

  dismiss(subscriber: Subscriber): void {
    const caller = this.#callers.get(subscriber)
    if (!caller) return
    this.#callers.delete(subscriber)
    const others = this.#ownOnly.get(caller.tenantId)
    others?.delete(subscriber)
    if (others?.size === 0) this.#ownOnly.delete(caller.tenantId)
  }

  /** Those who may see this order though they do not see all of the firm's. */
  ownersOf(order: OrderAudience): Subscriber[] {
    return [...(this.#ownOnly.get(order.tenantId) ?? [])].filter((subscriber) => {
      const caller = this.#callers.get(subscriber)
      return (
        caller !== undefined && (caller.userId === order.userId || caller.accounts.includes(order.account))
      )
    })
  }
}

/** Whether the caller sees every order of the firm. The host has no orders. */
export const seesWholeFirm = (caller: Caller): boolean => caller.permissions.has('VIEW_ALL_ORDERS')
