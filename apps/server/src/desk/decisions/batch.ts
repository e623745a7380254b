import {
  ExecType,
  type FeeRate,
  type FeeRateKey,
  type NewsItem,
  rateKey,
  type SettingChanges,
} from '@tradebook/contract'
import type { Entry } from '@tradebook/ledger'
import {
  type Order,
  type OrderReport,
  type OrderThere,
  REQUEST_REJECT,
  type RequestReject,
  toExecution,
} from '@tradebook/orders'
import type { MailRow } from '../../store/mail-row.ts'
import type { VenueOutput } from '../../venue/venue.ts'
import type { OrderAudience } from '../publishing/desk-events.ts'
import { type JournalEntry, type Sequence, toJournalBody } from '../record/journal.ts'
import { type AgreementKey, agreementKey, type CustomerCharges } from './accounts.ts'
import type { AuditLine, ExecIDLine, FlaggedReport, Regrouping, RequestLine } from './batch-changes.ts'
import { noLines, type OrderEventName, type TakenLines, withoutKeys } from './changed-lines.ts'
import type { CommandLine } from './command-line.ts'
import type { CorporateActionLine, FirmDayLine, RegisteredLine } from './corporate-action-lines.ts'
import type { AccountLine, FirmLine, LimitsLine } from './firm-lines.ts'
import type { FreezeLine } from './freezes.ts'
import { type KillSwitchLine, keyOf } from './kill-switches.ts'
import type { DoubtLine, ReconciliationLine, UnclaimedLine } from './reconciliation-lines.ts'
import type { CorrectionRequest } from './trade-correction-request.ts'
import type { TransferRequest } from './transfer-request.ts'

/** A report that is an execution of its order. */
type Execution = Exclude<OrderReport, RequestReject>

/** Collects what decisions change until the changes of their batch are taken. */
export class Batch {
  readonly #sequence: Sequence
  #changes = noLines()
  #traded: string[] = []

  constructor(sequence: Sequence) {
    this.#sequence = sequence
  }

  /** The changes since the last call. */
  take(): TakenLines {
    const changes = this.#changes
    this.#changes = noLines()
    return withoutKeys(changes)
  }

  /** The securities that have traded since the last call. */
  takeTraded(): readonly string[] {
    const traded = this.#traded
    this.#traded = []
    return traded
  }

  /** Adds a line to the journal, with the next sequence unless another is given. @returns its sequence. */
  journal(tenantId: number, at: number, entry: JournalEntry, sequence = this.#sequence.next()): number {
    this.#changes.journal.push({ sequence, tenantId, at, kind: entry.kind, body: toJournalBody(entry) })
    return sequence
  }

  /** Marks an order as changed. Of several events in a batch the first that is not a plain update is published. */
  orderChanged(order: Order, event: OrderEventName): void {
    const before = this.#changes.orders.get(order.orderID)
    const first = before && before.event !== 'updateStockOrder' ? before.event : event
    this.#changes.orders.set(order.orderID, { ...before, order, event: first })
  }

  /** An order that has changed ended for the market day that is about to begin, and is one of that day's orders. */
  endedFor(orderID: string, marketDate: string): void {
    const line = this.#changes.orders.get(orderID)
    if (line) this.#changes.orders.set(orderID, { ...line, marketDate })
  }

  /** Adds the execution that a report made of the order; `order` is how it stands after the report. */
  executed(order: Order, report: Execution | typeof REJECTED, sequence: number): void {
    const traded = 'lastPx' in report ? report : null
    this.#changes.executions.push({
      sequence,
      execType: report.execType,
      order,
      lastPx: traded?.lastPx ?? null,
      lastQty: traded?.lastQty ?? null,
      tradeNumber: traded?.tradeNumber ?? null,
      // Another rest of an allocation corrects no execution.
      execRef: traded && 'execRef' in traded && traded.traded.lastQty > 0 ? traded.execRef : null,
    })
    this.#changes.events.push({
      target: 'onExecutionReport',
      argument: toExecution(order, report.execType, traded, sequence),
      order: audienceOf(order),
    })
  }

  /** Adds what a report made of an order: its execution, unless it is none, and the entry that it caused. */
  reported(order: Order, report: OrderReport, sequence: number, entry: Entry | undefined): void {
    if (entry) this.posted(order.tenantId, sequence, [entry])
    const isReplaced = report.execType === ExecType.replaced
    this.orderChanged(order, isReplaced ? 'replaceStockOrder' : 'updateStockOrder')
    if (report.execType !== REQUEST_REJECT) this.executed(order, report, sequence)
  }

  /** Adds a report that is out of the ordinary. */
  reportFlagged(line: FlaggedReport): void {
    this.#changes.flaggedReports.push(line)
  }

  execIDTaken(line: ExecIDLine): void {
    this.#changes.execIDs.push(line)
  }

  /** Adds a command to a venue on a line, or marks it as answered. */
  commanded(line: CommandLine): void {
    this.#changes.venueCommands.set(line.id, line)
  }

  reconciled(line: ReconciliationLine): void {
    this.#changes.reconciliations.push(line)
    this.#changes.openOrdersAnswers.push('compared')
  }

  /** The venue does not say which orders are open there. */
  notReconciled(): void {
    this.#changes.openOrdersAnswers.push('notSaid')
  }

  doubted(line: DoubtLine): void {
    this.#changes.venueDoubts.set(`${line.id} ${line.orderID}`, line)
  }

  /** Marks an order that only the venue has as found, proposed for, adopted or gone. */
  unclaimed(line: UnclaimedLine): void {
    this.#changes.unclaimedOrders.set(`${line.id} ${line.venueOrderID}`, line)
  }

  /** The venue is told to cancel an order that only it has, once the batch is committed. */
  unclaimedCanceled(order: OrderThere): void {
    this.#changes.unclaimedCancels.push(order)
  }

  /** The venue is asked about an order once the batch is committed. */
  queried(orderID: string): void {
    this.#changes.venueQueries.push(orderID)
  }

  firmChanged(line: FirmLine): void {
    this.#changes.firms.set(line.tenantId, line)
  }

  /** Marks an account as changed. The accounts stay in the order of their last change: a customer has the last name. */
  accountChanged(line: AccountLine): void {
    const key = `${line.tenantId}|${line.account}`
    this.#changes.accounts.delete(key)
    this.#changes.accounts.set(key, line)
  }

  /** Marks settings of a firm, or of the host, as changed. */
  settingsChanged(tenantId: number, texts: SettingChanges): void {
    for (const [name, value] of Object.entries(texts))
      this.#changes.settings.set(`${tenantId}|${name}`, { tenantId, name, value })
  }

  /** Marks rows of a firm's fee table, and agreements of its customers, as changed. */
  chargesChanged(
    tenantId: number,
    rates: readonly FeeRate[],
    agreements: readonly CustomerCharges[] = [],
  ): void {
    const { feeRates, customerCharges, removedFeeRates, removedAgreements } = this.#changes
    for (const rate of rates) {
      const key = `${tenantId}|${rateKey(rate)}`
      feeRates.set(key, { tenantId, ...rate })
      removedFeeRates.delete(key)
    }
    for (const agreed of agreements) {
      const key = `${tenantId}|${agreementKey(agreed)}`
      customerCharges.set(key, { tenantId, ...agreed })
      removedAgreements.delete(key)
    }
  }

  /** Marks rows of a firm's fee table, and agreements of its customers, as removed. */
  chargesRemoved(tenantId: number, rates: readonly FeeRateKey[], agreements: readonly AgreementKey[]): void {
    const { feeRates, customerCharges, removedFeeRates, removedAgreements } = this.#changes
    for (const { side, item, dateFrom } of rates) {
      const key = `${tenantId}|${rateKey({ side, item, dateFrom })}`
      feeRates.delete(key)
      removedFeeRates.set(key, { tenantId, side, item, dateFrom })
    }
    for (const { customerId, dateFrom } of agreements) {
      const key = `${tenantId}|${agreementKey({ customerId, dateFrom })}`
      customerCharges.delete(key)
      removedAgreements.set(key, { tenantId, customerId, dateFrom })
    }
  }

  /** Adds mails, which are sent once the batch is persisted. */
  mailed(mails: readonly MailRow[]): void {
    this.#changes.mails.push(...mails)
  }

  /** Marks a request to post a transfer as made or decided. */
  transferRequested(request: TransferRequest): void {
    this.#changes.transferRequests.set(`${request.tenantId}|${request.id}`, request)
  }

  /** Marks a request to cancel or correct a trade as made or decided. */
  correctionRequested(request: CorrectionRequest): void {
    this.#changes.tradeCorrections.set(request.id, request)
  }

  /** Marks an account as frozen, or a freeze of it as ended. */
  frozen(line: FreezeLine): void {
    this.#changes.freezes.set(`${line.tenantId}|${line.id}`, line)
  }

  /** Marks a corporate action as announced or revoked. */
  corporateActionChanged(line: CorporateActionLine): void {
    this.#changes.corporateActions.set(line.action.id, line)
  }

  /** Adds what accounts had in the register of a corporate action. */
  registered(lines: readonly RegisteredLine[]): void {
    for (const line of lines) this.#changes.registered.push(line)
  }

  /** A market day has begun in the books of a firm. */
  firmTurned(line: FirmDayLine): void {
    this.#changes.firmDays.set(line.tenantId, line)
  }

  limitsChanged(line: LimitsLine): void {
    this.#changes.limits.set([line.tenantId, line.level, line.id].join(), line)
  }

  /** Adds a kill switch that was switched. Those whom it may concern look again at what refuses their requests. */
  killSwitched(line: KillSwitchLine): void {
    this.#changes.killSwitches.set(keyOf(line), line)
    this.#changes.events.push({
      target: 'killSwitchChanged',
      argument: { scope: line.scope },
      // The host's switch of a firm concerns that firm.
      tenantId: line.scope === 'tenant' && line.id !== '' ? Number(line.id) : line.tenantId,
    })
  }

  requested(line: RequestLine): void {
    this.#changes.requests.push(line)
  }

  /** Adds the ledger entries that journal line `sequence` caused. */
  posted(tenantId: number, sequence: number, entries: readonly Entry[]): void {
    entries.forEach((entry, line) => {
      this.#changes.entries.push({ tenantId, sequence, line, entry })
    })
  }

  /** A security has another price group from the next market day on. */
  regrouped({ securityID, priceGroup }: Regrouping): void {
    this.#changes.regrouped.push({ securityID, priceGroup })
  }

  news(item: NewsItem): void {
    this.#changes.news.push(item)
    this.#changes.events.push({ target: 'onNews', argument: item })
  }

  audited(line: AuditLine): void {
    this.#changes.audit.push(line)
  }

  /** Adds the venue's output for the whole market and of its own work; reports are not part of it. */
  marketOutput({ market, trades, workReports, traded }: VenueOutput): void {
    this.#changes.events.push(...market)
    this.#changes.trades.push(...trades)
    this.#changes.workReports.push(...workReports)
    for (const securityID of traded) {
      this.#changes.traded.add(securityID)
      this.#traded.push(securityID)
    }
  }
}

/** The execution of an order that was refused before it reached the venue. */
export const REJECTED = { execType: ExecType.rejected } as const

/** Who may see an order. */
export const audienceOf = ({ tenantId, userId, account }: Order): OrderAudience => ({
  tenantId,
  userId,
  account,
})
