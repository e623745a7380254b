import type { ClientInput } from './inputs.ts'
import type { RequestLine } from './record.ts'

/** A request about an order, told from others by the client's own id. */
export type OrderRequest = Extract<ClientInput, { kind: 'newOrder' | 'replaceOrder' | 'cancelOrder' }>

/** Whose request it is: a `clOrdID` is good once per account and market day. */
interface Requester {
  readonly tenantId: number
  readonly account: string
}

/** The market day's requests: what makes sending one twice harmless. */
export class Requests {
  readonly #lines = new Map<string, RequestLine>()

  constructor(today: readonly RequestLine[]) {
    for (const line of today) this.#lines.set(keyOf(line, line.clOrdID), line)
  }

  /**
   * The order that this very request was about when it was first made; `'another'` when its id was
   * used for a different one; nothing when it is new.
   */
  find(requester: Requester, request: OrderRequest): { readonly orderID: string } | 'another' | undefined {
    const line = this.#lines.get(keyOf(requester, clOrdIDOf(request)))
    if (!line) return undefined
    return line.fingerprint === fingerprintOf(request) ? line : 'another'
  }

  /** Take in a request that was answered; returns what is kept of it. */
  keep({ tenantId, account }: Requester, orderID: string, request: OrderRequest): RequestLine {
    const clOrdID = clOrdIDOf(request)
    const line = { tenantId, account, clOrdID, orderID, fingerprint: fingerprintOf(request) }
    this.#lines.set(keyOf(line, clOrdID), line)
    return line
  }
}

export const clOrdIDOf = (request: OrderRequest): string =>
  request.kind === 'newOrder' ? request.request.clOrdID : request.clOrdID

/** The request in one line: two requests are the same when these are. */
export function fingerprintOf(request: OrderRequest): string {
  const fields =
    request.kind === 'newOrder'
      ? request.request
      : { orderID: request.orderID, ...(request.kind === 'replaceOrder' ? request.change : {}) }
  return JSON.stringify([request.kind, ...Object.entries(fields).filter(([, value]) => value !== undefined)])
}

const keyOf = ({ tenantId, account }: Requester, clOrdID: string): string =>
  `${tenantId}|${account}|${clOrdID}`
