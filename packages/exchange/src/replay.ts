import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { PriceLevel } from './books.ts'
import { Exchange, type QueuedOrder } from './exchange.ts'
import type { RecordedBook, RecordedLevel, RecordedMessage } from './recording.ts'

/** How the book after a message compares with the recorded one. */
export type RowOutcome =
  | 'exact'
  /** Except for the worst level shown, which came into view and could not be known. */
  | 'slidIn'
  | 'mismatch'

export interface ReplayReport {
  readonly rows: Readonly<Record<RowOutcome, number>>
  /** Executions of an order whose entry the recording shows, and how many of them traded with it. */
  readonly executionsChecked: number
  readonly executionsHit: number
  /** Orders that left a level that, by what the recording shows, did not have them: they came while it was out of view. */
  readonly gaps: number
}

/**
 * Feeds a recording to this exchange, with a tick of 1 and no daily limits, and compares the book
 * after every message with the recorded one.
 *
 * The recording shows so many levels of each side. What rests in them at first is entered as one
 * order a level, of unknown origin. When a level goes, the next one slides into view: what is at
 * it could not be known, and is entered like the first levels were.
 */
export class Replay {
  readonly #exchange = new Exchange([
    {
      securityID: 'RECORDED',
      tickKobo: 1,
      referencePx: 1 as PriceKobo,
      limitBps: null,
      minMoveQty: 1 as Quantity,
    },
  ])
  readonly #levels: number
  #shown: RecordedBook
  /** Orders that rest, by their id in the recording; those of unknown origin have negative ones. */
  readonly #handles = new Map<number, number>()
  /** The ids of the orders whose entry the recording shows. */
  readonly #entered = new Set<number>()
  #unknownOrders = 0
  #now = 0
  readonly #rows: Record<RowOutcome, number> = { exact: 0, slidIn: 0, mismatch: 0 }
  #executionsChecked = 0
  #executionsHit = 0
  #gaps = 0

  /** `first` is the book after the first message, which is not applied. */
  constructor(first: RecordedBook, levels: number) {
    this.#levels = levels
    this.#shown = { bids: [], offers: [] }
    this.#show(first)
  }

  /** Apply the next message and compare. After a mismatch the recorded book is taken over. */
  apply(message: RecordedMessage, recorded: RecordedBook): RowOutcome {
    this.#now = message.time
    const outcome = this.#act(message) ? this.#compareBook(recorded) : 'mismatch'
    this.#rows[outcome]++
    if (outcome === 'mismatch') this.#show(recorded)
    this.#shown = recorded
    return outcome
  }

  get report(): ReplayReport {
    return {
      rows: { ...this.#rows },
      executionsChecked: this.#executionsChecked,
      executionsHit: this.#executionsHit,
      gaps: this.#gaps,
    }
  }

  /** Apply a message to our book. False when our book has no order that it fits. */
  #act({ kind, orderID, side, price, size }: RecordedMessage): boolean {
    switch (kind) {
      case 'entered':
        this.#entered.add(orderID)
        this.#enter(orderID, side, price, size)
        return true
      case 'reduced':
      case 'deleted':
        this.#closeGap(orderID, side, price, size)
        if (!this.#fits(kind, orderID, side, price, size)) return false
        this.#takeOut(orderID, side, price, size)
        return true
      case 'executed':
        return this.#execute(orderID, side, price, size)
      case 'executedHidden':
      case 'halt':
        return true
    }
  }

  #enter(tag: number, side: Side, price: PriceKobo, quantity: Quantity): void {
    const order = { tag, participant: 0, security: 0, side, price, quantity, timeInForce: 'rest' } as const
    this.#exchange.enter(order, this.#now)
    this.#follow()
  }

  /**
   * An order whose entry the recording does not show came before it, or while its level was out of view. In that time
   * orders that are known may have gone, too: when its level has too little of unknown origin, all of the level becomes
   * of unknown origin.
   */
  #closeGap(orderID: number, side: Side, price: PriceKobo, size: number): void {
    if (this.#entered.has(orderID)) return
    const level = this.#ordersAt(side, price, orderID)
    const whole = sizeOf(level)
    if (size > whole || size <= sizeOf(level.filter(isUnknown))) return
    this.#gaps++
    this.#clear(side, price)
    this.#enterUnknown(side, { price, size: whole as Quantity })
  }

  /**
   * Whether so much can go: a deletion is all of a known order, a reduction less than all of it. Of
   * an order that is not known, its level must have as much of unknown origin.
   */
  #fits(kind: 'reduced' | 'deleted', orderID: number, side: Side, price: PriceKobo, size: number): boolean {
    const orders = this.#ordersAt(side, price, orderID)
    if (!this.#handles.has(orderID)) return size <= sizeOf(orders.filter(isUnknown))
    return kind === 'deleted' ? size === sizeOf(orders) : size < sizeOf(orders)
  }

  /** Shares of an order go. Of an order that is not known, they go from its level. */
  #takeOut(orderID: number, side: Side, price: PriceKobo, size: number): void {
    let left = size
    for (const order of this.#ordersAt(side, price, orderID)) {
      const gone = Math.min(left, order.size)
      left -= gone
      if (gone === order.size) this.#exchange.cancel(order.handle)
      else if (gone > 0)
        this.#exchange.replace(order.handle, { price, leaves: (order.size - gone) as Quantity }, this.#now)
    }
    this.#follow()
  }

  /** The order itself when it is known; if not, those at its level, the ones of unknown origin first. */
  #ordersAt(side: Side, price: PriceKobo, orderID: number): QueuedOrder[] {
    const level = [...this.#exchange.entries(0)].filter(
      (order) => order.side === side && order.price === price,
    )
    if (this.#handles.has(orderID)) return level.filter((order) => order.tag === orderID)
    return level.sort((a, b) => Math.sign(a.tag) - Math.sign(b.tag))
  }

  /**
   * Somebody trades with the order: an order of the other side, at its price and for so much. False
   * unless all of it traded at that price.
   */
  #execute(orderID: number, side: Side, price: PriceKobo, quantity: Quantity): boolean {
    const known = this.#handles.has(orderID)
    const other = side === Side.buy ? Side.sell : Side.buy
    this.#exchange.enter(
      { tag: AGGRESSOR, participant: 0, security: 0, side: other, price, quantity, timeInForce: 'immediate' },
      this.#now,
    )
    const trades = this.#follow()
    const traded = trades.reduce((sum, trade) => sum + trade.quantity, 0)
    const isAsRecorded = traded === quantity && trades.every((trade) => trade.price === price)
    if (known) {
      this.#executionsChecked++
      if (isAsRecorded && trades.every(({ tag }) => tag === orderID)) this.#executionsHit++
    }
    return isAsRecorded
  }

  /** Updates the orders that rest. Returns who traded, at what price, and how much. */
  #follow(): { readonly tag: number; readonly price: PriceKobo; readonly quantity: Quantity }[] {
    const trades = []
    for (const event of this.#exchange.takeEvents()) {
      if (event.kind === 'rested') this.#handles.set(event.tag, event.handle)
      if (event.kind === 'canceled') this.#handles.delete(event.tag)
      if (event.kind !== 'traded') continue
      trades.push({ tag: event.restingTag, price: event.price, quantity: event.quantity })
      if (event.restingLeaves === 0) this.#handles.delete(event.restingTag)
    }
    return trades
  }

  #compareBook({ bids, offers }: RecordedBook): RowOutcome {
    return worseOf(
      this.#compare(Side.buy, this.#shown.bids, bids),
      this.#compare(Side.sell, this.#shown.offers, offers),
    )
  }

  #compare(side: Side, before: readonly RecordedLevel[], recorded: readonly RecordedLevel[]): RowOutcome {
    const ours = this.#exchange.levels(0, side, this.#levels)
    const differs = ours.findIndex((level, at) => !same(level, recorded[at]))
    if (differs === -1 && ours.length === recorded.length) return 'exact'
    const first = differs === -1 ? ours.length : differs
    if (first !== this.#levels - 1 || !this.#aLevelWent(side, before, recorded)) return 'mismatch'
    this.#slideIn(side, recorded[first])
    return 'slidIn'
  }

  /**
   * Whether the message emptied a level that was shown, so that another may have come into view. A
   * level that the recording still shows was lost by our book alone, which excuses nothing.
   */
  #aLevelWent(side: Side, before: readonly RecordedLevel[], recorded: readonly RecordedLevel[]): boolean {
    const still = new Set([...this.#exchange.levels(0, side), ...recorded].map(({ price }) => price))
    return before.some(({ price }) => !still.has(price))
  }

  /** Our worst level shown becomes the recorded one, and what was better than it goes. */
  #slideIn(side: Side, level: RecordedLevel | undefined): void {
    for (const { price } of this.#exchange.levels(0, side).slice(this.#levels - 1)) {
      if (!(level && isBetter(side, level.price, price))) this.#clear(side, price)
    }
    if (level) this.#enterUnknown(side, level)
  }

  /** Take over the recorded book, whatever is in ours. */
  #show(book: RecordedBook): void {
    for (const side of [Side.buy, Side.sell]) {
      for (const { price } of this.#exchange.levels(0, side)) this.#clear(side, price)
    }
    for (const level of book.bids) this.#enterUnknown(Side.buy, level)
    for (const level of book.offers) this.#enterUnknown(Side.sell, level)
    this.#shown = book
  }

  #clear(side: Side, price: PriceKobo): void {
    this.#takeOut(NO_ORDER, side, price, Number.POSITIVE_INFINITY)
  }

  #enterUnknown(side: Side, { price, size }: RecordedLevel): void {
    this.#enter(-++this.#unknownOrders, side, price, size)
  }
}

const sizeOf = (orders: readonly QueuedOrder[]): number => orders.reduce((sum, { size }) => sum + size, 0)

const isUnknown = ({ tag }: QueuedOrder): boolean => tag < 0

const isBetter = (side: Side, a: PriceKobo, b: PriceKobo): boolean => (side === Side.buy ? a > b : a < b)

const same = (a: PriceLevel, b: RecordedLevel | undefined): boolean =>
  a.price === b?.price && a.size === b.size

const worst: readonly RowOutcome[] = ['exact', 'slidIn', 'mismatch']
const worseOf = (a: RowOutcome, b: RowOutcome): RowOutcome =>
  worst[Math.max(worst.indexOf(a), worst.indexOf(b))] as RowOutcome

/** The tag of an order that only trades. */
const AGGRESSOR = 0
/** An id no order has. */
const NO_ORDER = Number.NaN
