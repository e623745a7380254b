import { isDeepStrictEqual } from 'node:util'
import {
  type AuditChange,
  type BankAccount,
  brokerCash,
  isOwnName,
  isRefusal,
  type Refusal,
  refuse,
  shownCount,
} from '@tradebook/contract'
import { insufficientShares } from '@tradebook/ledger'
import type { Listing } from '../../venue/listing.ts'
import type { Origin } from '../inputs.ts'
import { AccountFreezes } from './account-freezes.ts'
import { refusalOfCash } from './account-terms.ts'
import type { Batch } from './batch.ts'
import type { DatedTransfer, ExternalTransfer, Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import type { Firms } from './firms.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'
import type {
  CashTermsChange,
  ChargesChange,
  EntryReversal,
  Requested,
  ShareTransfer,
} from './transfer-request.ts'
import { endUncovered } from './uncovered-orders.ts'

/** What became of a request that was posted. */
interface Posted {
  /** Of its journal line. */
  readonly sequence: number
  /** Of terms and charges: before and after, for the audit trail. */
  readonly changes?: readonly AuditChange[]
}

export interface TransferPostingsContext {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly marketDate: string
  readonly listings: readonly Listing[]
  readonly atVenue: OrdersAtVenue
  readonly firms: Pick<Firms, 'apply' | 'refusalOf'>
}

/**
 * What a person's request does when it is posted, and why it cannot be posted now: cash and shares, changes of where an
 * account's cash goes, freezes, reversals, charges. Who asks and who decides is of `Transfers`.
 */
export class TransferPostings {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #atVenue: OrdersAtVenue
  readonly #firms: TransferPostingsContext['firms']
  readonly #freezes: AccountFreezes

  constructor({ firmState, batch, marketDate, listings, atVenue, firms }: TransferPostingsContext) {
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    this.#listings = new Map(listings.map((listing) => [listing.securityID, listing]))
    this.#atVenue = atVenue
    this.#firms = firms
    this.#freezes = new AccountFreezes(firmState, atVenue, batch, marketDate)
  }

  /** A withdrawal with the bank account that it goes to: the customer's own on file, and no other. */
  withPayee(tenantId: number, asked: Requested): Requested | Refusal {
    if (asked.type !== 'withdrawal') return asked
    const { account } = asked
    const firm = this.#firmOf(tenantId, account)
    if (!firm) return refuse('unknownAccount', { account })
    const frozen = refusalByFreeze(firm, asked)
    if (frozen) return frozen
    const payee = firm.accounts.get(account)?.cash?.bankAccount
    if (!payee) return refuse('payeeMissing', { account })
    if (asked.payee && !isDeepStrictEqual(asked.payee, payee)) return refuse('payeeDiffers', { account })
    return { ...asked, payee }
  }

  /** Why what is asked for cannot be posted now. */
  refusalOf(tenantId: number, asked: Requested, origin: Origin): Refusal | undefined {
    if (asked.type === 'charges') return this.#firms.refusalOf({ ...asked.change, origin })
    const firm = this.#firmOf(tenantId, asked.account)
    if (!firm) return refuse('unknownAccount', { account: asked.account })
    const frozen = refusalByFreeze(firm, asked)
    if (frozen) return frozen
    switch (asked.type) {
      case 'freeze':
      case 'unfreeze':
        return this.#freezes.refusalOf(firm, asked)
      case 'cashTerms':
        return this.#refusalOfTerms(firm, asked)
      case 'reversal':
        return refusalOfReversal(firm, asked)
      case 'deposit':
      case 'withdrawal': {
        if (asked.amount <= 0n) return refuse('amountInvalid')
        return asked.type === 'withdrawal'
          ? firm.ledger.refusalOfWithdrawal(asked.account, asked.amount)
          : undefined
      }
      case 'transferIn':
      case 'transferOut':
        return this.#refusalOfShares(firm, asked)
    }
  }

  /** Posts what is asked for, which its caller records. */
  post(tenantId: number, asked: Requested, origin: Origin, now: number): Posted | Refusal {
    if (asked.type === 'charges') return this.#changeCharges(asked, origin, now)
    const firm = this.#firmOf(tenantId, asked.account)
    if (!firm) return refuse('unknownAccount', { account: asked.account })
    const frozen = refusalByFreeze(firm, asked)
    if (frozen) return frozen
    if (asked.type === 'cashTerms') return this.#changeTerms(firm, asked, origin, now)
    const sequence = this.#postTo(firm, asked, now)
    return isRefusal(sequence) ? sequence : { sequence }
  }

  /** @returns the sequence of the journal line. */
  #postTo(
    firm: Firm,
    asked: Exclude<Requested, ChargesChange | CashTermsChange>,
    now: number,
  ): number | Refusal {
    switch (asked.type) {
      case 'freeze':
        return this.#freezes.refusalOf(firm, asked) ?? this.#freezes.freeze(firm, asked, now)
      case 'unfreeze':
        return this.#freezes.refusalOf(firm, asked) ?? this.#freezes.unfreeze(firm, asked, now)
      case 'reversal':
        return this.#reverse(firm, asked, now)
      case 'deposit':
      case 'withdrawal':
      case 'transferIn':
      case 'transferOut':
        return this.#postMovement(firm, asked, now)
    }
  }

  #postMovement(firm: Firm, asked: ExternalTransfer, now: number): number | Refusal {
    const { tenantId } = firm
    const transfer = this.withPayee(tenantId, asked)
    if (isRefusal(transfer)) return transfer
    const refusal = asked.type === 'transferIn' ? this.#moreThanOutstanding(firm, asked) : undefined
    if (refusal) return refusal
    const posting: DatedTransfer = { ...(transfer as ExternalTransfer), date: this.#marketDate }
    const entry = firm.transfer(posting)
    if (isRefusal(entry)) return entry
    const sequence = this.#batch.journal(tenantId, now, { kind: 'posting', posting })
    this.#batch.posted(tenantId, sequence, [entry])
    return sequence
  }

  /** Takes an entry back. Open orders that the account cannot pay any more end, newest first. */
  #reverse(firm: Firm, { type: _, ...asked }: EntryReversal, now: number): number | Refusal {
    const { tenantId, ledger } = firm
    const reversal = { ...asked, date: this.#marketDate }
    const entry = ledger.reverse(reversal)
    if (isRefusal(entry)) return entry
    const sequence = this.#batch.journal(tenantId, now, { kind: 'reversal', reversal })
    this.#batch.posted(tenantId, sequence, [entry])
    endUncovered({ firmState: this.#firmState, atVenue: this.#atVenue }, firm, asked.account, now)
    return sequence
  }

  #changeCharges({ change }: ChargesChange, origin: Origin, now: number): Posted | Refusal {
    const input = { ...change, origin }
    return this.#firms.refusalOf(input) ?? this.#firms.apply(input, now)
  }

  #refusalOfTerms(firm: Firm, change: CashTermsChange): Refusal | undefined {
    const { account, cash } = change
    const known = firm.accounts.get(account)
    if (!known) return refuse('unknownAccount', { account })
    const before = known.cash ?? brokerCash
    if (isDeepStrictEqual(before, cash)) return refuse('termsInForce', { account })
    return refusalOfCash({ ...known, cash }) ?? refusalOfName(known.customerName, before.bankAccount, change)
  }

  /** Of the account's terms as they are now, only where its cash goes is changed. */
  #changeTerms(firm: Firm, change: CashTermsChange, origin: Origin, now: number): Posted | Refusal {
    const { account: named, cash, accountName } = change
    const known = firm.accounts.get(named)
    if (!known) return refuse('unknownAccount', { account: named })
    const { bankAccountName, ...others } = known
    const name = accountName ?? bankAccountName
    const account = {
      ...others,
      cash,
      ...(cash.bankAccount && name !== undefined && { bankAccountName: name }),
    }
    const refusal =
      refusalOfCash(account) ??
      (accountName === undefined ? undefined : refusalOfName(known.customerName, null, change))
    return refusal ?? this.#firms.apply({ kind: 'changeTerms', origin, account }, now)
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

  #firmOf(tenantId: number, account: string): Firm | undefined {
    const firm = this.#firmState.firms.get(tenantId)
    return firm?.accounts.has(account) ? firm : undefined
  }
}

/** What would leave a frozen account, or send elsewhere what leaves it later. What comes in arrives. */
function refusalByFreeze(firm: Firm, asked: Requested): Refusal | undefined {
  if (!firm.freezes.has(asked.account)) return undefined
  const leaves =
    asked.type === 'withdrawal' ||
    asked.type === 'transferOut' ||
    asked.type === 'cashTerms' ||
    (asked.type === 'reversal' && (asked.of.type === 'deposit' || asked.of.type === 'transferIn'))
  return leaves ? refuse('accountFrozen', { account: asked.account }) : undefined
}

/** Shares that are not there any more cannot be taken back; money can. */
function refusalOfReversal(firm: Firm, { account, of }: EntryReversal): Refusal | undefined {
  if (of.type !== 'transferIn') return undefined
  const { available } = firm.ledger.position(account, of.securityID)
  return of.quantity > available ? insufficientShares(of.quantity, of.securityID, available) : undefined
}

/**
 * Why a bank account is not on file as the customer's own: it is in another name, or nobody has said in whose.
 *
 * @param before the one on file, which needs no name again.
 */
function refusalOfName(
  customerName: string,
  before: BankAccount | null,
  { cash: { bankAccount }, accountName, accountType }: CashTermsChange,
): Refusal | undefined {
  if (!bankAccount || isDeepStrictEqual(before, bankAccount)) return undefined
  if (accountName === undefined) return refuse('bankAccountNameMissing')
  return isOwnName(accountName, customerName, accountType)
    ? undefined
    : refuse('bankAccountNotOwn', { accountName, customerName })
}
