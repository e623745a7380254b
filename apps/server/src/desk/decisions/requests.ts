import { Side } from '@tradebook/contract'
import { type NewBulkOrder, type NewCross, type NewOrder, partsOf, sideOf } from '@tradebook/orders'
import type { ClientInput } from '../inputs.ts'
import type { Counted, RequestLine } from './batch-changes.ts'

/** A request about an order, about both of a cross, or about all of a bulk order. Its `clOrdID` or `crossID`, made by the client, identifies it. */
export type OrderRequest = Extract<
  ClientInput,
  { kind: 'newOrder' | 'crossOrder' | 'bulkOrder' | 'replaceOrder' | 'cancelOrder' }
>

/** The account under which the firm's own requests are kept, whose ids are the firm's: those of crosses and of bulk orders. */
export const FIRM_ITSELF = ''

/** Market days, with the one that trades, whose requests are known. */
export const REQUEST_DAYS = 5

/** A request that the record has. */
export interface RecordedRequest extends RequestLine {
  /** Of an earlier market day, and about an order that has ended. */
  readonly isEarlier: boolean
}

/**
 * Whose request it is: an account, or the firm itself. It uses a `clOrdID` once a market day, and none that an
 * open order of its has.
 */
interface Requester {
  readonly tenantId: number
  readonly account: string
}

/**
 * The requests of the market day, of the open orders and of the last market days: because they are
 * known, sending one twice is harmless. The `clOrdID` of an earlier day whose order has ended is free for
 * another request.
 */
export class Requests {
  readonly #lines = new Map<string, RequestLine>()
  readonly #earlier = new Map<string, RequestLine>()

  /** @param recorded oldest first: of one `clOrdID` the newest request counts. */
  constructor(recorded: readonly RecordedRequest[]) {
    for (const line of recorded)
      (line.isEarlier ? this.#earlier : this.#lines).set(keyOf(line, line.clOrdID), line)
  }

  /**
   * The order that this same request was about when it was first made; `'another'` when its `clOrdID`
   * was used for a different request; `undefined` when it is new.
   */
  find(requester: Requester, request: OrderRequest): { readonly orderID: string } | 'another' | undefined {
    const key = keyOf(requester, clOrdIDOf(request))
    const line = this.#lines.get(key)
    if (line) return line.fingerprint === fingerprintOf(request) ? line : 'another'
    const earlier = this.#earlier.get(key)
    return earlier && earlier.fingerprint === fingerprintOf(request) ? earlier : undefined
  }

  /** Whether a requester has a request of the market day, or of an open order, under this id. */
  isKnown({ tenantId, account }: Requester, clOrdID: string): boolean {
    return this.#lines.has(keyOf({ tenantId, account }, clOrdID))
  }

  /** Adds a request that was answered. @param counted of one that the limits counted. @returns its row in the record. */
  keep(
    { tenantId, account }: Requester,
    orderID: string,
    request: OrderRequest,
    counted: Counted | null = null,
  ): RequestLine {
    const clOrdID = clOrdIDOf(request)
    const line = { tenantId, account, clOrdID, orderID, fingerprint: fingerprintOf(request), counted }
    this.#lines.set(keyOf(line, clOrdID), line)
    return line
  }
}

export function clOrdIDOf(request: OrderRequest): string {
  if (request.kind === 'newOrder' || request.kind === 'bulkOrder') return request.request.clOrdID
  return request.kind === 'crossOrder' ? request.request.crossID : request.clOrdID
}

/** The content of a request as text: two requests are the same when these texts are equal. */
export function fingerprintOf(request: OrderRequest): string {
  const fields =
    'request' in request
      ? { ...request.request, fault: request.fault }
      : { orderID: request.orderID, ...(request.kind === 'replaceOrder' ? request.change : {}) }
  return JSON.stringify([request.kind, ...Object.entries(fields).filter(([, value]) => value !== undefined)])
}

const keyOf = ({ tenantId, account }: Requester, clOrdID: string): string =>
  `${tenantId}|${account}|${clOrdID}`

/** The new order that a recorded request of an account asked for, its side of a cross, or the parts of a bulk order; none of a replace. */
export function requestedOrders(fingerprint: string, account: string): readonly NewOrder[] {
  const [kind, ...members] = JSON.parse(fingerprint) as [string, ...[string, unknown][]]
  const fields = Object.fromEntries(members)
  if (kind === 'newOrder') return [fields as unknown as NewOrder]
  if (kind === 'bulkOrder') return partsOf(fields as unknown as NewBulkOrder)
  if (kind !== 'crossOrder') return []
  const cross = fields as unknown as NewCross
  return [sideOf(cross, account === cross.buyAccount ? Side.buy : Side.sell)]
}
