import { ExecType, lagosDate, type StoredText } from '@tradebook/contract'
import {
  flagOf,
  isTradeChange,
  isUnreadable,
  type Order,
  type OrderReport,
  type OrderThere,
  type ReportFlag,
  type UnreadableReport,
} from '@tradebook/orders'
import { HOST } from '../../store/host.ts'
import type { Adopted } from '../../venue/order-messages.ts'
import type { ReceivedReport, VenueOrderName, VenueReport } from '../../venue/venue.ts'
import type { Batch } from './batch.ts'
import type { FlaggedReport, TakenExecID } from './batch-changes.ts'
import type { FirmState } from './firm-state.ts'

export interface VenueReportsOptions {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly marketDate: string
  /** Reports of the last market days that were accepted before. */
  readonly execIDs: readonly TakenExecID[]
  /** What was said before about orders that no firm here had, oldest first. */
  readonly strays: readonly VenueReport[]
}

/**
 * Reports of venues about orders. Each is accepted once: applied to its order, stored for operators if it is unusual,
 * and never dropped. Reports of a venue in this process come with the turn that caused them, and are not repeated.
 */
export class VenueReports {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  /** By day of the venue and ExecID: a report that is repeated after midnight belongs to the day before. */
  readonly #taken: Map<string, string | null>
  /** What was said otherwise under a known ExecID: it is shown once. */
  readonly #otherwise = new Set<string>()
  /** By order that had ended and was persisted before a report: the version that the report made of it. */
  readonly #versions = new Map<string, number>()

  /** By the venue's name of the order, whose reports can be of several days: what was said about orders that no firm here had. */
  readonly #strays = new Map<string, VenueReport[]>()

  constructor({ firmState, batch, marketDate, execIDs, strays }: VenueReportsOptions) {
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    for (const said of strays) this.#remember(said)
    this.#taken = new Map(execIDs.map((taken) => [keyOf(taken), taken.contents]))
  }

  /**
   * Takes a report.
   *
   * @param recorded its order as the record has it, where no such order lives.
   * @returns the order that it changed; `undefined` where it changed none; `'stale'` where `recorded` is to be read again.
   */
  take(said: VenueReport, now: number, recorded: Order | null = null): Order | 'stale' | undefined {
    if (this.isTaken(said, now)) return undefined
    const order = this.orderOf(said, recorded)
    if (order && order === recorded && order.version < (this.#versions.get(order.orderID) ?? 0))
      return 'stale'
    const { report } = said
    // `TradeCorrections` knows about changed trades.
    const flag =
      order && !isTradeChange(report)
        ? flagOf(order, report, this.#firmState.holds.unansweredOf(order.orderID))
        : 'unknownOrder'
    if (!order || isTradeChange(report) || flag === 'unexpected') {
      this.keep(said, flag ?? 'unexpected', order?.tenantId ?? null, now)
      return undefined
    }
    this.#take(said, now)
    return this.#apply({ ...said, report }, order, {
      now,
      flag,
      ended: order === recorded ? order : undefined,
    })
  }

  /** Whether a report was accepted before. If it says something else now, it changes nothing, and operators see it. */
  isTaken(said: ReceivedReport, now: number): boolean {
    const key = keyOf(this.#idOf(said))
    if (!said.line || !this.#taken.has(key)) return false
    const [contents, before] = [contentsOf(said), this.#taken.get(key) ?? null]
    const otherwise = `${key} ${contents}`
    if (before !== null && before !== contents && !this.#otherwise.has(otherwise)) {
      this.#otherwise.add(otherwise)
      this.#stray(said, 'unexpected', null, now)
    }
    return true
  }

  /** Stores a message that cannot be read, once. @returns true: it changes nothing that could have to be read again. */
  unreadable(said: VenueReport<UnreadableReport>, now: number): true {
    const { orderID } = said
    const firm = orderID === null ? null : (this.#firmState.found(orderID)?.tenantId ?? null)
    const flag = said.report.isCancelReject ? 'notEnded' : 'unreadable'
    if (!this.isTaken(said, now)) this.keep(said, flag, firm, now)
    return true
  }

  /** Accepts a report that does not itself change its order, and stores it for operators. */
  keep(said: ReceivedReport, flag: ReportFlag, firm: number | null, now: number): void {
    this.#take(said, now)
    this.#stray(said, flag, firm, now)
  }

  /**
   * Applies to an order that a firm has adopted what the venue said of it before, with the time that the venue said. What
   * does not fit it is not applied; operators have it already.
   *
   * @returns the order after each report that was applied.
   */
  adopted(orderID: string, { venueOrderID, clOrdID, day }: Adopted, now: number): Order[] {
    const { securityID, side } = this.#firmState.order(orderID)
    const key = strayKeyOf(venueOrderID, { clOrdID, securityID, side })
    const before = this.#strays.get(key) ?? []
    this.#strays.delete(key)
    const ofIt = before.filter((said) => day === undefined || this.#idOf(said).marketDate === day)
    return withoutChanges(ofIt).flatMap((said) => {
      const order = this.#firmState.order(orderID)
      const flag = flagOf(order, said.report, this.#firmState.holds.unansweredOf(orderID))
      if (flag === 'unexpected' || said.report.execType === ExecType.new) return []
      const tradedAt = Math.min(timeOf(said) ?? now, now)
      return [this.#apply({ ...said, orderID }, order, { now, flag, ended: undefined, tradedAt })]
    })
  }

  /** The venue no longer has an order that no firm here had. */
  forget({ venueOrderID, clOrdID, securityID, side }: OrderThere): void {
    if (venueOrderID !== null && clOrdID !== undefined)
      this.#strays.delete(strayKeyOf(venueOrderID, { clOrdID, securityID, side }))
  }

  #remember(said: VenueReport): void {
    const { venueOrderID = null, of } = said.line ?? {}
    if (venueOrderID === null || !of) return
    const key = strayKeyOf(venueOrderID, of)
    this.#strays.set(key, [...(this.#strays.get(key) ?? []), said])
  }

  #stray(said: ReceivedReport, flag: ReportFlag, firm: number | null, now: number): void {
    const sequence = this.#batch.journal(HOST, now, { kind: 'strayReport', ...said })
    this.#flag({ sequence, flag, firm, said, at: now })
    const { report } = said
    if (flag === 'unknownOrder' && said.orderID === null && !isUnreadable(report))
      this.#remember({ ...said, report })
  }

  #take(said: ReceivedReport, at: number): void {
    if (!said.line) return
    const contents = contentsOf(said)
    const taken = { ...this.#idOf(said), contents }
    this.#taken.set(keyOf(taken), contents)
    this.#batch.execIDTaken({ ...taken, at })
  }

  /** By the day of the venue's clock; where that says no time of this world, by the market day. */
  #idOf(said: ReceivedReport): Pick<TakenExecID, 'marketDate' | 'execID'> {
    const time = timeOf(said)
    return { marketDate: time === undefined ? this.#marketDate : lagosDate(time), execID: said.execID }
  }

  /** The order of a report, alive or as the record has it. */
  orderOf({ orderID }: VenueReport, recorded: Order | null): Order | null {
    const order = orderID === null ? null : (this.#firmState.found(orderID) ?? recorded)
    return order && this.#firmState.firms.has(order.tenantId) ? order : null
  }

  #apply(
    said: VenueReport<OrderReport>,
    { orderID, tenantId }: Order,
    { now, flag, ended, tradedAt }: Applied,
  ): Order {
    const marketDate = this.#marketDate
    const line = {
      kind: 'venueReport',
      ...{ ...said, orderID, marketDate },
      ...(ended && { ended }),
      ...(tradedAt !== undefined && { tradedAt }),
    } as const
    const sequence = this.#batch.journal(tenantId, now, line)
    const { report } = said
    const { order, entry } = this.#firmState.report(
      orderID,
      report,
      { sequence, time: tradedAt ?? now, marketDate },
      ended,
    )
    if (ended) this.#versions.set(orderID, order.version)
    this.#batch.reported(order, report, sequence, entry)
    if (flag) this.#flag({ sequence, flag, firm: tenantId, said, at: now })
    return order
  }

  #flag(flagged: Omit<FlaggedReport, 'marketDate'>): void {
    this.#batch.reportFlagged({ ...flagged, marketDate: this.#marketDate })
  }
}

/** How a report is applied to its order. */
interface Applied {
  readonly now: number
  readonly flag: ReportFlag | null
  readonly ended: Order | undefined
  /** When it happened at the venue, of a report that is older than what the desk knew of the order. */
  readonly tradedAt?: number
}

/** Reports with the trades that they cancel left out, and those that they correct as corrected. */
function withoutChanges(reports: readonly VenueReport[]): VenueReport<OrderReport>[] {
  const kept: VenueReport<OrderReport>[] = []
  for (const { report, ...said } of reports) {
    if (!isTradeChange(report)) {
      kept.push({ ...said, report })
      continue
    }
    const { tradeNumber, lastQty, lastPx } = report
    const at = kept.findIndex((one) => 'tradeNumber' in one.report && one.report.tradeNumber === tradeNumber)
    const changed = kept[at]
    if (!changed) continue
    const corrected = { execType: ExecType.trade, tradeNumber, lastQty, lastPx } as const
    if (report.execType === ExecType.tradeCanceled) kept.splice(at, 1)
    else kept[at] = { ...changed, report: corrected }
  }
  return kept
}

/** The venue's time of a report; `undefined` of one that no calendar has. */
function timeOf({ line }: ReceivedReport): number | undefined {
  const time = line?.venueTime ?? Number.NaN
  return time >= 0 && time < END_OF_TIME ? time : undefined
}

/** What tells one order of the venue from another, as a key. */
export const nameOf = ({ clOrdID, securityID, side }: VenueOrderName): string =>
  JSON.stringify([clOrdID, securityID, side])
const strayKeyOf = (venueOrderID: string, name: VenueOrderName): string => `${venueOrderID} ${nameOf(name)}`

/** The first instant of the year 10000, epoch milliseconds. */
const END_OF_TIME = 253_402_300_800_000

/** What matters of a report, in short: of which order it is, and of a trade how much at which price. */
const contentsOf = ({ orderID, report }: ReceivedReport): string =>
  [orderID, report.execType, ...('lastQty' in report ? [report.lastQty, report.lastPx] : [])].join(' ')

const keyOf = ({ marketDate, execID }: Pick<TakenExecID, 'marketDate' | 'execID'>): string =>
  `${marketDate} ${execID}`

/** The venue's reason for leaving an order unchanged; `undefined` if it changed it. */
export const whyRejected = (reports: readonly VenueReport[], orderID: string): StoredText | undefined =>
  reports.flatMap((said) =>
    said.orderID === orderID && 'responseTo' in said.report ? [said.report.text] : [],
  )[0]
