import type { TransferState } from '@tradebook/contract'
import type { ContractNote, Movement, Traded } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'

/** What one person of market control asks for, and another one decides: a trade is cancelled, or corrected. */
export interface CorrectionRequest {
  /** The sequence of its journal line. */
  readonly id: number
  readonly tradeNumber: number
  /** The only order whose side is changed, where a venue on a line has reported that; `null`: every client's side. */
  readonly orderID: string | null
  readonly securityID: string
  /** The market day of the trade. */
  readonly marketDate: string
  /** As the trade stood when it was asked for. */
  readonly traded: Traded
  /** As it is from then on; `null` where it is cancelled. */
  readonly becomes: Traded | null
  readonly reason: string
  readonly state: Exclude<TransferState, 'posted'>
  readonly makerId: number
  readonly makerName: string
  /** Market time, epoch milliseconds. */
  readonly madeAt: number
  readonly decision: {
    readonly deciderId: number
    readonly deciderName: string
    readonly decidedAt: number
    /** Of a rejection. */
    readonly reason: string | null
  } | null
}

/** A trade as the record has it, with the orders of clients on its sides. */
export interface RecordedTrade {
  readonly tradeNumber: number
  readonly securityID: string
  readonly marketDate: string
  readonly sides: readonly RecordedSide[]
  /** The bulk orders on its sides, whose share of it is allocated to several accounts. */
  readonly bulkOrders: readonly RecordedBulkOrder[]
}

/** What the record has of a trade of a bulk order. */
export interface RecordedBulkOrder extends Pick<RecordedSide, 'order' | 'execution' | 'first' | 'traded'> {
  readonly parts: readonly RecordedPart[]
  /** The number of the last allocation; 0 before the first one. What has traded since is not allocated. */
  readonly lastAllocation: number
}

/** What the record has of one account's part of a bulk order. */
export interface RecordedPart extends Pick<RecordedSide, 'order' | 'owned' | 'cost' | 'movements'> {
  /** `null` until something is allocated to it. */
  readonly note: ContractNote | null
  /** What it has got, as it is now, in the order in which it was allocated. */
  readonly allotted: readonly RecordedAllotment[]
}

/** What an account has got of one allocation at one price. */
export interface RecordedAllotment extends Pick<RecordedSide, 'execution' | 'first'> {
  readonly tradeNumber: number
  readonly traded: Traded
  /** The rest of an allocation, which is charged with its first execution. */
  readonly isRest: boolean
}

/** What the record has of one client's side of a trade. */
export interface RecordedSide {
  readonly order: Order
  /** The sequence of the execution in force, which is that of its ledger entry. */
  readonly execution: number
  /** The sequence of the execution by which it traded at first: the place of the trade among the account's movements. */
  readonly first: number
  /** As it is now; `null` where it is cancelled. */
  readonly traded: Traded | null
  readonly note: ContractNote
  /** What the account owned of the security, and what that cost, before the movements were read. */
  readonly owned: bigint
  readonly cost: bigint
  /** All of the account's in the security. */
  readonly movements: readonly Movement[]
}
