import type { PriceKobo, Refusal } from '@tradebook/contract'
import { isPart, type NewOrder, type Order } from '@tradebook/orders'
import type { ClientInput, OrderWithHold } from '../inputs.ts'
import type { Sequence } from '../record/journal.ts'
import type { AccountTerms } from './accounts.ts'
import { type Batch, REJECTED } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { OrderChecks } from './order-checks.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import type { Requests } from './requests.ts'

export interface OrderEntryOptions {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly sequence: Sequence
  readonly requests: Requests
  readonly marketDate: string
  readonly checks: OrderChecks
}

/** What a request that enters several orders at once, a cross or a bulk order, is decided with. */
export interface JointEntryOptions extends Omit<OrderEntryOptions, 'sequence'> {
  readonly atVenue: OrdersAtVenue
  readonly entry: OrderEntry
}

/** Enters new orders, those of crosses too: each is journalled with what it holds, or as refused. */
export class OrderEntry {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #sequence: Sequence
  readonly #requests: Requests
  readonly #marketDate: string
  readonly #checks: OrderChecks

  constructor({ firmState, batch, sequence, requests, marketDate, checks }: OrderEntryOptions) {
    this.#firmState = firmState
    this.#batch = batch
    this.#sequence = sequence
    this.#requests = requests
    this.#marketDate = marketDate
    this.#checks = checks
  }

  /**
   * Adds a new order, refused where its refusal is found or the ledger does not admit it: journalled, and kept
   * under its request.
   *
   * @returns the order, and its refusal as the caller may see it, which may name a balance that the firm hides.
   */
  enter(
    input: Extract<ClientInput, { kind: 'newOrder' | 'crossOrder' | 'bulkOrder' }>,
    request: NewOrder,
    { cscsAccount, customerName }: Pick<AccountTerms, 'cscsAccount' | 'customerName'>,
    {
      worstPx,
      found,
      now,
      bulkOrderID,
    }: {
      worstPx: PriceKobo | null
      found: Refusal | null
      now: number
      /** The bulk order that it is a part of; `'own'` of a bulk order. */
      bulkOrderID?: string
    },
  ): { order: Order; refusal: Refusal | null } {
    const { tenantId, userId, userName } = input.origin
    const sequence = this.#sequence.next()
    const identity = {
      orderID: String(sequence),
      tenantId,
      cscsAccount,
      customerName,
      userId,
      userName,
      tradeDate: this.#marketDate,
      priority: sequence,
      ...(bulkOrderID !== undefined && {
        bulkOrderID: bulkOrderID === 'own' ? String(sequence) : bulkOrderID,
      }),
      time: now,
      receivedAt: this.#checks.limits.now,
    }
    const asRecorded = (refusal: Refusal) => this.#checks.asRecorded(input.origin, refusal, request.account)
    const entered = this.#firmState.enter(request, identity, worstPx, found, asRecorded)
    const { order } = entered
    const { refusal } = order
    this.#batch.journal(tenantId, now, { kind: 'newOrder', request, identity, worstPx, refusal }, sequence)
    const counted = refusal || isPart(order) ? null : { userId, at: identity.receivedAt }
    this.#batch.requested(this.#requests.keep(order, order.orderID, input, counted))
    this.#batch.orderChanged(order, 'addStockOrder')
    if (refusal) this.#batch.executed(order, REJECTED, sequence)
    return { order, refusal: entered.refusal && this.#checks.asShown(input.origin, entered.refusal) }
  }

  /** An order as it is, with what it holds. */
  held(orderID: string): OrderWithHold {
    const order = this.#firmState.order(orderID)
    const isFirmHalted = this.#firmState.killSwitches.haltOrdersOf(order.tenantId)
    return { order, hold: this.#firmState.holds.of(order), isFirmHalted }
  }
}
