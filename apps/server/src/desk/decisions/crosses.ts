import { refuse, Side } from '@tradebook/contract'
import { sideOf } from '@tradebook/orders'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { OrderChecks } from './order-checks.ts'
import type { JointEntryOptions, OrderEntry } from './order-entry.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import { FIRM_ITSELF, type Requests } from './requests.ts'

/** Decides crosses: a buy and a sell that one broker brings together at one price. */
export class Crosses {
  readonly #firmState: FirmState
  readonly #atVenue: OrdersAtVenue
  readonly #batch: Batch
  readonly #requests: Requests
  readonly #marketDate: string
  readonly #checks: OrderChecks
  readonly #entry: OrderEntry

  constructor(options: JointEntryOptions) {
    this.#firmState = options.firmState
    this.#atVenue = options.atVenue
    this.#batch = options.batch
    this.#requests = options.requests
    this.#marketDate = options.marketDate
    this.#checks = options.checks
    this.#entry = options.entry
  }

  /**
   * Both sides are entered and trade in the same turn; what refuses one refuses both. The cross is kept as a
   * request of the firm itself, and each side as one of its account.
   */
  decide(input: Extract<ClientInput, { kind: 'crossOrder' }>, now: number): DeskAnswer {
    const { origin, request } = input
    const { crossID, buyAccount, sellAccount, price } = request
    const { tenantId } = origin
    const [buyer, seller] = [buyAccount, sellAccount].map((account) => this.#checks.account(origin, account))
    if (!buyer) return refusedWith(refuse('unknownAccount', { account: buyAccount }))
    if (!seller) return refusedWith(refuse('unknownAccount', { account: sellAccount }))
    if (buyAccount === sellAccount) return refusedWith(refuse('crossOfOneAccount', { account: buyAccount }))
    const firm = { tenantId, account: FIRM_ITSELF }
    const before = this.#requests.find(firm, input)
    if (before === 'another') return refusedWith(refuse('duplicateCrossID', { crossID }))
    const sellBefore = this.#requests.find({ tenantId, account: sellAccount }, input)
    if (before && sellBefore && sellBefore !== 'another')
      return { kind: 'repeatedCross', buyOrderID: before.orderID, sellOrderID: sellBefore.orderID }
    if (sellBefore ?? this.#requests.find({ tenantId, account: buyAccount }, input))
      return refusedWith(refuse('duplicateClOrdID', { clOrdID: crossID }))

    const [buying, selling] = [sideOf(request, Side.buy), sideOf(request, Side.sell)]
    const date = this.#marketDate
    const checked = this.#checks.crossOrder(input, now).refusal
    const ofBuyer = checked ?? this.#firmState.refusalOf(tenantId, buying, date)
    const ofSeller = ofBuyer ?? this.#firmState.refusalOf(tenantId, selling, date)
    // What one customer lacks is not the other's to read.
    const byOther = refuse('crossSideRefused', { crossID })
    const found = {
      buy: ofBuyer ?? (ofSeller ? byOther : null),
      sell: checked ?? (ofBuyer ? byOther : ofSeller) ?? null,
    }
    const entry = { worstPx: price, now }
    const { order: buy, refusal: buyRefusal } = this.#entry.enter(input, buying, buyer, {
      ...entry,
      found: found.buy,
    })
    const { order: sell, refusal: sellRefusal } = this.#entry.enter(input, selling, seller, {
      ...entry,
      found: found.sell,
    })
    this.#batch.requested(this.#requests.keep(firm, buy.orderID, input))
    const refusal = ofBuyer ? buyRefusal : (sellRefusal ?? buyRefusal)
    if (refusal) {
      const data = { buyOrderID: buy.orderID, sellOrderID: sell.orderID }
      return refusedWith({ ...refusal, data: { ...refusal.data, ...data } })
    }
    if (price === null) throw new Error(`cross ${crossID} has no price`)
    const trade = this.#atVenue.cross(buy, sell, price, now)
    return { kind: 'cross', buy: this.#entry.held(buy.orderID), sell: this.#entry.held(sell.orderID), trade }
  }
}
