import { isDeepStrictEqual } from 'node:util'
import type {
  AccountType,
  CashTerms,
  FeeRate,
  FeeRateKey,
  FrozenOrders,
  TransferState,
} from '@tradebook/contract'
import type { Lien, Reversed } from '@tradebook/ledger'
import type { AgreementKey, CustomerCharges } from './accounts.ts'
import type { ExternalTransfer } from './firm.ts'
import type { Freeze } from './freezes.ts'

export type ShareTransfer = Extract<ExternalTransfer, { type: 'transferIn' | 'transferOut' }>

type ReversedShares = Extract<Reversed, { readonly quantity: bigint }>

/** What shares that are transferred are worth in kobo: the price published last or, of those that come in, what they had cost if that is more. */
export function worthOfShares(moved: ShareTransfer | ReversedShares, publishedPx: bigint): bigint {
  const { type, quantity } = moved
  const published = quantity * publishedPx
  const cost = 'cost' in moved ? moved.cost : quantity * moved.unitCost
  return type === 'transferIn' && cost > published ? cost : published
}

/** A change of where the cash of an account goes. */
export interface CashTermsChange {
  readonly type: 'cashTerms'
  readonly account: string
  readonly cash: CashTerms
  /** Whose bank account it is, as the bank says; absent where it stays the one on file. */
  readonly accountName?: string
  /** Of the customer, by which the name is compared; absent where it was never recorded. */
  readonly accountType?: AccountType
}

/** An account is frozen, at once. */
export interface AccountFreeze extends Omit<Freeze, 'id'> {
  readonly type: 'freeze'
  readonly openOrders: FrozenOrders
}

/** One freeze of an account ends. */
export interface FreezeEnd {
  readonly type: 'unfreeze'
  readonly account: string
  /** The number of the freeze. */
  readonly freeze: number
  readonly reason: string
}

/** An entry that was posted manually is taken back. */
export interface EntryReversal {
  readonly type: 'reversal'
  readonly account: string
  /** The journal line of the entry. */
  readonly reverses: number
  /** What it moved, which never changes. */
  readonly of: Reversed
  /** As the entry has it. */
  readonly reference: string
  /** Why. */
  readonly narration: string
}

/** The firm's charges change. */
export interface ChargesChange {
  readonly type: 'charges'
  readonly account: typeof OF_FIRM
  readonly change:
    | {
        readonly kind: 'changeCharges'
        readonly rates: readonly FeeRate[]
        readonly agreements: readonly CustomerCharges[]
      }
    | {
        readonly kind: 'removeCharges'
        readonly rates: readonly FeeRateKey[]
        readonly agreements: readonly AgreementKey[]
      }
}

/** Instead of the account: what is asked for concerns the firm. */
export const OF_FIRM = ''

/** What one person asks for and, where it needs that, another one approves. */
export type Requested =
  | ExternalTransfer
  | CashTermsChange
  | AccountFreeze
  | FreezeEnd
  | EntryReversal
  | ChargesChange

/** Whether it moves cash or shares from or to the outside. */
export const isMovement = (asked: Requested): asked is ExternalTransfer =>
  asked.type === 'deposit' ||
  asked.type === 'withdrawal' ||
  asked.type === 'transferIn' ||
  asked.type === 'transferOut'

/** What is moved, of a reversal what the entry had moved; `undefined` where nothing is. */
export const movedBy = (asked: Requested): ExternalTransfer | Reversed | undefined =>
  isMovement(asked) ? asked : asked.type === 'reversal' ? asked.of : undefined

/** What a request keeps from leaving while it waits: what the reversal of a deposit or of a transfer in would take. */
export function lienOf(asked: Requested): Lien | undefined {
  if (asked.type !== 'reversal') return undefined
  const { account, reverses, of } = asked
  if (of.type === 'deposit') return { account, reverses, amount: of.amount }
  if (of.type !== 'transferIn') return undefined
  return { account, reverses, securityID: of.securityID, quantity: of.quantity }
}

/**
 * Whether two requests ask for the same. The desk adds the payee, each sending of a freeze uploads its document again
 * under another number, and the type of the customer is the firm's record, so these do not count.
 */
export const isSameRequest = (one: Requested, other: Requested): boolean =>
  isDeepStrictEqual({ ...one, ...NOT_ASKED }, { ...other, ...NOT_ASKED })

const NOT_ASKED = { payee: null, document: null, accountType: null }

/** The customers whose charges a request changes; none of any other request. */
export const customersOf = (asked: Requested): number[] =>
  asked.type === 'charges' ? asked.change.agreements.map(({ customerId }) => customerId) : []

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

/** A person's request to post cash or shares, or for another change that two decide, as the record keeps it. */
export interface TransferRequest {
  readonly tenantId: number
  /** The sequence of its journal line. */
  readonly id: number
  /** Made by the maker: unique among the maker's postings by hand. */
  readonly postingID: string
  /** The payment request that it posts, of which it is the only posting; null of a manual posting. */
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
