import { type PriceKobo, type Quantity, Side, TickDirection } from '@tradebook/contract'
import type { BookChange, CancelReason, ExchangeEvent, RefusalReason } from './events.ts'
import type { EnterOrder } from './exchange.ts'
import type { SecurityTerms } from './rules.ts'

/**
 * The market's rules once more, to be obviously right and never fast: one list of orders that is
 * filtered and sorted for every question, and one list of trades from which all statistics are
 * counted anew. Tests hold it beside the exchange. It names orders by their tag and has no
 * handles, and shares none of the exchange's code.
 */
export class NaiveExchange {
  readonly #terms: readonly SecurityTerms[]
  readonly #halted = new Set<number>()
  #resting: NaiveOrder[] = []
  /** Restored orders without a price. */
  readonly #outside = new Map<number, NaiveOrder>()
  readonly #trades: NaiveTrade[] = []
  readonly #rptSeqs = new Map<number, number>()
  #entryNumbers = 0
  #events: NaiveEvent[] = []

  constructor(terms: readonly SecurityTerms[]) {
    this.#terms = terms
  }

  enter(order: EnterOrder, now: number): void {
    const { tag, price, quantity, timeInForce } = order
    const refusal = this.#refusal(order.security, quantity, price)
    if (refusal) {
      this.#events.push({ kind: 'refused', tag, reason: refusal })
      return
    }
    const incoming: NaiveOrder = { ...order, leaves: quantity, entryNumber: ++this.#entryNumbers, time: now }
    this.#events.push({ kind: 'accepted', tag })
    const atOnce = sum(this.#tradable(incoming).map((resting) => resting.leaves))
    if (timeInForce === 'fillOrKill' && atOnce < quantity) this.#cancel(incoming, 'fillOrKill')
    else this.#work(incoming)
  }

  restore(orders: readonly Omit<EnterOrder, 'timeInForce'>[], now: number): void {
    for (const order of orders) {
      const restored: NaiveOrder = {
        ...order,
        timeInForce: 'rest',
        leaves: order.quantity,
        entryNumber: ++this.#entryNumbers,
        time: now,
      }
      this.#events.push({ kind: 'accepted', tag: order.tag })
      if (order.price === null) this.#outside.set(order.tag, restored)
      else this.#rest(restored)
    }
  }

  cancel(tag: number): boolean {
    const outside = this.#outside.get(tag)
    if (outside) this.#cancel(outside, 'requested')
    if (this.#outside.delete(tag)) return true
    const order = this.#find(tag)
    if (!order) return false
    this.#cancel(order, 'requested')
    this.#remove(order)
    return true
  }

  replace(tag: number, { price, leaves }: { price: PriceKobo; leaves: Quantity }, now: number): boolean {
    const order = this.#find(tag)
    if (!order) return false
    const refusal = this.#refusal(order.security, leaves, price)
    if (refusal) {
      this.#events.push({ kind: 'refused', tag, reason: refusal })
      return true
    }
    const keptPriority = price === order.price && leaves <= order.leaves
    const entryNumber = keptPriority ? order.entryNumber : ++this.#entryNumbers
    this.#events.push({ kind: 'replaced', tag, price, leaves, keptPriority, entryNumber })
    if (keptPriority) {
      order.leaves = leaves
      this.#bookEvent('bookChanged', order)
    } else {
      this.#remove(order)
      this.#work({ ...order, price, leaves, entryNumber, time: now, timeInForce: 'rest' })
    }
    return true
  }

  halt(security: number): void {
    this.#halted.add(security)
  }

  resume(security: number): void {
    this.#halted.delete(security)
  }

  takeEvents(): NaiveEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  entries(security: number) {
    const side = (wanted: Side) => this.#queue(security, wanted)
    return [...side(Side.buy), ...side(Side.sell)].map((order) => ({
      tag: order.tag,
      entryNumber: order.entryNumber,
      side: order.side,
      price: order.price as PriceKobo,
      size: order.leaves,
      time: order.time,
    }))
  }

  statistics(security: number) {
    const trades = this.#trades.filter((trade) => trade.security === security)
    const prices = trades.map((trade) => trade.price)
    const large = trades.filter((trade) => trade.quantity >= this.#terms[security]!.minMoveQty)
    const [bidPx, bidSize] = this.#touch(security, Side.buy)
    const [offerPx, offerSize] = this.#touch(security, Side.sell)
    return {
      openPx: prices[0] ?? null,
      highPx: prices.length ? Math.max(...prices) : null,
      lowPx: prices.length ? Math.min(...prices) : null,
      lastPx: prices.at(-1) ?? null,
      lastQty: trades.at(-1)?.quantity ?? null,
      publishedPx: large.at(-1)?.price ?? this.#terms[security]!.referencePx,
      tickDirection: this.#tickDirection(security),
      volume: trades.reduce((total, trade) => total + BigInt(trade.quantity), 0n),
      value: trades.reduce((total, trade) => total + BigInt(trade.quantity) * BigInt(trade.price), 0n),
      trades: trades.length,
      rptSeq: this.#rptSeqs.get(security) ?? 0,
      bidPx,
      bidSize,
      offerPx,
      offerSize,
    }
  }

  #refusal(security: number, quantity: number, price: number | null): RefusalReason | undefined {
    const terms = this.#terms[security]
    if (!terms) return 'unknownSecurity'
    if (this.#halted.has(security)) return 'securityHalted'
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 2_147_483_647) return 'quantityInvalid'
    if (price === null) return undefined
    if (!Number.isInteger(price / terms.tickKobo)) return 'priceOffTick'
    if (price < terms.tickKobo || price > 2_147_483_647) return 'priceOutsideLimits'
    const move = Math.abs(price - terms.referencePx)
    if (terms.limitBps !== null && move * 10_000 > terms.referencePx * terms.limitBps) {
      return 'priceOutsideLimits'
    }
    return undefined
  }

  #work(incoming: NaiveOrder): void {
    for (const resting of this.#tradable(incoming)) {
      if (incoming.leaves > 0) this.#trade(incoming, resting)
    }
    if (incoming.leaves === 0) return
    const [next] = this.#counterparties(incoming)
    if (next && sameOwner(incoming, next)) this.#cancel(incoming, 'selfMatch')
    else if (incoming.timeInForce !== 'rest') this.#cancel(incoming, 'immediate')
    else if (incoming.price === null) this.#cancel(incoming, 'noLiquidity')
    else this.#rest(incoming)
  }

  #trade(incoming: NaiveOrder, resting: NaiveOrder): void {
    const { security, price } = resting as NaiveOrder & { price: PriceKobo }
    const quantity = Math.min(incoming.leaves, resting.leaves) as Quantity
    incoming.leaves = (incoming.leaves - quantity) as Quantity
    resting.leaves = (resting.leaves - quantity) as Quantity
    this.#trades.push({ security, price, quantity })
    this.#events.push({
      kind: 'traded',
      security,
      price,
      quantity,
      tradeNumber: this.#trades.length,
      tickDirection: this.#tickDirection(security) as TickDirection,
      incomingSide: incoming.side,
      incomingTag: incoming.tag,
      incomingLeaves: incoming.leaves,
      restingTag: resting.tag,
      restingLeaves: resting.leaves,
    })
    if (resting.leaves === 0) this.#remove(resting)
    else this.#bookEvent('bookChanged', resting)
  }

  #rest(order: NaiveOrder): void {
    this.#resting.push(order)
    this.#events.push({ kind: 'rested', tag: order.tag, entryNumber: order.entryNumber })
    this.#bookEvent('bookAdded', order)
  }

  #remove(order: NaiveOrder): void {
    this.#resting = this.#resting.filter((other) => other !== order)
    this.#bookEvent('bookRemoved', { ...order, leaves: 0 as Quantity })
  }

  #cancel({ tag, leaves }: NaiveOrder, reason: CancelReason): void {
    this.#events.push({ kind: 'canceled', tag, quantity: leaves, reason })
  }

  #bookEvent(kind: BookChange['kind'], order: NaiveOrder): void {
    const { security, side, entryNumber, time } = order
    const rptSeq = (this.#rptSeqs.get(security) ?? 0) + 1
    this.#rptSeqs.set(security, rptSeq)
    const price = order.price as PriceKobo
    this.#events.push({ kind, security, side, entryNumber, price, size: order.leaves, time, rptSeq })
  }

  #find(tag: number): NaiveOrder | undefined {
    return this.#resting.find((order) => order.tag === tag)
  }

  /** One side in priority order: the better price, then the earlier entry. */
  #queue(security: number, side: Side): NaiveOrder[] {
    return this.#resting
      .filter((order) => order.security === security && order.side === side)
      .sort((a, b) => {
        const byPrice = side === Side.buy ? b.price! - a.price! : a.price! - b.price!
        return byPrice || a.entryNumber - b.entryNumber
      })
  }

  /** The resting orders whose price an incoming one accepts, in the order in which it meets them. */
  #counterparties(incoming: NaiveOrder): NaiveOrder[] {
    const { price } = incoming
    const queue = this.#queue(incoming.security, incoming.side === Side.buy ? Side.sell : Side.buy)
    if (price === null) return queue
    return queue.filter((resting) =>
      incoming.side === Side.buy ? resting.price! <= price : resting.price! >= price,
    )
  }

  /** Those it may trade with: up to the first of the same owner. */
  #tradable(incoming: NaiveOrder): NaiveOrder[] {
    const queue = this.#counterparties(incoming)
    const own = queue.findIndex((resting) => sameOwner(incoming, resting))
    return own === -1 ? queue : queue.slice(0, own)
  }

  #touch(security: number, side: Side): [PriceKobo | null, number] {
    const queue = this.#queue(security, side)
    const best = queue[0]?.price ?? null
    return [best, sum(queue.filter((order) => order.price === best).map((order) => order.leaves))]
  }

  #tickDirection(security: number): TickDirection | null {
    let direction: TickDirection | null = null
    let last: number = this.#terms[security]!.referencePx
    for (const { price } of this.#trades.filter((trade) => trade.security === security)) {
      if (price > last) direction = TickDirection.plus
      else if (price < last) direction = TickDirection.minus
      else if (direction === TickDirection.minus) direction = TickDirection.zeroMinus
      else if (direction !== TickDirection.zeroMinus) direction = TickDirection.zeroPlus
      last = price
    }
    return direction
  }
}

type NaiveOrder = EnterOrder & { leaves: Quantity; readonly entryNumber: number; readonly time: number }
type NaiveTrade = { readonly security: number; readonly price: PriceKobo; readonly quantity: Quantity }

/** An event without the handles. */
export type NaiveEvent = WithoutHandles<ExchangeEvent>
type WithoutHandles<Event> = Event extends unknown
  ? Omit<Event, 'handle' | 'incomingHandle' | 'restingHandle'>
  : never

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const sameOwner = (a: NaiveOrder, b: NaiveOrder): boolean => a.owner !== 0 && a.owner === b.owner
