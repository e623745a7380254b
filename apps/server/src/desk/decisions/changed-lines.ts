import type { NewsItem } from '@tradebook/contract'
import type { Order, OrderThere } from '@tradebook/orders'
import type { MailRow } from '../../store/mail-row.ts'
import type { MarketWorkReport } from '../../venue/market-operation.ts'
import type { VenueTrade } from '../../venue/venue.ts'
import type { DeskEvent } from '../publishing/desk-events.ts'
import type {
  AuditLine,
  EntryLine,
  ExecIDLine,
  ExecutionLine,
  FlaggedReport,
  JournalLine,
  Regrouping,
  RequestLine,
} from './batch-changes.ts'
import type { CommandLine } from './command-line.ts'
import type { CorporateActionLine, FirmDayLine, RegisteredLine } from './corporate-action-lines.ts'
import type {
  AccountLine,
  CustomerChargesLine,
  FeeRateLine,
  FirmLine,
  LimitsLine,
  RemovedAgreementLine,
  RemovedFeeRateLine,
  SettingLine,
} from './firm-lines.ts'
import type { FreezeLine } from './freezes.ts'
import type { KillSwitchLine } from './kill-switches.ts'
import type {
  DoubtLine,
  OpenOrdersAnswer,
  ReconciliationLine,
  UnclaimedLine,
} from './reconciliation-lines.ts'
import type { CorrectionRequest } from './trade-correction-request.ts'
import type { TransferRequest } from './transfer-request.ts'

export type OrderEventName = 'addStockOrder' | 'updateStockOrder' | 'replaceStockOrder'

/** How an order stands, and the event that publishes it. */
interface ChangedOrder {
  readonly order: Order
  readonly event: OrderEventName
  /** Where it is not the one that the desk is at. */
  readonly marketDate?: string
}

/** What the decisions of a batch have changed so far. What may change twice is kept by its key: no statement may write a row twice. */
export interface ChangedLines {
  readonly journal: JournalLine[]
  readonly firms: Map<number, FirmLine>
  /** By firm and account. */
  readonly accounts: Map<string, AccountLine>
  readonly settings: Map<string, SettingLine>
  readonly feeRates: Map<string, FeeRateLine>
  readonly customerCharges: Map<string, CustomerChargesLine>
  readonly removedFeeRates: Map<string, RemovedFeeRateLine>
  readonly removedAgreements: Map<string, RemovedAgreementLine>
  readonly transferRequests: Map<string, TransferRequest>
  readonly tradeCorrections: Map<number, CorrectionRequest>
  readonly freezes: Map<string, FreezeLine>
  readonly mails: MailRow[]
  readonly corporateActions: Map<number, CorporateActionLine>
  readonly registered: RegisteredLine[]
  readonly firmDays: Map<number, FirmDayLine>
  readonly limits: Map<string, LimitsLine>
  readonly killSwitches: Map<string, KillSwitchLine>
  /** By order. */
  readonly orders: Map<string, ChangedOrder>
  readonly requests: RequestLine[]
  readonly executions: ExecutionLine[]
  readonly flaggedReports: FlaggedReport[]
  readonly execIDs: ExecIDLine[]
  readonly venueCommands: Map<number, CommandLine>
  readonly reconciliations: ReconciliationLine[]
  readonly openOrdersAnswers: OpenOrdersAnswer[]
  /** By order. */
  readonly venueDoubts: Map<string, DoubtLine>
  readonly unclaimedOrders: Map<string, UnclaimedLine>
  readonly unclaimedCancels: OrderThere[]
  readonly venueQueries: string[]
  readonly entries: EntryLine[]
  readonly trades: VenueTrade[]
  /** The securities that traded. */
  readonly traded: Set<string>
  readonly regrouped: Regrouping[]
  readonly news: NewsItem[]
  readonly audit: AuditLine[]
  readonly events: DeskEvent[]
  readonly workReports: MarketWorkReport[]
}

export const noLines = (): ChangedLines => ({
  journal: [],
  firms: new Map(),
  accounts: new Map(),
  settings: new Map(),
  feeRates: new Map(),
  customerCharges: new Map(),
  removedFeeRates: new Map(),
  removedAgreements: new Map(),
  transferRequests: new Map(),
  tradeCorrections: new Map(),
  freezes: new Map(),
  mails: [],
  corporateActions: new Map(),
  registered: [],
  firmDays: new Map(),
  limits: new Map(),
  killSwitches: new Map(),
  orders: new Map(),
  requests: [],
  executions: [],
  flaggedReports: [],
  execIDs: [],
  venueCommands: new Map(),
  reconciliations: [],
  openOrdersAnswers: [],
  venueDoubts: new Map(),
  unclaimedOrders: new Map(),
  unclaimedCancels: [],
  venueQueries: [],
  entries: [],
  trades: [],
  traded: new Set(),
  regrouped: [],
  news: [],
  audit: [],
  events: [],
  workReports: [],
})

/** The changes of a batch, each row of them once. */
export type TakenLines = {
  readonly [Name in keyof ChangedLines]: ChangedLines[Name] extends Map<unknown, infer Line>
    ? readonly Line[]
    : ChangedLines[Name]
}

/** The changes without the keys that they were collected by. */
export const withoutKeys = (lines: ChangedLines): TakenLines =>
  Object.fromEntries(
    Object.entries(lines).map(([name, value]) => [name, value instanceof Map ? [...value.values()] : value]),
  ) as unknown as TakenLines
