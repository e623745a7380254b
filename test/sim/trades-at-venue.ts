import { ExecType, isFinal, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { isBulkOrder, isPart, type SaidTradeChange } from '@tradebook/orders'
import { between } from '../chance.ts'
import { must } from './audit.ts'
import type { SimulatedRecord } from './record.ts'

/** A trade as the venue has it. */
interface TradeAtVenue {
  /** Another one once the order is adopted. */
  orderID: string
  readonly side: Side
  readonly securityID: string
  /** 0 once it is cancelled. */
  lastQty: number
  lastPx: PriceKobo
}

/** Begins the number of an order of which the desk knows nothing. */
export const UNCLAIMED = 'U'
export const isUnclaimed = (orderID: string): boolean => orderID.startsWith(UNCLAIMED)

/** The person of market control who confirms or rejects what an exchange on a line has changed after settlement. */
export const MARKET_CONTROL = 903

/** The trades of an exchange on a line, which it cancels and corrects whenever it likes, also long after they have settled. */
export class TradesAtVenue {
  readonly #record: SimulatedRecord
  readonly #random: () => number
  readonly #trades = new Map<number, TradeAtVenue>()

  constructor(record: SimulatedRecord, random: () => number) {
    this.#record = record
    this.#random = random
  }

  /** Takes a trade. @returns its number. */
  add(trade: TradeAtVenue): number {
    const tradeNumber = 1_000_000_000 + this.#trades.size
    this.#trades.set(tradeNumber, trade)
    return tradeNumber
  }

  /** An order has been adopted under a number of the desk. */
  adopted(unclaimed: string, orderID: string): void {
    for (const trade of this.#trades.values()) if (trade.orderID === unclaimed) trade.orderID = orderID
  }

  /**
   * Cancels a trade, or corrects its price or quantity; one that a person of market control has insisted on is left alone.
   *
   * @returns what the venue says, the order, and how many shares fewer it has traded; `undefined` of no trade.
   */
  change(): { orderID: string; report: SaidTradeChange; fewer: number } | undefined {
    const left = [...this.#trades].filter(
      ([tradeNumber, { lastQty, orderID }]) =>
        lastQty > 0 &&
        !isUnclaimed(orderID) &&
        !this.#isOfBulkOrder(orderID) &&
        !this.#isRejected(tradeNumber),
    )
    const [tradeNumber, trade] = left[between(this.#random, 0, left.length - 1)] ?? []
    if (!trade || tradeNumber === undefined) return undefined
    const { orderID, lastQty: before, lastPx } = trade
    const listed = this.#record.listings.find(({ securityID }) => securityID === trade.securityID)
    const tick = listed?.tickKobo ?? 1
    const roll = this.#random()
    if (roll < 0.5) {
      trade.lastQty = 0
    } else {
      if (roll < 0.8 || before === 1)
        trade.lastPx = Math.max(lastPx + tick * (roll < 0.65 ? 3 : -3), tick) as PriceKobo
      if (roll > 0.7) trade.lastQty = between(this.#random, 1, before)
      if (trade.lastPx === lastPx && trade.lastQty === before) trade.lastPx = (lastPx + tick) as PriceKobo
    }
    this.#allowFor(trade)
    const isCanceled = trade.lastQty === 0
    return {
      orderID,
      fewer: before - trade.lastQty,
      report: {
        execType: isCanceled ? ExecType.tradeCanceled : ExecType.tradeCorrected,
        ...{ lastQty: (isCanceled ? before : trade.lastQty) as Quantity, lastPx: trade.lastPx, tradeNumber },
      },
    }
  }

  /** How a person of market control decides about a change after settlement: of an order that is open no such change is rejected. */
  approves(orderID: string): boolean {
    const { order } = this.#record.orders.lines.get(orderID) ?? {}
    return !order || !isFinal(order.ordStatus) || this.#random() < 0.8
  }

  /** The record has the same trades, each once, except for changes that a person has rejected. */
  audit(): void {
    const numbers = new Set(
      [...this.#record.orders.executions.values()].flatMap(({ tradeNumber, order }) =>
        tradeNumber === null || isPart(order) ? [] : tradeNumber,
      ),
    )
    const trades = [...this.#trades].filter(([, { orderID }]) => !isUnclaimed(orderID))
    must(numbers.size === trades.length, `${trades.length} trades there, ${numbers.size} here`)
    for (const [tradeNumber, { lastQty, lastPx }] of trades) {
      const ours = this.#record.orders.tradedBy(tradeNumber)
      const there = BigInt(lastQty) * BigInt(lastPx)
      must(
        (ours?.quantity === lastQty && ours.value === there) || this.#isRejected(tradeNumber),
        `trade ${tradeNumber} is ${lastQty} at ${lastPx} there, here ${ours?.quantity} for ${ours?.value}`,
      )
    }
  }

  /** At any time: nothing traded here that did not there. */
  auditNumbers(): void {
    for (const { tradeNumber, order } of this.#record.orders.executions.values())
      must(
        tradeNumber === null || isPart(order) || this.#trades.has(tradeNumber),
        `trade ${tradeNumber} is not known there`,
      )
  }

  /** What changes such a trade is stored for operators, and not applied. */
  #isOfBulkOrder(orderID: string): boolean {
    const { order } = this.#record.orders.lines.get(orderID) ?? {}
    return order !== undefined && isBulkOrder(order)
  }

  #isRejected(tradeNumber: number): boolean {
    return [...this.#record.tradeCorrections.values()].some(
      ({ decision, ...request }) =>
        request.tradeNumber === tradeNumber &&
        request.state === 'rejected' &&
        decision?.deciderId === MARKET_CONTROL,
    )
  }

  /** What it changes is paid and delivered back, whatever the account has. */
  #allowFor({ orderID, securityID, side }: TradeAtVenue): void {
    const { order } = this.#record.orders.lines.get(orderID) ?? {}
    if (!order) return
    const { outflows } = this.#record
    outflows.mayBeOverdrawn.add([order.tenantId, order.account].join())
    if (side === Side.buy) outflows.mayLack.add([order.tenantId, order.account, securityID].join())
  }
}
