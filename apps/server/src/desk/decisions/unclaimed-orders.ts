import {
  ExecType,
  OrdType,
  type Quantity,
  type Refusal,
  refuse,
  type Side,
  TimeInForce,
} from '@tradebook/contract'
import { asKept, barOf, isUnreadable, type NewOrder, type OrderThere, worstPrice } from '@tradebook/orders'
import { HOST } from '../../store/host.ts'
import type { ReceivedReport, VenueOrderName } from '../../venue/venue.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Sequence } from '../record/journal.ts'
import type { Batch } from './batch.ts'
import type { Conditions } from './conditions.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import { isConfirmed, type UnclaimedLine, type UnclaimedOutcome } from './reconciliation-lines.ts'
import { nameOf, type VenueReports } from './venue-reports.ts'

type Input = Extract<ClientInput, { kind: 'settleUnclaimed' }>
type Adopted = Extract<UnclaimedOutcome, { as: 'adopted' }>

export interface UnclaimedOrdersOptions {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly sequence: Sequence
  readonly marketDate: string
  readonly atVenue: OrdersAtVenue
  readonly reports: VenueReports
  readonly conditions: Conditions
  /** Those of the record that are open. */
  readonly recorded: readonly UnclaimedLine[]
}

/** The orders that only the venue has. Two people decide whether a firm adopts one, or the venue cancels it. */
export class UnclaimedOrders {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #sequence: Sequence
  readonly #marketDate: string
  readonly #atVenue: OrdersAtVenue
  readonly #reports: VenueReports
  readonly #conditions: Conditions
  /** By OrderID (37). */
  readonly #open: Map<string, UnclaimedLine>

  constructor(options: UnclaimedOrdersOptions) {
    this.#firmState = options.firmState
    this.#batch = options.batch
    this.#sequence = options.sequence
    this.#marketDate = options.marketDate
    this.#atVenue = options.atVenue
    this.#reports = options.reports
    this.#conditions = options.conditions
    this.#open = new Map(options.recorded.map((line) => [line.venueOrderID, line]))
  }

  /**
   * A reconciliation has found these orders that only the venue has, and no others. What was decided to be cancelled
   * and is still open is cancelled again. A venue can use an OrderID (37) again on another day: what was proposed or
   * decided does not hold for another order, nor for the same one with other terms.
   */
  found(there: readonly OrderThere[], id: number, now: number): void {
    const found = new Map(
      there.flatMap((order) => (order.venueOrderID === null ? [] : [[order.venueOrderID, order] as const])),
    )
    for (const line of [...this.#open.values()]) if (!found.has(line.venueOrderID)) this.#isOver(line, now)
    for (const [venueOrderID, order] of found) {
      if (this.#atVenue.isAdopting(venueOrderID)) continue
      const listed = this.#open.get(venueOrderID)
      const before = listed && hasSameTerms(listed.there, order) ? listed : undefined
      if (listed && !before) this.#end(listed, now)
      const first = {
        id,
        venueOrderID,
        since: now,
        ...{ proposal: null, isDecided: false, rejected: null, orderID: null },
        endedAt: null,
      }
      this.#keep({ ...(before ?? first), there: order })
      if (before?.isDecided) this.#batch.unclaimedCanceled(order)
    }
  }

  /** One person proposes what is to become of an order; it takes effect when another proposes the same. */
  settle(input: Input, now: number): DeskAnswer {
    const { origin, venueOrderID, reason, confirms } = input
    const line = this.#open.get(venueOrderID)
    const refusal = this.#refusalOf(input, line)
    if (refusal || !line) return refusedWith(refusal ?? refuse('orderNotUnclaimed', { venueOrderID }))
    const outcome: UnclaimedOutcome =
      input.as === 'adopted' ? { as: input.as, firm: input.firm, account: input.account } : { as: input.as }
    const { proposal } = line
    const isSecond =
      proposal !== null && isSame(proposal, outcome) && isConfirmed(proposal, confirms, origin.userId)
    if (isSecond && outcome.as === 'adopted') {
      const adopted = this.#adopt(line, outcome, origin.userName, now)
      if (typeof adopted !== 'string') return refusedWith(adopted)
      this.#end({ ...line, isDecided: true, orderID: adopted }, now)
    } else if (isSecond) {
      this.#keep({ ...line, isDecided: true, rejected: null })
      this.#batch.unclaimedCanceled(line.there)
    } else
      this.#keep({
        ...line,
        proposal: { ...outcome, byId: origin.userId, byName: origin.userName, at: now },
      })
    const entry = { kind: 'settleUnclaimed', venueOrderID, isSecond, reason, ...outcome } as const
    const sequence = this.#batch.journal(HOST, now, entry)
    this.#batch.audited({
      origin,
      serviceName: 'ExchangeLine',
      methodName: 'SettleUnclaimed',
      parameters: JSON.stringify({ venueOrderID, ...outcome, reason }),
      exception: null,
    })
    return { kind: 'done', sequence }
  }

  /** The venue has said something about an order: it may have ended there, or is not cancelled. */
  reported({ report, line }: ReceivedReport, now: number): void {
    const open = this.#open.get(line?.venueOrderID ?? '')
    if (!open || (line?.of && !isNamed(open.there, line.of))) return
    if (isUnreadable(report)) {
      // The attempt is over: people may decide again.
      if (report.isCancelReject)
        this.#keep({ ...open, proposal: null, isDecided: false, rejected: report.why })
    } else if (report.execType === ExecType.canceled || report.execType === ExecType.expired)
      this.#isOver(open, now)
  }

  #refusalOf(input: Input, line: UnclaimedLine | undefined): Refusal | undefined {
    const { origin, venueOrderID } = input
    if (origin.tenantId !== HOST) return refuse('marketControlNotPermitted')
    if (!line || line.isDecided) return refuse('orderNotUnclaimed', { venueOrderID })
    if (input.as !== 'adopted') return undefined
    const { account } = input
    const { orderID, securityID } = line.there
    const bar = barOf(line.there)
    if (orderID !== null) return refuse('orderEndedHere', { orderID })
    if (bar === 'unnamed') return refuse('orderUnnamed', { venueOrderID })
    if (bar !== null) return refuse('orderNotAdoptable', { venueOrderID })
    if (!this.#firmState.firms.get(input.firm)?.accounts.has(account))
      return refuse('unknownAccount', { account })
    if (this.#firmState.isFrozen({ tenantId: input.firm, account }))
      return refuse('accountFrozen', { account })
    return this.#conditions.isListed(securityID) ? undefined : refuse('unknownSecurity', { securityID })
  }

  /**
   * Enters the order for the account, which holds what it may cost. It is pending until the venue's gateway knows whose
   * it is; then follows what the venue said of it before.
   *
   * @returns its number, or why the account cannot hold it.
   */
  #adopt(
    { there, venueOrderID }: UnclaimedLine,
    { firm, account }: Adopted,
    userName: string,
    now: number,
  ): string | Refusal {
    const market = this.#conditions.of(there.securityID, now)
    const terms = this.#firmState.firm(firm).accounts.get(account)
    if (!market || !terms) throw new Error(`order ${venueOrderID} was not checked before it is adopted`)
    const sequence = this.#sequence.next()
    const orderID = String(sequence)
    const { securityID, price, cumQty, leavesQty, expireDate = null } = there
    // Any other side is a bar.
    const side = there.side as Side
    const isLasting = there.timeInForce === TimeInForce.goodTillDate && expireDate !== null
    const request: NewOrder = asKept(
      {
        ...{ clOrdID: `adopted-${orderID}`, account, securityID, side, price, text: null },
        ordType: price === null ? OrdType.market : OrdType.limit,
        orderQty: (cumQty + leavesQty) as Quantity,
        timeInForce:
          isLasting || there.timeInForce === TimeInForce.goodTillCancel
            ? there.timeInForce!
            : TimeInForce.day,
        expireDate: isLasting ? expireDate : null,
      },
      market,
    )
    const { cscsAccount, customerName } = terms
    const identity = {
      ...{ orderID, tenantId: firm, cscsAccount, customerName, userId: 0, userName },
      ...{ tradeDate: this.#marketDate, priority: sequence, time: now },
    }
    const worstPx = worstPrice({ price, side }, market)
    const { order, refusal } = this.#firmState.enter(request, identity, worstPx, null)
    if (refusal) {
      this.#firmState.orders.delete(orderID)
      return refusal
    }
    const entry = { kind: 'newOrder', request, identity, worstPx, refusal: null } as const
    this.#batch.journal(firm, now, entry, sequence)
    this.#batch.orderChanged(order, 'addStockOrder')
    const day = request.timeInForce === TimeInForce.day ? (there.day ?? this.#marketDate) : undefined
    this.#atVenue.adopt(order, { venueOrderID, clOrdID: there.clOrdID ?? '', day }, now)
    return orderID
  }

  /** The venue no longer has an order: what it said of it is of no use any more. */
  #isOver(line: UnclaimedLine, now: number): void {
    this.#reports.forget(line.there)
    this.#end(line, now)
  }

  #keep(line: UnclaimedLine): void {
    this.#open.set(line.venueOrderID, line)
    this.#batch.unclaimed(line)
  }

  #end(line: UnclaimedLine, endedAt: number): void {
    this.#open.delete(line.venueOrderID)
    this.#batch.unclaimed({ ...line, endedAt })
  }
}

const isSame = (one: UnclaimedOutcome, other: UnclaimedOutcome): boolean =>
  one.as === 'adopted' && other.as === 'adopted'
    ? one.firm === other.firm && one.account === other.account
    : one.as === other.as

const isNamed = ({ clOrdID = '', securityID, side }: OrderThere, name: VenueOrderName): boolean =>
  nameOf({ clOrdID, securityID, side }) === nameOf(name)

const hasSameTerms = (one: OrderThere, other: OrderThere): boolean =>
  one.clOrdID === other.clOrdID &&
  one.securityID === other.securityID &&
  one.side === other.side &&
  one.price === other.price &&
  one.cumQty + one.leavesQty === other.cumQty + other.leavesQty
