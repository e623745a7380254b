import { isDeepStrictEqual } from 'node:util'
import {
  brokerCash,
  isoTime,
  isRefusal,
  type Kobo,
  type Refusal,
  refuse,
  shownCount,
  shownNaira,
} from '@tradebook/contract'
import { insufficientShares, notWithdrawable } from '@tradebook/ledger'
import { exactJson } from '../platform/audit.ts'
import type { Listing } from '../venue/listing.ts'
import type { Venue } from '../venue/venue.ts'
import { refusalOfCash } from './account-terms.ts'
import type { Batch } from './batch.ts'
import type { DatedTransfer, Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import { type ClientInput, type DeskAnswer, type Origin, refusedWith } from './inputs.ts'
import { KnownTransfers } from './known-transfers.ts'
import {
  type CashTermsChange,
  type Requested,
  type ShareTransfer,
  type TransferRequest,
  worthOfShares,
} from './transfer-request.ts'

export type TransferInput = Extract<
  ClientInput,
  { kind: 'externalTransfer' | 'requestTransfer' | 'decideTransfer' }
>

type PostingInput = Extract<TransferInput, { kind: 'requestTransfer' }>

export interface TransfersContext {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly marketDate: string
  readonly listings: readonly Listing[]
  readonly venue: Pick<Venue, 'figures'>
  /** The requests that wait for approval, and all of the last market days, in the order of their numbers. */
  readonly requests: readonly TransferRequest[]
}

/**
 * Decides transfers from and to the outside, and changes of where the cash of an account goes. One that a person requests
 * is posted once, however often it is sent; one that needs approval, as each change of terms does, waits for another
 * person than its maker, who posts it with the decision.
 */
export class Transfers {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #known: KnownTransfers
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #venue: TransfersContext['venue']

  constructor({ firmState, batch, marketDate, listings, venue, requests }: TransfersContext) {
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    this.#listings = new Map(listings.map((listing) => [listing.securityID, listing]))
    this.#venue = venue
    this.#known = new KnownTransfers(requests, marketDate)
  }

  decide(input: TransferInput, now: number): DeskAnswer {
    switch (input.kind) {
      case 'externalTransfer': {
        const posted = this.#post(input.origin.tenantId, input.transfer, now)
        return isRefusal(posted) ? refusedWith(posted) : { kind: 'done', sequence: posted }
      }
      case 'requestTransfer':
        return this.#request(input, now)
      case 'decideTransfer':
        return this.#decide(input, now)
    }
  }

  #request(input: PostingInput, now: number): DeskAnswer {
    const { origin, postingID, paymentRequest = null, transfer, approvalAbove } = input
    const { tenantId, userId: makerId, userName: makerName } = origin
    const sending = { tenantId, makerId, postingID, paymentRequest }
    const known = this.#known.made(sending)
    if (known) {
      if (known.makerId === makerId && isDeepStrictEqual(known.transfer, transfer)) return answerOf(known)
      return refusedWith(
        paymentRequest === null
          ? refuse('postingIDUsed', { postingID })
          : refuse('paymentDecided', { id: paymentRequest }),
      )
    }
    const inTheWay = this.#refusalOfRepeat(input) ?? this.#takenByPending(tenantId, transfer)
    if (inTheWay) return refusedWith(inTheWay)
    const request = {
      ...sending,
      transfer,
      makerName,
      madeAt: isoTime(now),
      marketDate: this.#marketDate,
      decision: null,
    }
    if (!this.#needsApproval(tenantId, transfer, approvalAbove)) {
      const posted = this.#post(tenantId, transfer, now)
      if (isRefusal(posted)) return refusedWith(posted)
      return this.#keep(
        { ...request, id: posted, state: 'posted', posted },
        origin,
        `Post${subjectOf(transfer)}`,
      )
    }
    if (input.rightGivenBy !== undefined)
      return refusedWith(refuse('postingUnconfirmed', { by: input.rightGivenBy }))
    const refusal = this.#refusalOf(tenantId, transfer)
    if (refusal) return refusedWith(refusal)
    const id = this.#batch.journal(tenantId, now, { kind: 'transferRequest', postingID, transfer })
    return this.#keep(
      { ...request, id, state: 'pending', posted: null },
      origin,
      `Post${subjectOf(transfer)}`,
    )
  }

  #decide(
    { origin, id, approves, reason, mails = [] }: Extract<TransferInput, { kind: 'decideTransfer' }>,
    now: number,
  ): DeskAnswer {
    const { tenantId, userId: deciderId, userName: deciderName } = origin
    const request = this.#known.pending(tenantId, id)
    // What the record knows of a request that does not wait, anyone who asks has read there.
    if (!request) return refusedWith(refuse('transferDecided', { id }))
    if (request.makerId === deciderId) return refusedWith(refuse('transferOwn'))
    const decided = { deciderId, deciderName, decidedAt: isoTime(now), reason }
    const subject = subjectOf(request.transfer)
    if (!approves) {
      const rejection = { kind: 'transferRejection', id, reason: reason ?? '' } as const
      const decision = { ...decided, sequence: this.#batch.journal(tenantId, now, rejection) }
      return this.#keep({ ...request, state: 'rejected', decision }, origin, `Reject${subject}`)
    }
    const posted = this.#post(tenantId, request.transfer, now)
    if (isRefusal(posted)) return refusedWith(posted)
    this.#batch.mailed(mails)
    const decision = { ...decided, sequence: posted }
    return this.#keep({ ...request, state: 'approved', decision, posted }, origin, `Approve${subject}`)
  }

  /** Why nothing is posted a second time: the newest request for the same, unless it is the one that the person knows of. */
  #refusalOfRepeat({ origin, transfer, recorded, repeats }: PostingInput): Refusal | undefined {
    if (transfer.type === 'cashTerms') return undefined
    const known = this.#known.postedBefore(origin.tenantId, transfer)
    const newest = known && (!recorded || known.id > recorded.id) ? known : recorded
    if (!newest || newest.id === repeats) return undefined
    const { id, reference, marketDate: date, makerName: maker } = newest
    const posting =
      'amount' in transfer
        ? `₦${shownNaira(transfer.amount)}`
        : `${shownCount(transfer.quantity)} ${transfer.securityID}`
    return refuse('postedBefore', { id, reference, posting, date, maker }, { id })
  }

  /** Why money or shares are not taken out that others take which wait for approval. */
  #takenByPending(tenantId: number, transfer: Requested): Refusal | undefined {
    const firm = this.#firmOf(tenantId, transfer.account)
    if (isRefusal(firm)) return undefined
    if (transfer.type === 'withdrawal') {
      const pending = this.#known.pendingWithdrawals(tenantId, transfer.account)
      const left = leftBeside(pending, transfer.amount, firm.ledger.cash(transfer.account).withdrawable)
      if (left === undefined) return undefined
      return refuse('withdrawalsPending', { pending: shownNaira(pending), withdrawable: shownNaira(left) })
    }
    if (transfer.type !== 'transferOut') return undefined
    const { account, securityID, quantity } = transfer
    const pending = this.#known.pendingSharesOut(tenantId, account, securityID)
    const left = leftBeside(pending, quantity, firm.ledger.position(account, securityID).available)
    if (left === undefined) return undefined
    return refuse('transfersOutPending', {
      securityID,
      pending: shownCount(pending),
      available: shownCount(left),
    })
  }

  /** Why a transfer cannot be posted now, where it is not posted yet. */
  #refusalOf(tenantId: number, transfer: Requested): Refusal | undefined {
    const firm = this.#firmOf(tenantId, transfer.account)
    if (isRefusal(firm)) return firm
    if (transfer.type === 'cashTerms') return this.#refusalOfTerms(firm, transfer)
    if (!('amount' in transfer)) return this.#refusalOfShares(firm, transfer)
    if (transfer.amount <= 0n) return refuse('amountInvalid')
    const { withdrawable } = firm.ledger.cash(transfer.account)
    return transfer.type === 'withdrawal' && transfer.amount > withdrawable
      ? notWithdrawable(withdrawable)
      : undefined
  }

  #refusalOfTerms(firm: Firm, { account, cash }: CashTermsChange): Refusal | undefined {
    const known = firm.accounts.get(account)
    if (!known) return refuse('unknownAccount', { account })
    if (isDeepStrictEqual(known.cash ?? brokerCash, cash)) return refuse('termsInForce', { account })
    if (this.#known.hasPendingTerms(firm.tenantId, account)) return refuse('termsPending', { account })
    return refusalOfCash({ ...known, cash })
  }

  #refusalOfShares(firm: Firm, transfer: ShareTransfer): Refusal | undefined {
    const { account, securityID, type, quantity } = transfer
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (type === 'transferIn') return this.#moreThanOutstanding(firm, transfer)
    const { available } = firm.ledger.position(account, securityID)
    return quantity > available ? insufficientShares(quantity, securityID, available) : undefined
  }

  /** A holding is never larger than what the company has issued. */
  #moreThanOutstanding(
    firm: Firm,
    { account, securityID, quantity }: Omit<ShareTransfer, 'type'>,
  ): Refusal | undefined {
    const listed = this.#listings.get(securityID)
    const { settled, unsettledIn, unsettledOut } = firm.ledger.position(account, securityID)
    const owned = settled + unsettledIn - unsettledOut + quantity
    if (!listed || owned <= listed.sharesOutstanding) return undefined
    const outstanding = shownCount(listed.sharesOutstanding)
    return refuse('moreThanOutstanding', { securityID, owned: shownCount(owned), outstanding })
  }

  /**
   * Whether a transfer, with what was posted for its account on the market day without approval, is worth
   * more than `above` kobo, so that another person decides it. With `null` no transfer needs that.
   */
  #needsApproval(tenantId: number, transfer: Requested, above: Kobo | null): boolean {
    if (transfer.type === 'cashTerms') return true
    if (above === null) return false
    const earlier = this.#known.unapproved(tenantId, transfer.account)
    return (
      earlier.reduce((sum, request) => sum + this.#worth(request.transfer), this.#worth(transfer)) > above
    )
  }

  /** In kobo. */
  #worth(transfer: Requested): bigint {
    if (transfer.type === 'cashTerms') return 0n
    if ('amount' in transfer) return transfer.amount
    const { securityID } = transfer
    const published = this.#listings.has(securityID)
      ? BigInt(this.#venue.figures(securityID).publishedPx)
      : 0n
    return worthOfShares(transfer, published)
  }

  /** Posts a transfer, or changes the terms. @returns the sequence of its journal line. */
  #post(tenantId: number, transfer: Requested, now: number): number | Refusal {
    const firm = this.#firmOf(tenantId, transfer.account)
    if (isRefusal(firm)) return firm
    if (transfer.type === 'cashTerms') return this.#changeTerms(firm, transfer, now)
    const refusal = transfer.type === 'transferIn' ? this.#moreThanOutstanding(firm, transfer) : undefined
    if (refusal) return refusal
    const posting: DatedTransfer = { ...transfer, date: this.#marketDate }
    const entry = firm.transfer(posting)
    if (isRefusal(entry)) return entry
    const sequence = this.#batch.journal(tenantId, now, { kind: 'posting', posting })
    this.#batch.posted(tenantId, sequence, [entry])
    return sequence
  }

  /** Of the account's terms as they are now, only where its cash goes is changed. */
  #changeTerms(firm: Firm, { account: named, cash }: CashTermsChange, now: number): number | Refusal {
    const known = firm.accounts.get(named)
    if (!known) return refuse('unknownAccount', { account: named })
    const account = { ...known, cash }
    const refusal = refusalOfCash(account)
    if (refusal) return refusal
    const { tenantId } = firm
    for (const order of this.#firmState.changeTerms(tenantId, account))
      this.#batch.orderChanged(order, 'updateStockOrder')
    this.#batch.accountChanged({ tenantId, ...account })
    return this.#batch.journal(tenantId, now, { kind: 'changeTerms', account })
  }

  #firmOf(tenantId: number, account: string): Firm | Refusal {
    const firm = this.#firmState.firms.get(tenantId)
    return firm?.accounts.has(account) ? firm : refuse('unknownAccount', { account })
  }

  #keep(request: TransferRequest, origin: Origin, methodName: string): DeskAnswer {
    this.#known.know(request)
    this.#batch.transferRequested(request)
    const { postingID, transfer, decision } = request
    const asked = decision ? { id: request.id, reason: decision.reason ?? undefined } : { postingID }
    this.#batch.audited({
      origin,
      serviceName: 'BackOffice',
      methodName,
      exception: null,
      parameters: exactJson({ ...asked, ...transfer }),
    })
    return answerOf(request)
  }
}

/**
 * What is free besides what waits for approval, when more than that is asked for; `undefined` when it is not. What is
 * too much by itself is refused for that.
 */
function leftBeside(pending: bigint, asked: bigint, free: bigint): bigint | undefined {
  if (asked > free || asked + pending <= free) return undefined
  return free > pending ? free - pending : 0n
}

/** What the audit trail calls it, after the calls. */
const subjectOf = (transfer: Requested): string =>
  transfer.type === 'cashTerms' ? 'AccountTerms' : 'amount' in transfer ? 'CashEntry' : 'SecurityEntry'

const answerOf = ({ id, state }: TransferRequest): DeskAnswer => ({ kind: 'transfer', id, state })
