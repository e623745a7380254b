import {
  ExecInst,
  type MarketRules,
  minutesOf,
  OrdType,
  type Phase,
  type PriceKobo,
  type Quantity,
  type ScheduledPhase,
  type Side,
  TimeInForce,
} from '@tradebook/contract'
import type { CrowdCommand } from '../crowd-port.ts'
import { type Name, onTick } from './name.ts'
import { direction, type OwnOrder, type OwnOrders, opposite } from './own-orders.ts'
import { CALL_PACE } from './pace.ts'
import type { Random } from './random.ts'
import { clamp } from './temper.ts'
import type { Quote } from './trader.ts'

/** The share of a usual day's trading that an auction makes up, where a phase collects for one. */
const AUCTION_SHARE: Partial<Record<Phase, number>> = { preOpen: 0.045, preClose: 0.16 }
/** Minutes of an auction without a time of its own, and its share. */
const OTHER_AUCTION = { minutes: 10, share: 0.02 } as const
/**
 * Shares that continuous trading makes up by command, over what an auction makes up by command at the same
 * pace and size: measured over many days of the practice market.
 */
const TRADED_PER_COMMAND = 2

/** Orders a side has at the most; further interest makes one of them larger. */
const MOST_ORDERS = 40
const LARGEST = 5_000_000
/** How far opinions on a price are apart, of the price, and at least. */
const OPINIONS = 0.004
/** Ticks by which an imbalance order is better than the indicative price, which moves meanwhile. */
const MARGIN_TICKS = 3

/** Orders as they are sent in a call. */
export const callTerms = {
  limit: { ordType: OrdType.limit, timeInForce: TimeInForce.day, execInst: null },
  market: { ordType: OrdType.market, timeInForce: TimeInForce.day, execInst: null },
  imbalance: { ordType: OrdType.limit, timeInForce: TimeInForce.day, execInst: ExecInst.imbalanceOnly },
} as const

/** The people of the crowd who trade in auctions: they bring orders at their opinions of the price, and revise them. */
export class AuctionTraders {
  readonly #random: Random
  readonly #orders: OwnOrders
  readonly #rules: MarketRules

  constructor(random: Random, orders: OwnOrders, rules: MarketRules) {
    this.#random = random
    this.#orders = orders
    this.#rules = rules
  }

  /** A limit order at somebody's opinion of the price, a little to the side at which it trades. */
  interest(name: Name, side: Side, quote: Quote): CrowdCommand {
    const { fair, security, temper } = name
    const spread = Math.max(fair.price * OPINIONS, temper.spreadTicks * security.tickKobo)
    const opinion = fair.price + spread * (this.#random.normal() + direction(side) / 2)
    const price = onTick(security, opinion)
    const size = this.#size(name, price, quote.phase)
    const own = this.#orders.side(name.index, side)
    if (own.length < MOST_ORDERS) return this.#orders.enter(name.index, side, price, size)
    const order = this.#random.pick(own)
    return this.#orders.replace(order, price, Math.min(order.leaves + size, LARGEST) as Quantity)
  }

  /** An order that trades at whatever price comes out. */
  atAnyPrice(name: Name, side: Side, { phase }: Quote): CrowdCommand {
    const size = this.#size(name, name.fair.price, phase)
    return this.#orders.pass(name.index, side, null, size)
  }

  /** Anyone who would not trade comes nearer to the indicative price. */
  revise(name: Name, side: Side, { indicativePx }: Quote): CrowdCommand | undefined {
    const order = this.#unfilled(name, side, indicativePx)
    if (!order || indicativePx === null) return undefined
    const price = onTick(name.security, order.price + (indicativePx - order.price) * this.#random.unit())
    return this.#orders.replace(order, price, order.leaves)
  }

  /** An imbalance order that offsets a part of the imbalance. */
  cure(name: Name, { indicativePx, imbalanceSide, imbalanceQty }: Quote): CrowdCommand | undefined {
    if (indicativePx === null || imbalanceSide === null || imbalanceQty === null) return undefined
    const side = opposite(imbalanceSide)
    const price = onTick(
      name.security,
      indicativePx + direction(side) * MARGIN_TICKS * name.security.tickKobo,
    )
    const quantity = clamp(Math.round(imbalanceQty * (0.1 + 0.4 * this.#random.unit())), 1, LARGEST)
    return this.#orders.pass(name.index, side, price, quantity as Quantity, {
      instructions: { imbalanceOnly: true },
    })
  }

  /** An order that offsets more of the imbalance: it comes to the indicative price. */
  improve(name: Name, { indicativePx, imbalanceSide }: Quote): CrowdCommand | undefined {
    if (indicativePx === null || imbalanceSide === null) return undefined
    const order = this.#unfilled(name, opposite(imbalanceSide), indicativePx)
    return order && this.#orders.replace(order, indicativePx, order.leaves)
  }

  /** The best order of a side that the indicative price would not fill. */
  #unfilled(name: Name, side: Side, indicativePx: PriceKobo | null): OwnOrder | undefined {
    if (indicativePx === null) return undefined
    return this.#orders
      .side(name.index, side)
      .find(({ price }) => (indicativePx - price) * direction(side) > 0)
  }

  /** Shares such that the auctions of many days make up their shares of the days' trading. */
  #size({ temper }: Name, price: number, phase: Phase): Quantity {
    const { timetable } = this.#rules
    const minutes = lastingMinutes(timetable, phase) ?? OTHER_AUCTION.minutes
    const continuous = lastingMinutes(timetable, 'continuous') ?? OTHER_AUCTION.minutes
    const share = AUCTION_SHARE[phase] ?? OTHER_AUCTION.share
    const trades = (share * continuous * TRADED_PER_COMMAND) / (minutes * CALL_PACE)
    const shares = this.#random.logNormal((temper.tradeKobo * trades) / price, 0.6)
    const round = shares < 1_000 ? 10 : 100
    return clamp(Math.round(shares / round) * round, 1, LARGEST) as Quantity
  }
}

/** Minutes from the beginning of a phase of the timetable to the next; `undefined` of one that has no time. */
function lastingMinutes(timetable: MarketRules['timetable'], phase: Phase): number | undefined {
  const begins = timetable[phase as ScheduledPhase]
  if (begins === undefined) return undefined
  const from = minutesOf(begins)
  const next = Object.values(timetable)
    .map(minutesOf)
    .filter((minutes) => minutes > from)
  return next.length === 0 ? undefined : Math.min(...next) - from
}
