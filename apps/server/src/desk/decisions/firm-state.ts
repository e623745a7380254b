import {
  ExecType,
  type FeeRate,
  isFinal,
  type Kobo,
  kobo,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type SettingChanges,
  Side,
  settlementDate,
} from '@tradebook/contract'
import {
  type ContractNote,
  type Corrected,
  type Entry,
  Ledger,
  type OpenOrder,
  type Restate,
} from '@tradebook/ledger'
import {
  applyReport,
  askedAbout,
  flagOf,
  isBulkOrder,
  isPart,
  type NewOrder,
  type Order,
  type OrderEnd,
  type OrderIdentity,
  type OrderReport,
  pendingOrder,
  REQUEST_REJECT,
  rejectedOrder,
  requeued,
  type TradeChange,
  type Unanswered,
  unansweredAfter,
} from '@tradebook/orders'
import { orderOf } from '../../venue/commands.ts'
import type { AccountTerms } from './accounts.ts'
import type { CommandLine, ReplacedHold } from './command-line.ts'
import { Firm } from './firm.ts'
import type { CashLine, NoteLine, PositionLine } from './firm-lines.ts'
import { KillSwitches, type RiskOrigin } from './kill-switches.ts'
import { Settings } from './settings.ts'

/** What the venue was asked about an order and has not answered, and what the order held before a replace. */
interface Asked extends Unanswered {
  readonly heldAt?: PriceKobo
  readonly becomes?: ReplacedHold
}

type HeldFor = Pick<OpenOrder, 'leaves' | 'worstPx'>

/**
 * The firms and their living orders, with every operation that changes an order. What changes a firm alone is
 * of `Firm`. The only checks are the ledger's own.
 */
export class FirmState {
  readonly firms: Map<number, Firm>
  readonly orders = new Map<string, Order>()
  /** The orders of the changes that were taken last: those that are over may not be persisted yet. */
  #taken: readonly { readonly order: Order }[] = []
  readonly killSwitches: KillSwitches
  /** By order. */
  readonly #asked = new Map<string, Asked>()

  readonly settings: Settings
  /** The firms that were closed since their rows were last taken. */
  readonly #closed: Firm[] = []
  /** All that were closed; the record knows those of before. None is opened again. */
  readonly closedFirms = new Set<number>()

  /**
   * @param openOrders the orders whose holds the ledgers already have.
   * @param settings those that the ledgers have been opened with.
   */
  constructor(
    firms: ReadonlyMap<number, Firm>,
    openOrders: readonly Order[],
    settings: Settings = new Settings(),
    killSwitches: KillSwitches = new KillSwitches(),
  ) {
    this.firms = new Map(firms)
    this.settings = settings
    this.killSwitches = killSwitches
    for (const order of openOrders) this.orders.set(order.orderID, order)
  }

  /** Adds a firm without accounts. */
  openFirm(tenantId: number, fees: readonly FeeRate[]): void {
    this.firms.set(tenantId, new Firm({ tenantId, ledger: new Ledger(this.settings.of(tenantId), fees) }))
  }

  /** Removes a firm, whose accounts are empty. What the batch changed of it is still persisted. */
  closeFirm(tenantId: number): void {
    this.#closed.push(this.firm(tenantId))
    this.closedFirms.add(tenantId)
    this.firms.delete(tenantId)
  }

  /** Changes what a firm, or the host for firms that set nothing, has set; all that follows from it follows at once. */
  changeSettings(tenantId: number, texts: SettingChanges): void {
    const before = [...this.firms.values()].map((firm) => ({ firm, was: this.settings.of(firm.tenantId) }))
    this.settings.change(tenantId, texts)
    for (const { firm, was } of before) {
      const now = this.settings.of(firm.tenantId)
      if (now.unsettledProceedsUsable !== was.unsettledProceedsUsable) firm.ledger.setOptions(now)
    }
  }

  /**
   * Changes the terms of an account; all accounts of its customer take the customer's name.
   * @returns the open orders of these accounts, with the changed terms and a new version.
   */
  changeTerms(tenantId: number, terms: AccountTerms): Order[] {
    const firm = this.firm(tenantId)
    firm.changeTerms(terms)
    return [...firm.accounts.ofCustomer(terms.customerId)].flatMap((account) => {
      const { cscsAccount, customerName } = firm.accounts.get(account) ?? terms
      // An order that ended in this very batch is not open, and stays as it ended.
      return [...firm.ledger.openOrders(account)].map((orderID) => {
        const order = this.order(orderID)
        const changed = { ...order, cscsAccount, customerName, version: order.version + 1 }
        this.orders.set(orderID, changed)
        return changed
      })
    })
  }

  /**
   * Adds a new order: pending, with its hold; or rejected, because of `found` or because cash or
   * shares do not suffice.
   *
   * @param worstPx may be null only with a refusal in `found`.
   * @param asRecorded what the order keeps of a refusal.
   * @returns the order, and why it is refused, in full.
   */
  enter(
    request: NewOrder,
    identity: OrderIdentity,
    worstPx: PriceKobo | null,
    found: Refusal | null,
    asRecorded: (refusal: Refusal) => Refusal = (refusal) => refusal,
  ): { order: Order; refusal: Refusal | null } {
    const pending = pendingOrder(request, identity)
    const reason = found ?? (isBulkOrder(pending) ? undefined : this.#reserve(pending, worstPx))
    const refusal = reason ? { ...reason, data: { orderID: pending.orderID } } : null
    const order = refusal ? rejectedOrder(request, identity, asRecorded(refusal)) : pending
    this.orders.set(order.orderID, order)
    if (!refusal && worstPx !== null) this.#count(order, request, worstPx, identity.receivedAt)
    return { order, refusal }
  }

  /**
   * Counts an accepted new order for the limits. A bulk order counts once for the order rate. Its value and quantity
   * count with its parts.
   *
   * @param at wall time; not present in journals that are older than limits.
   */
  #count(order: Order, request: NewOrder, worstPx: PriceKobo, at: number | undefined): void {
    const { limits } = this.firm(order.tenantId)
    if (!isBulkOrder(order)) limits.counts.opened(order, worstPx)
    if (at === undefined || isPart(order)) return
    if (isBulkOrder(order)) limits.counts.sent(order, at)
    else limits.entered(request, order, at)
  }

  /** Counts an accepted replace that brought new risk. */
  raised(
    { tenantId, account }: Order,
    { userId, at }: { readonly userId: number; readonly at: number },
  ): void {
    this.firm(tenantId).limits.counts.sent({ userId, account }, at)
  }

  /** Why the ledger would not admit a new order with a price now, as `enter` would; `undefined` when it would. */
  refusalOf(tenantId: number, request: NewOrder, marketDate: string): Refusal | undefined {
    const { account, securityID, side, orderQty: leaves, price } = request
    if (price === null) throw new Error(`request ${request.clOrdID} has no price`)
    const order = { orderID: '', account, securityID, side, leaves, worstPx: price, tradeDate: marketDate }
    return this.firm(tenantId).ledger.preview(order).refusal
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
    this.#ask(order, { ...this.unansweredOf(orderID), replace: clOrdID, heldAt, becomes })
    return undefined
  }

  /**
   * Holds the larger of two amounts: what an order held before a replace, and what it holds after it. Until the venue
   * has answered, it may trade as either.
   */
  #holdLarger({ orderID, tenantId, side }: Order, before: HeldFor, after: HeldFor): void {
    // By their value alone: what else is on the note may differ when the desk is rebuilt.
    const size = ({ leaves, worstPx }: HeldFor) => BigInt(leaves) * (side === Side.buy ? BigInt(worstPx) : 1n)
    const isAfter = size(after) === size(before) ? !isLessIn(side, after, before) : size(after) > size(before)
    this.firm(tenantId).ledger.revert(orderID, isAfter ? after : before)
  }

  /** What the replaced order would have open now. */
  #becomesOf({ cumQty }: Order, { leaves, worstPx, cumQty: then }: ReplacedHold): HeldFor {
    return { leaves: Math.max(leaves - (cumQty - then), 0) as Quantity, worstPx }
  }

  /** Gives orders back what the venue was asked about them and has not answered, with what they hold for it. */
  restoreAsked(commands: readonly Pick<CommandLine, 'command' | 'becomes' | 'ends'>[]): void {
    const entering = new Set(
      commands.flatMap(({ command }) => (command.kind === 'new' ? orderOf(command) : [])),
    )
    for (const { command, becomes, ends } of commands) {
      const order = this.orders.get(orderOf(command))
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

  /**
   * The venue is asked to cancel an order: it is pending until the venue answers.
   *
   * @param ends how the order ends by it, where the desk itself asks.
   */
  cancel(order: Order, clOrdID: string, ends?: OrderEnd): void {
    const asked = this.unansweredOf(order.orderID)
    const entry = asked.entry ?? (order.ordStatus === OrdStatus.pendingNew || undefined)
    this.#ask(order, { ...asked, entry, cancel: clOrdID, ends })
  }

  /** What the venue was asked about an order and has not answered. */
  unansweredOf(orderID: string): Asked {
    return this.#asked.get(orderID) ?? {}
  }

  #ask(order: Order, asked: Asked): void {
    this.#asked.set(order.orderID, asked)
    this.orders.set(order.orderID, askedAbout(order, asked))
  }

  /** The venue has answered, where the report is an answer. If it rejects a replace, the hold stays as it was. */
  #answered({ orderID, leavesQty }: Order, report: OrderReport, asked: Asked): void {
    const { entry, replace, cancel, ends } = unansweredAfter(asked, report)
    if (entry === undefined && replace === undefined && cancel === undefined) this.#asked.delete(orderID)
    else this.#asked.set(orderID, { ...asked, entry, replace, cancel, ends })
    if (report.execType !== REQUEST_REJECT || report.responseTo !== 'replace') return
    const { heldAt } = asked
    if (heldAt !== undefined && leavesQty > 0)
      this.#ledgerOf(this.order(orderID)).revert(orderID, { leaves: leavesQty, worstPx: heldAt })
  }

  /**
   * Applies a report to its order, and a trade to the ledger.
   *
   * @param ended the order as the record has it, where it is over and persisted.
   */
  report(
    orderID: string,
    report: OrderReport,
    at: { sequence: number; time: number; marketDate: string },
    ended: Order | null = null,
  ): { order: Order; entry: Entry | undefined } {
    const before = this.found(orderID) ?? ended ?? this.order(orderID)
    const asked = this.unansweredOf(orderID)
    const order = applyReport(before, report, at.sequence, at.time, asked)
    if (this.#asked.has(orderID)) this.#answered(before, report, asked)
    // What it trades is counted and posted when it is allocated to its parts.
    if (isBulkOrder(order)) {
      this.orders.set(orderID, order)
      return { order, entry: undefined }
    }
    this.firm(order.tenantId).limits.counts.changed(before, order)
    const ledger = this.#ledgerOf(order)
    const replacing = asked.replace === undefined ? undefined : asked.becomes
    if (replacing && report.execType === ExecType.trade && !isFinal(before.ordStatus))
      this.#holdForBoth(before, asked)
    const heldAt = report.execType === ExecType.trade ? this.#heldBelow(before, report.lastPx) : undefined
    const entry =
      report.execType === ExecType.trade
        ? ledger.fill(
            {
              orderID,
              execID: String(at.sequence),
              account: order.account,
              securityID: order.securityID,
              side: order.side,
              quantity: report.lastQty,
              price: report.lastPx,
              tradeDate: at.marketDate,
              settlementDate: settlementDate(at.marketDate),
            },
            flagOf(before, report, asked) !== null || heldAt !== undefined,
          )
        : undefined
    const pending = this.unansweredOf(orderID).replace === undefined ? undefined : replacing
    const { leaves = 0 } = pending ? this.#becomesOf(order, pending) : {}
    if (isFinal(order.ordStatus) || order.leavesQty + leaves === 0) ledger.release(orderID)
    else if (pending && report.execType === ExecType.trade) this.#holdPending(order, asked)
    else if (heldAt !== undefined) ledger.revert(orderID, { leaves: order.leavesQty, worstPx: heldAt })
    else if (report.execType === ExecType.restated) this.#holdAsChanged(order)
    else if (report.execType === ExecType.replaced)
      if (replacing) this.#holdReplaced(order, replacing)
      else this.#holdAsChanged(order)
    this.orders.set(orderID, order)
    return { order, entry }
  }

  /** The price that an order holds for, where it has traded at a worse one. */
  #heldBelow({ orderID, account, side, tenantId }: Order, price: PriceKobo): PriceKobo | undefined {
    const { ledger } = this.firm(tenantId)
    if (!ledger.openOrders(account).has(orderID)) return undefined
    const held = ledger.worstPxOf(orderID)
    return (side === Side.buy ? price > held : price < held) ? held : undefined
  }

  /** Until a trade is posted, an order with a pending replace holds for both: the trade may be of either. */
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

  /**
   * A trade that is cancelled leaves more open of what a pending replace asks for. Its hold may have ended before: all
   * that the replace asked for had traded.
   */
  #holdCorrected(order: Order, marketDate: string): void {
    const asked = this.unansweredOf(order.orderID)
    const { replace, becomes } = asked
    if (isFinal(order.ordStatus) || replace === undefined || !becomes) return
    const { leaves, worstPx } = this.#becomesOf(order, becomes)
    if (leaves > 0) this.#ledgerOf(order).reopen({ ...openOrder(order, worstPx, marketDate), leaves })
    if (order.leavesQty + leaves > 0) this.#holdPending(order, asked)
  }

  /** A replace was done: the order holds for what it is now. */
  #holdReplaced({ orderID, leavesQty: leaves, ...order }: Order, { worstPx }: ReplacedHold): void {
    this.firm(order.tenantId).ledger.revert(orderID, { leaves, worstPx })
  }

  /** Holds for an order at another worst price. */
  holdAt(orderID: string, worstPx: PriceKobo): void {
    const order = this.order(orderID)
    this.firm(order.tenantId).limits.counts.repriced(order, worstPx)
    if (this.unansweredOf(orderID).replace === undefined)
      this.#ledgerOf(order).revert(orderID, { leaves: order.leavesQty, worstPx })
  }

  /** The venue changed an order unasked: it holds what it now may cost, whether or not cash and shares suffice. */
  #holdAsChanged({ orderID, price, leavesQty, ...order }: Order): void {
    const ledger = this.firm(order.tenantId).ledger
    ledger.revert(orderID, { leaves: leavesQty, worstPx: price ?? ledger.worstPxOf(orderID) })
  }

  /** Cancels or corrects a trade of an order, which may have ended on an earlier day, and of its note. */
  correct(
    { order: ended, orderID, report, tradeDate, marketDate, settledNote }: OrderCorrection,
    { sequence, time }: { readonly sequence: number; readonly time: number },
    restate: Restate,
  ): Corrected & { readonly order: Order } {
    const before = ended ?? this.order(orderID)
    const order = applyReport(before, report, sequence, time, this.unansweredOf(orderID))
    const firm = this.firm(order.tenantId)
    const { counts } = firm.limits
    if (tradeDate === marketDate) counts.changed(before, order)
    else counts.mandates.changed(before, order)
    this.orders.set(orderID, order)
    const { account, securityID, side } = order
    const { lastPx: price, lastQty: quantity } = report
    const corrected = firm.ledger.correct(
      {
        ...{ account, securityID, side, tradeDate, settledNote, date: marketDate, reverses: report.execRef },
        traded: { price: report.traded.lastPx, quantity: report.traded.lastQty },
        becomes: report.execType === ExecType.tradeCorrected ? { price, quantity } : null,
      },
      restate,
    )
    this.#holdCorrected(order, marketDate)
    return { order, ...corrected }
  }

  /** Gives an order the place behind the others at its price. @returns the order. */
  requeue(orderID: string, priority: number): Order {
    const order = requeued(this.order(orderID), priority)
    this.orders.set(orderID, order)
    return order
  }

  /** Whether an account is frozen: no order of its is entered, raised or triggered. */
  isFrozen({ tenantId, account }: Pick<RiskOrigin, 'tenantId' | 'account'>): boolean {
    return this.firms.get(tenantId)?.freezes.has(account) ?? false
  }

  /** The balances, positions and notes that changed since the last call: only these have to be persisted. */
  takeTouched(): { cash: CashLine[]; positions: PositionLine[]; notes: NoteLine[] } {
    // Of each batch most firms are no part.
    const touched = [...this.firms.values(), ...this.#closed.splice(0)]
      .filter(({ ledger }) => ledger.isTouched)
      .map((firm) => firm.takeTouched())
    return {
      cash: touched.flatMap(({ cash }) => cash),
      positions: touched.flatMap(({ positions }) => positions),
      notes: touched.flatMap(({ notes }) => notes),
    }
  }

  /** The open orders whose hold another order of their note may have changed since the last call. */
  takeRestated(): Order[] {
    return [...this.firms.values()].flatMap(({ ledger }) =>
      ledger.takeRestated().map((orderID) => this.order(orderID)),
    )
  }

  /** The cash that is held for an order, in kobo; 0 once it is final. */
  holdOf({ tenantId, orderID, ordStatus }: Order): Kobo {
    return isFinal(ordStatus) ? kobo(0) : this.firm(tenantId).ledger.holdOf(orderID)
  }

  /** Whether an order holds cash or shares that its account does not have, and will not get back by cancels under way. */
  isUncovered(order: Order): boolean {
    if (isBulkOrder(order)) return false
    const { tenantId, orderID, account } = order
    const { ledger } = this.firm(tenantId)
    const isEnding = (each: string) => this.unansweredOf(each).cancel !== undefined
    const open = ledger.openOrders(account)
    if (isEnding(orderID) || !open.has(orderID)) return false
    return ledger.isUncovered(orderID, [...open].filter(isEnding))
  }

  /** Changed orders are taken to be persisted: of those that are over the record tells from then on. */
  taken(changed: readonly { readonly order: Order }[]): void {
    for (const { order } of changed) if (isFinal(order.ordStatus)) this.orders.delete(order.orderID)
    this.#taken = changed
  }

  /** An order that is alive, or is over and may not be persisted yet. */
  found(orderID: string): Order | undefined {
    return this.orders.get(orderID) ?? this.#taken.find(({ order }) => order.orderID === orderID)?.order
  }

  /** @throws Error when the order is not alive. */
  order(orderID: string): Order {
    const order = this.orders.get(orderID)
    if (!order) throw new Error(`order ${orderID} is not alive`)
    return order
  }

  firm(tenantId: number): Firm {
    const firm = this.firms.get(tenantId)
    if (!firm) throw new Error(`no firm ${tenantId}`)
    return firm
  }

  #reserve(order: Order, worstPx: PriceKobo | null): Refusal | undefined {
    if (worstPx === null) throw new Error(`order ${order.orderID} has no worst price`)
    return this.#ledgerOf(order).reserve(openOrder(order, worstPx, order.tradeDate))
  }

  #ledgerOf = (order: Order): Ledger => this.firm(order.tenantId).ledger
}

/** Whether one of two is certainly held for with no more than the other. */
const isLessIn = (side: Side, one: HeldFor, other: HeldFor): boolean =>
  one.leaves <= other.leaves &&
  (side === Side.buy ? one.worstPx <= other.worstPx : one.worstPx >= other.worstPx)

/** A trade of an order is cancelled or corrected. */
export interface OrderCorrection {
  readonly tenantId: number
  readonly orderID: string
  /** As it ended; `null` of one that is open. */
  readonly order: Order | null
  readonly report: TradeChange
  /** The market day of the trade, and the one on which it is corrected. */
  readonly tradeDate: string
  readonly marketDate: string
  /** Its contract note, where that has settled. */
  readonly settledNote: ContractNote | null
}

/**
 * An order as the ledger holds cash and shares for it.
 *
 * @param marketDate the market day it may trade in, which may be later than the day of its entry.
 */
export function openOrder(order: Order, worstPx: PriceKobo, marketDate: string): OpenOrder {
  const { orderID, account, securityID, side, leavesQty: leaves } = order
  return { orderID, account, securityID, side, leaves, worstPx, tradeDate: marketDate }
}
