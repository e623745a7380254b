import {
  ExecType,
  isFinal,
  isoTime,
  isRefusal,
  type NewsItem,
  OrdType,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { type Entry, type Ledger, settlementDate } from '@tradebook/ledger'
import {
  applyReport,
  checkCancel,
  checkNewOrder,
  checkReplace,
  type MarketTerms,
  type Order,
  type OrderReport,
  pendingOrder,
  rejectedOrder,
  restingAt,
  toExecution,
  toStockOrder,
  worstPrice,
} from '@tradebook/orders'
import type { EmbeddedVenue } from '../venue/embedded.ts'
import type { Listing } from '../venue/listing.ts'
import type { VenueOrder } from '../venue/venue.ts'
import type { CrowdReport } from './crowd-port.ts'
import type { ClientInput, DeskAnswer, DeskInput, Origin } from './inputs.ts'
import type { OrderAudience, Published } from './published.ts'
import type {
  AuditLine,
  DeskRecord,
  EntryLine,
  ExecutionLine,
  JournalLine,
  RequestLine,
} from './record.ts'

/** An account the desk may trade for. */
export interface AccountTerms {
  readonly account: string
  readonly cscsAccount: string
  readonly customerName: string
}

/** One firm as the desk keeps it. */
export interface Firm {
  readonly tenantId: number
  readonly accounts: ReadonlyMap<string, AccountTerms>
  readonly ledger: Ledger
}

/** The one counter of the journal: commands, reports and trades draw their ids from it. */
export class Sequence {
  last: number
  constructor(last: number) {
    this.last = last
  }
  next(): number {
    this.last += 1
    return this.last
  }
}

/** What the desk knows when it starts: everything that was ever committed and still matters. */
export interface DeskStart {
  readonly sequence: Sequence
  readonly marketDate: string
  readonly firms: ReadonlyMap<number, Firm>
  readonly listings: readonly Listing[]
  /** In priority order. */
  readonly openOrders: readonly Order[]
  /** Today's requests, so that a repeated one is known. */
  readonly requests: readonly RequestLine[]
  readonly venue: EmbeddedVenue
}

/** Whether the market takes orders now, and when it does next. */
export interface MarketPhase {
  readonly open: boolean
  readonly opensAt: string
}

/**
 * The desk's decisions: every change of an order, a balance or a holding is made here, one input
 * after the other, in memory, with no clock, disk or chance of its own. `takeRecord` gives what
 * a batch of decisions changed; the shell keeps it in one transaction and only then tells anybody.
 */
export class DeskCore {
  readonly #sequence: Sequence
  readonly #marketDate: string
  readonly #settlementDate: string
  readonly #firms: ReadonlyMap<number, Firm>
  /** The securities of the day, in listing order. */
  readonly listings: readonly Listing[]
  readonly #listings: ReadonlyMap<string, Listing>
  readonly #venue: EmbeddedVenue
  readonly #owners = new Map<string, number>()
  /** Living orders; the final ones leave with the record that keeps them. */
  readonly #orders = new Map<string, Order>()
  readonly #requests = new Map<string, RequestLine>()
  #batch: Batch = emptyBatch()

  constructor(start: DeskStart, now: number) {
    this.#sequence = start.sequence
    this.#marketDate = start.marketDate
    this.#settlementDate = settlementDate(start.marketDate)
    this.#firms = start.firms
    this.listings = start.listings
    this.#listings = new Map(start.listings.map((listing) => [listing.securityID, listing]))
    this.#venue = start.venue
    for (const request of start.requests) this.#requests.set(requestKey(request), request)
    for (const order of start.openOrders) {
      this.#orders.set(order.orderID, restingAt(order, null))
      this.#venue.newOrder(this.#venueOrder(order, order.leavesQty), now)
    }
    this.#rejoin(now)
  }

  /** Decide one input, stamped with the market's time. */
  decide(input: DeskInput, phase: MarketPhase, now: number): DeskAnswer | undefined {
    switch (input.kind) {
      case 'crowd':
        // Behind closed doors the crowd's orders are gone as soon as they came, and it must know.
        if (phase.open) for (const command of input.commands) this.#venue.crowd(command, now)
        else this.#batch.crowd.push(...input.commands.map(({ ref }) => ({ ref, leaves: 0 })))
        this.#absorb(now)
        return undefined
      case 'newOrder':
        return this.#audited(input, 'SendNewOrder', input.request, this.#newOrder(input, phase, now))
      case 'replaceOrder': {
        const { clOrdID, orderID, change } = input
        const parameters = { clOrdID, orderID, ...change }
        return this.#audited(input, 'SendOrderReplaceRequest', parameters, this.#replaceOrder(input, phase, now))
      }
      case 'cancelOrder': {
        const { clOrdID, orderID } = input
        return this.#audited(input, 'sendCancelOrderRequest', { clOrdID, orderID }, this.#cancelOrder(input, now))
      }
      case 'cashEntry':
      case 'securityEntry':
        return this.#post(input)
      case 'news': {
        const sequence = this.#journal(input.origin.tenantId, 'news', input.item)
        const item = { ...input.item, id: String(sequence), origTime: isoTime(now) }
        this.#batch.news.push(item)
        this.#batch.published.push({ target: 'onNews', argument: item })
        return { kind: 'posted', sequence }
      }
    }
  }

  /** The end of the market day: what is good for the day expires. */
  expireDayOrders(now: number): void {
    for (const order of [...this.#orders.values()]) {
      if (order.timeInForce !== TimeInForce.day) continue
      this.#apply(order.orderID, { execType: ExecType.expired, text: null }, now)
    }
  }

  /** Deliver and pay what is due on this date. */
  settle(date: string): void {
    for (const firm of this.#firms.values()) {
      const entries = firm.ledger.settle(date)
      if (entries.length === 0) continue
      const sequence = this.#journal(firm.tenantId, 'settle', { date })
      this.#keepEntries(firm, sequence, entries)
    }
  }

  /** Everything the decisions since the last call changed. */
  takeRecord(now: number): DeskRecord {
    this.#absorb(now)
    const batch = this.#batch
    this.#batch = emptyBatch()
    const orders = [...batch.touched].map(([orderID, { order }]) => ({
      order,
      hold: this.#firm(order.tenantId).ledger.holdOf(orderID),
    }))
    const told = orders.map(({ order, hold }): Published => {
      const target = batch.touched.get(order.orderID)?.how ?? 'updateStockOrder'
      return { target, argument: toStockOrder(order, hold), order: audienceOf(order) }
    })
    for (const { order } of orders) if (isFinal(order.ordStatus)) this.#orders.delete(order.orderID)
    const touched = [...this.#firms.values()].map((firm) => ({ firm, ...firm.ledger.takeTouched() }))
    return {
      sequence: this.#sequence.last,
      marketDate: this.#marketDate,
      time: now,
      journal: batch.journal,
      orders,
      requests: batch.requests,
      executions: batch.executions,
      entries: batch.entries,
      cash: touched.flatMap(({ firm: { tenantId, ledger }, accounts }) =>
        accounts.map((account) => ({ tenantId, account, ...ledger.cash(account) })),
      ),
      positions: touched.flatMap(({ firm: { tenantId, ledger }, positions }) =>
        positions.map(({ account, securityID }) => ({
          tenantId,
          account,
          securityID,
          ...ledger.position(account, securityID),
        })),
      ),
      notes: touched.flatMap(({ firm: { tenantId }, notes }) => notes.map((note) => ({ tenantId, note }))),
      trades: batch.trades,
      days: [...batch.traded].map((securityID) => ({ securityID, day: this.#venue.figures(securityID) })),
      news: batch.news,
      audit: batch.audit,
      published: [...batch.published, ...told],
      crowd: batch.crowd,
    }
  }

  /** Living orders, for those who check the desk. */
  openOrders(): readonly Order[] {
    return [...this.#orders.values()].filter((order) => !isFinal(order.ordStatus))
  }

  #newOrder(input: Extract<ClientInput, { kind: 'newOrder' }>, phase: MarketPhase, now: number): DeskAnswer {
    const { origin, request } = input
    const firm = this.#firms.get(origin.tenantId)
    const account = mayUse(origin, request.account) ? firm?.accounts.get(request.account) : undefined
    if (!firm || !account) return refused(refuse('unknownAccount', { account: request.account }))

    const fingerprint = fingerprintOf(input)
    const repeat = this.#repeat(origin.tenantId, request.account, request.clOrdID, fingerprint)
    if (repeat) return repeat

    const orderID = String(this.#sequence.next())
    const identity = {
      orderID,
      tenantId: origin.tenantId,
      cscsAccount: account.cscsAccount,
      customerName: account.customerName,
      userId: origin.userId,
      userName: origin.userName,
      tradeDate: this.#marketDate,
      priority: Number(orderID),
      time: now,
    }
    const pending = pendingOrder(request, identity)
    const refusal = this.#checkAndReserve(pending, firm, phase)
    this.#batch.journal.push({
      sequence: Number(orderID),
      tenantId: origin.tenantId,
      kind: 'newOrder',
      body: { request, identity, refusal: refusal ?? null },
    })
    this.#keepRequest(pending, request.clOrdID, fingerprint)

    if (refusal) {
      const order = rejectedOrder(request, identity, { ...refusal, data: { orderID } })
      this.#touch(order, 'addStockOrder')
      this.#keepExecution(order, ExecType.rejected, null, Number(orderID))
      return refused({ ...refusal, data: { orderID } })
    }
    this.#touch(pending, 'addStockOrder')
    this.#venue.newOrder(this.#venueOrder(pending, pending.orderQty), now)
    this.#absorb(now)
    return this.#answer(orderID)
  }

  #checkAndReserve(order: Order, firm: Firm, phase: MarketPhase): Refusal | undefined {
    const terms = this.#terms(order.securityID, phase)
    const refusal = checkNewOrder(order, terms)
    if (refusal || !terms) return refusal
    return firm.ledger.reserve({
      orderID: order.orderID,
      account: order.account,
      securityID: order.securityID,
      side: order.side,
      leaves: order.leavesQty,
      worstPx: worstPrice(order, terms),
      tradeDate: order.tradeDate,
    })
  }

  #replaceOrder(input: Extract<ClientInput, { kind: 'replaceOrder' }>, phase: MarketPhase, now: number): DeskAnswer {
    const found = this.#find(input)
    if (isRefusal(found)) return refused(found)
    const { order, fingerprint } = found
    const repeat = this.#repeat(order.tenantId, order.account, input.clOrdID, fingerprint)
    if (repeat) return repeat

    const side = order.side === Side.buy ? 'BUY' : 'SELL'
    if (!input.origin.permissions.has(side)) return refused(refuse('sideNotPermitted', { side }))
    const terms = this.#terms(order.securityID, phase)
    if (!terms) throw new Error(`order ${order.orderID} is of no listed security`)
    const change = checkReplace(order, input.change, terms)
    if (isRefusal(change)) return refused(change)
    const { price, leaves } = change
    if (price === null) throw new Error(`order ${order.orderID} rests without a price`)
    const refusal = this.#firm(order.tenantId).ledger.amend({
      orderID: order.orderID,
      account: order.account,
      securityID: order.securityID,
      side: order.side,
      leaves,
      worstPx: price,
      tradeDate: order.tradeDate,
    })
    if (refusal) return refused(refusal)

    this.#journal(order.tenantId, 'replaceOrder', { orderID: order.orderID, clOrdID: input.clOrdID, price, leaves })
    this.#keepRequest(order, input.clOrdID, fingerprint)
    this.#venue.replace(order.orderID, input.clOrdID, price, leaves, now)
    this.#absorb(now)
    return this.#answer(order.orderID)
  }

  #cancelOrder(input: Extract<ClientInput, { kind: 'cancelOrder' }>, now: number): DeskAnswer {
    const found = this.#find(input)
    if (isRefusal(found)) return refused(found)
    const { order, fingerprint } = found
    const repeat = this.#repeat(order.tenantId, order.account, input.clOrdID, fingerprint)
    if (repeat) return repeat
    const refusal = checkCancel(order)
    if (refusal) return refused(refusal)

    this.#journal(order.tenantId, 'cancelOrder', { orderID: order.orderID, clOrdID: input.clOrdID })
    this.#keepRequest(order, input.clOrdID, fingerprint)
    this.#venue.cancel(order.orderID, input.clOrdID, now)
    this.#absorb(now)
    return this.#answer(order.orderID)
  }

  /** The order a request is about, or the same answer for another's order as for none at all. */
  #find(
    input: Extract<ClientInput, { kind: 'replaceOrder' | 'cancelOrder' }>,
  ): { order: Order; fingerprint: string } | Refusal {
    const order = this.#orders.get(input.orderID)
    if (order && order.tenantId === input.origin.tenantId && mayUse(input.origin, order.account)) {
      return { order, fingerprint: fingerprintOf(input) }
    }
    return refuse('unknownOrder', { orderID: input.orderID })
  }

  #post(input: Extract<ClientInput, { kind: 'cashEntry' | 'securityEntry' }>): DeskAnswer {
    const { origin, account, reference, narration } = input
    const firm = this.#firms.get(origin.tenantId)
    if (!firm?.accounts.has(account)) return refused(refuse('unknownAccount', { account }))
    const common = { account, date: this.#marketDate, reference, narration }
    const entry =
      input.kind === 'cashEntry'
        ? firm.ledger[input.type === 'deposit' ? 'deposit' : 'withdraw']({ ...common, amount: input.amount })
        : firm.ledger[input.type]({
            ...common,
            securityID: input.securityID,
            quantity: input.quantity,
            unitCost: input.unitCost,
          })
    if (isRefusal(entry)) return refused(entry)
    const { origin: _, ...body } = input
    const sequence = this.#journal(origin.tenantId, input.kind, body)
    this.#keepEntries(firm, sequence, [entry])
    return { kind: 'posted', sequence }
  }

  /** Take in what the venue said: reports change orders and ledgers, the rest is passed on. */
  #absorb(now: number): void {
    const word = this.#venue.takeWord(now)
    for (const { orderID, report } of word.reports) this.#apply(orderID, report, now)
    for (const [orderID, mdEntryID] of word.resting) {
      const order = this.#orders.get(orderID)
      if (order && !isFinal(order.ordStatus)) this.#touch(restingAt(order, mdEntryID), 'updateStockOrder')
    }
    this.#batch.published.push(...word.market)
    this.#batch.trades.push(...word.trades)
    this.#batch.crowd.push(...word.crowd)
    for (const securityID of word.traded) this.#batch.traded.add(securityID)
  }

  #apply(orderID: string, report: OrderReport, now: number): void {
    const before = this.#orders.get(orderID)
    if (!before) throw new Error(`a report about order ${orderID}, which is not alive`)
    const { ledger } = this.#firm(before.tenantId)
    const sequence = this.#journal(before.tenantId, 'report', { orderID, report })
    const order = applyReport(before, report, sequence, now)
    if (report.execType === ExecType.trade) {
      const entry = ledger.fill({
        orderID,
        execID: String(sequence),
        account: order.account,
        securityID: order.securityID,
        side: order.side,
        quantity: report.lastQty,
        price: report.lastPx,
        tradeDate: this.#marketDate,
        settlementDate: this.#settlementDate,
      })
      this.#keepEntries(this.#firm(order.tenantId), sequence, [entry])
    }
    if (isFinal(order.ordStatus)) ledger.release(orderID)
    this.#touch(order, report.execType === ExecType.replaced ? 'replaceStockOrder' : 'updateStockOrder')
    this.#keepExecution(order, report.execType, report, sequence)
  }

  #keepExecution(order: Order, execType: ExecutionLine['execType'], report: OrderReport | null, sequence: number): void {
    const traded = report?.execType === ExecType.trade ? report : null
    this.#batch.executions.push({
      sequence,
      execType,
      order,
      lastPx: traded?.lastPx ?? null,
      lastQty: traded?.lastQty ?? null,
    })
    this.#batch.published.push({
      target: 'onExecutionReport',
      argument: toExecution(order, execType, report, sequence),
      order: audienceOf(order),
    })
  }

  #keepEntries(firm: Firm, sequence: number, entries: readonly Entry[]): void {
    entries.forEach((entry, line) => {
      this.#batch.entries.push({ tenantId: firm.tenantId, sequence, line, entry })
    })
  }

  #keepRequest(order: Order, clOrdID: string, fingerprint: string): void {
    const { tenantId, account, orderID } = order
    const line: RequestLine = { tenantId, account, clOrdID, orderID, fingerprint }
    this.#requests.set(requestKey(line), line)
    this.#batch.requests.push(line)
  }

  /** What a `clOrdID` that was used today answers; nothing when it is new. */
  #repeat(tenantId: number, account: string, clOrdID: string, fingerprint: string): DeskAnswer | undefined {
    const before = this.#requests.get(requestKey({ tenantId, account, clOrdID }))
    if (!before) return undefined
    return before.fingerprint === fingerprint
      ? { kind: 'repeat', orderID: before.orderID }
      : refused(refuse('duplicateClOrdID', { clOrdID }))
  }

  #journal(tenantId: number, kind: string, body: unknown): number {
    const sequence = this.#sequence.next()
    this.#batch.journal.push({ sequence, tenantId, kind, body })
    return sequence
  }

  /** Remember the order for the record; the first word about it in a batch names the event. */
  #touch(order: Order, how: OrderEventName): void {
    const before = this.#batch.touched.get(order.orderID)
    this.#orders.set(order.orderID, order)
    const first = before && before.how !== 'updateStockOrder' ? before.how : how
    this.#batch.touched.set(order.orderID, { order, how: first })
  }

  #answer(orderID: string): DeskAnswer {
    const order = this.#orders.get(orderID)
    if (!order) throw new Error(`order ${orderID} vanished`)
    return { kind: 'order', order, hold: this.#firm(order.tenantId).ledger.holdOf(orderID) }
  }

  #audited(input: ClientInput, methodName: string, parameters: object, answer: DeskAnswer): DeskAnswer {
    this.#batch.audit.push({
      origin: input.origin,
      serviceName: 'Order',
      methodName,
      parameters: JSON.stringify(parameters),
      exception: answer.kind === 'refused' ? answer.refusal.refusal : null,
    })
    return answer
  }

  /** After a rebuild the venue repeats what the orders' record already holds: only their places are new. */
  #rejoin(now: number): void {
    const word = this.#venue.takeWord(now)
    for (const { orderID, report } of word.reports) {
      if (report.execType !== ExecType.new) throw new Error(`order ${orderID} did not find its place again`)
    }
    for (const [orderID, mdEntryID] of word.resting) {
      const order = this.#orders.get(orderID)
      if (order) this.#touch(restingAt(order, mdEntryID), 'updateStockOrder')
    }
    this.#batch.published.push(...word.market)
  }

  #terms(securityID: string, phase: MarketPhase): MarketTerms | undefined {
    const listing = this.#listings.get(securityID)
    return listing && { ...phase, ...listing, halted: this.#venue.isHalted(securityID) }
  }

  #venueOrder(order: Order, quantity: VenueOrder['quantity']): VenueOrder {
    return {
      orderID: order.orderID,
      owner: this.#owner(order),
      securityID: order.securityID,
      side: order.side,
      price: order.ordType === OrdType.market ? null : order.price,
      quantity,
      duration: durations[order.timeInForce] ?? 'rest',
    }
  }

  #owner(order: Order): number {
    const key = `${order.tenantId}|${order.account}`
    const known = this.#owners.get(key)
    if (known !== undefined) return known
    const owner = this.#owners.size + 1
    this.#owners.set(key, owner)
    return owner
  }

  #firm(tenantId: number): Firm {
    const firm = this.#firms.get(tenantId)
    if (!firm) throw new Error(`no firm ${tenantId}`)
    return firm
  }
}

type OrderEventName = 'addStockOrder' | 'updateStockOrder' | 'replaceStockOrder'

interface Batch {
  readonly journal: JournalLine[]
  readonly touched: Map<string, { order: Order; how: OrderEventName }>
  readonly requests: RequestLine[]
  readonly executions: ExecutionLine[]
  readonly entries: EntryLine[]
  readonly trades: DeskRecord['trades'][number][]
  readonly traded: Set<string>
  readonly news: NewsItem[]
  readonly audit: AuditLine[]
  readonly published: Published[]
  readonly crowd: CrowdReport[]
}

const emptyBatch = (): Batch => ({
  journal: [],
  touched: new Map(),
  requests: [],
  executions: [],
  entries: [],
  trades: [],
  traded: new Set(),
  news: [],
  audit: [],
  published: [],
  crowd: [],
})

const durations: Partial<Record<TimeInForce, VenueOrder['duration']>> = {
  [TimeInForce.immediateOrCancel]: 'immediate',
  [TimeInForce.fillOrKill]: 'fillOrKill',
}

const refused = (refusal: Refusal): DeskAnswer => ({ kind: 'refused', refusal })

const mayUse = (origin: Origin, account: string): boolean =>
  origin.accounts === 'all' || origin.accounts.includes(account)

const audienceOf = ({ tenantId, userId, account }: Order): OrderAudience => ({ tenantId, userId, account })

const requestKey = (request: { tenantId: number; account: string; clOrdID: string }): string =>
  `${request.tenantId}|${request.account}|${request.clOrdID}`

/** The request in one line: two requests are the same when these are. */
export function fingerprintOf(input: Extract<ClientInput, { kind: 'newOrder' | 'replaceOrder' | 'cancelOrder' }>): string {
  const fields =
    input.kind === 'newOrder'
      ? input.request
      : { orderID: input.orderID, ...(input.kind === 'replaceOrder' ? input.change : {}) }
  return JSON.stringify([input.kind, ...Object.entries(fields).filter(([, value]) => value !== undefined)])
}
