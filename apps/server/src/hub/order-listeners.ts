import type { OrderAudience } from '../desk/published.ts'
import type { Caller } from '../http/handlers.ts'

/**
 * Who may hear of which order: those of its firm who may see all orders, the user who entered it,
 * and the owner of its account. The same rule as the order lists'.
 */
export class OrderListeners<Listener> {
  readonly #callers = new Map<Listener, Caller>()
  /** Of each firm, those who hear of their own orders only. */
  readonly #ownOnly = new Map<number, Set<Listener>>()

  /** A listener, as who it is now; again after its rights changed. */
  admit(listener: Listener, caller: Caller): void {
    this.dismiss(listener)
    this.#callers.set(listener, caller)
    if (seesWholeFirm(caller)) return
    const others = this.#ownOnly.get(caller.tenantId)
    if (others) others.add(listener)
    else this.#ownOnly.set(caller.tenantId, new Set([listener]))
  }

  dismiss(listener: Listener): void {
    const caller = this.#callers.get(listener)
    if (!caller) return
    this.#callers.delete(listener)
    const others = this.#ownOnly.get(caller.tenantId)
    others?.delete(listener)
    if (others?.size === 0) this.#ownOnly.delete(caller.tenantId)
  }

  /** Those who hear of this order though they do not see all of the firm's. */
  ownersOf(order: OrderAudience): Listener[] {
    return [...(this.#ownOnly.get(order.tenantId) ?? [])].filter((listener) => {
      const caller = this.#callers.get(listener)
      return (
        caller !== undefined && (caller.userId === order.userId || caller.accounts.includes(order.account))
      )
    })
  }
}

/** Whether the caller hears of every order of the firm. The host has no orders. */
export const seesWholeFirm = (caller: Caller): boolean => caller.permissions.has('VIEW_ALL_ORDERS')
