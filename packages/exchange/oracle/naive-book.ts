import { type MatchingMode, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { Auction } from '../src/auction.ts'
import type { Cross, EnterOrder, RestoredOrder } from '../src/exchange.ts'
import type { SecurityTerms } from '../src/rules.ts'
import type { Uncross } from '../src/uncross.ts'
import {
  accepts,
  byPriority,
  couldMeet,
  fillingOrder,
  type NaiveOrder,
  naiveAuction,
} from './naive-auction.ts'
import { type NaiveEvent, NaiveMarket } from './naive-market.ts'
import { NaiveRules } from './naive-rules.ts'

/**
 * The market's rules a second time, to be obviously right and never fast: one list of orders that is
 * filtered and sorted for every question, and one list of trades from which all statistics are
 * counted again. Tests compare it with the exchange. It names orders by their tag and has no
 * handles, and shares none of the exchange's code.
 */
export class NaiveExchange extends NaiveMarket {
  readonly #rules: NaiveRules

  constructor(terms: readonly SecurityTerms[]) {
    super(terms)
    this.#rules = new NaiveRules(terms)
  }

  enter(request: EnterOrder, now: number): void {
    const { tag, security } = request
    const refusal =
      this.#rules.refusalOf(request) ??
      (request.imbalanceOnly ? this.#rules.imbalanceRefusalOf(request, this.auction(security)) : undefined)
    if (refusal) {
      this.events.push({ kind: 'refused', tag, reason: refusal })
      return
    }
    const order = this.accept(request, request.quantity, now)
    if (request.atClose) this.place(order, 'waiting')
    else if (this.#rules.matchingOf(security) === 'continuous') this.#enterContinuously(order)
    else if (request.timeInForce === 'fillOrKill') this.end(order, 'fillOrKill')
    else if (request.minQty) this.end(order, 'minQty')
    else if (request.timeInForce === 'immediate') this.end(order, 'immediate')
    else this.#collect(order)
  }

  restore(orders: readonly RestoredOrder[], now: number): void {
    for (const restored of orders) {
      const order = this.accept({ ...restored, timeInForce: 'rest' }, restored.quantity, now)
      if (restored.atClose) this.place(order, 'waiting')
      else if (restored.price === null) this.place(order, 'besideBook')
      else this.rest(order, restored.shownQty ?? undefined)
    }
  }

  cancel(tag: number): boolean {
    const order = this.orders.find((each) => each.tag === tag)
    if (!order) return false
    this.end(order, 'requested')
    return true
  }

  setParticipant(tag: number, participant: number): boolean {
    const found = this.orders.some((each) => each.tag === tag)
    this.orders = this.orders.map((each) => (each.tag === tag ? { ...each, participant } : each))
    return found
  }

  replace(
    tag: number,
    { price, leaves }: { price: PriceKobo | null; leaves: Quantity },
    now: number,
  ): boolean {
    const order = this.orders.find((each) => each.tag === tag)
    if (!order || (order.price === null) !== (price === null)) return false
    const refusal = this.#rules.refusalOf({ ...order, price, quantity: leaves, minQty: null })
    if (refusal) {
      this.events.push({ kind: 'refused', tag, reason: refusal })
      return true
    }
    const keptPriority = price === order.price && leaves <= order.leaves
    const entryNumber = keptPriority ? order.entryNumber : ++this.entryNumbers
    this.events.push({ kind: 'replaced', tag, price, leaves, keptPriority, entryNumber })
    if (order.place !== 'book') {
      const changed = { ...order, price, leaves, shown: leaves, entryNumber }
      if (keptPriority) this.orders = this.orders.map((each) => (each === order ? changed : each))
      else {
        this.orders = this.orders.filter((each) => each !== order)
        this.place(changed, order.place)
      }
    } else if (keptPriority) {
      const before = { ...order }
      order.leaves = leaves
      order.shown = Math.min(order.shown, leaves) as Quantity
      const isHiddenAlone = before.shown < before.leaves && order.shown === before.shown
      if (!isHiddenAlone) this.bookEvent('bookChanged', order)
    } else {
      this.remove(order)
      const moved = {
        ...order,
        price,
        leaves,
        shown: leaves,
        entryNumber,
        time: now,
        place: 'nowhere' as const,
      }
      const rests = { ...moved, timeInForce: 'rest' as const }
      if (this.#rules.matchingOf(order.security) === 'call') this.#collect(rests)
      else this.#work(rests)
    }
    return true
  }

  cross(cross: Cross, now: number): void {
    const { security, price, quantity } = cross
    const refusal = this.#rules.crossRefusalOf(
      cross,
      this.best(security, Side.buy),
      this.best(security, Side.sell),
    )
    const sides = [
      { ...cross.buy, side: Side.buy },
      { ...cross.sell, side: Side.sell },
    ]
    if (refusal) {
      for (const { tag } of sides) this.events.push({ kind: 'refused', tag, reason: refusal })
      return
    }
    const [buy, sell] = sides.map((side) =>
      this.accept({ ...side, security, price, quantity, timeInForce: 'immediate' }, quantity, now),
    ) as [NaiveOrder, NaiveOrder]
    this.trade(buy, sell, price, quantity, 'X')
    this.figures.publish({ security, price, quantity })
  }

  setMatching(security: number, mode: MatchingMode): void {
    this.#rules.setMatching(security, mode)
  }

  admitWaiting(security: number, now: number): void {
    for (const order of this.in(security, 'waiting')) {
      this.orders = this.orders.filter((each) => each !== order)
      this.#collect({ ...order, entryNumber: ++this.entryNumbers, time: now, place: 'nowhere' })
    }
  }

  uncross(security: number, uncross: Uncross, now: number): void {
    this.#separateParticipants(security)
    const { price, quantity } = this.auction(security)
    if (price !== null) {
      for (;;) {
        const [buy] = fillingOrder(this.collected(security), Side.buy, price)
        const [sell] = fillingOrder(this.collected(security), Side.sell, price)
        if (!buy || !sell) break
        this.trade(buy, sell, price, Math.min(buy.shown, sell.shown) as Quantity, uncross)
        for (const order of [buy, sell]) this.entryTraded(order)
        for (const order of [buy, sell]) this.refill(order, now)
      }
      this.figures.publish({ security, price, quantity })
    }
    this.endOrders(security, uncross)
  }

  endOrders(security: number, uncross: Uncross): void {
    const ends = (order: NaiveOrder): boolean => {
      if (order.imbalanceOnly || order.ends === 'opening') return true
      return uncross === 'close' && (order.ends === 'closing' || order.atClose === true)
    }
    for (const side of [Side.buy, Side.sell]) {
      const unpriced = this.in(security, 'besideBook').filter((order) => order.side === side)
      for (const order of [...unpriced, ...this.queue(security, side).filter(ends)])
        this.end(order, 'expired')
    }
    if (uncross === 'close') for (const order of this.in(security, 'waiting')) this.end(order, 'expired')
  }

  auction(security: number): Auction {
    return naiveAuction(this.collected(security), this.terms[security]!)
  }

  halt(security: number): void {
    this.#rules.halted.add(security)
  }

  resume(security: number): void {
    this.#rules.halted.delete(security)
  }

  matchingOf(security: number): MatchingMode {
    return this.#rules.matchingOf(security)
  }

  takeEvents(): NaiveEvent[] {
    const events = this.events
    this.events = []
    return events
  }

  #enterContinuously(order: NaiveOrder): void {
    const atOnce = this.#tradableAtOnce(order)
    if (order.timeInForce === 'fillOrKill' && atOnce < order.quantity) this.end(order, 'fillOrKill')
    else if (order.minQty && atOnce < order.minQty) this.end(order, 'minQty')
    else this.#work(order)
  }

  /** The shares that an order would trade at once: the other side is played through on copies. */
  #tradableAtOnce(order: NaiveOrder): number {
    let queue = this.#counterparties(order).map((resting) => ({ ...resting }))
    let behind = this.entryNumbers
    let traded = 0
    for (
      let next = queue[0];
      next && traded < order.leaves && !sameParticipant(order, next);
      next = queue[0]
    ) {
      traded += Math.min(next.shown, order.leaves - traded)
      next.leaves = (next.leaves - next.shown) as Quantity
      next.shown = Math.min(next.displayQty ?? 0, next.leaves) as Quantity
      next.entryNumber = ++behind
      queue = queue.filter(({ leaves }) => leaves > 0).sort(byPriority)
    }
    return traded
  }

  #work(incoming: NaiveOrder): void {
    for (;;) {
      const [resting] = this.#counterparties(incoming)
      if (!resting || incoming.leaves === 0 || sameParticipant(incoming, resting)) break
      const quantity = Math.min(incoming.leaves, resting.shown) as Quantity
      this.trade(incoming, resting, resting.price as PriceKobo, quantity, null)
      this.figures.publish({ security: resting.security, price: resting.price as PriceKobo, quantity })
      this.entryTraded(resting)
      this.refill(resting, incoming.time)
    }
    if (incoming.leaves === 0) return
    const [next] = this.#counterparties(incoming)
    if (next && sameParticipant(incoming, next)) this.end(incoming, 'selfMatch')
    else if (incoming.timeInForce !== 'rest') this.end(incoming, 'immediate')
    else if (incoming.price === null) this.end(incoming, 'noLiquidity')
    else this.rest(incoming)
  }

  #collect(order: NaiveOrder): void {
    const others = this.collected(order.security).filter((other) => sameParticipant(order, other))
    if (others.some((other) => couldMeet(order, other))) this.end(order, 'selfMatch')
    else if (order.price === null) this.place(order, 'besideBook')
    else this.rest(order)
  }

  /** Orders that could meet one of the same participant go, the newer first come. */
  #separateParticipants(security: number): void {
    const stay: NaiveOrder[] = []
    for (const order of this.collected(security).sort((a, b) => a.entryNumber - b.entryNumber)) {
      const meets = stay.some((other) => sameParticipant(order, other) && couldMeet(order, other))
      if (meets) this.end(order, 'selfMatch')
      else stay.push(order)
    }
  }

  /** The orders in the book whose price an incoming one accepts, in the order in which it meets them. */
  #counterparties(incoming: NaiveOrder): NaiveOrder[] {
    const other = incoming.side === Side.buy ? Side.sell : Side.buy
    return this.queue(incoming.security, other).filter((resting) =>
      accepts(incoming, resting.price as number),
    )
  }
}

const sameParticipant = (a: NaiveOrder, b: NaiveOrder): boolean =>
  a.participant !== 0 && a.participant === b.participant
