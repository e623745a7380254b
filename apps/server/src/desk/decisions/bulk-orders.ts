import { ExecType, isFinal, type Refusal, refuse } from '@tradebook/contract'
import {
  AWAITS_ALLOCATION,
  type AwaitedAllocation,
  atAverage,
  awaitedAllocations,
  endWith,
  isBulkOrder,
  isPart,
  type Order,
  type OrderEnd,
  type OrderReport,
  proRata,
  unallocated,
} from '@tradebook/orders'

/** What one account is to get of what a bulk order has traded. */
export interface AllocationLine {
  readonly account: string
  readonly quantity: number
}

interface BulkOrder {
  order: Order
  /** By their numbers, in the order of the list that was sent. */
  readonly parts: Map<string, Order>
  /** How those end whose accounts are why the bulk order ends, by their numbers. */
  readonly ends: Map<string, OrderEnd>
}

export interface BulkOrdersOptions {
  readonly recorded: readonly Order[]
  readonly marketDate: string
  readonly nextNumber: () => number
  /** Applies a report to a part, which may be over. */
  readonly apply: (part: Order, report: OrderReport, now: number) => void
}

/**
 * Allocates what bulk orders trade. A bulk order is one order in the market and holds nothing. Its parts hold the cash
 * and the shares of their accounts, and get its trades at their average price: when it is over, when a dealer allocates
 * what has traded until then, and at the latest when the market day ends.
 */
export class BulkOrders {
  readonly #bulkOrders = new Map<string, BulkOrder>()
  readonly #marketDate: string
  readonly #nextNumber: () => number
  readonly #apply: BulkOrdersOptions['apply']

  constructor({ recorded, marketDate, nextNumber, apply }: BulkOrdersOptions) {
    this.#marketDate = marketDate
    this.#nextNumber = nextNumber
    this.#apply = apply
    // By their numbers: an order that came back into the market has a later place than its parts.
    for (const order of recorded.toSorted((a, b) => Number(a.orderID) - Number(b.orderID))) this.#keep(order)
  }

  get orderIDs(): readonly string[] {
    return [...this.#bulkOrders.keys()]
  }

  /** The firm of a bulk order of the last market days. */
  tenantOf(orderID: string): number | undefined {
    return this.#bulkOrders.get(orderID)?.order.tenantId
  }

  /** The parts of a bulk order of the last market days; none of another order. */
  partsOf(orderID: string): readonly Order[] {
    return [...(this.#bulkOrders.get(orderID)?.parts.values() ?? [])]
  }

  /** A bulk order of the last market days. */
  wholeOf(orderID: string): Order | undefined {
    return this.#bulkOrders.get(orderID)?.order
  }

  /** A bulk order or a part of one is as given, since a trade was corrected: nothing is allocated until all of them are. */
  corrected(order: Order): void {
    this.#keep(order)
  }

  /** A bulk order or a part of one is as given from now on: where the bulk order is over, it is allocated. */
  changed(order: Order, now: number): void {
    if (order.bulkOrderID === null) return
    const bulkOrder = this.#keep(order)
    if (!bulkOrder || isPart(order) || !isFinal(order.ordStatus)) return
    if (this.#waitsForList(bulkOrder)) this.#awaitList(bulkOrder, now)
    else this.finish(order.orderID, now)
  }

  /** A part is why its bulk order ends: it says so, and the others do not. Until a restart; then it ends as they do. */
  endsFor({ orderID, bulkOrderID }: Order, end: OrderEnd): void {
    this.#bulkOrders.get(bulkOrderID ?? '')?.ends.set(orderID, end)
  }

  /** Allocates all that a bulk order has traded pro rata, and ends its parts where it is over. */
  finish(orderID: string, now: number): void {
    const bulkOrder = this.#bulkOrders.get(orderID)
    if (!bulkOrder) return
    this.#allocate(bulkOrder, undefined, now)
    this.#endParts(bulkOrder, now)
  }

  /** The market day ends: everything that traded on it is allocated. */
  closeDay(now: number): void {
    for (const orderID of this.orderIDs) this.finish(orderID, now)
  }

  /** Allocates what has traded until now, by a list or pro rata. A refusal changes nothing. */
  allocate(orderID: string, lines: readonly AllocationLine[] | undefined, now: number): Refusal | undefined {
    const bulkOrder = this.#bulkOrders.get(orderID)
    if (!bulkOrder) return refuse('notBulkOrder', { orderID })
    const { quantity } = leftOf(bulkOrder)
    if (quantity <= 0) return refuse('nothingToAllocate', { orderID })
    const refusal = lines && refusalOf(bulkOrder, lines, quantity)
    if (refusal) return refusal
    this.#allocate(bulkOrder, lines, now)
    if (leftOf(bulkOrder).quantity === 0) this.#endParts(bulkOrder, now)
    return undefined
  }

  /** What a venue on a line trades after the day or the parts are over waits for nobody. */
  #waitsForList(bulkOrder: BulkOrder): boolean {
    const { order, parts } = bulkOrder
    return (
      order.allocation === 'list' &&
      order.tradeDate === this.#marketDate &&
      leftOf(bulkOrder).quantity > 0 &&
      [...parts.values()].some(({ ordStatus }) => !isFinal(ordStatus))
    )
  }

  #keep(order: Order): BulkOrder | undefined {
    const { bulkOrderID, orderID } = order
    if (bulkOrderID === null) return undefined
    const known = this.#bulkOrders.get(bulkOrderID)
    if (isBulkOrder(order)) {
      if (known) known.order = order
      else this.#bulkOrders.set(orderID, { order, parts: new Map(), ends: new Map() })
    } else known?.parts.set(orderID, order)
    return this.#bulkOrders.get(bulkOrderID)
  }

  #allocate(bulkOrder: BulkOrder, lines: readonly AllocationLine[] | undefined, now: number): void {
    const { quantity, value } = leftOf(bulkOrder)
    if (quantity <= 0) return
    const parts = [...bulkOrder.parts.values()]
    const left = parts.map(({ leavesQty }) => leavesQty)
    const hasRoom = left.reduce<number>((sum, each) => sum + each, 0) >= quantity
    const quantities = lines
      ? parts.map(({ account }) => lines.find((line) => line.account === account)?.quantity ?? 0)
      : // What the market trades beyond an order is its accounts' in proportion, too.
        proRata(quantity, hasRoom ? left : parts.map(({ orderQty }) => orderQty))
    const tradeNumber = this.#nextNumber()
    const allotted = atAverage(quantities, value)
    for (const [index, orderID] of [...bulkOrder.parts.keys()].entries())
      for (const [at, { quantity: lastQty, price: lastPx }] of (allotted[index] ?? []).entries()) {
        const part = bulkOrder.parts.get(orderID) as Order
        const trade = { execType: ExecType.trade, lastQty, lastPx, tradeNumber } as const
        this.#apply(part, at === 0 ? trade : { ...trade, isRest: true }, now)
      }
  }

  /** What can no longer trade is no longer held for. Where a venue on a line trades more, the parts hold for that again. */
  #awaitList(bulkOrder: BulkOrder, now: number): void {
    const left = leftOf(bulkOrder)
    const waiting = [...bulkOrder.parts.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
    const awaited = awaitedAllocations(waiting, left)
    for (const [index, part] of waiting.entries()) {
      const { price, leavesQty } = part
      const holds = awaited[index] as AwaitedAllocation
      this.#apply(
        part,
        { execType: ExecType.restated, price, leavesQty, text: AWAITS_ALLOCATION, holds },
        now,
      )
    }
  }

  #endParts({ order, parts, ends }: BulkOrder, now: number): void {
    if (!isFinal(order.ordStatus)) return
    for (const part of [...parts.values()])
      if (!isFinal(part.ordStatus)) this.#apply(part, ends.get(part.orderID) ?? endWith(order), now)
  }
}

const leftOf = ({ order, parts }: BulkOrder) => unallocated(order, parts.values())

/**
 * Why a list may not allocate, or does not allocate exactly what has traded, to accounts that ordered as much. While an
 * order works, a list could give one account the cheaper fills (decision 215).
 */
function refusalOf(
  { order, parts }: BulkOrder,
  lines: readonly AllocationLine[],
  traded: number,
): Refusal | undefined {
  if (order.allocation !== 'list') return refuse('allocatedProRata')
  if (!isFinal(order.ordStatus)) return refuse('listWhileWorking')
  for (const { account, quantity } of lines) {
    const part = [...parts.values()].find((each) => each.account === account)
    if (!part || lines.filter((line) => line.account === account).length > 1)
      return refuse('allocationAccount', { account })
    if (quantity > part.leavesQty) return refuse('allocationAbovePart', { account, left: part.leavesQty })
  }
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  return quantity === traded ? undefined : refuse('allocationDiffers', { quantity, traded })
}
