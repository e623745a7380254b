import { isPart } from '@tradebook/orders'
import { FirmState } from '../../apps/server/src/desk/decisions/firm-state.ts'
import { KillSwitches } from '../../apps/server/src/desk/decisions/kill-switches.ts'
import { Settings } from '../../apps/server/src/desk/decisions/settings.ts'
import { firmsOf } from '../../apps/server/src/desk/loop/rebuild.ts'
import {
  auditBalances,
  auditBulkOrders,
  auditMarket,
  auditOrders,
  auditRecord,
  must,
  PublishedBooks,
} from './audit.ts'
import { AuditedNotes } from './audited-notes.ts'
import type { Crowd } from './crowd.ts'
import type { Reached } from './reached.ts'
import type { SimulatedRecord } from './record.ts'
import { ReplayedJournal } from './replayed-journal.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** Whose record is audited, and with what it has to agree. */
interface Audited {
  readonly record: SimulatedRecord
  readonly process: SimulatedProcess
  readonly crowd: Crowd
  /** Wall time, epoch milliseconds. */
  readonly now: number
  /** Whether orders trade at an exchange on a line, whose book the desk does not have. */
  readonly overLine: boolean
  /** Whether the run ends with it. */
  readonly isLast: boolean
}

/** A desk at rest: its record agrees with its own sums, its journal, a desk that is rebuilt from it, and what was published. */
export class WholeAudit {
  readonly books: PublishedBooks
  readonly #journal = new ReplayedJournal()
  readonly #notes = new AuditedNotes()
  readonly #reached: Reached

  constructor(securityIDs: readonly string[], reached: Reached) {
    this.books = new PublishedBooks(securityIDs)
    this.#reached = reached
  }

  run({ record, process, crowd, now, overLine, isLast }: Audited): void {
    const { marketDay, killSwitches } = record
    const state = this.#record(record, overLine)
    auditMarket(record, now)
    const switches = new KillSwitches([...killSwitches.values()].filter(({ isOn }) => isOn))
    const inBooks = overLine ? [] : record.orders.open()
    const inMarket = inBooks.filter((order) => !isPart(order) && !switches.haltOrdersOf(order.tenantId))
    this.books.audit(inMarket, crowd, (securityID) => marketDay.mayCross(securityID))
    this.#count(record)
    this.books.auditBaseline(process.desk.baseline())
    const { unpublished } = process
    must(unpublished.size === 0, `executions ${[...unpublished]} were kept and not published`)
    this.#journal.audit(record, state, now)
    if (isLast) this.#journal.auditText(state, now)
  }

  /** The record by itself, which agrees with its sums after every batch, whatever a desk is doing meanwhile. */
  runRecord({ record, overLine }: Pick<Audited, 'record' | 'overLine'>): void {
    this.#record(record, overLine)
  }

  /** @returns a desk that is rebuilt from it. */
  #record(record: SimulatedRecord, overLine: boolean): FirmState {
    const { marketDate } = record
    const recorded = record.load(marketDate)
    const settings = new Settings(recorded.settings)
    const state = new FirmState(firmsOf(recorded, settings, marketDate), recorded.openOrders, settings)
    state.holds.restore(recorded.venueCommands, state.orders)
    auditBalances(record, state)
    auditRecord(record, state)
    this.#notes.audit(record)
    auditOrders(record, overLine)
    auditBulkOrders(record)
    return state
  }

  /** What the record itself has counted. */
  #count({ marketDay, ledger, outflows, firms, orders, corporatePayments }: SimulatedRecord): void {
    Object.assign(this.#reached, {
      breakerHalts: marketDay.breakerHalts,
      corporatePayments,
      frozen: outflows.frozen,
      unfrozen: outflows.unfrozen,
      reversals: outflows.reversals,
      overdrawn: outflows.overdrawn,
      withdrawals: outflows.withdrawals,
      directSettlements: ledger.directSettlements,
      removedCharges: firms.removedCharges,
      uncrossed: marketDay.uncrossed,
      triggered: orders.triggered,
      inBulk: orders.inBulk,
      awaited: orders.awaited,
      endedByReplace: orders.endedByReplace,
      stopped: orders.stopped,
      reentered: orders.reentered,
      expired: orders.expired,
    } satisfies Partial<Reached>)
  }
}
