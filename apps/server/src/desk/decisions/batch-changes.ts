import type {
  AuditChange,
  ExecType,
  Kobo,
  NewsItem,
  PriceGroup,
  PriceKobo,
  Quantity,
} from '@tradebook/contract'
import type { Entry } from '@tradebook/ledger'
import type { Order, OrderThere, ReportFlag } from '@tradebook/orders'
import type { MailRow } from '../../store/mail-row.ts'
import type { RecordedDay } from '../../venue/listing.ts'
import type { MarketWorkReport } from '../../venue/market-operation.ts'
import type { ReceivedReport, VenueTrade } from '../../venue/venue.ts'
import type { Origin } from '../inputs.ts'
import type { DeskEvent } from '../publishing/desk-events.ts'
import type { IndexLine } from '../publishing/market-summary.ts'
import type { CommandLine } from './command-line.ts'
import type { CorporateActionLine, FirmDayLine, RegisteredLine } from './corporate-action-lines.ts'
import type {
  AccountLine,
  CashLine,
  CustomerChargesLine,
  FeeRateLine,
  FirmLine,
  LimitsLine,
  NoteLine,
  PositionLine,
  RemovedAgreementLine,
  RemovedFeeRateLine,
  SettingLine,
} from './firm-lines.ts'
import type { FreezeLine } from './freezes.ts'
import type { KillSwitchLine } from './kill-switches.ts'
import type { MarketLine, SecurityStateLine } from './market-state.ts'
import type {
  DoubtLine,
  OpenOrdersAnswer,
  ReconciliationLine,
  UnclaimedLine,
} from './reconciliation-lines.ts'
import type { CorrectionRequest } from './trade-correction-request.ts'
import type { TransferRequest } from './transfer-request.ts'

/** One row of the journal. */
export interface JournalLine {
  readonly sequence: number
  readonly tenantId: number
  /** Epoch milliseconds of the market clock. */
  readonly at: number
  readonly kind: string
  /** JSON. */
  readonly body: string
}

export interface OrderLine {
  readonly order: Order
  readonly hold: Kobo
  /** The market day of its last change. */
  readonly marketDate: string
}

/** Who brought new risk by a request that was accepted, and when by wall time in epoch milliseconds. */
export interface Counted {
  readonly userId: number
  readonly at: number
}

export interface RequestLine {
  readonly tenantId: number
  readonly account: string
  readonly clOrdID: string
  readonly orderID: string
  readonly fingerprint: string
  /** Of an accepted request that brought new risk: what limits count it by. */
  readonly counted: Counted | null
}

export interface ExecutionLine {
  readonly sequence: number
  readonly execType: ExecType
  /** The order after the execution. */
  readonly order: Order
  readonly lastPx: PriceKobo | null
  readonly lastQty: Quantity | null
  readonly tradeNumber: number | null
  /** The execution that it cancels or corrects. */
  readonly execRef: number | null
}

export interface EntryLine {
  readonly tenantId: number
  readonly sequence: number
  readonly line: number
  readonly entry: Entry
}

/** The market day of a security that traded. */
export interface DayLine {
  readonly securityID: string
  readonly referencePx: PriceKobo
  readonly day: RecordedDay
}

/** The price group of a security from the next market day on. */
export interface Regrouping {
  readonly securityID: string
  readonly priceGroup: PriceGroup
}

/** A report that is out of the ordinary, as operators find it. */
export interface FlaggedReport {
  /** The number of its line in the journal. */
  readonly sequence: number
  readonly flag: ReportFlag
  /** The firm of its order; `null` where there is none. */
  readonly firm: number | null
  readonly said: ReceivedReport
  readonly marketDate: string
  readonly at: number
}

/** The ExecID (17) of a report that came by a line: of a day of the venue each is taken once. */
export interface TakenExecID {
  readonly marketDate: string
  readonly execID: string
  /** What the report said, in short; `null` of those from before. */
  readonly contents: string | null
}

export interface ExecIDLine extends TakenExecID {
  /** When it was taken, epoch milliseconds of the market. */
  readonly at: number
}

export interface AuditLine {
  readonly origin: Origin
  readonly serviceName: string
  readonly methodName: string
  readonly parameters: string
  readonly exception: string | null
  /** What it changed, before and after. */
  readonly changes?: readonly AuditChange[]
}

/** Everything that one batch changed: what its transaction persists, and what is published after the commit. */
export interface BatchChanges {
  /** The journal's last sequence after the batch. */
  readonly sequence: number
  readonly marketDate: string
  /** Market time, epoch milliseconds. */
  readonly time: number
  /** The time that the audit rows carry, which is not the business of the market; epoch milliseconds. */
  readonly wallTime: number
  readonly journal: readonly JournalLine[]
  readonly firms: readonly FirmLine[]
  readonly accounts: readonly AccountLine[]
  readonly settings: readonly SettingLine[]
  readonly feeRates: readonly FeeRateLine[]
  readonly customerCharges: readonly CustomerChargesLine[]
  readonly removedFeeRates: readonly RemovedFeeRateLine[]
  readonly removedAgreements: readonly RemovedAgreementLine[]
  readonly transferRequests: readonly TransferRequest[]
  readonly tradeCorrections: readonly CorrectionRequest[]
  readonly freezes: readonly FreezeLine[]
  readonly mails: readonly MailRow[]
  readonly corporateActions: readonly CorporateActionLine[]
  readonly registered: readonly RegisteredLine[]
  readonly firmDays: readonly FirmDayLine[]
  readonly limits: readonly LimitsLine[]
  readonly killSwitches: readonly KillSwitchLine[]
  readonly orders: readonly OrderLine[]
  readonly requests: readonly RequestLine[]
  readonly executions: readonly ExecutionLine[]
  readonly flaggedReports: readonly FlaggedReport[]
  readonly execIDs: readonly ExecIDLine[]
  readonly venueCommands: readonly CommandLine[]
  readonly reconciliations: readonly ReconciliationLine[]
  /** What came of the questions to the venue which orders are open there. */
  readonly openOrdersAnswers: readonly OpenOrdersAnswer[]
  readonly venueDoubts: readonly DoubtLine[]
  readonly unclaimedOrders: readonly UnclaimedLine[]
  /** The orders that the venue is told to cancel after the commit, because only it has them. */
  readonly unclaimedCancels: readonly OrderThere[]
  /** The orders about which the venue is asked after the commit. */
  readonly venueQueries: readonly string[]
  readonly entries: readonly EntryLine[]
  readonly cash: readonly CashLine[]
  readonly positions: readonly PositionLine[]
  readonly notes: readonly NoteLine[]
  readonly trades: readonly VenueTrade[]
  readonly days: readonly DayLine[]
  /** The phase of the market and its halt, if either changed. */
  readonly market: MarketLine | null
  readonly securityStates: readonly SecurityStateLine[]
  /** The index, if it moved. */
  readonly index: IndexLine | null
  readonly regrouped: readonly Regrouping[]
  readonly news: readonly NewsItem[]
  readonly audit: readonly AuditLine[]
  readonly events: readonly DeskEvent[]
  readonly workReports: readonly MarketWorkReport[]
}
