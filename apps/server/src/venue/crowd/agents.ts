import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { CrowdCommand, CrowdReport } from '../../desk/crowd-port.ts'
import { FairValue } from './fair-value.ts'
import { direction, type OwnOrder, OwnOrders, opposite } from './own-orders.ts'
import { Random } from './random.ts'
import { orderSize, quoteSize } from './sizes.ts'
import { type CrowdSecurity, clamp, type Temper, temperOf } from './temper.ts'
import { type MarketGlimpse, orderRefs, type Quote, type Trader } from './trader.ts'

/** Resting orders a side of a book has at the most, and below how many it is filled up first of all. */
export const QUOTES = { most: 10, least: 4 } as const

/** How the dice fall for the takers. */
const chances = {
  /** A taker who sends a market order rather than a limit at the touch. */
  marketOrder: 0.25,
  /** A trade that can move the published price, where a large enough quote stands. */
  takeBlock: 0.3,
} as const

/**
 * Traders who live in the market: makers who keep every book two-sided around a drifting fair
 * value, followers of trends, and people who just trade. The same seed, the same market and the
 * same reports always give the same commands.
 */
export class Crowd implements Trader {
  readonly #random: Random
  readonly #names: readonly Name[]
  readonly #orders: OwnOrders
  /** Running sum of liquidity: the busier a name, the wider its part of the wheel. */
  readonly #wheel: number[] = []
  /** Sides of books that have lost their quotes, longest waiting first. */
  readonly #thin = new Set<BookSide>()

  constructor(seed: number, securities: readonly CrowdSecurity[], nextRef: () => number = orderRefs()) {
    this.#random = new Random(seed, 'crowd')
    this.#orders = new OwnOrders(securities.length, nextRef)
    let sum = 0
    this.#names = securities.map((security, index) => {
      sum += security.liquidity
      this.#wheel.push(sum)
      const temper = temperOf(security)
      const fair = new FairValue(security, temper, this.#random)
      const side = (side: Side): BookSide => ({ index, side })
      return { index, security, temper, fair, bids: side(Side.buy), offers: side(Side.sell) }
    })
  }

  /** One quote a side of every book in a batch, the first batch at the touch. */
  prime(): CrowdCommand[][] {
    const batches: CrowdCommand[][] = []
    const unseen: Quote = { bidPx: null, offerPx: null, lastPx: null }
    for (let depth = 0; depth < QUOTES.most; depth++) {
      const batch = this.#names
        .filter(({ security, temper }) => security.liquidity > 0 && depth < temper.quotes)
        .flatMap((name) => sides.map((side) => this.#enter(name, side, depth, unseen)))
        .filter((command) => command !== undefined)
      if (batch.length > 0) batches.push(batch)
    }
    return batches
  }

  think(market: MarketGlimpse, budget: number): CrowdCommand[] {
    const commands: CrowdCommand[] = []
    // A turn can come to nothing, for example where the limits leave no room for a quote.
    for (let turns = budget * 3; turns > 0 && commands.length < budget; turns--) {
      const command = this.#fillThinnest(market) ?? this.#act(this.#spin(), market)
      if (command) commands.push(command)
    }
    return commands
  }

  takeReports(reports: readonly CrowdReport[]): void {
    for (const report of reports) {
      const order = this.#orders.takeReport(report)
      if (order) this.#watch(order)
    }
  }

  reset(): void {
    this.#orders.clear()
    this.#thin.clear()
  }

  /** The name whose turn it is. */
  #spin(): Name {
    const at = this.#random.unit() * (this.#wheel.at(-1) ?? 0)
    let low = 0
    let high = this.#wheel.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#wheel[middle] as number) > at) high = middle
      else low = middle + 1
    }
    return this.#name(low)
  }

  #fillThinnest(market: MarketGlimpse): CrowdCommand | undefined {
    for (const thin of this.#thin) {
      this.#thin.delete(thin)
      const name = this.#name(thin.index)
      const command = this.#addQuote(name, thin.side, market(thin.index))
      if (this.#orders.side(thin.index, thin.side).length < QUOTES.least && command) this.#thin.add(thin)
      if (command) return command
    }
    return undefined
  }

  #act(name: Name, market: MarketGlimpse): CrowdCommand | undefined {
    const quote = market(name.index)
    name.fair.step(this.#random, quote.lastPx)
    const outOfLine = this.#outOfLine(name)
    if (outOfLine) return this.#move(name, outOfLine, quote)
    const side = this.#random.chance(0.5) ? Side.buy : Side.sell
    const dice = this.#random.below(100)
    return this.#habits.find(({ upTo }) => dice < upTo)?.act(name, side, quote)
  }

  /**
   * What is done when no quote is out of line, by a die of a hundred sides. The first two trade; the
   * others keep the book deep and moving.
   */
  readonly #habits: readonly Habit[] = [
    { upTo: 26, act: (name, _, quote) => this.#takeByChance(name, quote) },
    { upTo: 38, act: (name, side, quote) => this.#followTrend(name, side, quote) },
    { upTo: 68, act: (name, side, quote) => this.#requote(name, side, quote) },
    { upTo: 92, act: (name, side, quote) => this.#addQuote(name, side, quote) },
    { upTo: 100, act: (name, side) => this.#dropQuote(name, side) },
  ]

  /** Whoever thinks the touch is cheap buys, whoever thinks it dear sells, and many do either. */
  #takeByChance(name: Name, quote: Quote): CrowdCommand | undefined {
    const { bidPx, offerPx } = quote
    if (bidPx === null || offerPx === null) return undefined
    const spread = name.temper.spreadTicks * name.security.tickKobo
    const cheap = (name.fair.price - (bidPx + offerPx) / 2) / spread
    const side = this.#random.chance(clamp(0.5 + cheap / 2, 0.1, 0.9)) ? Side.buy : Side.sell
    return this.#take(name, side, quote)
  }

  /** Buys what has been rising and sells what has been falling; without a trend, makes a quote. */
  #followTrend(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const { momentum } = name.fair
    if (Math.abs(momentum) < 3 * name.temper.stepSpread) return this.#addQuote(name, side, quote)
    return this.#take(name, momentum > 0 ? Side.buy : Side.sell, quote)
  }

  #take(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const touch = side === Side.buy ? quote.offerPx : quote.bidPx
    if (touch === null) return undefined
    const [best, ...behind] = this.#orders.side(name.index, opposite(side))
    const block = best !== undefined && best.leaves >= name.security.minMoveQty
    const wanted =
      block && this.#random.chance(chances.takeBlock)
        ? best.leaves
        : orderSize(this.#random, name.temper.tradeKobo, touch)
    // Somebody who sees that so much would empty the book asks for less.
    const most = behind.slice(0, -1).reduce<number>((sum, { leaves }) => sum + leaves, best?.leaves ?? wanted)
    const quantity = Math.min(wanted, most) as Quantity
    const price = this.#random.chance(chances.marketOrder) ? null : touch
    return this.#orders.take(name.index, side, price, quantity)
  }

  /** A quote to another place or size, as makers do all day. */
  #requote(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    return own.length === 0
      ? this.#addQuote(name, side, quote)
      : this.#move(name, this.#random.pick(own), quote)
  }

  #addQuote(name: Name, side: Side, quote: Quote): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    if (own.length >= QUOTES.most) return this.#dropQuote(name, side)
    return this.#enter(name, side, this.#depth(name, side), quote)
  }

  /** The deepest goes, unless the side would become thin. */
  #dropQuote(name: Name, side: Side): CrowdCommand | undefined {
    const own = this.#orders.side(name.index, side)
    const deepest = own.at(-1)
    if (!deepest || own.length <= name.temper.quotes - 2) return undefined
    return this.#orders.cancel(deepest)
  }

  #enter(name: Name, side: Side, depth: number, quote: Quote): CrowdCommand | undefined {
    const price = this.#quotePrice(name, side, depth, quote)
    if (price === undefined) return undefined
    return this.#orders.enter(name.index, side, price, quoteSize(this.#random, name, price))
  }

  #move(name: Name, order: OwnOrder, quote: Quote): CrowdCommand {
    const price = this.#quotePrice(name, order.side, this.#depth(name, order.side), quote)
    if (price === undefined) {
      const cancel = this.#orders.cancel(order)
      this.#watch(order)
      return cancel
    }
    return this.#orders.replace(order, price, quoteSize(this.#random, name, price))
  }

  /** The first quote nobody would make now: better than fair value allows, or too deep to matter. */
  #outOfLine(name: Name): OwnOrder | undefined {
    const { temper, security } = name
    for (const side of sides) {
      const own = this.#orders.side(name.index, side)
      const touch = touchOf(name, side)
      // The touch moves by a tick as the fair value crosses one; that alone moves nobody.
      const worse = (order: OwnOrder) => ((touch - order.price) * direction(side)) / security.tickKobo
      const best = own[0]
      if (best && worse(best) < -Math.max(1, temper.spreadTicks / 2)) return best
      const deepest = own.at(-1)
      if (deepest && worse(deepest) > (QUOTES.most + 2) * temper.stepTicks) return deepest
    }
    return undefined
  }

  /** At the touch where nobody of the crowd is, else anywhere, mostly near it. */
  #depth(name: Name, side: Side): number {
    const best = this.#orders.side(name.index, side)[0]
    if (!best || (touchOf(name, side) - best.price) * direction(side) > 0) return 0
    return Math.floor(name.temper.quotes * this.#random.unit() ** 1.5)
  }

  /**
   * The price of a quote so many steps behind the touch: on tick, inside the limits, and behind the
   * other side's best, for makers wait. `undefined` where that leaves no price.
   */
  #quotePrice(name: Name, side: Side, depth: number, quote: Quote): PriceKobo | undefined {
    const { tickKobo, lowLimitPx, highLimitPx } = name.security
    const sign = direction(side)
    const wanted = touchOf(name, side) - sign * depth * name.temper.stepTicks * tickKobo
    const facing = this.#orders.side(name.index, opposite(side))[0]?.price
    const seen = side === Side.buy ? quote.offerPx : quote.bidPx
    const behind = [facing, seen].filter((price) => price !== undefined && price !== null)
    const waiting = behind.map((price) => price - sign * tickKobo)
    const price = clamp(wanted, lowLimitPx, highLimitPx)
    const patient = sign > 0 ? Math.min(price, ...waiting) : Math.max(price, ...waiting)
    return patient < lowLimitPx || patient > highLimitPx ? undefined : (patient as PriceKobo)
  }

  #watch({ security, side }: OwnOrder): void {
    const { bids, offers } = this.#name(security)
    if (this.#orders.side(security, side).length < QUOTES.least)
      this.#thin.add(side === Side.buy ? bids : offers)
  }

  #name(index: number): Name {
    const name = this.#names[index]
    if (!name) throw new RangeError(`no security ${index}`)
    return name
  }
}

/** A security and what the crowd thinks of it. */
interface Name {
  readonly index: number
  readonly security: CrowdSecurity
  readonly temper: Temper
  readonly fair: FairValue
  readonly bids: BookSide
  readonly offers: BookSide
}

interface Habit {
  readonly upTo: number
  readonly act: (name: Name, side: Side, quote: Quote) => CrowdCommand | undefined
}

interface BookSide {
  readonly index: number
  readonly side: Side
}

const sides = [Side.buy, Side.sell] as const

/** The best price a side's makers would quote now, on tick: half a spread from fair value. */
function touchOf({ fair, temper: { spreadTicks }, security: { tickKobo } }: Name, side: Side): number {
  const bid = Math.floor(fair.price / tickKobo - spreadTicks / 2)
  return (side === Side.buy ? bid : bid + spreadTicks) * tickKobo
}
