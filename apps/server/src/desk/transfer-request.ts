import type { CashTerms, TransferState } from '@tradebook/contract'
import type { ExternalTransfer } from './firm.ts'

export type ShareTransfer = Extract<ExternalTransfer, { type: 'transferIn' | 'transferOut' }>

/** What shares that are transferred are worth in kobo: the price published last or, of those that come in, what they had cost if that is more. */
export const worthOfShares = (
  { type, quantity, unitCost }: Pick<ShareTransfer, 'type' | 'quantity' | 'unitCost'>,
  publishedPx: bigint,
): bigint => quantity * (type === 'transferIn' && unitCost > publishedPx ? unitCost : publishedPx)

/** A change of where the cash of an account goes. */
export interface CashTermsChange {
  readonly type: 'cashTerms'
  readonly account: string
  readonly cash: CashTerms
}

/** What one person asks for and, where it needs that, another one approves. */
export type Requested = ExternalTransfer | CashTermsChange

/** What is said of an earlier request to the person who asks for the same again. */
export interface PostedBefore extends Pick<TransferRequest, 'id' | 'marketDate' | 'makerName'> {
  readonly reference: string
}

/**
 * A reference of a bank, a depository or a voucher as it is compared: neither capitals make it another one, nor how wide
 * a blank is, nor how a letter and its accent are written.
 */
export const comparedReference = (reference: string): string =>
  reference.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * What transfers have in common that may be one movement of cash or shares, posted twice. What a share had cost is
 * left out, for the person says it and not the depository.
 */
export function movementOf(transfer: ExternalTransfer): string {
  const { account, type, reference } = transfer
  const moved = 'amount' in transfer ? [transfer.amount] : [transfer.securityID, transfer.quantity]
  return [account, type, ...moved, comparedReference(reference)].join('|')
}

/** A person's request to post cash or shares from or to the outside, or to change where cash goes, as the record keeps it. */
export interface TransferRequest {
  readonly tenantId: number
  /** The sequence of its journal line. */
  readonly id: number
  /** Made by the maker: unique among the maker's postings by hand. */
  readonly postingID: string
  /** The payment request that it posts, of which it is the only posting; null of a posting by hand. */
  readonly paymentRequest: number | null
  readonly transfer: Requested
  readonly state: TransferState
  readonly makerId: number
  readonly makerName: string
  /** Market time, ISO 8601. */
  readonly madeAt: string
  /** The market day on which it was made. */
  readonly marketDate: string
  readonly decision: TransferDecision | null
  /** The journal sequence of the entry that it posted, or of the change. */
  readonly posted: number | null
}

/** Who decided a request that needs the approval of another person. */
interface TransferDecision {
  readonly deciderId: number
  readonly deciderName: string
  readonly decidedAt: string
  /** Of the journal line; `null` of those of earlier releases. */
  readonly sequence: number | null
  /** Of a rejection. */
  readonly reason: string | null
}
