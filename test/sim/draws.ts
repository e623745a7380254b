import { type Permission, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { Origin } from '../../apps/server/src/desk/inputs.ts'
import type { Listing } from '../../apps/server/src/venue/listing.ts'
import { between, oneOf } from '../chance.ts'
import type { FirmPlan } from './plan.ts'

/** What commands are made of, all of it drawn from one source of chance. */
export class Draws {
  readonly #random: () => number
  #clOrdIDs = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** From 0 to 1. */
  roll(): number {
    return this.#random()
  }

  between(least: number, most: number): number {
    return between(this.#random, least, most)
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return oneOf(this.#random, items)
  }

  /** A firm that may trade. */
  firm(firms: readonly FirmPlan[]): FirmPlan {
    return this.oneOf(firms.filter(({ accounts }) => accounts.length > 0))
  }

  /** Mostly one of the latest, which is likely to live. */
  order(orders: readonly Order[]): Order {
    return this.oneOf(this.roll() < 0.9 ? orders.slice(-12) : orders)
  }

  /** Staff, a customer with an account of its own, and some who may not do what they ask. */
  origin({ tenantId, accounts }: Pick<FirmPlan, 'tenantId' | 'accounts'>): Origin {
    const customer = this.roll() < 0.1
    return {
      tenantId,
      userId: tenantId * 100 + this.between(0, 2),
      userName: `user${tenantId}`,
      accounts: customer ? accounts.slice(0, 1).map(({ account }) => account) : 'all',
      permissions: this.roll() < 0.03 ? nobody : trader,
      clientIpAddress: '127.0.0.1',
      browserInfo: 'simulation',
    }
  }

  originFor({ tenantId }: Order, firms: readonly FirmPlan[]): Origin {
    const own = firms.find((firm) => firm.tenantId === tenantId)
    return this.origin(own && this.roll() < 0.95 ? own : this.oneOf(firms))
  }

  clOrdID(): string {
    // A number used before now and then, by the same account or another.
    if (this.roll() > 0.03) this.#clOrdIDs += 1
    return `c${this.#clOrdIDs}`
  }

  /** Near the reference, so that orders meet. */
  price({ referencePx, tickKobo, lowLimitPx, highLimitPx }: Listing): PriceKobo {
    const price = referencePx + this.between(-4, 4) * tickKobo
    return Math.min(Math.max(price, lowLimitPx), highLimitPx) as PriceKobo
  }

  /** A client's: now and then off its tick or beyond the limits. */
  clientPrice(listed: Listing): PriceKobo {
    const roll = this.roll()
    if (roll < 0.02) return (listed.lowLimitPx + 1) as PriceKobo
    if (roll < 0.04) return (listed.highLimitPx * 2) as PriceKobo
    return this.price(listed)
  }

  /** A few ticks beyond the reference, where prices move, so that a trade reaches some and these reach others. */
  stopPx(listed: Listing, side: Side): PriceKobo {
    const ticks = this.oneOf([-1, 1, 1, 1, 2, 2, 3, 4]) * (side === Side.buy ? 1 : -1)
    return Math.max(listed.referencePx + ticks * listed.tickKobo, 1) as PriceKobo
  }

  quantity(): Quantity {
    return this.between(1, 10 ** this.between(0, 4)) as Quantity
  }

  /** A client's: now and then nothing. */
  clientQuantity(): Quantity {
    return this.roll() < 0.01 ? (0 as Quantity) : this.quantity()
  }
}

/** The host, which controls the market and has no accounts. */
export const HOST = { tenantId: 0, accounts: [] }

const trader: ReadonlySet<Permission> = new Set<Permission>(['BUY', 'SELL'])
const nobody: ReadonlySet<Permission> = new Set()
