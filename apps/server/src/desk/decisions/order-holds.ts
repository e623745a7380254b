import {
  ExecType,
  isFinal,
  type Kobo,
  kobo,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  type Refusal,
  Side,
} from '@tradebook/contract'
import type { Ledger, OpenOrder } from '@tradebook/ledger'
import {
  isBulkOrder,
  type Order,
  type OrderEnd,
  type OrderReport,
  REQUEST_REJECT,
  type Unanswered,
  unansweredAfter,
} from '@tradebook/orders'
import { orderOf } from '../../venue/commands.ts'
import type { CommandLine, ReplacedHold } from './command-line.ts'

/** What the venue was asked about an order and has not answered, and what the order held before a replace. */
interface Asked extends Unanswered {
  readonly heldAt?: PriceKobo
  readonly becomes?: ReplacedHold
}

type HeldFor = Pick<OpenOrder, 'leaves' | 'worstPx'>

/**
 * What open orders hold of the cash and shares in their firms' ledgers, and what the venue was asked about them. Until it
 * has answered a replace, an order may trade as before it or after it, and holds the larger of the two amounts.
 */
export class OrderHolds {
  readonly #ledgerOf: (order: Pick<Order, 'tenantId'>) => Ledger
  /** By order. */
  readonly #asked = new Map<string, Asked>()

  constructor(ledgerOf: (order: Pick<Order, 'tenantId'>) => Ledger) {
    this.#ledgerOf = ledgerOf
  }

  /** The cash that is held for an order, in kobo; 0 once it is final. */
  of(order: Order): Kobo {
    return isFinal(order.ordStatus) ? kobo(0) : this.#ledgerOf(order).holdOf(order.orderID)
  }

  /** Whether an order holds cash or shares that its account does not have, and will not get back by cancels under way. */
  isUncovered(order: Order): boolean {
    if (isBulkOrder(order)) return false
    const { orderID, account } = order
    const ledger = this.#ledgerOf(order)
    const isEnding = (each: string) => this.unansweredOf(each).cancel !== undefined
    const open = ledger.openOrders(account)
    if (isEnding(orderID) || !open.has(orderID)) return false
    return ledger.isUncovered(orderID, [...open].filter(isEnding))
  }

  /** What the venue was asked about an order and has not answered. */
  unansweredOf(orderID: string): Asked {
    return this.#asked.get(orderID) ?? {}
  }

  // — What is asked of the venue —

  /** Holds what a new order may cost; a refusal holds nothing. */
  reserve(order: Order, worstPx: PriceKobo | null): Refusal | undefined {
    if (worstPx === null) throw new Error(`order ${order.orderID} has no worst price`)
    return this.#ledgerOf(order).reserve(openOrder(order, worstPx, order.tradeDate))
  }

  /**
   * Changes an order's hold to what it needs after a replace; a refusal changes nothing. The order
   * itself changes with the venue's report, which also ends the hold when nothing is left.
   */
  replace(order: Order, worstPx: PriceKobo, leaves: Quantity, clOrdID: string): Refusal | undefined {
    const ledger = this.#ledgerOf(order)
    const { orderID, cumQty } = order
    const heldAt = ledger.worstPxOf(orderID)
    const before = { leaves: order.leavesQty, worstPx: heldAt }
    const becomes = { leaves, worstPx, cumQty }
    if (leaves > 0 && !isLessIn(order.side, becomes, before)) {
      const refusal = ledger.amend(orderID, { leaves, worstPx })
      if (refusal) return refusal
      if (!isLessIn(order.side, before, becomes)) this.#holdLarger(order, before, becomes)
    }
    this.#asked.set(orderID, { ...this.unansweredOf(orderID), replace: clOrdID, heldAt, becomes })
    return undefined
  }

  /** @param ends how the order ends by the cancel, where the desk itself asks. */
  cancel(order: Order, clOrdID: string, ends?: OrderEnd): void {
    const asked = this.unansweredOf(order.orderID)
    const entry = asked.entry ?? (order.ordStatus === OrdStatus.pendingNew || undefined)
    this.#asked.set(order.orderID, { ...asked, entry, cancel: clOrdID, ends })
  }

  /** Gives orders back what the venue was asked about them and has not answered, with what they hold for it. */
  restore(
    commands: readonly Pick<CommandLine, 'command' | 'becomes' | 'ends'>[],
    orders: ReadonlyMap<string, Order>,
  ): void {
    const entering = new Set(
      commands.flatMap(({ command }) => (command.kind === 'new' ? orderOf(command) : [])),
    )
    for (const { command, becomes, ends } of commands) {
      const order = orders.get(orderOf(command))
      if (!order) continue
      const { orderID } = order
      const entry = entering.has(orderID) || undefined
      const asked = this.unansweredOf(orderID)
      if (command.kind === 'cancel')
        this.#asked.set(orderID, { ...asked, entry, cancel: command.clOrdID, ends: ends ?? undefined })
      if (command.kind !== 'replace' || !becomes) continue
      const heldAt = order.price ?? becomes.worstPx
      const before = { leaves: order.leavesQty, worstPx: heldAt }
      this.#asked.set(orderID, { ...asked, entry, replace: command.replace.clOrdID, heldAt, becomes })
      const after = this.#becomesOf(order, becomes)
      if (before.leaves + after.leaves > 0) this.#holdLarger(order, before, after)
    }
  }

  // — What the venue says —

  /** The venue has answered, where a report is an answer. If it rejects a replace, the hold stays as it was. */
  answered(order: Order, report: OrderReport): void {
    const { orderID, leavesQty } = order
    const asked = this.#asked.get(orderID)
    if (!asked) return
    const { entry, replace, cancel, ends } = unansweredAfter(asked, report)
    if (entry === undefined && replace === undefined && cancel === undefined) this.#asked.delete(orderID)
    else this.#asked.set(orderID, { ...asked, entry, replace, cancel, ends })
    if (report.execType !== REQUEST_REJECT || report.responseTo !== 'replace') return
    const { heldAt } = asked
    if (heldAt !== undefined && leavesQty > 0)
      this.#ledgerOf(order).revert(orderID, { leaves: leavesQty, worstPx: heldAt })
  }

  /**
   * Until a trade is posted, an order with a pending replace holds for both: the trade may be of either.
   *
   * @returns the price that the order holds for, where the trade is at a worse one.
   */
  beforeTrade(order: Order, price: PriceKobo, asked: Asked): PriceKobo | undefined {
    if (asked.replace !== undefined && !isFinal(order.ordStatus)) this.#holdForBoth(order, asked)
    const { orderID, account, side } = order
    const ledger = this.#ledgerOf(order)
    if (!ledger.openOrders(account).has(orderID)) return undefined
    const held = ledger.worstPxOf(orderID)
    return (side === Side.buy ? price > held : price < held) ? held : undefined
  }

  /**
   * Holds what an order needs after a report.
   *
   * @param asked what the report may have answered.
   * @param heldBelow what `beforeTrade` returned.
   */
  reported(order: Order, report: OrderReport, asked: Asked, heldBelow: PriceKobo | undefined): void {
    const { orderID } = order
    const ledger = this.#ledgerOf(order)
    const replacing = asked.replace === undefined ? undefined : asked.becomes
    const pending = this.unansweredOf(orderID).replace === undefined ? undefined : replacing
    const { leaves = 0 } = pending ? this.#becomesOf(order, pending) : {}
    if (isFinal(order.ordStatus) || order.leavesQty + leaves === 0) ledger.release(orderID)
    else if (pending && report.execType === ExecType.trade) this.#holdPending(order, asked)
    else if (heldBelow !== undefined) ledger.revert(orderID, { leaves: order.leavesQty, worstPx: heldBelow })
    else if (report.execType === ExecType.restated)
      if (report.holds) ledger.revert(orderID, report.holds)
      else this.#holdAsChanged(order)
    else if (report.execType === ExecType.replaced)
      if (replacing) this.#holdReplaced(order, replacing)
      else this.#holdAsChanged(order)
  }

  /**
   * A trade that is cancelled leaves more open of what a pending replace asks for. Its hold may have ended before: all
   * that the replace asked for had traded.
   */
  corrected(order: Order, marketDate: string): void {
    const asked = this.unansweredOf(order.orderID)
    const { replace, becomes } = asked
    if (isFinal(order.ordStatus) || replace === undefined || !becomes) return
    const { leaves, worstPx } = this.#becomesOf(order, becomes)
    if (leaves > 0) this.#ledgerOf(order).reopen({ ...openOrder(order, worstPx, marketDate), leaves })
    if (order.leavesQty + leaves > 0) this.#holdPending(order, asked)
  }

  /** Holds for an order at another worst price, unless a replace of it is pending. */
  at(order: Order, worstPx: PriceKobo): void {
    const { orderID, leavesQty: leaves } = order
    if (this.unansweredOf(orderID).replace === undefined)
      this.#ledgerOf(order).revert(orderID, { leaves, worstPx })
  }

  /**
   * Holds the larger of two amounts: what an order held before a replace, and what it holds after it. Until the venue
   * has answered, it may trade as either.
   */
  #holdLarger({ orderID, tenantId, side }: Order, before: HeldFor, after: HeldFor): void {
    // By their value alone: what else is on the note may differ when the desk is rebuilt.
    const size = ({ leaves, worstPx }: HeldFor) => BigInt(leaves) * (side === Side.buy ? BigInt(worstPx) : 1n)
    const isAfter = size(after) === size(before) ? !isLessIn(side, after, before) : size(after) > size(before)
    this.#ledgerOf({ tenantId }).revert(orderID, isAfter ? after : before)
  }

  /** What the replaced order would have open now. */
  #becomesOf({ cumQty }: Order, { leaves, worstPx, cumQty: then }: ReplacedHold): HeldFor {
    return { leaves: Math.max(leaves - (cumQty - then), 0) as Quantity, worstPx }
  }

  #holdForBoth(order: Order, { heldAt, becomes }: Asked): void {
    if (heldAt === undefined || !becomes) return
    const after = this.#becomesOf(order, becomes)
    const worse = order.side === Side.buy ? Math.max : Math.min
    const leaves = Math.max(order.leavesQty, after.leaves) as Quantity
    if (leaves === 0) return
    this.#ledgerOf(order).revert(order.orderID, {
      leaves,
      worstPx: worse(heldAt, after.worstPx) as PriceKobo,
    })
  }

  #holdPending(order: Order, { heldAt, becomes }: Asked): void {
    if (heldAt === undefined || !becomes) return
    this.#holdLarger(order, { leaves: order.leavesQty, worstPx: heldAt }, this.#becomesOf(order, becomes))
  }

  /** A replace was done: the order holds for what it is now. */
  #holdReplaced({ orderID, leavesQty: leaves, ...order }: Order, { worstPx }: ReplacedHold): void {
    this.#ledgerOf(order).revert(orderID, { leaves, worstPx })
  }

  /** The venue changed an order unasked: it holds what it now may cost, whether or not cash and shares suffice. */
  #holdAsChanged({ orderID, price, leavesQty, ...order }: Order): void {
    const ledger = this.#ledgerOf(order)
    ledger.revert(orderID, { leaves: leavesQty, worstPx: price ?? ledger.worstPxOf(orderID) })
  }
}

/** Whether one of two is certainly held for with no more than the other. */
const isLessIn = (side: Side, one: HeldFor, other: HeldFor): boolean =>
  one.leaves <= other.leaves &&
  (side === Side.buy ? one.worstPx <= other.worstPx : one.worstPx >= other.worstPx)

/**
 * An order as the ledger holds cash and shares for it.
 *
 * @param marketDate the market day it may trade in, which may be later than the day of its entry.
 */
export function openOrder(order: Order, worstPx: PriceKobo, marketDate: string): OpenOrder {
  const { orderID, account, securityID, side, leavesQty: leaves } = order
  return { orderID, account, securityID, side, leaves, worstPx, tradeDate: marketDate }
}
