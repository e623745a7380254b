import { type Refusal, refuse } from '@tradebook/contract'
import { partsOf, wholeOf } from '@tradebook/orders'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import { mayUse } from './order-checks.ts'
import type { JointEntryOptions } from './order-entry.ts'
import { FIRM_ITSELF } from './requests.ts'

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/** Decides requests for bulk orders: one order in the market for several accounts, which all hold for their parts first. */
export class BulkRequests {
  readonly #options: JointEntryOptions

  constructor(options: JointEntryOptions) {
    this.#options = options
  }

  /** What refuses one part refuses all, and nothing is entered. */
  send(input: Input<'bulkOrder'>, now: number): DeskAnswer {
    const { firmState, atVenue, requests, checks, entry, marketDate } = this.#options
    const { origin, request } = input
    const { tenantId } = origin
    if (origin.accounts !== 'all') return refusedWith(refuse('bulkOrderNotPermitted'))
    const firm = { tenantId, account: FIRM_ITSELF }
    const before = requests.find(firm, input)
    if (before === 'another') return refusedWith(refuse('duplicateClOrdID', { clOrdID: request.clOrdID }))
    if (before) return { kind: 'repeat', orderID: before.orderID }
    const parts = partsOf(request).map((part) => ({ part, terms: checks.account(origin, part.account) }))
    for (const { part, terms } of parts) {
      const { account, clOrdID } = part
      if (!terms) return refusedWith(refuse('unknownAccount', { account }))
      if (parts.filter((other) => other.part.account === account).length > 1)
        return refusedWith(refuse('accountTwice', { account }))
      if (requests.find({ tenantId, account }, input))
        return refusedWith(refuse('duplicateClOrdID', { clOrdID }))
    }

    const { worstPx, refusal, ofPart } = checks.bulkOrder(input, now)
    if (refusal) {
      const shown = checks.asShown(origin, refusal)
      return refusedWith(ofPart === undefined ? shown : ofAccount(shown, ofPart))
    }
    if (worstPx === null) throw new Error(`bulk order ${request.clOrdID} has no worst price`)
    for (const { part } of parts) {
      const lacking = firmState.refusalOf(tenantId, { ...part, price: worstPx }, marketDate)
      if (lacking) return refusedWith(ofAccount(checks.asShown(origin, lacking), part.account))
    }
    const entered = { worstPx, found: null, now }
    const { order } = entry.enter(input, wholeOf(request, FIRM_ITSELF), NOBODYS, {
      ...entered,
      bulkOrderID: 'own',
    })
    atVenue.bulkOrders.changed(order, now)
    for (const { part, terms } of parts) {
      const bulkOrderID = order.orderID
      const { order: held, refusal: refused } = entry.enter(input, part, terms ?? NOBODYS, {
        ...entered,
        bulkOrderID,
      })
      if (refused) throw new Error(`a part of bulk order ${bulkOrderID} is refused after all`)
      atVenue.enter(held, now)
    }
    atVenue.enter(order, now)
    atVenue.takeReports(now)
    return { kind: 'order', ...entry.held(order.orderID) }
  }

  allocate({ origin, orderID, lines }: Input<'allocateBulkOrder'>, now: number): DeskAnswer {
    const { atVenue, batch } = this.#options
    const isOwn = atVenue.bulkOrders.tenantOf(orderID) === origin.tenantId && mayUse(origin, FIRM_ITSELF)
    const refusal = isOwn
      ? atVenue.bulkOrders.allocate(orderID, lines, now)
      : refuse('notBulkOrder', { orderID })
    if (refusal) return refusedWith(refusal)
    batch.audited({
      origin,
      serviceName: 'Order',
      methodName: 'AllocateBulkOrder',
      parameters: JSON.stringify({ orderID, ...(lines && { lines }) }),
      exception: null,
    })
    return { kind: 'repeat', orderID }
  }
}

/** A bulk order is of the firm itself. */
const NOBODYS = { cscsAccount: '', customerName: '' }

/** The refusal of a part, as that of the whole. */
const ofAccount = ({ refusal: reason, values }: Refusal, account: string): Refusal =>
  refuse('partRefused', { ...values, account, reason })
