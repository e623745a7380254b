import { addDays, ExecType, isFinal, isStop, isTriggeredAt, kobo, Side } from '@tradebook/contract'
import { AWAITS_ALLOCATION, expiryOf, isBulkOrder, isPart, type Order } from '@tradebook/orders'
import type {
  BatchChanges,
  ExecutionLine,
  JournalLine,
  OrderLine,
  RequestLine,
} from '../../apps/server/src/desk/decisions/batch-changes.ts'
import { KillSwitches, type KillSwitchLine } from '../../apps/server/src/desk/decisions/kill-switches.ts'
import { REQUEST_DAYS, type RecordedRequest } from '../../apps/server/src/desk/decisions/requests.ts'
import type { TradedToday } from '../../apps/server/src/desk/record/record-connection.ts'
import { HOST } from './draws.ts'
import { Tally } from './tally.ts'

/** So many of the orders that came last are at hand. */
const NEWEST = 5

/** What a record has of orders, requests about them and their executions. */
export class RecordedOrders {
  readonly lines = new Map<string, OrderLine>()
  readonly #open = new Map<string, Order>()
  /** The open orders in priority order, until one of them changes. */
  #inPriority: readonly Order[] | undefined
  /** The ids that were given last, the newest last. */
  #newest: readonly string[] = []
  readonly requests = new Map<string, RequestLine>()
  #today: RequestLine[] = []
  /** Of the market days before, the newest last. */
  readonly #earlier: RequestLine[][] = []
  /** Of days before these, about orders that are open. */
  #longAgo: RequestLine[] = []
  readonly executions = new Map<number, ExecutionLine>()
  /** Those of each trade, the newest last. */
  readonly #byTrade = new Map<number, ExecutionLine[]>()
  /** The orders of which trades were cancelled or corrected: they may have traded less than before. */
  readonly corrected = new Set<string>()
  /** The market day on which each trade was traded. */
  readonly #tradeDates = new Map<number, string>()
  /** How many stop orders were triggered. */
  triggered = 0
  /** How many orders a replace to what is filled ended. */
  endedByReplace = 0
  /** How many orders ended because the host stopped their firm, and how many came back when it went on. */
  stopped = 0
  reentered = 0
  /** How many orders ended because their time was over. */
  expired = 0
  /** Shares that bulk orders traded. */
  inBulk = 0
  /** How often a part began to wait for an allocation by list. */
  awaited = 0
  /** What executions traded, by market day. */
  readonly #traded = new Map<string, (TradedToday & { readonly tenantId: number })[]>()
  /** What clients bought from the crowd, less what they sold to it: by shares, and in kobo. */
  readonly fromCrowd = new Tally()
  readonly filled = new Map<string, { readonly quantity: number; readonly value: bigint }>()

  /** In priority order, as a rebuilt book takes them in. */
  open(): readonly Order[] {
    this.#inPriority ??= [...this.#open.values()].sort((a, b) => a.priority - b.priority)
    return this.#inPriority
  }

  /** All that were ever sent, each with its parts, in priority order. */
  bulkOrders(): readonly Order[] {
    return [...this.lines.values()]
      .map(({ order }) => order)
      .filter(({ bulkOrderID }) => bulkOrderID !== null)
      .sort((a, b) => a.priority - b.priority)
  }

  /** Shares that a bulk order has traded and its parts do not have. */
  unallocatedOf(bulkOrderID: string): number {
    return this.bulkOrders()
      .filter((order) => order.bulkOrderID === bulkOrderID)
      .reduce((left, order) => left + (isBulkOrder(order) ? order.cumQty : -order.cumQty), 0)
  }

  /** The last few orders, living or not, as they are now. */
  newest(): Order[] {
    return this.#newest.flatMap((orderID) => this.lines.get(orderID)?.order ?? [])
  }

  /** @param today whether that of the record is the market day that is asked for. */
  requestsKnown(today: boolean): RecordedRequest[] {
    const earlier = [...this.#longAgo.filter(this.#isAboutOpenOrder), ...this.#earlier.flat()].map(
      (line) => ({ ...line, isEarlier: !this.#open.has(line.orderID) }),
    )
    return [...earlier, ...(today ? this.#today.map((line) => ({ ...line, isEarlier: false })) : [])]
  }

  /** What executions of a market day traded, by the user who entered the order. */
  tradedOn(tenantId: number, marketDate: string): TradedToday[] {
    return (this.#traded.get(marketDate) ?? []).filter((row) => row.tenantId === tenantId)
  }

  /** What orders of a firm that have ended traded, by the instruction that they drew on. */
  drawn(tenantId: number): { instructionID: number; quantity: number }[] {
    return [...this.lines.values()].flatMap(({ order }) =>
      order.tenantId === tenantId && order.instructionID !== null && order.leavesQty === 0
        ? [{ instructionID: order.instructionID, quantity: order.cumQty }]
        : [],
    )
  }

  /** A market day is over. */
  endDay(): void {
    this.#earlier.push(this.#today)
    const ago = this.#earlier.length < REQUEST_DAYS ? [] : (this.#earlier.shift() ?? [])
    this.#longAgo = [...this.#longAgo, ...ago].filter(this.#isAboutOpenOrder)
    this.#today = []
  }

  /** That of a cross is its firm's, and not one about an order of an account. */
  readonly #isAboutOpenOrder = ({ orderID, account }: RequestLine): boolean =>
    this.#open.get(orderID)?.account === account

  /** No stop order waits on at a stop price that a trade of the batch has reached, except for those of a close. */
  mustHaveTriggered(
    { trades, orders, executions, marketDate, journal }: BatchChanges,
    switches: readonly KillSwitchLine[],
    mayBeFrozen: (order: Order) => boolean,
  ): void {
    this.triggered += executions.filter(({ execType }) => execType === ExecType.triggered).length
    if (trades.length === 0) return
    const after = new Map(orders.map(({ order }) => [order.orderID, order]))
    for (const waiting of this.#open.values()) {
      const { orderID, securityID, side, ordType, stopPx } = waiting
      const order = after.get(orderID) ?? waiting
      const waitsOn = isStop(order.ordType) && !isFinal(order.ordStatus) && order.stopPx === stopPx
      // Where the end of its last day could not be recorded, it waits for that alone.
      if (
        !isStop(ordType) ||
        !waitsOn ||
        stopPx === null ||
        mayBeStopped(waiting, journal, switches) ||
        mayBeFrozen(waiting) ||
        expiryOf(order, 'closed', addDays(marketDate, -1))
      )
        continue
      const reached = trades.find(
        (trade) =>
          trade.securityID === securityID &&
          trade.tradeCondition !== 'close' &&
          isTriggeredAt(side, stopPx, trade.price),
      )
      if (reached)
        throw new Error(`stop order ${orderID} waits at ${stopPx} after a trade at ${reached.price}`)
    }
  }

  /** Nothing of a firm whose orders are halted trades or rests in a book. */
  mustStayOut({ orders, executions, journal }: BatchChanges, switches: readonly KillSwitchLine[]): void {
    const before = new KillSwitches([...switches])
    const isSwitched = journal.some(
      ({ kind, tenantId }) => kind === 'setKillSwitch' && tenantId === HOST.tenantId,
    )
    if (isSwitched)
      this.reentered += journal.filter(
        ({ kind, tenantId }) => kind === 'requeued' && before.haltOrdersOf(tenantId),
      ).length
    else {
      for (const { order, execType } of executions)
        if (execType === ExecType.trade && !isPart(order) && before.haltOrdersOf(order.tenantId))
          throw new Error(`order ${order.orderID} of a halted firm has traded`)
      for (const { order } of orders)
        if (order.mdEntryID !== null && before.haltOrdersOf(order.tenantId))
          throw new Error(`order ${order.orderID} of a halted firm is in a book`)
    }
  }

  keep({ orders, requests, executions, marketDate }: BatchChanges): void {
    for (const line of orders) this.#keepOrder(line)
    for (const line of requests) this.#keepRequest(line, marketDate)
    for (const line of executions) this.#keepExecution(line, marketDate)
  }

  #keepOrder(line: OrderLine): void {
    const { order } = line
    if (!this.lines.has(order.orderID)) this.#newest = [...this.#newest.slice(1 - NEWEST), order.orderID]
    this.lines.set(order.orderID, line)
    this.#inPriority = undefined
    if (isFinal(order.ordStatus)) this.#open.delete(order.orderID)
    else this.#open.set(order.orderID, order)
  }

  #keepRequest(line: RequestLine, marketDate: string): void {
    const key = requestKey(line, line.clOrdID, marketDate)
    mustBeNew(this.requests.has(key), `request ${key}`)
    this.requests.set(key, line)
    this.#today.push(line)
  }

  #keepExecution(line: ExecutionLine, marketDate: string): void {
    mustBeNew(this.executions.has(line.sequence), `execution ${line.sequence}`)
    this.executions.set(line.sequence, line)
    if (line.execType === ExecType.expired) this.expired += 1
    if (line.execType === ExecType.replaced && line.order.leavesQty === 0) this.endedByReplace += 1
    if (line.order.text === 'Trading.Order.CanceledFirmStopped') this.stopped += 1
    if (line.execType === ExecType.restated && line.order.text === AWAITS_ALLOCATION) this.awaited += 1
    const { order, tradeNumber } = line
    if (tradeNumber === null) return
    const now = tradedBy(line)
    const before = line.execRef === null ? NOTHING_TRADED : tradedBy(this.#changedBy(line, line.execRef))
    this.#byTrade.set(tradeNumber, [...this.executionsOf(tradeNumber), line])
    if (line.execRef !== null) this.corrected.add(order.orderID)
    if (line.execRef === null) this.#tradeDates.set(tradeNumber, marketDate)
    const quantity = now.quantity - before.quantity
    const value = kobo(now.value - before.value)
    const { tenantId, userId, account } = order
    const filled = this.filled.get(order.orderID) ?? NOTHING_TRADED
    this.filled.set(order.orderID, { quantity: filled.quantity + quantity, value: filled.value + value })
    // What a bulk order trades is posted and counted once its parts have it.
    if (isBulkOrder(order)) {
      this.inBulk += quantity
      return
    }
    const tradeDate = this.#tradeDates.get(tradeNumber) ?? marketDate
    const traded = this.#traded.get(tradeDate) ?? []
    traded.push({ tenantId, userId, account, value })
    this.#traded.set(tradeDate, traded)
    const sign = order.side === Side.buy ? 1n : -1n
    this.fromCrowd.add(order.securityID, sign * BigInt(quantity))
    this.fromCrowd.add('NGN', -sign * value)
  }

  /** The executions of a trade: the trade, and each cancellation or correction of it. */
  executionsOf(tradeNumber: number): readonly ExecutionLine[] {
    return this.#byTrade.get(tradeNumber) ?? []
  }

  /** What a trade comes to now; `undefined` of no such trade. */
  tradedBy(tradeNumber: number): { readonly quantity: number; readonly value: bigint } | undefined {
    const last = this.executionsOf(tradeNumber).at(-1)
    return last && tradedBy(last)
  }

  /** Each cancellation or correction is of the newest execution of its trade. */
  #changedBy({ sequence, tradeNumber }: ExecutionLine, execRef: number): ExecutionLine {
    const last = this.executionsOf(tradeNumber ?? 0).at(-1)
    if (last?.sequence !== execRef)
      throw new Error(`execution ${sequence} changes ${execRef}, and the newest is ${last?.sequence}`)
    return last
  }
}

const NOTHING_TRADED = { quantity: 0, value: 0n }

/** What an execution of a trade trades: a cancelled one nothing. */
const tradedBy = ({ execType, lastPx, lastQty }: ExecutionLine): typeof NOTHING_TRADED =>
  execType === ExecType.tradeCanceled || lastPx === null || lastQty === null
    ? NOTHING_TRADED
    : { quantity: lastQty, value: BigInt(lastQty) * BigInt(lastPx) }

/** Whether a kill switch keeps an order waiting, or may have done so during a batch. */
function mayBeStopped(
  { tenantId, userId, account }: Order,
  journal: readonly JournalLine[],
  switches: readonly KillSwitchLine[],
): boolean {
  const isSwitched = journal.some(
    (line) =>
      line.kind === 'setKillSwitch' && (line.tenantId === tenantId || line.tenantId === HOST.tenantId),
  )
  return isSwitched || new KillSwitches([...switches]).onFor({ tenantId, userId, account }) !== undefined
}

/** A `clOrdID` is good once per account and market day. */
export const requestKey = (
  { tenantId, account }: { readonly tenantId: number; readonly account: string },
  clOrdID: string,
  marketDate: string,
): string => [tenantId, account, marketDate, clOrdID].join()

/** @throws Error when a row of a record already exists. */
export function mustBeNew(isThere: boolean, what: string): void {
  if (isThere) throw new Error(`${what} is kept twice`)
}
