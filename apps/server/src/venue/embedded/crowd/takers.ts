import { OrdType, type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import type { CrowdCommand, EnterCommand } from '../crowd-port.ts'
import { type Name, onTick } from './name.ts'
import { type OwnOrders, opposite } from './own-orders.ts'
import type { Random } from './random.ts'
import { orderSize } from './sizes.ts'
import { clamp } from './temper.ts'
import type { Quote } from './trader.ts'

/** How the dice fall for the takers. */
const chances = {
  /** A taker who sends a market order rather than a limit at the touch. */
  marketOrder: 0.25,
  /** A trade that can move the published price, where a large enough quote stands. */
  takeBlock: 0.3,
} as const

/** What an order for the close is worth, in usual trades. */
const CLOSE_TRADES = 2
/** The share of an order that must trade at entry, where its taker asks for that. */
const LEAST_SHARE = 0.5

const { limit } = OrdType
/** Orders as takers send them. */
export const takerTerms = {
  immediate: { ordType: limit, timeInForce: TimeInForce.immediateOrCancel, execInst: null },
  fillOrKill: { ordType: limit, timeInForce: TimeInForce.fillOrKill, execInst: null },
  atClose: { ordType: limit, timeInForce: TimeInForce.goodTillClose, execInst: null },
} as const

/** How much of a quantity must trade at entry; all of it, or nothing trades, in an order that says so. */
type Demand = (quantity: Quantity) => Pick<EnterCommand, 'duration' | 'instructions'>

const noDemand: Demand = () => ({ duration: 'immediate' })

/** The people of the crowd who trade with what rests. */
export class Takers {
  readonly #random: Random
  readonly #orders: OwnOrders

  constructor(random: Random, orders: OwnOrders) {
    this.#random = random
    this.#orders = orders
  }

  /** Anyone who thinks the touch is cheap buys, anyone who thinks it dear sells, and many do either. */
  byChance(name: Name, quote: Quote, demand = noDemand): CrowdCommand | undefined {
    const { bidPx, offerPx } = quote
    if (bidPx === null || offerPx === null) return undefined
    const spread = name.temper.spreadTicks * name.security.tickKobo
    const cheap = (name.fair.price - (bidPx + offerPx) / 2) / spread
    const side = this.#random.chance(clamp(0.5 + cheap / 2, 0.1, 0.9)) ? Side.buy : Side.sell
    return this.#take(name, side, quote, demand)
  }

  /** Buys what has been rising and sells what has been falling; `undefined` without a trend. */
  followTrend(name: Name, quote: Quote): CrowdCommand | undefined {
    const { momentum } = name.fair
    if (Math.abs(momentum) < 3 * name.temper.stepSpread) return undefined
    return this.#take(name, momentum > 0 ? Side.buy : Side.sell, quote)
  }

  /** All of it at once or nothing. */
  fillOrKill(name: Name, quote: Quote): CrowdCommand | undefined {
    return this.byChance(name, quote, () => ({ duration: 'fillOrKill' }))
  }

  /** A good part of it at once or nothing. */
  atLeast(name: Name, quote: Quote): CrowdCommand | undefined {
    return this.byChance(name, quote, (quantity) => ({
      duration: 'immediate',
      instructions: { minQty: Math.ceil(quantity * LEAST_SHARE) as Quantity },
    }))
  }

  /** An order that waits for the call before the close, at a price that is likely to trade in it. */
  atClose(name: Name, side: Side): CrowdCommand {
    const { fair, security, temper } = name
    const price = onTick(security, fair.price * (1 + (side === Side.buy ? 1 : -1) * 0.01))
    const quantity = orderSize(this.#random, temper.tradeKobo * CLOSE_TRADES, price)
    const instructions = { atClose: true, ends: 'closing' } as const
    return this.#orders.pass(name.index, side, price, quantity, { instructions })
  }

  #take(name: Name, side: Side, quote: Quote, demand = noDemand): CrowdCommand | undefined {
    const touch = side === Side.buy ? quote.offerPx : quote.bidPx
    if (touch === null) return undefined
    const quantity = this.#quantity(name, side, touch)
    const price = this.#random.chance(chances.marketOrder) ? null : touch
    return this.#orders.pass(name.index, side, price, quantity, demand(quantity))
  }

  #quantity(name: Name, side: Side, touch: PriceKobo): Quantity {
    const [best, ...behind] = this.#orders.side(name.index, opposite(side))
    const block = best !== undefined && best.leaves >= name.security.minMoveQty
    const wanted =
      block && this.#random.chance(chances.takeBlock)
        ? best.leaves
        : orderSize(this.#random, name.temper.tradeKobo, touch)
    // Somebody who sees that so much would empty the book asks for less.
    const most = behind.slice(0, -1).reduce<number>((sum, { leaves }) => sum + leaves, best?.leaves ?? wanted)
    return Math.min(wanted, most) as Quantity
  }
}
