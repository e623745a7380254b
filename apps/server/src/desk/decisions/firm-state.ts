import {
  ExecType,
  type FeeRate,
  isFinal,
  kobo,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type SettingChanges,
  settlementDate,
} from '@tradebook/contract'
import { type ContractNote, type Corrected, type Entry, Ledger, type Restate } from '@tradebook/ledger'
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
  rejectedOrder,
  requeued,
  type TradeChange,
} from '@tradebook/orders'
import type { AccountTerms } from './accounts.ts'
import { Firm } from './firm.ts'
import type { CashLine, NoteLine, PositionLine } from './firm-lines.ts'
import { KillSwitches, type RiskOrigin } from './kill-switches.ts'
import { OrderHolds } from './order-holds.ts'
import { Settings } from './settings.ts'

/**
 * The firms and their living orders, with every operation that changes an order. What changes a firm alone is
 * of `Firm`, what orders hold of `OrderHolds`. The only checks are the ledger's own.
 */
export class FirmState {
  readonly firms: Map<number, Firm>
  readonly orders = new Map<string, Order>()
  /** The orders of the changes that were taken last: those that are over may not be persisted yet. */
  #taken: readonly { readonly order: Order }[] = []
  readonly killSwitches: KillSwitches
  /** What orders hold in the ledgers of their firms. */
  readonly holds = new OrderHolds(({ tenantId }) => this.firm(tenantId).ledger)

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
    const reason = found ?? (isBulkOrder(pending) ? undefined : this.holds.reserve(pending, worstPx))
    const refusal = reason ? { ...reason, data: { orderID: pending.orderID } } : null
    const order = refusal ? rejectedOrder(request, identity, asRecorded(refusal)) : pending
    this.orders.set(order.orderID, order)
    if (!refusal && worstPx !== null) this.#count(order, request, worstPx, identity.receivedAt)
    return { order, refusal }
  }

  /**
   * Counts an accepted new order for the limits. A bulk order counts once for the order rate. Its value, its quantity
   * and its likeness to other orders count with its parts.
   *
   * @param at wall time; not present in journals that are older than limits.
   */
  #count(order: Order, request: NewOrder, worstPx: PriceKobo, at: number | undefined): void {
    const { limits } = this.firm(order.tenantId)
    if (!isBulkOrder(order)) limits.counts.opened(order, worstPx)
    if (at === undefined) return
    if (isBulkOrder(order)) limits.counts.sent(order, at)
    else if (isPart(order)) limits.remembered(request, at)
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

  /** The venue is asked to replace an order, which holds what it needs for that; a refusal changes nothing. */
  replace(
    order: Order,
    worstPx: PriceKobo,
    leaves: Quantity,
    clOrdID: string,
    now: number,
  ): Refusal | undefined {
    const refusal = this.holds.replace(order, worstPx, leaves, clOrdID)
    if (!refusal) this.#asked(order, now)
    return refusal
  }

  /**
   * The venue is asked to cancel an order: it is pending until the venue answers.
   *
   * @param ends how the order ends by it, where the desk itself asks.
   */
  cancel(order: Order, clOrdID: string, now: number, ends?: OrderEnd): void {
    this.holds.cancel(order, clOrdID, ends)
    this.#asked(order, now)
  }

  #asked(order: Order, now: number): void {
    this.orders.set(order.orderID, askedAbout(order, this.holds.unansweredOf(order.orderID), now))
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
    const asked = this.holds.unansweredOf(orderID)
    const order = applyReport(before, report, at.sequence, at.time, asked)
    this.holds.answered(before, report)
    // What it trades is counted and posted when it is allocated to its parts.
    if (isBulkOrder(order)) {
      this.orders.set(orderID, order)
      return { order, entry: undefined }
    }
    const awaits = report.execType === ExecType.restated ? report.holds : undefined
    this.firm(order.tenantId).limits.counts.changed(before, order, awaits)
    const isTrade = report.execType === ExecType.trade
    const heldBelow = isTrade ? this.holds.beforeTrade(before, report.lastPx, asked) : undefined
    const entry = isTrade
      ? this.firm(order.tenantId).ledger.fill(
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
            ...(report.isRest && { isRest: true }),
          },
          flagOf(before, report, asked) !== null || heldBelow !== undefined,
        )
      : undefined
    this.holds.reported(order, report, asked, heldBelow)
    this.orders.set(orderID, order)
    return { order, entry }
  }

  /** Holds for an order at another worst price. */
  holdAt(orderID: string, worstPx: PriceKobo): void {
    const order = this.order(orderID)
    this.firm(order.tenantId).limits.counts.repriced(order, worstPx)
    this.holds.at(order, worstPx)
  }

  /** Cancels or corrects a trade of an order, which may have ended on an earlier day, and of its note. */
  correct(
    { order: ended, orderID, report, tradeDate, marketDate, settledNote }: OrderCorrection,
    { sequence, time }: { readonly sequence: number; readonly time: number },
    restate: Restate,
  ): Corrected & { readonly order: Order } {
    const before = ended ?? this.order(orderID)
    const order = applyReport(before, report, sequence, time, this.holds.unansweredOf(orderID))
    // What its parts have got of it is corrected with them.
    if (isBulkOrder(order)) {
      this.orders.set(orderID, order)
      return { order, entries: [], restated: { cost: kobo(0), gain: kobo(0) } }
    }
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
        ...(report.isRest && { isRest: true }),
      },
      restate,
    )
    this.holds.corrected(order, marketDate)
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
    // Of each batch most firms are not a part.
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
}

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
