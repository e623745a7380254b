import { type LimitLevel, mostLimits, noLimits, type OrderLimits } from '@tradebook/contract'
import { type LevelCounts, LimitCounts, type RiskBearer } from './limit-counts.ts'
import type { NewOrder } from './order.ts'

/** Limits with what is counted for them. */
export interface LimitedLevel {
  readonly level: LimitLevel
  readonly limits: OrderLimits
  readonly counts: LevelCounts
}

/** The limits of one firm, of its users and of its accounts, with what they count. */
export class FirmLimits {
  readonly counts = new LimitCounts()
  #firm = noLimits
  readonly #users = new Map<number, OrderLimits>()
  readonly #accounts = new Map<string, OrderLimits>()

  /** Puts the limits of the firm, of a user or of an account instead of those it had. @param id of the user in digits. */
  change(level: LimitLevel, id: string, limits: OrderLimits): void {
    if (level === 'firm') this.#firm = limits
    else if (level === 'user') this.#users.set(Number(id), limits)
    else this.#accounts.set(id, limits)
  }

  /** The limits of the firm, of a user or of an account. @param id of the user in digits. */
  at(level: LimitLevel, id: string): OrderLimits {
    if (level === 'firm') return this.#firm
    return (level === 'user' ? this.#users.get(Number(id)) : this.#accounts.get(id)) ?? noLimits
  }

  /** Those that hold for an order of this user for this account. */
  of({ userId, account }: RiskBearer): LimitedLevel[] {
    const { counts } = this
    const [user, ofAccount] = [this.#users.get(userId), this.#accounts.get(account)]
    return [
      ...(this.#firm === noLimits
        ? []
        : [{ level: 'firm', limits: this.#firm, counts: counts.firm } as const]),
      ...(user ? [{ level: 'user', limits: user, counts: counts.user(userId) } as const] : []),
      ...(ofAccount
        ? [{ level: 'account', limits: ofAccount, counts: counts.account(account) } as const]
        : []),
    ]
  }

  /** The greatest numbers of orders a second that a user may send at all, and for this account; `null` where there is none. */
  ratesOf({ userId, account }: RiskBearer): {
    readonly user: number | null
    readonly account: number | null
  } {
    const rates = [this.#firm.ordersPerSecond, this.#users.get(userId)?.ordersPerSecond ?? null]
    const least = rates.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null)
    return { user: least, account: this.#accounts.get(account)?.ordersPerSecond ?? null }
  }

  /**
   * Counts an accepted new order for rates and duplicates, whether anybody has such a limit or not: one that is set
   * later knows the orders of the last minute, as after a restart.
   *
   * @param at wall time, milliseconds.
   */
  entered(order: NewOrder, bearer: RiskBearer, at: number): void {
    this.counts.sent(bearer, at)
    this.remembered(order, at)
  }

  /** Remembers an accepted new order, or a part of a bulk order, so that its duplicate is known. @param at wall time, milliseconds. */
  remembered(order: NewOrder, at: number): void {
    this.counts.entered(order, at, LONGEST_DUPLICATE_MS)
  }
}

/** Milliseconds for which entered orders are remembered. */
export const LONGEST_DUPLICATE_MS = mostLimits.duplicateSeconds * 1_000
