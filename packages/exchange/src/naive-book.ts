import {
  type Matching as MatchingMode,
  type PriceKobo,
  type Quantity,
  Side,
  type TickDirection,
} from '@tradebook/contract'
import type { Auction } from './auction.ts'
import type { BookChange, CancelReason, ExchangeEvent, TradeCondition } from './events.ts'
import type { Cross, EnterOrder, RestoredOrder } from './exchange.ts'
import {
  accepts,
  byPriority,
  couldMeet,
  fillingOrder,
  type NaiveOrder,
  naiveAuction,
  sum,
} from './naive-auction.ts'
import { NaiveRules } from './naive-rules.ts'
import { NaiveStatistics } from './naive-statistics.ts'
import type { SecurityTerms } from './rules.ts'
import type { Uncross } from './uncross.ts'

/**
 * The market's rules once more, to be obviously right and never fast: one list of orders that is
 * filtered and sorted for every question, and one list of trades from which all statistics are
 * counted anew. Tests hold it beside the exchange. It names orders by their tag and has no
 * handles, and shares none of the exchange's code.
 */
export class NaiveExchange {
  readonly #terms: readonly SecurityTerms[]
  readonly #rules: NaiveRules
  readonly #statistics: NaiveStatistics
  /** All that are in the market, in the order in which they came to where they are. */
  #orders: NaiveOrder[] = []
  readonly #rptSeqs = new Map<number, number>()
  #entryNumbers = 0
  #events: NaiveEvent[] = []

  constructor(terms: readonly SecurityTerms[]) {
    this.#terms = terms
    this.#rules = new NaiveRules(terms)
    this.#statistics = new NaiveStatistics(terms)
  }

  enter(request: EnterOrder, now: number): void {
    const { tag, security } = request
    const refusal =
      this.#rules.refusalOf(request) ??
      (request.imbalanceOnly ? this.#rules.imbalanceRefusalOf(request, this.auction(security)) : undefined)
    if (refusal) {
      this.#events.push({ kind: 'refused', tag, reason: refusal })
      return
    }
    const order = this.#accept(request, request.quantity, now)
    if (request.atClose) this.#place(order, 'waiting')
    else if (this.#rules.matchingOf(security) === 'continuous') this.#enterContinuously(order)
    else if (request.timeInForce === 'fillOrKill') this.#cancel(order, 'fillOrKill')
    else if (request.minQty) this.#cancel(order, 'minQty')
    else if (request.timeInForce === 'immediate') this.#cancel(order, 'immediate')
    else this.#collect(order)
  }

  restore(orders: readonly RestoredOrder[], now: number): void {
    for (const restored of orders) {
      const order = this.#accept({ ...restored, timeInForce: 'rest' }, restored.quantity, now)
      if (restored.atClose) this.#place(order, 'waiting')
      else if (restored.price === null) this.#place(order, 'besideBook')
      else this.#rest(order, restored.shownQty ?? undefined)
    }
  }

  cancel(tag: number): boolean {
    const order = this.#orders.find((each) => each.tag === tag)
    if (!order) return false
    this.#cancel(order, 'requested')
    return true
  }

  replace(tag: number, { price, leaves }: { price: PriceKobo; leaves: Quantity }, now: number): boolean {
    const order = this.#orders.find((each) => each.tag === tag)
    if (!order || order.place === 'besideBook' || order.price === null) return false
    const displayQty = order.displayQty ? (Math.min(order.displayQty, leaves) as Quantity) : null
    const refusal = this.#rules.refusalOf({ ...order, price, quantity: leaves, displayQty, minQty: null })
    if (refusal) {
      this.#events.push({ kind: 'refused', tag, reason: refusal })
      return true
    }
    const keptPriority = price === order.price && leaves <= order.leaves
    const isNew = !keptPriority && order.place === 'book'
    const entryNumber = isNew ? ++this.#entryNumbers : order.entryNumber
    this.#events.push({ kind: 'replaced', tag, price, leaves, keptPriority, entryNumber })
    if (order.place === 'waiting') {
      const changed = { ...order, price, leaves, shown: leaves }
      if (keptPriority) this.#orders = this.#orders.map((each) => (each === order ? changed : each))
      else {
        this.#orders = this.#orders.filter((each) => each !== order)
        this.#place(changed, 'waiting')
      }
    } else if (keptPriority) {
      const before = { ...order }
      order.leaves = leaves
      order.shown = Math.min(order.shown, leaves) as Quantity
      const isHiddenAlone = before.shown < before.leaves && order.shown === before.shown
      if (!isHiddenAlone) this.#bookEvent('bookChanged', order)
    } else {
      this.#remove(order)
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
      this.#best(security, Side.buy),
      this.#best(security, Side.sell),
    )
    const sides = [
      { ...cross.buy, side: Side.buy },
      { ...cross.sell, side: Side.sell },
    ]
    if (refusal) {
      for (const { tag } of sides) this.#events.push({ kind: 'refused', tag, reason: refusal })
      return
    }
    const [buy, sell] = sides.map((side) =>
      this.#accept({ ...side, security, price, quantity, timeInForce: 'immediate' }, quantity, now),
    ) as [NaiveOrder, NaiveOrder]
    this.#trade(buy, sell, price, quantity, 'X')
    this.#statistics.publish({ security, price, quantity })
  }

  setMatching(security: number, mode: MatchingMode): void {
    this.#rules.setMatching(security, mode)
  }

  admitWaiting(security: number, now: number): void {
    for (const order of this.#in(security, 'waiting')) {
      this.#orders = this.#orders.filter((each) => each !== order)
      this.#collect({ ...order, entryNumber: ++this.#entryNumbers, time: now, place: 'nowhere' })
    }
  }

  uncross(security: number, uncross: Uncross, now: number): void {
    this.#separateOwners(security)
    const { price, quantity } = this.auction(security)
    if (price !== null) {
      for (;;) {
        const [buy] = fillingOrder(this.#collected(security), Side.buy, price)
        const [sell] = fillingOrder(this.#collected(security), Side.sell, price)
        if (!buy || !sell) break
        this.#trade(buy, sell, price, Math.min(buy.shown, sell.shown) as Quantity, uncross)
        for (const order of [buy, sell]) this.#entryTraded(order)
        for (const order of [buy, sell]) this.#refill(order, now)
      }
      this.#statistics.publish({ security, price, quantity })
    }
    this.endOrders(security, uncross)
  }

  endOrders(security: number, uncross: Uncross): void {
    const ends = (order: NaiveOrder): boolean => {
      if (order.imbalanceOnly || order.ends === 'opening') return true
      return uncross === 'close' && (order.ends === 'closing' || order.atClose === true)
    }
    for (const side of [Side.buy, Side.sell]) {
      const unpriced = this.#in(security, 'besideBook').filter((order) => order.side === side)
      for (const order of [...unpriced, ...this.#queue(security, side).filter(ends)])
        this.#cancel(order, 'expired')
    }
    if (uncross === 'close') for (const order of this.#in(security, 'waiting')) this.#cancel(order, 'expired')
  }

  auction(security: number): Auction {
    return naiveAuction(this.#collected(security), this.#terms[security]!)
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

  /** The orders in the market as they would be restored, in priority order. */
  living(): RestoredOrder[] {
    const byEntry = (a: NaiveOrder, b: NaiveOrder) => a.entryNumber - b.entryNumber
    const waiting = this.#orders.filter(({ place }) => place === 'waiting')
    const others = this.#orders.filter(({ place }) => place !== 'waiting').sort(byEntry)
    return [...others, ...waiting].map(({ leaves, shown, displayQty, place, ...order }) => ({
      ...order,
      quantity: leaves,
      displayQty: displayQty ?? null,
      shownQty: displayQty && place === 'book' ? shown : null,
      atClose: place === 'waiting',
      // What waited for the call before the close ends with it.
      ends: order.atClose ? 'closing' : (order.ends ?? null),
    }))
  }

  takeEvents(): NaiveEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  entries(security: number) {
    return [...this.#queue(security, Side.buy), ...this.#queue(security, Side.sell)].map((order) => ({
      tag: order.tag,
      entryNumber: order.entryNumber,
      side: order.side,
      price: order.price as PriceKobo,
      size: order.shown,
      hidden: order.leaves - order.shown,
      time: order.time,
    }))
  }

  statistics(security: number) {
    const touch = (side: Side): [PriceKobo | null, number] => {
      const best = this.#best(security, side)
      const at = this.#queue(security, side).filter((order) => order.price === best)
      return [best, sum(at.map(({ shown }) => shown))]
    }
    const [bidPx, bidSize] = touch(Side.buy)
    const [offerPx, offerSize] = touch(Side.sell)
    const rptSeq = this.#rptSeqs.get(security) ?? 0
    return { ...this.#statistics.read(security), rptSeq, bidPx, bidSize, offerPx, offerSize }
  }

  #accept(request: EnterOrder, quantity: Quantity, now: number): NaiveOrder {
    this.#events.push({ kind: 'accepted', tag: request.tag })
    const entryNumber = ++this.#entryNumbers
    return { ...request, leaves: quantity, shown: quantity, entryNumber, time: now, place: 'nowhere' }
  }

  #enterContinuously(order: NaiveOrder): void {
    const atOnce = this.#tradableAtOnce(order)
    if (order.timeInForce === 'fillOrKill' && atOnce < order.quantity) this.#cancel(order, 'fillOrKill')
    else if (order.minQty && atOnce < order.minQty) this.#cancel(order, 'minQty')
    else this.#work(order)
  }

  /** The shares that an order would trade at once: the other side is played through on copies. */
  #tradableAtOnce(order: NaiveOrder): number {
    let queue = this.#counterparties(order).map((resting) => ({ ...resting }))
    let behind = this.#entryNumbers
    let traded = 0
    for (let next = queue[0]; next && traded < order.leaves && !sameOwner(order, next); next = queue[0]) {
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
      if (!resting || incoming.leaves === 0 || sameOwner(incoming, resting)) break
      const quantity = Math.min(incoming.leaves, resting.shown) as Quantity
      this.#trade(incoming, resting, resting.price as PriceKobo, quantity, null)
      this.#statistics.publish({ security: resting.security, price: resting.price as PriceKobo, quantity })
      this.#entryTraded(resting)
      this.#refill(resting, incoming.time)
    }
    if (incoming.leaves === 0) return
    const [next] = this.#counterparties(incoming)
    if (next && sameOwner(incoming, next)) this.#cancel(incoming, 'selfMatch')
    else if (incoming.timeInForce !== 'rest') this.#cancel(incoming, 'immediate')
    else if (incoming.price === null) this.#cancel(incoming, 'noLiquidity')
    else this.#rest(incoming)
  }

  #collect(order: NaiveOrder): void {
    const others = this.#collected(order.security).filter((other) => sameOwner(order, other))
    if (others.some((other) => couldMeet(order, other))) this.#cancel(order, 'selfMatch')
    else if (order.price === null) this.#place(order, 'besideBook')
    else this.#rest(order)
  }

  /** Orders that could meet one of the same owner go, the newer first come. */
  #separateOwners(security: number): void {
    const stay: NaiveOrder[] = []
    for (const order of this.#collected(security).sort((a, b) => a.entryNumber - b.entryNumber)) {
      const meets = stay.some((other) => sameOwner(order, other) && couldMeet(order, other))
      if (meets) this.#cancel(order, 'selfMatch')
      else stay.push(order)
    }
  }

  /** The shares change hands. Where a sell comes upon a buy, or without a comer, the roles are as in `Traded`. */
  #trade(
    incoming: NaiveOrder,
    resting: NaiveOrder,
    price: PriceKobo,
    quantity: Quantity,
    tradeCondition: TradeCondition | null,
  ): void {
    for (const order of [incoming, resting]) {
      order.leaves = (order.leaves - quantity) as Quantity
      order.shown = (order.shown - quantity) as Quantity
    }
    const { security } = resting
    const { tradeNumber, tickDirection } = this.#statistics.trade({ security, price, quantity })
    this.#events.push({
      kind: 'traded',
      security,
      price,
      quantity,
      tradeNumber,
      tickDirection: tickDirection as TickDirection,
      tradeCondition,
      incomingSide: incoming.side,
      incomingTag: incoming.tag,
      incomingLeaves: incoming.leaves,
      restingTag: resting.tag,
      restingLeaves: resting.leaves,
    })
  }

  /** The book shows what a trade left of an order. */
  #entryTraded(order: NaiveOrder): void {
    if (order.shown === 0) this.#remove(order)
    else if (order.place === 'book') this.#bookEvent('bookChanged', order)
  }

  /** An iceberg of which nothing is shown any more shows its next part, behind its price. */
  #refill(order: NaiveOrder, now: number): void {
    if (order.shown > 0 || order.leaves === 0) return
    order.shown = Math.min(order.displayQty ?? 0, order.leaves) as Quantity
    order.entryNumber = ++this.#entryNumbers
    order.time = now
    this.#place(order, 'book')
    this.#events.push({ kind: 'refilled', tag: order.tag, entryNumber: order.entryNumber })
    this.#bookEvent('bookAdded', order)
  }

  #rest(order: NaiveOrder, shownQty = order.displayQty ?? order.leaves): void {
    order.shown = Math.min(shownQty, order.leaves) as Quantity
    this.#place(order, 'book')
    this.#events.push({ kind: 'rested', tag: order.tag, entryNumber: order.entryNumber })
    this.#bookEvent('bookAdded', order)
  }

  #place(order: NaiveOrder, place: NaiveOrder['place']): void {
    order.place = place
    this.#orders.push(order)
  }

  #cancel(order: NaiveOrder, reason: CancelReason): void {
    this.#events.push({ kind: 'canceled', tag: order.tag, quantity: order.leaves, reason })
    this.#remove(order)
  }

  /** An order leaves where it is; the book shows it when that was the book. */
  #remove(order: NaiveOrder): void {
    this.#orders = this.#orders.filter((other) => other !== order)
    if (order.place === 'book') this.#bookEvent('bookRemoved', { ...order, shown: 0 as Quantity })
  }

  #bookEvent(
    kind: BookChange['kind'],
    { security, side, entryNumber, time, price, shown }: NaiveOrder,
  ): void {
    const rptSeq = (this.#rptSeqs.get(security) ?? 0) + 1
    this.#rptSeqs.set(security, rptSeq)
    this.#events.push({
      kind,
      security,
      side,
      entryNumber,
      price: price as PriceKobo,
      size: shown,
      time,
      rptSeq,
    })
  }

  #in(security: number, place: NaiveOrder['place']): NaiveOrder[] {
    return this.#orders.filter((order) => order.security === security && order.place === place)
  }

  /** What takes part in an uncross. */
  #collected(security: number): NaiveOrder[] {
    return [...this.#in(security, 'besideBook'), ...this.#in(security, 'book')]
  }

  /** One side of a book in priority order. */
  #queue(security: number, side: Side): NaiveOrder[] {
    return this.#in(security, 'book')
      .filter((order) => order.side === side)
      .sort(byPriority)
  }

  /** The orders in the book whose price an incoming one accepts, in the order in which it meets them. */
  #counterparties(incoming: NaiveOrder): NaiveOrder[] {
    const other = incoming.side === Side.buy ? Side.sell : Side.buy
    return this.#queue(incoming.security, other).filter((resting) =>
      accepts(incoming, resting.price as number),
    )
  }

  #best(security: number, side: Side): PriceKobo | null {
    return this.#queue(security, side)[0]?.price ?? null
  }
}

/** An event without the handles. */
export type NaiveEvent = WithoutHandles<ExchangeEvent>
type WithoutHandles<Event> = Event extends unknown
  ? Omit<Event, 'handle' | 'incomingHandle' | 'restingHandle'>
  : never

const sameOwner = (a: NaiveOrder, b: NaiveOrder): boolean => a.owner !== 0 && a.owner === b.owner
