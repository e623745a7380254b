import type { Books } from './books.ts'
import { cancelCodes } from './events.ts'
import type { LevelPool } from './levels.ts'
import { type Market, NOBODY } from './market.ts'
import { NONE, type OrderPool } from './orders.ts'
import type { StatisticsTable } from './statistics.ts'
import type { Tape } from './tape.ts'

/** What happens to the part of an order that does not trade at once. */
export const REST = 0
export const IMMEDIATE = 1
export const FILL_OR_KILL = 2

/** Constants of this module: V8 folds these, and not those that modules share. */
const rest = REST
const nobody = NOBODY

/**
 * Continuous trading: an incoming order trades with the best orders of the other side, each at its
 * own price, and what is left of it rests or goes.
 *
 * Both sides go through the same code: an order has a key, its price for a buy and less its price
 * for a sell, so that the higher key is the better price, and a buy meets a sell when their keys
 * sum to zero or more.
 */
export class ContinuousTrading {
  declare private readonly market: Market
  /** Those of the market, held directly: every step of the matching reads them. */
  declare private readonly orders: OrderPool
  declare private readonly levels: LevelPool
  declare private readonly books: Books
  declare private readonly statistics: StatisticsTable
  declare private readonly tape: Tape

  constructor(market: Market) {
    this.market = market
    this.orders = market.orders
    this.books = market.books
    this.levels = market.books.levels
    this.statistics = market.statistics
    this.tape = market.tape
  }

  /** A new order trades. */
  enter(order: number, timeInForce: number): void {
    if (timeInForce === rest) {
      if (this.market.isUnpriced(order)) this.work(order, cancelCodes.noLiquidity)
      // Most orders do not trade: they rest at once.
      else if (this.market.oppositeOf(order).bestKey < -this.orders.key(order)) this.market.rest(order)
      else this.work(order, -1)
    } else if (timeInForce === FILL_OR_KILL && !this.canFill(order, this.orders.leaves(order))) {
      this.market.drop(order, cancelCodes.fillOrKill)
    } else {
      this.work(order, cancelCodes.immediate)
    }
  }

  /** A new order trades when at least so much of it can at once; all of a fill-or-kill order can, or none. */
  enterAtLeast(order: number, timeInForce: number, minQty: number): void {
    const isTooFew = minQty !== 0 && timeInForce !== FILL_OR_KILL && !this.canFill(order, minQty)
    if (isTooFew) this.market.drop(order, cancelCodes.minQty)
    else this.enter(order, timeInForce)
  }

  /** Trades an order with the other side, then lets the remainder rest, or drops it for `reason`. */
  work(order: number, reason: number): void {
    const mayRest = this.match(order)
    if (this.orders.leaves(order) === 0) this.orders.free(order)
    else if (!mayRest) this.market.drop(order, cancelCodes.selfMatch)
    else if (reason >= 0) this.market.drop(order, reason)
    else this.market.rest(order)
  }

  /** Trades as far as price and quantity go. False when it stopped at an order of the same participant. */
  private match(incoming: number): boolean {
    const orders = this.orders
    const opposite = this.market.oppositeOf(incoming)
    const key = orders.key(incoming)
    const participant = orders.participant(incoming)
    let leaves = orders.leaves(incoming)

    while (leaves > 0 && opposite.bestKey >= -key) {
      const resting = this.levels.head(opposite.best)
      if (participant !== nobody && orders.participant(resting) === participant) return false

      const restingLeaves = orders.leaves(resting)
      const quantity = leaves < restingLeaves ? leaves : restingLeaves
      leaves -= quantity
      orders.setLeaves(incoming, leaves)
      this.trade(incoming, resting, quantity)
    }
    return true
  }

  /** One trade, at the resting order's price. */
  private trade(incoming: number, resting: number, quantity: number): void {
    const orders = this.orders
    const left = orders.leaves(resting) - quantity
    const price = Math.abs(orders.key(resting))
    const direction = this.statistics.trade(orders.book(resting) >> 1, price, quantity)

    if (left === 0) this.books.remove(resting)
    else this.levels.addSize(orders.level(resting), -quantity)
    orders.setLeaves(resting, left)
    this.tape.traded(resting, incoming, quantity, direction, this.market.nextTradeNumber++)
    if (left !== 0) return
    if (orders.hidden(resting) === 0) orders.free(resting)
    else this.market.refill(resting, orders.time(incoming))
  }

  /** Whether so much of the order would trade at once. */
  private canFill(order: number, quantity: number): boolean {
    const orders = this.orders
    const levels = this.levels
    const opposite = this.market.oppositeOf(order)
    const key = orders.key(order)
    const participant = orders.participant(order)
    let missing = quantity

    for (let level = opposite.best; level >= 0 && missing > 0; level = opposite.below(level)) {
      if (opposite.keyOf(level) < -key) return false
      const own = participant === NOBODY ? NONE : this.firstOf(level, participant)
      if (own >= 0) return missing <= this.shownBefore(own)
      missing -= levels.whole(level)
    }
    return missing <= 0
  }

  /** The first order of a participant at a level, or NONE. */
  private firstOf(level: number, participant: number): number {
    let resting = this.levels.head(level)
    while (resting >= 0 && this.orders.participant(resting) !== participant)
      resting = this.orders.next(resting)
    return resting
  }

  /** Shares in front of an order at its level: refills of icebergs come behind it. */
  private shownBefore(order: number): number {
    const orders = this.orders
    let shown = 0
    for (let before = orders.previous(order); before >= 0; before = orders.previous(before)) {
      shown += orders.leaves(before)
    }
    return shown
  }
}
