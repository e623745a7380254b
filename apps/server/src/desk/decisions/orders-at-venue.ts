import {
  acceptance,
  addDays,
  ExecType,
  isContinuous,
  isFinal,
  isStop,
  type Phase,
  type PriceKobo,
  type Refusal,
  refuse,
  type StoredText,
  type VenueCapabilities,
} from '@tradebook/contract'
import {
  delisted,
  expiryOf,
  inOrderOfEntry,
  isPart,
  type Order,
  type OrderEnd,
  type OrderReport,
  REQUEST_REJECT,
  restingAt,
  type WaitingStopOrders,
} from '@tradebook/orders'
import type { MarketOperation } from '../../venue/market-operation.ts'
import { type Adopted, NOBODY, type VenueReplace } from '../../venue/order-messages.ts'
import type { Venue, VenueOutput, VenueReport, VenueTrade } from '../../venue/venue.ts'
import type { Sequence } from '../record/journal.ts'
import type { Batch } from './batch.ts'
import { BulkOrders } from './bulk-orders.ts'
import type { Conditions } from './conditions.ts'
import type { FirmState } from './firm-state.ts'
import type { MarketState } from './market-state.ts'
import type { VenueCommands } from './venue-commands.ts'
import type { VenueDoubts } from './venue-doubts.ts'
import { newVenueOrder, restingVenueOrder } from './venue-orders.ts'
import { type VenueReports, whyRejected } from './venue-reports.ts'

export interface OrdersAtVenueOptions {
  readonly firmState: FirmState
  readonly venue: Venue
  readonly operation: MarketOperation
  readonly capabilities: VenueCapabilities
  readonly batch: Batch
  readonly marketDate: string
  readonly conditions: Conditions
  readonly market: Pick<MarketState, 'phaseOf'>
  readonly stopOrders: WaitingStopOrders
  readonly reports: VenueReports
  readonly commands: VenueCommands
  readonly sequence: Sequence
  readonly doubts: VenueDoubts
  /** The bulk orders of the last market days, each with its parts. */
  readonly bulkOrders: readonly Order[]
}

/**
 * Clients' orders at the venue: sends it what the desk has accepted, applies what it reports, and ends the
 * orders that expire. Stop orders wait here, unknown to the venue, until trades trigger them.
 */
export class OrdersAtVenue {
  readonly #firmState: FirmState
  readonly #venue: Venue
  readonly #operation: MarketOperation
  readonly #capabilities: VenueCapabilities
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #conditions: Conditions
  readonly #market: Pick<MarketState, 'phaseOf'>
  readonly #stopOrders: WaitingStopOrders
  /** Trades that the stop orders have not been compared with yet. */
  #trades: VenueTrade[] = []
  readonly #reports: VenueReports
  readonly #commands: VenueCommands
  readonly #sequence: Sequence
  readonly #doubts: VenueDoubts
  /** Those that trade for several accounts. */
  readonly bulkOrders: BulkOrders
  readonly #participants = new Map<string, number>()
  readonly #overdue = new Set<string>()

  constructor(options: OrdersAtVenueOptions) {
    this.#firmState = options.firmState
    this.#venue = options.venue
    this.#operation = options.operation
    this.#capabilities = options.capabilities
    this.#batch = options.batch
    this.#marketDate = options.marketDate
    this.#conditions = options.conditions
    this.#market = options.market
    this.#stopOrders = options.stopOrders
    this.#reports = options.reports
    this.#commands = options.commands
    this.#sequence = options.sequence
    this.#doubts = options.doubts
    this.bulkOrders = new BulkOrders({
      recorded: options.bulkOrders,
      marketDate: options.marketDate,
      nextNumber: () => this.#sequence.next(),
      apply: (order, report, now) => this.apply(order.orderID, report, now, order),
    })
  }

  /**
   * Puts the open orders back into the venue's books as they were; their book entries are new. An
   * order whose security is no longer listed is cancelled. What a firm's halt withdrew stays out of the venue. An order that could not be ended when its last
   * day was over is overdue: it stays open with its hold and out of the venue. A stop order waits again.
   */
  restore(openOrders: readonly Order[], now: number): void {
    const yesterday = addDays(this.#marketDate, -1)
    for (const order of openOrders) if (expiryOf(order, 'closed', yesterday)) this.#overdue.add(order.orderID)
    for (const order of openOrders) if (!this.isOverdue(order)) this.#waitFor(order)
    const resting = openOrders.filter(
      (order) => this.#conditions.isListed(order.securityID) && this.#isAtVenue(order),
    )
    this.#operation.restore(
      resting.map((order) => restingVenueOrder(order, this.#participant(order))),
      now,
    )
    this.takeOutput(now)
    for (const order of openOrders)
      if (!this.#conditions.isListed(order.securityID)) this.endOutOfBook(order, delisted(), now)
  }

  /** Whether an order is still open after its last day because its end could not be recorded. */
  isOverdue({ orderID }: Order): boolean {
    return this.#overdue.has(orderID)
  }

  /** Why an order cannot be replaced at all: its last day is over, or desk and venue do not agree about it. */
  refusalToReplace(order: Order): Refusal | undefined {
    const { orderID } = order
    if (this.isOverdue(order)) return refuse('orderOverdue', { orderID })
    return this.#doubts.of(orderID) && refuse('orderInDoubt', { orderID })
  }

  /** Sends a new order. A stop order is accepted, and waits; so is a part of a bulk order, which is never sent. */
  enter(order: Order, now: number): void {
    if (isStop(order.ordType) || isPart(order)) this.apply(order.orderID, { execType: ExecType.new }, now)
    else this.#send(order, now)
  }

  /** Takes over an order that the venue has already: it is live once the gateway has noted whose it is. */
  adopt(order: Order, adopts: Adopted, now: number): void {
    const asSent = newVenueOrder(order, this.#participant(order))
    this.#commands.take([{ kind: 'new', order: { ...asSent, adopts } }], now)
  }

  /** Whether an order is being adopted that the venue has under this OrderID (37). */
  isAdopting(venueOrderID: string): boolean {
    return this.#commands.isAdopting(venueOrderID)
  }

  #send(order: Order, now: number): void {
    this.#venue.newOrder(newVenueOrder(order, this.#participant(order)), now)
  }

  /** Lets both sides of a cross trade with each other at `price`. @returns their trade. */
  cross(buy: Order, sell: Order, price: NonNullable<Order['price']>, now: number): VenueTrade {
    const { securityID, orderQty: quantity } = buy
    // They are of one firm, and of two accounts.
    const side = ({ orderID }: Order) => ({ orderID, participant: NOBODY })
    this.#venue.cross({ securityID, price, quantity, buy: side(buy), sell: side(sell) }, now)
    const [trade] = this.takeReports(now)
    if (!trade) throw new Error(`the venue did not trade orders ${buy.orderID} and ${sell.orderID}`)
    return trade
  }

  /**
   * Changes an order, and a stop order also its stop price: that keeps its place, which is the order of its entry.
   *
   * @returns why the venue left the order as it was, if it did.
   */
  replace(
    order: Order,
    { stopPx, ...change }: VenueReplace & { readonly stopPx: PriceKobo | null },
    now: number,
  ): StoredText | undefined {
    const { clOrdID, price, leaves: leavesQty, lasting } = change
    if (this.#isAtVenue(order)) {
      if (leavesQty > 0 || this.#capabilities.replacesToFilled) {
        this.#venue.replace(change, now)
        return whyRejected(this.#take(this.#venue.takeReports(), now).reports, order.orderID)
      }
      this.#operation.withdraw(order.orderID, now)
    }
    const report = { execType: ExecType.replaced, clOrdID, price, leavesQty, keptPriority: true } as const
    this.apply(order.orderID, { ...report, ...(stopPx !== null && { stopPx }), ...lasting }, now)
    return undefined
  }

  /** Whether an order can be taken out of the market, and put back as the order that it was. */
  canWithdraw(order: Order): boolean {
    return this.#capabilities.withdraws || !this.#isAtVenue(order)
  }

  /** Takes an open order out of the market: it keeps its hold, and waits at the desk. */
  withdraw(order: Order, now: number): void {
    if (!this.#isAtVenue(order)) return
    this.#operation.withdraw(order.orderID, now)
    this.takeReports(now)
    this.#rests(order.orderID, { mdEntryID: null, shownQty: null })
  }

  /** Puts an order that was withdrawn back into the market, behind the others at its price. */
  reenter({ orderID }: Order, now: number): void {
    this.#requeued(orderID, now)
    const order = this.#firmState.order(orderID)
    this.#operation.reenter(restingVenueOrder(order, this.#participant(order)), now)
    this.takeReports(now)
  }

  /**
   * Ends an open order for a reason that is not a client's request. At a venue on a line it ends with the venue's
   * confirmation, and is pending cancel until then; a cancel that is under way is not repeated.
   */
  end(order: Order, ends: OrderEnd, now: number): void {
    if (this.canWithdraw(order)) this.withdraw(order, now)
    this.endOutOfBook(order, ends, now)
  }

  /** Ends an open order as `end` does, if no book of the desk has it, or the book is about to be closed. */
  endOutOfBook(order: Order, ends: OrderEnd, now: number): void {
    const { orderID, tenantId } = order
    if (isPart(order)) {
      this.#endBulkOrderOf(order, ends, now)
      return
    }
    if (this.canWithdraw(order) || this.#commands.isUnsent(orderID)) {
      this.apply(orderID, ends, now)
      return
    }
    if (this.#firmState.holds.unansweredOf(orderID).cancel !== undefined) return
    const sequence = this.#sequence.next()
    const clOrdID = `end-${sequence}`
    this.#batch.journal(tenantId, now, { kind: 'endOrder', orderID, clOrdID, ends }, sequence)
    this.#firmState.cancel(this.#firmState.order(orderID), clOrdID, now, ends)
    this.#venue.cancel(orderID, clOrdID, now)
    this.takeReports(now)
  }

  /** A part ends with its bulk order: for less, that would be for more shares than its parts hold for. */
  #endBulkOrderOf(part: Order, ends: OrderEnd, now: number): void {
    const { orderID, bulkOrderID } = part
    this.bulkOrders.endsFor(part, ends)
    const bulkOrder = this.#firmState.orders.get(bulkOrderID ?? '')
    if (bulkOrder && !isFinal(bulkOrder.ordStatus)) this.end(bulkOrder, ends, now)
    // Whose account may not trade waits for no list, which could give it more than its share.
    if (this.#livingOrder(orderID)) this.bulkOrders.finish(bulkOrderID ?? '', now)
  }

  /** Cancels an order; one that is overdue, withdrawn, or waits, is in no book. */
  cancel(order: Order, clOrdID: string, now: number): void {
    const { orderID } = order
    if (this.#isAtVenue(order) && !this.#commands.isUnsent(orderID)) this.#venue.cancel(orderID, clOrdID, now)
    else this.apply(orderID, { execType: ExecType.canceled, clOrdID, text: null }, now)
  }

  /** Updates the owners of open orders after a firm changed which of its orders may trade with each other. */
  setParticipants(): void {
    for (const order of this.#firmState.orders.values())
      if (!isFinal(order.ordStatus)) this.#operation.setParticipant(order.orderID, this.#participant(order))
  }

  /** Ends the orders that expire when the market enters this phase. */
  expire(phase: Phase, now: number): void {
    for (const order of this.#firmState.orders.values()) {
      if (isFinal(order.ordStatus) || isPart(order)) continue
      if (this.isOverdue(order) && this.canWithdraw(order)) continue
      const expiry = expiryOf(order, phase, this.#marketDate)
      if (!expiry) continue
      if (this.#isAtVenue(order) && this.#capabilities.withdraws) this.#operation.expire(order.orderID, now)
      else this.endOutOfBook(order, expiry, now)
    }
    this.takeOutput(now)
    if (acceptance[phase].endsDay) this.bulkOrders.closeDay(now)
  }

  /** Takes the venue's output, with the statistics of what changed. */
  takeOutput(now: number): void {
    this.#take(this.#venue.takeOutput(now), now)
  }

  /** Takes what a request caused at the venue; its statistics come once a batch. @returns the trades. */
  takeReports(now: number): readonly VenueTrade[] {
    return this.#take(this.#venue.takeReports(), now).trades
  }

  /** Reports change orders and ledgers, the rest joins the batch. */
  #take(output: VenueOutput, now: number): VenueOutput {
    for (const said of output.reports) if (!this.#isAcceptedAgain(said)) this.report(said, now)
    for (const [orderID, mdEntryID] of output.resting) this.#rests(orderID, { mdEntryID })
    for (const [orderID, shownQty] of output.shown) this.#rests(orderID, { shownQty })
    for (const orderID of output.requeued) this.#requeued(orderID, now)
    if (output.commands) this.#commands.take(output.commands, now)
    this.#batch.marketOutput(output)
    if (this.#stopOrders.size > 0) this.#trades.push(...output.trades)
    return output
  }

  /** A stop order was accepted when it began to wait. */
  #isAcceptedAgain({ orderID, report }: VenueReport): boolean {
    if (report.execType !== ExecType.new || orderID === null) return false
    return this.#firmState.orders.get(orderID)?.stopPx != null
  }

  /** The venue has cancelled what the desk asked it to cancel: the order ends as the desk decided. */
  #asDecided(said: VenueReport): VenueReport {
    const { orderID, report } = said
    if (orderID === null || report.execType !== ExecType.canceled || report.clOrdID === null) return said
    const { cancel, ends } = this.#firmState.holds.unansweredOf(orderID)
    return ends && cancel === report.clOrdID ? { ...said, report: ends } : said
  }

  /** The venue ends an order that would trade with another of its participant; who that is, is the firm's rule. */
  #byRule(said: VenueReport): VenueReport {
    const { orderID, report } = said
    if (report.execType !== ExecType.canceled || report.text !== 'Trading.Venue.selfMatch') return said
    const order = orderID === null ? undefined : this.#firmState.found(orderID)
    if (!order) return said
    const { selfMatch } = this.#firmState.settings.of(order.tenantId)
    if (selfMatch === 'allow') return said
    return { ...said, report: { ...report, text: `${report.text}.${selfMatch}` } }
  }

  /**
   * Triggers the stop orders that trades since the last call have reached, in the order of their entry; then
   * those that the trades of these reach, until none is. A stop order is triggered while its security trades
   * continuously: what trades as the market closes triggers none.
   */
  triggerStopOrders(now: number): void {
    while (this.#trades.length > 0) {
      const trades = this.#trades
      this.#trades = []
      const reached = trades.flatMap(({ securityID, price }) =>
        isContinuous(this.#market.phaseOf(securityID))
          ? this.#stopOrders.takeTriggered(securityID, price)
          : [],
      )
      for (const orderID of inOrderOfEntry(reached)) {
        const order = this.#firmState.order(orderID)
        // If a kill switch or a freeze refuses an order, it is not sent and waits for a later trade.
        if (this.#firmState.killSwitches.onFor(order) || this.#firmState.isFrozen(order)) {
          this.#waitFor(order)
          continue
        }
        const isPending = this.#capabilities.withdraws ? {} : ({ isPending: true } as const)
        this.apply(orderID, { execType: ExecType.triggered, ...isPending }, now)
        this.#send(this.#firmState.order(orderID), now)
        this.takeReports(now)
      }
    }
  }

  /**
   * The gateway reports about an order that is being adopted only once it knows whose it is: it is accepted, and what
   * the venue said before about it comes first, even where a process has ended before the gateway could say so.
   *
   * @returns whether that was done now.
   */
  takeOver(said: VenueReport, now: number): boolean {
    const { orderID, report } = said
    const adopts = orderID === null ? undefined : this.#commands.adoptedBy(orderID)
    if (orderID === null || !adopts) return false
    // A rejected cancel or replace may have been sent before the gateway knew the order, and rejected for that.
    const saysNothing = ([ExecType.new, ExecType.rejected, REQUEST_REJECT] as string[]).includes(
      report.execType,
    )
    if (saysNothing || this.#reports.isTaken(said, now)) return false
    this.apply(orderID, { execType: ExecType.new }, now)
    this.#takeBefore(orderID, adopts, now)
    return true
  }

  #takeBefore(orderID: string, adopts: Adopted, now: number): void {
    for (const order of this.#reports.adopted(orderID, adopts, now)) this.#changed(order, now)
  }

  /**
   * Takes a report of the venue.
   *
   * @param recorded its order as the record has it, where no such order lives.
   * @returns false where `recorded` is to be read again.
   */
  report(said: VenueReport, now: number, recorded?: Order | null): boolean {
    const changed = this.#reports.take(this.#asDecided(this.#byRule(said)), now, recorded)
    if (changed === 'stale') return false
    if (!changed) return true
    const adopts =
      said.report.execType === ExecType.new ? this.#commands.adoptedBy(changed.orderID) : undefined
    this.#changed(changed, now)
    if (adopts) this.#takeBefore(changed.orderID, adopts, now)
    return true
  }

  #changed(order: Order, now: number): void {
    this.#commands.reported(order, now)
    this.#doubts.reported(order, now)
    this.#waitFor(order)
    this.bulkOrders.changed(order, now)
  }

  /**
   * Applies a report of the desk itself to its order, journalled and with its execution.
   *
   * @param recorded the order as it ended, of one that may be over and persisted.
   */
  apply(orderID: string, report: OrderReport, now: number, recorded?: Order): void {
    const ended = this.#firmState.found(orderID) ? undefined : recorded
    const { tenantId } = ended ?? this.#firmState.found(orderID) ?? this.#firmState.order(orderID)
    const marketDate = this.#marketDate
    const line = { kind: 'report', orderID, report, marketDate, ...(ended && { ended }) } as const
    const sequence = this.#batch.journal(tenantId, now, line)
    const at = { sequence, time: now, marketDate }
    const { order, entry } = this.#firmState.report(orderID, report, at, ended)
    this.#commands.reported(order, now)
    this.#doubts.reported(order, now)
    this.#waitFor(order)
    this.#batch.reported(order, report, sequence, entry)
    this.bulkOrders.changed(order, now)
  }

  /**
   * Only the desk knows a waiting stop order, a part of a bulk order and, if the desk can take orders out of the book, an
   * overdue order and one that a firm's halt withdrew.
   */
  #isAtVenue = (order: Order): boolean =>
    !isStop(order.ordType) &&
    !isPart(order) &&
    !(this.#capabilities.withdraws && this.isOverdue(order)) &&
    !(this.#capabilities.withdraws && this.#firmState.killSwitches.haltOrdersOf(order.tenantId))

  /** Lets a stop order wait at its stop price, as long as it is one and open. */
  #waitFor({ orderID, tenantId, account, securityID, side, stopPx, ordType, ordStatus }: Order): void {
    if (stopPx === null) return
    if (isStop(ordType) && !isFinal(ordStatus))
      this.#stopOrders.set({ orderID, tenantId, account, securityID, side, stopPx })
    else this.#stopOrders.delete(orderID)
  }

  /**
   * Keeps where an order rests in the public book, and what that shows of it: shown with the order, but not part of
   * its state.
   */
  #rests(orderID: string, at: Partial<Pick<Order, 'mdEntryID' | 'shownQty'>>): void {
    const order = this.#livingOrder(orderID)
    if (!order) return
    const { mdEntryID, shownQty } = { ...order, ...at }
    const resting = restingAt(order, mdEntryID, shownQty)
    this.#firmState.orders.set(orderID, resting)
    this.#batch.orderChanged(resting, 'updateStockOrder')
  }

  /** The venue gave an order a new place behind the others, which a rebuilt book keeps. */
  #requeued(orderID: string, now: number): void {
    const order = this.#livingOrder(orderID)
    if (!order) return
    const priority = this.#batch.journal(order.tenantId, now, { kind: 'requeued', orderID })
    this.#batch.orderChanged(this.#firmState.requeue(orderID, priority), 'updateStockOrder')
  }

  #livingOrder(orderID: string): Order | undefined {
    const order = this.#firmState.orders.get(orderID)
    return order && !isFinal(order.ordStatus) ? order : undefined
  }

  /** The venue knows by a number whose orders do not trade with each other: an account's, or a firm's. */
  #participant({ tenantId, account }: Order): number {
    const { selfMatch } = this.#firmState.settings.of(tenantId)
    if (selfMatch === 'allow') return NOBODY
    const key = selfMatch === 'firm' ? `${tenantId}` : `${tenantId}|${account}`
    const participant = this.#participants.get(key) ?? this.#participants.size + 1
    this.#participants.set(key, participant)
    return participant
  }
}
