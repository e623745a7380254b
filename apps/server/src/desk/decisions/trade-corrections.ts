import {
  ExecType,
  isFinal,
  isOnTick,
  type Kobo,
  kobo,
  type PriceKobo,
  type Refusal,
  refuse,
  toNaira,
} from '@tradebook/contract'
import { movementsWith, restatedBy, type Traded } from '@tradebook/ledger'
import type { Order, SaidTradeChange, TradeChange } from '@tradebook/orders'
import { HOST } from '../../store/host.ts'
import type { Listing } from '../../venue/listing.ts'
import type { VenueReport } from '../../venue/venue.ts'
import { type ClientInput, type DeskAnswer, installation, refusedWith } from '../inputs.ts'
import type { Sequence } from '../record/journal.ts'
import type { Batch } from './batch.ts'
import { isAllocated, reallocated } from './bulk-corrections.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import type {
  CorrectionRequest,
  RecordedBulkOrder,
  RecordedPart,
  RecordedSide,
  RecordedTrade,
} from './trade-correction-request.ts'
import { endUncovered } from './uncovered-orders.ts'
import type { VenueDoubts } from './venue-doubts.ts'
import type { VenueReports } from './venue-reports.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>
export type CorrectionInput = Input<'requestTradeCorrection' | 'decideTradeCorrection'>

export interface TradeCorrectionsOptions {
  readonly firmState: FirmState
  readonly atVenue: OrdersAtVenue
  readonly batch: Batch
  readonly sequence: Sequence
  readonly marketDate: string
  readonly listings: readonly Listing[]
  readonly reports: VenueReports
  readonly doubts: VenueDoubts
  /** Who makes and decides what the venue has said. */
  readonly venueName: string
  /** Those that wait for their decision. */
  readonly pending: readonly CorrectionRequest[]
}

/**
 * Market control cancels and corrects trades: one person asks, another one decides. It is done to every client's side of
 * the trade, whichever firms they are of. What the desk does not keep in memory comes with the input, as the record
 * had it; if it has changed since, nothing is done and the record is read again.
 */
export class TradeCorrections {
  readonly #options: TradeCorrectionsOptions
  readonly #pending: Map<number, CorrectionRequest>
  /**
   * The executions and notes that were corrected since the desk was rebuilt: what was read of them from the record is
   * stale.
   */
  readonly #corrected = new Set<string>()

  constructor(options: TradeCorrectionsOptions) {
    this.#options = options
    this.#pending = new Map(options.pending.map((request) => [request.id, request]))
  }

  decide(input: CorrectionInput, now: number): DeskAnswer {
    if (input.origin.tenantId !== HOST) return refusedWith(refuse('marketControlNotPermitted'))
    return input.kind === 'requestTradeCorrection' ? this.#request(input, now) : this.#decide(input, now)
  }

  #request(
    { origin, tradeNumber, change, reason, recorded }: Input<'requestTradeCorrection'>,
    now: number,
  ): DeskAnswer {
    const traded = tradedNow(recorded)
    if (!recorded || !traded) return refusedWith(this.#refusalOf(tradeNumber, recorded))
    const becomes = change && {
      price: change.price ?? traded.price,
      quantity: change.quantity ?? traded.quantity,
    }
    const refusal =
      this.#refusalOfBulk(recorded) ??
      (becomes && this.#refusalOfChange(recorded.securityID, traded, becomes))
    if (refusal) return refusedWith(refusal)
    const waiting = this.#waiting(tradeNumber)
    if (waiting)
      return refusedWith(refuse('tradeCorrectionWaits', { number: tradeNumber, by: waiting.makerName }))
    const id = this.#options.batch.journal(HOST, now, {
      kind: 'tradeCorrectionRequest',
      tradeNumber,
      becomes,
      reason,
    })
    this.#keep({
      ...{ id, tradeNumber, traded, becomes, reason, state: 'pending', madeAt: now, decision: null },
      ...{ orderID: null, securityID: recorded.securityID, marketDate: recorded.marketDate },
      ...{ makerId: origin.userId, makerName: origin.userName },
    })
    this.#audit(origin, becomes ? 'CorrectTrade' : 'CancelTrade', {
      tradeNumber,
      ...(becomes && shown(becomes)),
      reason,
    })
    return { kind: 'done', sequence: id }
  }

  #decide(
    { origin, id, approves, reason, recorded }: Input<'decideTradeCorrection'>,
    now: number,
  ): DeskAnswer {
    const request = this.#pending.get(id)
    if (!request) return refusedWith(refuse('tradeCorrectionDecided', { id }))
    const { tradeNumber, becomes } = request
    if (approves && request.makerId === origin.userId) return refusedWith(refuse('tradeCorrectionOwn'))
    if (approves) {
      const traded = tradedNow(recorded)
      if (!recorded || !traded) return refusedWith(this.#refusalOf(tradeNumber, recorded))
      const refusal = this.#refusalOfBulk(recorded)
      if (refusal) return refusedWith(refusal)
      if (this.#isTradeOld(recorded)) return refusedWith(refuse('tradeChanged'))
      this.#correctAll(recorded, becomes, now)
    }
    const decision = { deciderId: origin.userId, deciderName: origin.userName, decidedAt: now, reason }
    const entry = { kind: 'tradeCorrectionDecision', id, approves, reason } as const
    const sequence = this.#options.batch.journal(HOST, now, entry)
    this.#keep({ ...request, state: approves ? 'approved' : 'rejected', decision })
    this.#audit(origin, `${approves ? 'Approve' : 'Reject'}TradeCorrection`, { id, tradeNumber, reason })
    return { kind: 'done', sequence }
  }

  /**
   * A venue on a line has cancelled or corrected a trade of one order: that is done at once, and shown to operators. What
   * has settled is paid and delivered back only when a person of market control has confirmed it. A report that does
   * not fit our record of the trade is stored for operators.
   *
   * @returns false where the record is to be read again.
   */
  reported(
    said: VenueReport<SaidTradeChange>,
    {
      recorded = null,
      trade,
    }: { readonly recorded?: Order | null; readonly trade?: RecordedTrade | undefined },
    now: number,
  ): boolean {
    const { reports } = this.#options
    if (reports.isTaken(said, now)) return true
    const order = reports.orderOf(said, recorded)
    if (order && (recorded === null || order.version > recorded.version)) return false
    if (trade && this.#isTradeOld(trade)) return false
    const traded = tradedNow(trade)
    const becomes = said.report.execType === ExecType.tradeCorrected ? tradedBy(said.report) : null
    const waiting = this.#waiting(said.report.tradeNumber, said.orderID)
    const refusal =
      trade &&
      traded &&
      (this.#refusalOfBulk(trade) ?? (becomes && this.#refusalOfChange(trade.securityID, traded, becomes)))
    const isTakenBack = waiting !== undefined && refusal?.refusal === 'nothingToCorrect'
    if (!order || !trade || !traded || (refusal && !isTakenBack)) {
      reports.keep(said, order ? 'unexpected' : 'unknownOrder', order?.tenantId ?? null, now)
      return true
    }
    reports.keep(said, 'tradeChanged', order.tenantId, now)
    if (waiting) this.#replaced(waiting, said, now)
    if (isTakenBack) return true
    if (trade.sides.some(({ note }) => note.settled)) this.#askToConfirm(said, trade, traded, becomes, now)
    else this.#correctAll(trade, becomes, now)
    return true
  }

  /** The venue has changed the trade again: what it said before counts no more, and nobody is to confirm it. */
  #replaced(waiting: CorrectionRequest, { execID }: VenueReport, now: number): void {
    const { userId: deciderId } = installation(HOST)
    const reason = execIDText(execID)
    const entry = { kind: 'tradeCorrectionDecision', id: waiting.id, approves: false, reason } as const
    this.#options.batch.journal(HOST, now, entry)
    this.#keep({
      ...waiting,
      state: 'rejected',
      decision: { deciderId, deciderName: this.#options.venueName, decidedAt: now, reason },
    })
  }

  #askToConfirm(
    { orderID, execID }: VenueReport,
    { tradeNumber, securityID, marketDate }: RecordedTrade,
    traded: Traded,
    becomes: Traded | null,
    now: number,
  ): void {
    const { userId: makerId } = installation(HOST)
    const reason = execIDText(execID)
    const entry = { kind: 'tradeCorrectionRequest', tradeNumber, becomes, reason } as const
    const id = this.#options.batch.journal(HOST, now, entry)
    this.#keep({
      ...{ id, tradeNumber, orderID, securityID, marketDate, traded, becomes, reason },
      ...{ state: 'pending', makerId, makerName: this.#options.venueName, madeAt: now, decision: null },
    })
  }

  /** Corrects every client's side, and ends the open orders that their accounts no longer cover. */
  #correctAll(trade: RecordedTrade, becomes: Traded | null, now: number): void {
    const { firmState } = this.#options
    for (const { traded, ...side } of trade.sides)
      if (traded) this.#correct(trade, { ...side, traded }, becomes, now)
    for (const bulkOrder of trade.bulkOrders) this.#correctBulkOrder(trade, bulkOrder, becomes, now)
    const parts = trade.bulkOrders.flatMap((bulkOrder) => bulkOrder.parts)
    for (const { order } of [...trade.sides, ...parts])
      endUncovered(this.#options, firmState.firm(order.tenantId), order.account, now)
  }

  /** Corrects a trade of a bulk order, and allocates again what it has allocated, if the trade is in that. */
  #correctBulkOrder(
    trade: RecordedTrade,
    { traded, parts, ...whole }: RecordedBulkOrder,
    becomes: Traded | null,
    now: number,
  ): void {
    if (!traded) return
    const { bulkOrders } = this.#options.atVenue
    bulkOrders.corrected(
      this.#correct(trade, { ...whole, traded, note: null, movements: [] }, becomes, now).order,
    )
    for (const { part, changes } of isAllocated(whole) ? reallocated(parts, traded, becomes) : []) {
      let { movements } = part
      let { execution } = part.allotted[0] ?? {}
      for (const { becomes: allotted, ...change } of changes) {
        const isNew = change.traded.quantity === 0
        const side = { ...change, order: part.order, note: part.note, movements }
        const of = { tradeNumber: change.tradeNumber, marketDate: trade.marketDate }
        const at = isNew && execution !== undefined ? { ...side, execution } : side
        const { order, cash, sequence } = this.#correct(of, at, allotted, now)
        if (!change.isRest) execution = sequence
        movements = movementsWith(movements, change.first, { traded: change.traded, becomes: allotted }, cash)
        bulkOrders.corrected(order)
      }
    }
    const order = bulkOrders.wholeOf(whole.order.orderID)
    if (order) bulkOrders.changed(order, now)
  }

  /** Corrects one side: its order, note, charges, cash, shares and gain, by an execution and entries of their own. */
  #correct(
    trade: Pick<RecordedTrade, 'tradeNumber' | 'marketDate'>,
    side: Corrected,
    becomes: Traded | null,
    now: number,
  ): { readonly order: Order; readonly cash: Kobo; readonly sequence: number } {
    const { firmState, batch, sequence: numbers, marketDate } = this.#options
    const { order: recorded, execution, first, note, movements, traded } = side
    const sequence = numbers.next()
    const { price: lastPx, quantity: lastQty } = becomes ?? traded
    const report: TradeChange = {
      execType: becomes ? ExecType.tradeCorrected : ExecType.tradeCanceled,
      ...{ lastPx, lastQty, tradeNumber: trade.tradeNumber, execRef: execution },
      traded: { lastPx: traded.price, lastQty: traded.quantity },
      ...(side.isRest && { isRest: true }),
    }
    const living = firmState.found(recorded.orderID)
    const correction = {
      order: living && !isFinal(living.ordStatus) ? null : (living ?? recorded),
      ...{ orderID: recorded.orderID, tenantId: recorded.tenantId, report },
      ...{ tradeDate: trade.marketDate, marketDate, settledNote: note?.settled ? note : null },
    }
    const at = { sequence, time: now }
    let cash = kobo(0)
    const { order, entries, restated } = firmState.correct(correction, at, (moved) => {
      cash = moved
      return restatedBy(movements, first, { traded, becomes })(moved)
    })
    batch.journal(order.tenantId, now, { kind: 'tradeCorrection', correction, restated }, sequence)
    batch.posted(order.tenantId, sequence, entries)
    batch.orderChanged(order, 'updateStockOrder')
    batch.executed(order, report, sequence)
    // Its figures may agree with the venue's now.
    this.#options.doubts.reported(order, now)
    this.#corrected.add(`execution ${execution}`)
    if (note) this.#corrected.add(noteKey(order.tenantId, note.number))
    return { order, cash, sequence }
  }

  #isTradeOld(trade: RecordedTrade): boolean {
    return (
      trade.sides.some((side) => this.#isOld(trade, side)) ||
      trade.bulkOrders.some((bulkOrder) => this.#isBulkOrderOld(bulkOrder))
    )
  }

  /** Whether anything of a bulk order of the day, of its parts or of their shares has changed since it was read. */
  #isBulkOrderOld({ order, execution, parts }: RecordedBulkOrder): boolean {
    const { firmState, atVenue } = this.#options
    const { tenantId, orderID, securityID } = order
    const kept = [atVenue.bulkOrders.wholeOf(orderID), ...atVenue.bulkOrders.partsOf(orderID)]
    const versions = new Map(
      kept.flatMap((each) => (each ? [[each.orderID, (firmState.found(each.orderID) ?? each).version]] : [])),
    )
    const isOld = ({ order: part, owned, cost }: RecordedPart) => {
      const position = firmState.firm(tenantId).ledger.position(part.account, securityID)
      return (
        versions.get(part.orderID) !== part.version ||
        position.settled + position.unsettledIn - position.unsettledOut !== owned ||
        position.cost !== cost
      )
    }
    return (
      versions.get(orderID) !== order.version ||
      this.#corrected.has(`execution ${execution}`) ||
      parts.some(isOld)
    )
  }

  /** What a bulk order traded on an earlier day is on final notes of all its accounts. */
  #refusalOfBulk({ tradeNumber, bulkOrders }: RecordedTrade): Refusal | undefined {
    const { marketDate } = this.#options
    return bulkOrders.some(({ order }) => order.tradeDate !== marketDate)
      ? refuse('tradeOfBulkOrder', { number: tradeNumber })
      : undefined
  }

  /** Whether something that was read about a side has changed since, so that it is read again. */
  #isOld({ marketDate }: RecordedTrade, { order, execution, note, owned, cost }: RecordedSide): boolean {
    const { firmState } = this.#options
    const { tenantId, account, securityID, orderID } = order
    const position = firmState.firm(tenantId).ledger.position(account, securityID)
    const isOrderOld = !isFinal(order.ordStatus) && firmState.found(orderID) === undefined
    const isNoteOld = note.settled && marketDate >= this.#options.marketDate
    return (
      isOrderOld ||
      isNoteOld ||
      position.settled + position.unsettledIn - position.unsettledOut !== owned ||
      position.cost !== cost ||
      this.#corrected.has(`execution ${execution}`) ||
      (this.#corrected.has(noteKey(tenantId, note.number)) && note.settled)
    )
  }

  #refusalOf(tradeNumber: number, recorded: RecordedTrade | undefined): Refusal {
    if (!recorded) return refuse('unknownTrade', { number: tradeNumber })
    const isOfClient = recorded.sides.length + recorded.bulkOrders.length > 0
    return refuse(!isOfClient ? 'tradeWithoutClient' : 'tradeCanceled', {
      number: tradeNumber,
    })
  }

  #refusalOfChange(securityID: string, traded: Traded, { price, quantity }: Traded): Refusal | undefined {
    if (price === traded.price && quantity === traded.quantity) return refuse('nothingToCorrect')
    if (quantity > traded.quantity) return refuse('correctionAboveTrade', { quantity: traded.quantity })
    const listed = this.#options.listings.find((listing) => listing.securityID === securityID)
    if (price < 1 || (listed && !isOnTick(price, listed.tickKobo)))
      return refuse('priceOffTick', {
        securityID,
        tick: toNaira((listed?.tickKobo ?? 1) as PriceKobo).toFixed(2),
      })
    return undefined
  }

  /** The request about a trade that waits: about one order's side of it where an order is given. */
  #waiting(tradeNumber: number, orderID?: string | null): CorrectionRequest | undefined {
    return [...this.#pending.values()].find(
      (request) =>
        request.tradeNumber === tradeNumber && (orderID === undefined || request.orderID === orderID),
    )
  }

  #keep(request: CorrectionRequest): void {
    if (request.state === 'pending') this.#pending.set(request.id, request)
    else this.#pending.delete(request.id)
    this.#options.batch.correctionRequested(request)
  }

  #audit(origin: CorrectionInput['origin'], methodName: string, parameters: object): void {
    this.#options.batch.audited({
      ...{
        origin,
        serviceName: 'MarketData',
        methodName,
        parameters: JSON.stringify(parameters),
        exception: null,
      },
    })
  }
}

/** A trade as its sides have it now, which is the same for both; `undefined` where no client's side of it is left. */
const tradedNow = (trade: RecordedTrade | undefined): Traded | undefined =>
  trade?.sides[0]?.traded ?? trade?.bulkOrders[0]?.traded ?? undefined

/** What is corrected, and of which order. */
interface Corrected extends Pick<RecordedSide, 'order' | 'execution' | 'first' | 'movements'> {
  readonly traded: Traded
  /** `null` of a bulk order. */
  readonly note: RecordedSide['note'] | null
  readonly isRest?: boolean
}

const tradedBy = ({ lastPx: price, lastQty: quantity }: SaidTradeChange): Traded => ({ price, quantity })

/** The message in which the venue said it. */
const execIDText = (execID: string): string => `ExecID ${execID}`

const noteKey = (tenantId: number, number: number): string => `note ${tenantId} ${number}`

const shown = ({ price, quantity }: Traded) => ({ price: toNaira(price), quantity })
