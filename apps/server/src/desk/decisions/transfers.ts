import {
  type AuditChange,
  isoTime,
  isRefusal,
  type Kobo,
  type Refusal,
  refuse,
  shownCount,
  shownNaira,
} from '@tradebook/contract'
import { exactJson } from '../../platform/audit.ts'
import type { MarketData } from '../../venue/market-data.ts'
import { type ClientInput, type DeskAnswer, type Origin, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'
import type { Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import { KnownTransfers, MOST_WAITING_CHARGES } from './known-transfers.ts'
import { TransferPostings, type TransferPostingsContext } from './transfer-postings.ts'
import {
  customersOf,
  isMovement,
  isSameRequest,
  lienOf,
  type Requested,
  type TransferRequest,
  worthOfShares,
} from './transfer-request.ts'

export type TransferInput = Extract<
  ClientInput,
  { kind: 'externalTransfer' | 'requestTransfer' | 'decideTransfer' }
>

type PostingInput = Extract<TransferInput, { kind: 'requestTransfer' }>

export interface TransfersContext extends TransferPostingsContext {
  readonly marketData: Pick<MarketData, 'figures'>
  /** The requests that wait for approval, and all of the last market days, in the order of their numbers. */
  readonly requests: readonly TransferRequest[]
}

/**
 * Decides transfers from and to the outside, and the other changes that people ask for by hand. One that a person requests
 * is posted once, however often it is sent; one that needs approval waits for another person than its maker, who posts it
 * with the decision. What each of them does is of `TransferPostings`.
 */
export class Transfers {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #known: KnownTransfers
  readonly #listed: ReadonlySet<string>
  readonly #marketData: TransfersContext['marketData']
  readonly #postings: TransferPostings

  constructor({ marketData, requests, ...context }: TransfersContext) {
    const { firmState, batch, marketDate, listings } = context
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    this.#listed = new Set(listings.map(({ securityID }) => securityID))
    this.#marketData = marketData
    this.#postings = new TransferPostings(context)
    this.#known = new KnownTransfers(requests, marketDate)
  }

  decide(input: TransferInput, now: number): DeskAnswer {
    switch (input.kind) {
      case 'externalTransfer': {
        const { origin, transfer } = input
        const posted = this.#postings.post(origin.tenantId, transfer, origin, now)
        return isRefusal(posted) ? refusedWith(posted) : { kind: 'done', sequence: posted.sequence }
      }
      case 'requestTransfer':
        return this.#request(input, now)
      case 'decideTransfer':
        return this.#decide(input, now)
    }
  }

  #request(input: PostingInput, now: number): DeskAnswer {
    const { origin, postingID, paymentRequest = null, transfer: asked, approvalAbove } = input
    const { tenantId, userId: makerId, userName: makerName } = origin
    // A freeze stops what they own: that they may ask for.
    const own = asked.type === 'freeze' ? undefined : this.#refusalOfOwn(origin, asked)
    if (own) return refusedWith(own)
    const sending = { tenantId, makerId, postingID, paymentRequest }
    const known = this.#known.made(sending)
    if (known) {
      if (known.makerId === makerId && isSameRequest(known.transfer, asked)) return answerOf(known)
      return refusedWith(
        paymentRequest === null
          ? refuse('postingIDUsed', { postingID })
          : refuse('paymentDecided', { id: paymentRequest }),
      )
    }
    const transfer = this.#postings.withPayee(tenantId, asked)
    if (isRefusal(transfer)) return refusedWith(transfer)
    const inTheWay =
      this.#refusalOfRepeat(input) ??
      this.#takenByPending(tenantId, transfer) ??
      this.#refusalOfSubject(tenantId, transfer)
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
      const posted = this.#postings.post(tenantId, transfer, origin, now)
      if (isRefusal(posted)) return refusedWith(posted)
      return this.#keep(
        { ...request, id: posted.sequence, state: 'posted', posted: posted.sequence },
        origin,
        `Post${subjectOf(transfer)}`,
        posted.changes,
      )
    }
    if (input.rightGivenBy !== undefined)
      return refusedWith(refuse('postingUnconfirmed', { by: input.rightGivenBy }))
    const refusal = this.#postings.refusalOf(tenantId, transfer, origin)
    if (refusal) return refusedWith(refusal)
    const id = this.#batch.journal(tenantId, now, { kind: 'transferRequest', postingID, transfer })
    const lien = lienOf(transfer)
    if (lien) this.#firmState.firms.get(tenantId)?.ledger.placeLien(lien)
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
    const refusal = this.#refusalOfDecision(request, origin, approves)
    if (refusal) return refusedWith(refusal)
    const decided = { deciderId, deciderName, decidedAt: isoTime(now), reason }
    const subject = subjectOf(request.transfer)
    if (!approves) {
      const lien = lienOf(request.transfer)
      if (lien) this.#firmState.firms.get(tenantId)?.ledger.liftLien(lien)
      const rejection = {
        kind: 'transferRejection',
        id,
        reason: reason ?? '',
        ...(lien && { lien }),
      } as const
      const decision = { ...decided, sequence: this.#batch.journal(tenantId, now, rejection) }
      return this.#keep({ ...request, state: 'rejected', decision }, origin, `Reject${subject}`)
    }
    const posted = this.#postings.post(tenantId, request.transfer, origin, now)
    if (isRefusal(posted)) return refusedWith(posted)
    this.#batch.mailed(mails)
    const { sequence, changes } = posted
    const decision = { ...decided, sequence }
    return this.#keep(
      { ...request, state: 'approved', decision, posted: sequence },
      origin,
      `Approve${subject}`,
      changes,
    )
  }

  /** Why a person does not decide a request. Its maker may only withdraw it, which moves nothing. */
  #refusalOfDecision(
    { id, makerId, transfer }: TransferRequest,
    origin: Origin,
    approves: boolean,
  ): Refusal | undefined {
    const { userId, permissions } = origin
    if (makerId === userId) return approves ? refuse('transferOwn') : undefined
    if (!approves && !permissions.has('APPROVE_LEDGER')) return refuse('withdrawnByOther', { id })
    return this.#refusalOfOwn(origin, transfer)
  }

  /** Nobody posts to an account that they sign in for, decides about it or changes what its customer is charged. */
  #refusalOfOwn({ tenantId, ownAccounts = [] }: Origin, asked: Requested): Refusal | undefined {
    const accounts = this.#firmState.firms.get(tenantId)?.accounts
    const customers = customersOf(asked)
    const own = ownAccounts.find((account) => {
      const customerId = accounts?.get(account)?.customerId
      return account === asked.account || (customerId !== undefined && customers.includes(customerId))
    })
    return own === undefined ? undefined : refuse('ownAccount', { account: own })
  }

  /** Why nothing is posted a second time: the newest request for the same, unless it is the one that the person knows of. */
  #refusalOfRepeat({ origin, transfer, recorded, repeats }: PostingInput): Refusal | undefined {
    if (!isMovement(transfer)) return undefined
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

  /** Why a change is not asked for that another request waits for, or that was made. */
  #refusalOfSubject(tenantId: number, transfer: Requested): Refusal | undefined {
    const isWaiting = this.#known.isWaiting(tenantId, transfer)
    switch (transfer.type) {
      case 'cashTerms':
        return isWaiting ? refuse('termsPending', { account: transfer.account }) : undefined
      case 'unfreeze':
        return isWaiting ? refuse('unfreezePending', { id: transfer.freeze }) : undefined
      case 'reversal': {
        const { reverses: id } = transfer
        if (this.#known.isReversed(tenantId, id)) return refuse('entryReversed', { id })
        return isWaiting ? refuse('reversalPending', { id }) : undefined
      }
      case 'charges':
        return isWaiting ? refuse('chargesPending', { most: MOST_WAITING_CHARGES }) : undefined
      default:
        return undefined
    }
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

  /**
   * Whether a transfer, with what was posted for its account on the market day without approval, is worth
   * more than `above` kobo, so that another person decides it. With `null` no transfer needs that.
   */
  #needsApproval(tenantId: number, transfer: Requested, above: Kobo | null): boolean {
    if (!isMovement(transfer)) return transfer.type !== 'freeze'
    if (above === null) return false
    const earlier = this.#known.unapproved(tenantId, transfer.account)
    return (
      earlier.reduce((sum, request) => sum + this.#worth(request.transfer), this.#worth(transfer)) > above
    )
  }

  /** In kobo. */
  #worth(transfer: Requested): bigint {
    if (!isMovement(transfer)) return 0n
    if ('amount' in transfer) return transfer.amount
    const { securityID } = transfer
    const published = this.#listed.has(securityID)
      ? BigInt(this.#marketData.figures(securityID).publishedPx)
      : 0n
    return worthOfShares(transfer, published)
  }

  #firmOf(tenantId: number, account: string): Firm | Refusal {
    const firm = this.#firmState.firms.get(tenantId)
    return firm?.accounts.has(account) ? firm : refuse('unknownAccount', { account })
  }

  #keep(
    request: TransferRequest,
    origin: Origin,
    methodName: string,
    changes: readonly AuditChange[] = [],
  ): DeskAnswer {
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
      changes,
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
const subjects: Readonly<Record<Requested['type'], string>> = {
  deposit: 'CashEntry',
  withdrawal: 'CashEntry',
  transferIn: 'SecurityEntry',
  transferOut: 'SecurityEntry',
  cashTerms: 'AccountTerms',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  reversal: 'Reversal',
  charges: 'Charges',
}
const subjectOf = ({ type }: Requested): string => subjects[type]

const answerOf = ({ id, state }: TransferRequest): DeskAnswer => ({ kind: 'transfer', id, state })
