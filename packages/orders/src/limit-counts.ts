import { type Kobo, kobo, type PriceKobo } from '@tradebook/contract'
import { DrawnMandates } from './mandates.ts'
import type { NewOrder, Order } from './order.ts'
import { AWAITS_ALLOCATION, type AwaitedAllocation } from './reports.ts'

/** Milliseconds within which orders are counted for a rate. */
export const RATE_WINDOW_MS = 1_000

/** The times of what happened within the last second, in milliseconds of wall time. */
export class SlidingWindow {
  /** In order; those before `#first` are older than a second. */
  #times: number[] = []
  #first = 0

  add(at: number): void {
    this.#forget(at)
    // A clock that was set back by less than the window does not disturb the order.
    this.#times.push(Math.max(at, this.#times.at(-1) ?? at))
  }

  /** How many there are within the second that ends with `at`; what is a whole second old is not. */
  count(at: number): number {
    this.#forget(at)
    return this.#times.length - this.#first
  }

  /** Amortised constant: each time is looked at once after it has become too old. */
  #forget(at: number): void {
    const newest = this.#times.at(-1)
    // After a clock was set back further, nothing of before is comparable.
    if (newest !== undefined && newest - at > RATE_WINDOW_MS) {
      this.#times = []
      this.#first = 0
    }
    while (this.#first < this.#times.length && at - (this.#times[this.#first] as number) >= RATE_WINDOW_MS)
      this.#first += 1
    if (this.#first > LONGEST_TAIL && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first)
      this.#first = 0
    }
  }
}

/** Times that are too old are removed once there are more than so many. */
const LONGEST_TAIL = 64

/** What is counted for a firm, a user or an account. */
export class LevelCounts {
  /** Kobo traded on the market day. */
  traded = 0n
  /** Kobo that open orders may still trade. */
  open = 0n
  /** The accepted requests that brought new risk. */
  readonly sent = new SlidingWindow()

  /** Kobo traded on the market day, and what open orders may still trade. */
  get turnover(): Kobo {
    return kobo(this.traded + this.open)
  }
}

/** Whose risk a request is. */
export interface RiskBearer {
  readonly userId: number
  readonly account: string
}

/** What of an order makes another one its duplicate. */
type Likeness = Pick<
  NewOrder,
  'account' | 'securityID' | 'side' | 'ordType' | 'price' | 'stopPx' | 'orderQty'
>

/**
 * What the limits of one firm count on one market day. All of it follows from orders: turnover from their
 * states, rates and duplicates from the wall times of their requests.
 */
export class LimitCounts {
  readonly firm = new LevelCounts()
  readonly mandates = new DrawnMandates()
  readonly #users = new Map<number, LevelCounts>()
  readonly #accounts = new Map<string, LevelCounts>()
  /** When an order like this was entered last, oldest first, in milliseconds of wall time. */
  readonly #entered = new Map<string, number>()
  /** The worst price of open orders that have no limit. */
  readonly #worstPx = new Map<string, PriceKobo>()
  /** What open parts of bulk orders await that are over: they trade no more than these have traded. */
  readonly #awaited = new Map<string, AwaitedAllocation>()

  user(userId: number): LevelCounts {
    return countsOf(this.#users, userId)
  }

  account(account: string): LevelCounts {
    return countsOf(this.#accounts, account)
  }

  /** Counts an accepted request that brought new risk. @param at wall time, milliseconds. */
  sent({ userId, account }: RiskBearer, at: number): void {
    this.firm.sent.add(at)
    this.user(userId).sent.add(at)
    this.account(account).sent.add(at)
  }

  /** Counts an open order: what it may still trade at its worst price, or the allocation that it awaits. */
  opened(order: Order, worstPx: PriceKobo, awaited?: AwaitedAllocation): void {
    this.mandates.opened(order)
    if (order.price === null) this.#worstPx.set(order.orderID, worstPx)
    if (awaited) this.#awaited.set(order.orderID, awaited)
    this.#turnOver(order, 0n, this.#openOf(order))
  }

  /** On a new market day an open order without a limit may trade at another worst price. */
  repriced(order: Order, worstPx: PriceKobo): void {
    const before = this.#openOf(order)
    this.#worstPx.set(order.orderID, worstPx)
    this.#turnOver(order, 0n, difference(this.#openOf(order), before))
  }

  /** Counts what a report made of an order. @param awaits what a part awaits from now on, if the report says so. */
  changed(before: Order, after: Order, awaits?: AwaitedAllocation): void {
    this.mandates.changed(before, after)
    const traded = after.filledValue - before.filledValue
    const openBefore = this.#openOf(before)
    if (awaits) this.#awaited.set(after.orderID, awaits)
    if (after.leavesQty === 0 || after.text !== AWAITS_ALLOCATION) this.#awaited.delete(after.orderID)
    const open = difference(this.#openOf(after), openBefore)
    if (after.leavesQty === 0 && after.price === null) this.#worstPx.delete(after.orderID)
    if (traded !== 0n || open.ofAccount !== 0n || open.ofAll !== 0n) this.#turnOver(after, traded, open)
  }

  /** Counts what was traded on the market day before the counting began. */
  traded(bearer: RiskBearer, value: Kobo): void {
    this.#turnOver(bearer, value, { ofAccount: 0n, ofAll: 0n })
  }

  /** A market day begins: nothing was traded on it. */
  beginDay(): void {
    for (const counts of this.#levels()) counts.traded = 0n
  }

  /** All that is counted at a wall time in milliseconds, of whom anything is. */
  countedAt(at: number): Readonly<Record<string, readonly [turnover: Kobo, sent: number]>> {
    const named = [
      ['firm', this.firm] as const,
      ...[...this.#users].map(([userId, counts]) => [`user ${userId}`, counts] as const),
      ...[...this.#accounts].map(([account, counts]) => [`account ${account}`, counts] as const),
    ]
    return Object.fromEntries(
      named
        .map(([name, { turnover, sent }]) => [name, [turnover, sent.count(at)] as const] as const)
        .filter(([, [turnover, sent]]) => turnover !== 0n || sent > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }

  /** Remembers an entered order, so that a duplicate is known. @param at wall time, milliseconds. */
  entered(order: Likeness, at: number, keptMs: number): void {
    const key = likenessOf(order)
    this.#entered.delete(key)
    this.#entered.set(key, at)
    for (const [oldest, since] of this.#entered) {
      if (at - since < keptMs) break
      this.#entered.delete(oldest)
    }
  }

  /** When an order like this was entered last, in milliseconds of wall time. */
  enteredAt(order: Likeness): number | undefined {
    return this.#entered.get(likenessOf(order))
  }

  /** What is left of an order at its worst price. */
  openValue({ orderID, leavesQty, price }: Pick<Order, 'orderID' | 'leavesQty' | 'price'>): bigint {
    if (leavesQty === 0) return 0n
    return BigInt(leavesQty) * BigInt(price ?? this.#worstPx.get(orderID) ?? 0)
  }

  /**
   * A list may give an account as much as has traded, and all accounts together get it once: the firm and the user count
   * each part with its share.
   */
  #openOf(order: Order): OpenValue {
    const awaited = this.#awaited.get(order.orderID)
    if (!awaited || order.leavesQty === 0) {
      const value = this.openValue(order)
      return { ofAccount: value, ofAll: value }
    }
    const most = BigInt(awaited.leaves) * BigInt(awaited.worstPx)
    return { ofAccount: most, ofAll: awaited.share ?? most }
  }

  #turnOver({ userId, account }: RiskBearer, traded: bigint, { ofAccount, ofAll }: OpenValue): void {
    for (const counts of [this.firm, this.user(userId), this.account(account)]) counts.traded += traded
    for (const counts of [this.firm, this.user(userId)]) counts.open += ofAll
    this.account(account).open += ofAccount
  }

  #levels = (): LevelCounts[] => [this.firm, ...this.#users.values(), ...this.#accounts.values()]
}

/** What an open order may still trade, in kobo: for its account, and for its firm and user. */
interface OpenValue {
  readonly ofAccount: bigint
  readonly ofAll: bigint
}

const difference = (after: OpenValue, before: OpenValue): OpenValue => ({
  ofAccount: after.ofAccount - before.ofAccount,
  ofAll: after.ofAll - before.ofAll,
})

function countsOf<Key>(levels: Map<Key, LevelCounts>, key: Key): LevelCounts {
  const known = levels.get(key)
  if (known) return known
  const counts = new LevelCounts()
  levels.set(key, counts)
  return counts
}

export const likenessOf = ({
  account,
  securityID,
  side,
  ordType,
  price,
  stopPx,
  orderQty,
}: Likeness): string => `${account}|${securityID}|${side}|${ordType}|${price}|${stopPx ?? ''}|${orderQty}`
