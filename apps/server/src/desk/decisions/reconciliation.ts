import { ExecType, isFinal, isStop, OrdStatus, type Refusal, refuse } from '@tradebook/contract'
import {
  canceledFor,
  type Doubt,
  isPart,
  type Order,
  type Pending,
  REQUEST_REJECT,
  type ReconciledOrder,
  reconcile,
} from '@tradebook/orders'
import { HOST } from '../../store/host.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import { type DoubtLine, isConfirmed } from './reconciliation-lines.ts'
import type { UnclaimedOrders } from './unclaimed-orders.ts'
import type { VenueDoubts } from './venue-doubts.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/**
 * Compares the open orders with the venue's, whenever the line has become ready. The venue is asked about those that do
 * not agree; what it says are reports like any other. Two people can resolve what stays in doubt.
 */
export class Reconciliation {
  readonly #firmState: FirmState
  readonly #atVenue: OrdersAtVenue
  readonly #batch: Batch
  readonly #doubts: VenueDoubts
  readonly #unclaimed: UnclaimedOrders

  constructor(
    firmState: FirmState,
    atVenue: OrdersAtVenue,
    batch: Batch,
    doubts: VenueDoubts,
    unclaimed: UnclaimedOrders,
  ) {
    this.#firmState = firmState
    this.#atVenue = atVenue
    this.#batch = batch
    this.#doubts = doubts
    this.#unclaimed = unclaimed
  }

  /** The venue has said which orders are open there. */
  compare({ orders: there }: Input<'venueOrders'>, now: number): DeskAnswer {
    if (there === null) {
      // What was in doubt stays so.
      this.#batch.notReconciled()
      return { kind: 'done', sequence: 0 }
    }
    const here = [...this.#firmState.orders.values()].filter(
      (order) => !isFinal(order.ordStatus) && !isStop(order.ordType) && !isPart(order),
    )
    const compared = reconcile(here, there, this.#pendingOf)
    const rows = compared.filter(({ outcome }) => outcome !== 'agrees')
    const counts = { agrees: 0, onlyThere: 0, unanswered: 0, onlyHere: 0, differs: 0 }
    for (const { outcome } of compared) counts[outcome] += 1
    const id = this.#batch.journal(HOST, now, { kind: 'reconciliation', counts })
    this.#batch.reconciled({ id, at: now, counts, rows })
    this.#doubts.found(
      rows.flatMap((row) => doubtOf(row, id, now)),
      now,
    )
    this.#unclaimed.found(
      rows.flatMap((row) => (row.outcome === 'onlyThere' && row.there ? [row.there] : [])),
      id,
      now,
    )
    for (const { outcome, here } of rows)
      if (here && outcome !== 'unanswered') this.#batch.queried(here.orderID)
    return { kind: 'done', sequence: id }
  }

  /** One person proposes the outcome of an order in doubt; it takes effect when another proposes the same. */
  settle({ origin, orderID, as, reason, confirms }: Input<'settleDoubt'>, now: number): DeskAnswer {
    const line = this.#doubts.of(orderID)
    const refusal = this.refusalOf({ origin, orderID })
    if (refusal || !line) return refusedWith(refusal ?? refuse('orderNotInDoubt', { orderID }))
    const { proposal } = line
    const isSecond = proposal?.as === as && isConfirmed(proposal, confirms, origin.userId)
    const entry = { kind: 'settleDoubt', orderID, as, isSecond, reason } as const
    const sequence = this.#batch.journal(HOST, now, entry)
    if (isSecond) this.#end(this.#firmState.order(orderID), as, now)
    else this.#doubts.propose(line, { as, byId: origin.userId, byName: origin.userName, at: now })
    this.#batch.audited({
      origin,
      serviceName: 'ExchangeLine',
      methodName: 'SettleOrder',
      parameters: JSON.stringify({ orderID, as, reason }),
      exception: null,
    })
    return { kind: 'done', sequence }
  }

  /** Ends every open order; one at a venue on a line ends when the venue confirms. */
  cancelAll({ origin, reason }: Input<'cancelAll'>, now: number): DeskAnswer {
    if (origin.tenantId !== HOST) return refusedWith(refuse('marketControlNotPermitted'))
    this.#batch.journal(HOST, now, { kind: 'cancelAll', reason })
    const open = [...this.#firmState.orders.values()].filter(
      (order) => !isFinal(order.ordStatus) && !isPart(order),
    )
    for (const order of open) this.#atVenue.end(order, canceledFor('Trading.Order.CanceledAll'), now)
    this.#batch.audited({
      origin,
      serviceName: 'ExchangeLine',
      methodName: 'CancelAll',
      parameters: JSON.stringify({ reason }),
      exception: null,
    })
    return { kind: 'cancelled', count: open.length }
  }

  /** Asks the venue again about an order in doubt. */
  askAgain({ origin, orderID }: Input<'askAgain'>): DeskAnswer {
    const refusal = this.refusalOf({ origin, orderID })
    if (refusal) return refusedWith(refusal)
    this.#batch.queried(orderID)
    this.#batch.audited({
      origin,
      serviceName: 'ExchangeLine',
      methodName: 'AskAgain',
      parameters: JSON.stringify({ orderID }),
      exception: null,
    })
    return { kind: 'done', sequence: 0 }
  }

  refusalOf({ origin, orderID }: Pick<Input<'askAgain'>, 'origin' | 'orderID'>): Refusal | undefined {
    if (origin.tenantId !== HOST) return refuse('marketControlNotPermitted')
    return this.#doubts.of(orderID) ? undefined : refuse('orderNotInDoubt', { orderID })
  }

  /** Ends the order, or what was asked about it, without the venue. What it reports later still counts. */
  #end(order: Order, as: Input<'settleDoubt'>['as'], now: number): void {
    const { orderID, cumQty, ordStatus } = order
    const text =
      as === 'neverArrived' ? 'Trading.Order.CanceledNeverArrived' : 'Trading.Order.CanceledInDoubt'
    const { entry, replace, cancel } = this.#firmState.holds.unansweredOf(orderID)
    const isEntering = ordStatus === OrdStatus.pendingNew || entry === true
    const requests = [
      ...(replace === undefined ? [] : [{ responseTo: 'replace' as const, clOrdID: replace }]),
      ...(cancel === undefined ? [] : [{ responseTo: 'cancel' as const, clOrdID: cancel }]),
    ]
    if (as === 'neverArrived' && isEntering && cumQty === 0)
      this.#atVenue.apply(orderID, { execType: ExecType.rejected, text }, now)
    else if (as === 'canceled' || isEntering || requests.length === 0)
      this.#atVenue.apply(orderID, canceledFor(text), now)
    else
      for (const each of requests)
        this.#atVenue.apply(orderID, { execType: REQUEST_REJECT, ...each, text }, now)
  }

  #pendingOf = ({ orderID, ordStatus }: Order): Pending => {
    const { entry, replace, cancel } = this.#firmState.holds.unansweredOf(orderID)
    if (ordStatus === OrdStatus.pendingNew || entry === true) return 'entry'
    return replace === undefined && cancel === undefined ? undefined : 'request'
  }
}

const doubtOf = ({ outcome, here, there }: ReconciledOrder, id: number, since: number): DoubtLine[] =>
  here && outcome !== 'agrees' && outcome !== 'onlyThere'
    ? [
        {
          ...{ id, orderID: here.orderID, firm: here.tenantId, why: outcome satisfies Doubt, there, since },
          here: hereOf(here),
          ...{ proposal: null, endedAt: null },
        },
      ]
    : []

const hereOf = ({ account, securityID, side, cumQty, leavesQty }: Order): DoubtLine['here'] => ({
  ...{ account, securityID, side, cumQty, leavesQty },
})
