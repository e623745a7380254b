import type { ExecType, NewsItem } from '@tradebook/contract'
import type { Entry } from '@tradebook/ledger'
import { type Order, type OrderReport, toExecution } from '@tradebook/orders'
import type { VenueOutput, VenueTrade } from '../venue/venue.ts'
import { type JournalEntry, toJournalBody } from './books.ts'
import type { CrowdReport } from './crowd-port.ts'
import type { OrderAudience, Published } from './published.ts'
import type { AuditLine, EntryLine, ExecutionLine, JournalLine, RequestLine } from './record.ts'

export type OrderEventName = 'addStockOrder' | 'updateStockOrder' | 'replaceStockOrder'

/** What the decisions of one batch did so far. */
export class Batch {
  readonly journal: JournalLine[] = []
  readonly touched = new Map<string, { order: Order; how: OrderEventName }>()
  readonly requests: RequestLine[] = []
  readonly executions: ExecutionLine[] = []
  readonly entries: EntryLine[] = []
  readonly trades: VenueTrade[] = []
  readonly traded = new Set<string>()
  readonly news: NewsItem[] = []
  readonly audit: AuditLine[] = []
  readonly published: Published[] = []
  readonly crowd: CrowdReport[] = []

  journalled(sequence: number, tenantId: number, at: number, entry: JournalEntry): void {
    this.journal.push({ sequence, tenantId, at, kind: entry.kind, body: toJournalBody(entry) })
  }

  /** An order changed; the first event about it in a batch names the event. */
  touch(order: Order, how: OrderEventName): void {
    const before = this.touched.get(order.orderID)
    const first = before && before.how !== 'updateStockOrder' ? before.how : how
    this.touched.set(order.orderID, { order, how: first })
  }

  /** @param report `null` for the execution that says an order was rejected. */
  executed(order: Order, execType: ExecType, report: OrderReport | null, sequence: number): void {
    const traded = report && 'lastPx' in report ? report : null
    this.executions.push({
      sequence,
      execType,
      order,
      lastPx: traded?.lastPx ?? null,
      lastQty: traded?.lastQty ?? null,
    })
    this.published.push({
      target: 'onExecutionReport',
      argument: toExecution(order, execType, report, sequence),
      order: audienceOf(order),
    })
  }

  posted(tenantId: number, sequence: number, entries: readonly Entry[]): void {
    entries.forEach((entry, line) => {
      this.entries.push({ tenantId, sequence, line, entry })
    })
  }

  /** What the venue said to the whole market and to the crowd. */
  passOn(output: VenueOutput): void {
    this.published.push(...output.market)
    this.trades.push(...output.trades)
    this.crowd.push(...output.crowd)
    for (const securityID of output.traded) this.traded.add(securityID)
  }
}

export const audienceOf = ({ tenantId, userId, account }: Order): OrderAudience => ({
  tenantId,
  userId,
  account,
})
