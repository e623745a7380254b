import { isCall, isTaken, OrdType, type PriceKobo, Side, TimeInForce } from '@tradebook/contract'
import type { CrowdCommand } from '../crowd-port.ts'
import { type Name, touchOf } from './name.ts'
import { direction, type OwnOrder, type OwnOrders, opposite } from './own-orders.ts'
import type { Random } from './random.ts'
import { icebergSize, quoteSize } from './sizes.ts'
import { clamp } from './temper.ts'
import type { MarketView, Quote } from './trader.ts'

/** Resting orders a side of a book has at the most, and below how many it is filled up first of all. */
export const QUOTES = { most: 10, least: 4 } as const

/** An order as makers quote. */
export const quoteTerms = { ordType: OrdType.limit, timeInForce: TimeInForce.day, execInst: null } as const

export const sides = [Side.buy, Side.sell] as const

/** The makers of the crowd: they keep every book two-sided, deep and moving around its fair value. */
export class Makers {
  readonly #random: Random
  readonly #orders: OwnOrders
  readonly #names: readonly Name[]
  /** Sides of books that have lost their quotes, as `2 × index`, one more for offers; longest waiting first. */
  readonly #thin = new Set<number>()

  constructor(random: Random, orders: OwnOrders, names: readonly Name[]) {
    this.#random = random
    this.#orders = orders
    this.#names = names
  }

  /** One quote a side of every book in a batch, the first batch at the touch. */
  prime(): CrowdCommand[][] {
    const batches: CrowdCommand[][] = []
    for (let depth = 0; depth < QUOTES.most; depth++) {
      const batch = this.#names
        .filter(({ security, temper }) => security.liquidity > 0 && depth < temper.quotes)
        .flatMap((name) => sides.map((side) => this.#enter(name, side, depth)))
        .filter((command) => command !== undefined)
      if (batch.length > 0) batches.push(batch)
    }
    return batches
  }

  reset(): void {
    this.#thin.clear()
  }

  /** Notes whether the side of an order that changed has become thin. */
  watch({ security, side }: OwnOrder): void {
    if (this.#orders.side(security, side).length < QUOTES.least)
      this.#thin.add(security * 2 + (side === Side.buy ? 0 : 1))
  }

  /** A quote on the side that is thin for the longest time, of those whose phase takes quotes. */
  fillThinnest(market: MarketView): CrowdCommand | undefined {
    for (const thin of this.#thin) {
      const name = this.#names[thin >> 1] as Name
      const side = thin % 2 === 0 ? Side.buy : Side.sell
      const quote = market(name.index)
      if (!isTaken(quote.phase, quoteTerms)) continue
      this.#thin.delete(thin)
      const command = this.add(name, side, quote)
      if (command && this.#orders.side(name.index, side).length < QUOTES.least) this.#thin.add(thin)
      if (command) return command
    }
    return undefined
  }

  /**
   * Puts right the first quote nobody would make now: better than fair value allows, too deep to matter,
   * or one too many.
   */
  tidy(name: Name, quote: Quote): CrowdCommand | undefined {
    const { temper, security } = name
    for (const side of sides) {
      const own = this.#orders.side(name.index, side)
      const [best, deepest] = [own[0], own.at(-1)]
      if (!best || !deepest) continue
      const touch = touchOf(name, side)
      // The touch moves by a tick as the fair value crosses one; that alone moves nobody.
      const worse = (order: OwnOrder) => ((touch - order.price) * direction(side)) / security.tickKobo
      if (own.length > QUOTES.most) return this.#orders.cancel(deepest)
      if (worse(best) < -Math.max(1, temper.spreadTicks / 2)) return this.#move(name, best, quote)
      if (worse(deepest) > (QUOTES.most + 2) * temper.stepTicks) return this.#move(name, deepest, quote)
    }
    return undefined
  }

  /** A quote to another place or size, as makers do all day. */
  requote(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    return own.length === 0 ? this.add(name, side, quote) : this.#move(name, this.#random.pick(own), quote)
  }

  /** One quote more, or one less where there are enough. */
  add(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    if (own.length >= QUOTES.most) return this.drop(name, side)
    return this.#enter(name, side, this.#depth(name, side), quote)
  }

  /** A quote of which the book shows a part at a time. */
  addIceberg(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    if (this.#orders.side(name.index, side).length >= QUOTES.most) return undefined
    const price = this.#quotePrice(name, side, this.#depth(name, side), quote)
    if (price === undefined) return undefined
    const { quantity, displayQty } = icebergSize(quoteSize(this.#random, name, price))
    return this.#orders.enter(name.index, side, price, quantity, { displayQty })
  }

  /** The deepest goes, unless the side would become thin. */
  drop(name: Name, side: Side): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    const deepest = own.at(-1)
    if (!deepest || own.length <= name.temper.quotes - 2) return undefined
    return this.#orders.cancel(deepest)
  }

  #enter(name: Name, side: Side, depth: number, quote?: Quote): CrowdCommand | undefined {
    const price = this.#quotePrice(name, side, depth, quote)
    if (price === undefined) return undefined
    return this.#orders.enter(name.index, side, price, quoteSize(this.#random, name, price))
  }

  #move(name: Name, order: OwnOrder, quote: Quote): CrowdCommand {
    const { side } = order
    const price = this.#quotePrice(name, side, this.#depth(name, side), quote)
    if (price === undefined) {
      const cancel = this.#orders.cancel(order)
      this.watch(order)
      return cancel
    }
    return this.#orders.replace(order, price, quoteSize(this.#random, name, price))
  }

  /** At the touch where nobody of the crowd is, else anywhere, mostly near it. */
  #depth(name: Name, side: Side): number {
    const best = this.#orders.side(name.index, side)[0]
    if (!best || (touchOf(name, side) - best.price) * direction(side) > 0) return 0
    return Math.floor(name.temper.quotes * this.#random.unit() ** 1.5)
  }

  /** The best prices of the other side that a quote stays behind: none in a call, in which nothing trades yet. */
  #facing(name: Name, side: Side, quote: Quote | undefined): readonly number[] {
    if (quote && isCall(quote.phase)) return []
    const own = this.#orders.side(name.index, opposite(side))[0]?.price
    const seen = side === Side.buy ? quote?.offerPx : quote?.bidPx
    return [own, seen].filter((price) => price !== undefined && price !== null)
  }

  /**
   * The price of a quote so many steps behind the touch: on tick, inside the limits, and behind the
   * other side's best, for makers wait. `undefined` where that leaves no price.
   */
  #quotePrice(name: Name, side: Side, depth: number, quote?: Quote): PriceKobo | undefined {
    const { tickKobo, lowLimitPx, highLimitPx } = name.security
    const sign = direction(side)
    const wanted = touchOf(name, side) - sign * depth * name.temper.stepTicks * tickKobo
    const waiting = this.#facing(name, side, quote).map((price) => price - sign * tickKobo)
    const price = clamp(wanted, lowLimitPx, highLimitPx)
    const patient = sign > 0 ? Math.min(price, ...waiting) : Math.max(price, ...waiting)
    return patient < lowLimitPx || patient > highLimitPx ? undefined : (patient as PriceKobo)
  }
}
