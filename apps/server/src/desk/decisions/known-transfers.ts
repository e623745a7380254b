import type { ExternalTransfer } from './firm.ts'
import {
  isMovement,
  movementOf,
  type PostedBefore,
  type Requested,
  type TransferRequest,
} from './transfer-request.ts'

/** What tells whether a request was sent before. */
type Sending = Pick<TransferRequest, 'tenantId' | 'makerId' | 'postingID' | 'paymentRequest'>

/**
 * The requests to post transfers that wait for approval, and all of the last market days. What is asked of one account
 * is found without looking at the others'.
 */
export class KnownTransfers {
  readonly #bySending = new Map<string, TransferRequest>()
  readonly #pending = new Map<string, TransferRequest>()
  /** What the pending ones would withdraw in kobo, by account. */
  readonly #withdrawals = new Map<string, bigint>()
  /** How many shares they would transfer out, by account and security. */
  readonly #sharesOut = new Map<string, bigint>()
  /** How many of them are about the same thing, of which no more than `mostWaiting` may wait. */
  readonly #waiting = new Map<string, bigint>()
  /** The journal lines of entries that were taken back. */
  readonly #reversed = new Set<string>()
  /** The requests by the journal line of what they posted. */
  readonly #byPosted = new Map<string, TransferRequest>()
  /** What was posted on the market day without approval, by account. */
  readonly #unapproved = new Map<string, TransferRequest[]>()
  /** Those that are not rejected, by their movement, in the order of their numbers. */
  readonly #ofMovement = new Map<string, Map<number, PostedBefore>>()
  readonly #marketDate: string

  /** @param requests in the order of their numbers. */
  constructor(requests: readonly TransferRequest[], marketDate: string) {
    this.#marketDate = marketDate
    for (const request of requests) this.know(request)
  }

  /** Adds a request, or puts it instead of what it was before its decision. */
  know(request: TransferRequest): void {
    const { tenantId, id, state, transfer, marketDate } = request
    this.#bySending.set(sendingKey(request), request)
    if (state === 'posted' && marketDate === this.#marketDate) {
      const key = accountKey(tenantId, transfer.account)
      const earlier = this.#unapproved.get(key)
      if (earlier) earlier.push(request)
      else this.#unapproved.set(key, [request])
    }
    const key = requestKey(tenantId, id)
    const before = this.#pending.get(key)
    if (before) this.#count(before, -1n)
    if (state === 'pending') {
      this.#pending.set(key, request)
      this.#count(request, 1n)
    } else this.#pending.delete(key)
    this.#knowMovement(request)
    if (request.posted === null) return
    this.#byPosted.set(requestKey(tenantId, request.posted), request)
    if (transfer.type === 'reversal') this.#knowReversed(requestKey(tenantId, transfer.reverses))
  }

  /** What was taken back was not posted before. */
  #knowReversed(entry: string): void {
    this.#reversed.add(entry)
    const request = this.#byPosted.get(entry)
    if (request && isMovement(request.transfer))
      this.#forgetMovement(movementKey(request.tenantId, request.transfer), request.id)
  }

  /** The request that a person made under a posting id, or that anybody made of a payment request. */
  made(sent: Sending): TransferRequest | undefined {
    return this.#bySending.get(sendingKey(sent))
  }

  /** The newest request for the same movement as a transfer's that was not rejected. */
  postedBefore(tenantId: number, transfer: ExternalTransfer): PostedBefore | undefined {
    const same = this.#ofMovement.get(movementKey(tenantId, transfer))
    return same && [...same.values()].at(-1)
  }

  /** A request that waits for approval. */
  pending(tenantId: number, id: number): TransferRequest | undefined {
    return this.#pending.get(requestKey(tenantId, id))
  }

  /** What the pending requests would withdraw from an account together, in kobo. */
  pendingWithdrawals(tenantId: number, account: string): bigint {
    return this.#withdrawals.get(accountKey(tenantId, account)) ?? 0n
  }

  /** How many shares of a security the pending requests would transfer out of an account together. */
  pendingSharesOut(tenantId: number, account: string, securityID: string): bigint {
    return this.#sharesOut.get(holdingKey(tenantId, account, securityID)) ?? 0n
  }

  /** Whether no other request may wait that is about the same thing: the terms of an account, a freeze, an entry, or the firm's charges. */
  isWaiting(tenantId: number, transfer: Requested): boolean {
    const key = subjectKey(tenantId, transfer)
    return key !== undefined && (this.#waiting.get(key) ?? 0n) >= mostWaiting(transfer)
  }

  /** Whether the entry of a journal line was taken back on the last market days. */
  isReversed(tenantId: number, entry: number): boolean {
    return this.#reversed.has(requestKey(tenantId, entry))
  }

  /** What was posted for an account on the market day without approval. */
  unapproved(tenantId: number, account: string): readonly TransferRequest[] {
    return this.#unapproved.get(accountKey(tenantId, account)) ?? []
  }

  #knowMovement({ tenantId, id, transfer, state, marketDate, makerName }: TransferRequest): void {
    if (!isMovement(transfer)) return
    const key = movementKey(tenantId, transfer)
    if (state === 'rejected') {
      this.#forgetMovement(key, id)
      return
    }
    const same = this.#ofMovement.get(key) ?? new Map<number, PostedBefore>()
    same.set(id, { id, reference: transfer.reference, marketDate, makerName })
    this.#ofMovement.set(key, same)
  }

  #forgetMovement(key: string, id: number): void {
    const same = this.#ofMovement.get(key)
    same?.delete(id)
    if (same?.size === 0) this.#ofMovement.delete(key)
  }

  #count({ tenantId, transfer }: TransferRequest, times: 1n | -1n): void {
    const key = accountKey(tenantId, transfer.account)
    if (transfer.type === 'withdrawal') add(this.#withdrawals, key, times * transfer.amount)
    if (transfer.type === 'transferOut')
      add(
        this.#sharesOut,
        holdingKey(tenantId, transfer.account, transfer.securityID),
        times * transfer.quantity,
      )
    const subject = subjectKey(tenantId, transfer)
    if (subject !== undefined) add(this.#waiting, subject, times)
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount
  if (sum === 0n) sums.delete(key)
  else sums.set(key, sum)
}

const sendingKey = ({ tenantId, makerId, postingID, paymentRequest }: Sending): string =>
  paymentRequest === null ? `${tenantId}|${makerId}|${postingID}` : `${tenantId}|payment|${paymentRequest}`
const accountKey = (tenantId: number, account: string): string => `${tenantId}|${account}`
const holdingKey = (tenantId: number, account: string, securityID: string): string =>
  `${accountKey(tenantId, account)}|${securityID}`
/** A firm's table is entered row by row; what waits is read again with each start, and by the person who approves. */
export const MOST_WAITING_CHARGES = 50
const mostWaiting = ({ type }: Requested): bigint => (type === 'charges' ? BigInt(MOST_WAITING_CHARGES) : 1n)

/** What a request is about, where the number of those that wait is limited. */
function subjectKey(tenantId: number, transfer: Requested): string | undefined {
  switch (transfer.type) {
    case 'cashTerms':
      return `terms ${accountKey(tenantId, transfer.account)}`
    case 'unfreeze':
      return `freeze ${requestKey(tenantId, transfer.freeze)}`
    case 'reversal':
      return `entry ${requestKey(tenantId, transfer.reverses)}`
    case 'charges':
      return `charges ${tenantId}`
    default:
      return undefined
  }
}
const movementKey = (tenantId: number, transfer: ExternalTransfer): string =>
  `${tenantId}|${movementOf(transfer)}`
const requestKey = (tenantId: number, id: number): string => `${tenantId}|${id}`
