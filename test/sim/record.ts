import { isFinal, type PriceKobo } from '@tradebook/contract'
import { type ContractNote, Ledger, type LedgerState, type Posting } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'
import { type CashLine, openOrder, type PositionLine } from '../../apps/server/src/desk/books.ts'
import type { DeskStart } from '../../apps/server/src/desk/core.ts'
import { Sequence } from '../../apps/server/src/desk/journal.ts'
import { MarketState, type RecordedMarket } from '../../apps/server/src/desk/market-state.ts'
import type {
  DeskRecord,
  EntryLine,
  ExecutionLine,
  JournalLine,
  RequestLine,
} from '../../apps/server/src/desk/record.ts'
import { type Listing, listing, type RecordedDay } from '../../apps/server/src/venue/listing.ts'
import type { FirmPlan } from './plan.ts'

/**
 * What a database would hold: a batch is kept whole or not at all, and whatever a desk needs to
 * go on comes from here and from nowhere else.
 */
export class SimulatedRecord {
  readonly #plan: readonly FirmPlan[]
  sequence = 0
  marketDate: string
  /** The newest day's securities; what they traded is in `days`. */
  listings: readonly Listing[]
  readonly journal: JournalLine[] = []
  readonly orders = new Map<string, Order>()
  readonly requests = new Map<string, RequestLine & { readonly marketDate: string }>()
  readonly executions: ExecutionLine[] = []
  readonly entries: EntryLine[] = []
  readonly cash = new Map<string, CashLine>()
  readonly positions = new Map<string, PositionLine>()
  readonly notes = new Map<string, { readonly tenantId: number; readonly note: ContractNote }>()
  readonly days = new Map<string, RecordedDay>()
  readonly volumes = new Map<string, bigint>()
  market: RecordedMarket = { market: undefined, securities: [] }

  constructor(plan: readonly FirmPlan[], listings: readonly Listing[], marketDate: string) {
    this.#plan = plan
    this.listings = listings
    this.marketDate = marketDate
  }

  keep(record: DeskRecord): void {
    this.sequence = record.sequence
    if (record.market) this.market = { ...this.market, market: record.market }
    this.journal.push(...record.journal)
    for (const { order } of record.orders) this.orders.set(order.orderID, order)
    for (const line of record.requests) {
      this.requests.set([line.tenantId, line.account, line.clOrdID].join(), {
        ...line,
        marketDate: record.marketDate,
      })
    }
    this.executions.push(...record.executions)
    this.entries.push(...record.entries)
    for (const line of record.cash) this.cash.set([line.tenantId, line.account].join(), line)
    for (const line of record.positions) {
      this.positions.set([line.tenantId, line.account, line.securityID].join(), line)
    }
    for (const line of record.notes) {
      const { account, side, securityID, tradeDate } = line.note
      this.notes.set([line.tenantId, account, side, securityID, tradeDate].join(), line)
    }
    for (const { securityID, day } of record.days) this.days.set(securityID, day)
    for (const { securityID, quantity } of record.trades) {
      this.volumes.set(securityID, (this.volumes.get(securityID) ?? 0n) + BigInt(quantity))
    }
  }

  /** A new market day: the last published prices become the references, and nothing has traded. */
  beginDay(date: string): void {
    this.listings = this.listings.map((listed) =>
      listing({ ...listed, referencePx: this.#publishedPx(listed), today: null }),
    )
    this.marketDate = date
    this.days.clear()
    this.volumes.clear()
  }

  /** In priority order, as a rebuilt book takes them in. */
  openOrders(): Order[] {
    return [...this.orders.values()]
      .filter(({ ordStatus }) => !isFinal(ordStatus))
      .sort((a, b) => a.priority - b.priority)
  }

  /** What a desk starts from, but for the market it trades on. */
  deskStart(): Omit<DeskStart, 'venue'> {
    return {
      sequence: new Sequence(this.sequence),
      marketDate: this.marketDate,
      listings: this.listings.map((listed) => ({
        ...listed,
        today: this.days.get(listed.securityID) ?? null,
      })),
      market: new MarketState(this.market, this.marketDate, Number.POSITIVE_INFINITY),
      openOrders: this.openOrders(),
      requests: [...this.requests.values()].filter(({ marketDate }) => marketDate === this.marketDate),
      firms: new Map(
        this.#plan.map(({ tenantId, accounts, ...options }) => [
          tenantId,
          {
            tenantId,
            accounts: new Map(accounts.map((account) => [account.account, account])),
            ledger: Ledger.restore(options, this.#ledgerState(tenantId)),
          },
        ]),
      ),
    }
  }

  postings(tenantId: number): Posting[] {
    return this.entries.filter((line) => line.tenantId === tenantId).flatMap(({ entry }) => entry.postings)
  }

  #ledgerState(tenantId: number): LedgerState {
    const own = <Row extends { tenantId: number }>(rows: Iterable<Row>) =>
      [...rows].filter((row) => row.tenantId === tenantId)
    return {
      accounts: this.#plan.find((firm) => firm.tenantId === tenantId)?.accounts ?? [],
      cash: own(this.cash.values()),
      positions: own(this.positions.values()),
      notes: own(this.notes.values())
        .map(({ note }) => note)
        .filter(({ settled }) => !settled),
      orders: own(this.openOrders()).map((order) => {
        if (order.price === null) throw new Error(`order ${order.orderID} rests without a price`)
        return openOrder(order, order.price, this.marketDate)
      }),
    }
  }

  #publishedPx({ securityID, referencePx }: Listing): PriceKobo {
    return this.days.get(securityID)?.publishedPx ?? referencePx
  }
}
