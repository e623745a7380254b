import { type PriceKobo, type Quantity, Side, type TickDirection } from '@tradebook/contract'
import type { BookChange, CancelReason, ExchangeEvent, TradeCondition } from '../src/events.ts'
import type { EnterOrder, RestoredOrder } from '../src/exchange.ts'
import type { SecurityTerms } from '../src/rules.ts'
import { byPriority, type NaiveOrder, sum } from './naive-auction.ts'
import { NaiveStatistics } from './naive-statistics.ts'

/** What the naive exchange has: its orders, events and figures, and the steps that change them. */
export class NaiveMarket {
  protected readonly terms: readonly SecurityTerms[]
  protected readonly figures: NaiveStatistics
  /** All that are in the market, in the order in which they came to where they are. */
  protected orders: NaiveOrder[] = []
  protected entryNumbers = 0
  protected events: NaiveEvent[] = []
  protected readonly rptSeqs = new Map<number, number>()

  constructor(terms: readonly SecurityTerms[]) {
    this.terms = terms
    this.figures = new NaiveStatistics(terms)
  }

  protected accept(request: EnterOrder, quantity: Quantity, now: number): NaiveOrder {
    this.events.push({ kind: 'accepted', tag: request.tag })
    const entryNumber = ++this.entryNumbers
    return { ...request, leaves: quantity, shown: quantity, entryNumber, time: now, place: 'nowhere' }
  }

  /** The shares change hands. Where a sell meets a buy, or without a comer, the roles are as in `Traded`. */
  protected trade(
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
    const { tradeNumber, tickDirection } = this.figures.trade({ security, price, quantity })
    this.events.push({
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
  protected entryTraded(order: NaiveOrder): void {
    if (order.shown === 0) this.remove(order)
    else if (order.place === 'book') this.bookEvent('bookChanged', order)
  }

  /** An iceberg of which nothing is shown any more shows its next part, behind its price. */
  protected refill(order: NaiveOrder, now: number): void {
    if (order.shown > 0 || order.leaves === 0) return
    order.shown = Math.min(order.displayQty ?? 0, order.leaves) as Quantity
    order.entryNumber = ++this.entryNumbers
    order.time = now
    this.place(order, 'book')
    this.events.push({ kind: 'refilled', tag: order.tag, entryNumber: order.entryNumber })
    this.bookEvent('bookAdded', order)
  }

  protected rest(order: NaiveOrder, shownQty = order.displayQty ?? order.leaves): void {
    order.shown = Math.min(shownQty, order.leaves) as Quantity
    this.place(order, 'book')
    this.events.push({ kind: 'rested', tag: order.tag, entryNumber: order.entryNumber })
    this.bookEvent('bookAdded', order)
  }

  protected place(order: NaiveOrder, place: NaiveOrder['place']): void {
    order.place = place
    this.orders.push(order)
  }

  protected end(order: NaiveOrder, reason: CancelReason): void {
    this.events.push({ kind: 'canceled', tag: order.tag, quantity: order.leaves, reason })
    this.remove(order)
  }

  /** An order leaves where it is; the book shows it when that was the book. */
  protected remove(order: NaiveOrder): void {
    this.orders = this.orders.filter((other) => other !== order)
    if (order.place === 'book') this.bookEvent('bookRemoved', { ...order, shown: 0 as Quantity })
  }

  protected bookEvent(
    kind: BookChange['kind'],
    { security, side, entryNumber, time, price, shown }: NaiveOrder,
  ): void {
    const rptSeq = (this.rptSeqs.get(security) ?? 0) + 1
    this.rptSeqs.set(security, rptSeq)
    this.events.push({
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

  protected in(security: number, place: NaiveOrder['place']): NaiveOrder[] {
    return this.orders.filter((order) => order.security === security && order.place === place)
  }

  /** What takes part in an uncross. */
  protected collected(security: number): NaiveOrder[] {
    return [...this.in(security, 'besideBook'), ...this.in(security, 'book')]
  }

  /** One side of a book in priority order. */
  protected queue(security: number, side: Side): NaiveOrder[] {
    return this.in(security, 'book')
      .filter((order) => order.side === side)
      .sort(byPriority)
  }

  protected best(security: number, side: Side): PriceKobo | null {
    return this.queue(security, side)[0]?.price ?? null
  }

  /** The orders in the market as they would be restored, in priority order. */
  living(): RestoredOrder[] {
    const byEntry = (a: NaiveOrder, b: NaiveOrder) => a.entryNumber - b.entryNumber
    const waiting = this.orders.filter(({ place }) => place === 'waiting')
    const others = this.orders.filter(({ place }) => place !== 'waiting').sort(byEntry)
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

  entries(security: number) {
    return [...this.queue(security, Side.buy), ...this.queue(security, Side.sell)].map((order) => ({
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
      const best = this.best(security, side)
      const at = this.queue(security, side).filter((order) => order.price === best)
      return [best, sum(at.map(({ shown }) => shown))]
    }
    const [bidPx, bidSize] = touch(Side.buy)
    const [offerPx, offerSize] = touch(Side.sell)
    const rptSeq = this.rptSeqs.get(security) ?? 0
    return { ...this.figures.read(security), rptSeq, bidPx, bidSize, offerPx, offerSize }
  }
}

/** An event without the handles. */
export type NaiveEvent = WithoutHandles<ExchangeEvent>
type WithoutHandles<Event> = Event extends unknown
  ? Omit<Event, 'handle' | 'incomingHandle' | 'restingHandle'>
  : never
