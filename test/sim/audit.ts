import { isDeepStrictEqual } from 'node:util'
import {
  FIRST_PHASE,
  isFinal,
  isStop,
  lagosDate,
  marketRules,
  OrderBook,
  OrdStatus,
  Side,
  schedule,
  TimeInForce,
  toNaira,
  totalOf,
} from '@tradebook/contract'
import type { Ledger } from '@tradebook/ledger'
import { AWAITS_ALLOCATION, isBulkOrder, isPart, type Order } from '@tradebook/orders'
import type { Firm } from '../../apps/server/src/desk/decisions/firm.ts'
import type { Baseline, DeskEvent } from '../../apps/server/src/desk/publishing/desk-events.ts'
import { orderOf } from '../../apps/server/src/venue/commands.ts'
import type { Crowd } from './crowd.ts'
import type { SimulatedRecord } from './record.ts'
import { Tally } from './tally.ts'

/** What must always be true of a record and the desk rebuilt from it. Each throws with what is wrong. */

interface Desk {
  readonly firms: ReadonlyMap<number, Firm>
  readonly orders: ReadonlyMap<string, Order>
}

/** Nothing is overdrawn, nothing is held except for open orders, and no cash or share came or went. */
export function auditBalances(record: SimulatedRecord, { firms, orders }: Desk): void {
  const living = [...orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
  const securityIDs = record.listings.map(({ securityID }) => securityID)
  const owned = new Tally()
  const pending = new Map(
    [...record.venueCommands.values()].flatMap(({ command, becomes, answeredAt }) =>
      becomes && answeredAt === null ? [[orderOf(command), becomes] as const] : [],
    ),
  )
  /** The larger of what is left and of what a pending replace would leave; of what awaits an allocation, what that can give. */
  const mostLeft = ({ orderID, leavesQty, cumQty, text, bulkOrderID }: Order): number => {
    if (text === AWAITS_ALLOCATION) return Math.min(leavesQty, record.orders.unallocatedOf(bulkOrderID ?? ''))
    const becomes = pending.get(orderID)
    return becomes ? Math.max(leavesQty, becomes.leaves - (cumQty - becomes.cumQty)) : leavesQty
  }
  for (const { tenantId, accounts, ledger } of firms.values()) {
    for (const note of ledger.notes()) {
      owned.add('NGN', totalOf(note.lines))
    }
    const isReset = [0, tenantId].some((tenant) => record.firms.reset.has(tenant))
    for (const account of accounts.keys()) {
      const open = living.filter((order) => order.tenantId === tenantId && order.account === account)
      const mayLack = isReset || record.outflows.mayBeOverdrawn.has([tenantId, account].join())
      owned.add('NGN', auditCash(ledger, account, open, mayLack, isReset))
      for (const securityID of securityIDs)
        owned.add(
          securityID,
          auditShares(ledger, account, securityID, {
            ...{ open, mostLeft },
            mayLack: record.outflows.mayLack.has([tenantId, account, securityID].join()),
          }),
        )
    }
  }
  owned.add('NGN', record.ledger.collected())
  for (const asset of ['NGN', ...securityIDs]) {
    const [here, brought, bought] = [owned, record.ledger.brought, record.orders.fromCrowd].map((tally) =>
      tally.of(asset),
    )
    must(
      here === (brought ?? 0n) + (bought ?? 0n),
      `${asset}: ${here} is here, ${brought} was brought in, ${bought} came from the crowd`,
    )
  }
}

/**
 * @param mayLack whether money may have been taken back from it that was spent, or `isReset`.
 * @param isReset whether its firm may have taken unsettled proceeds from what it had let the account spend.
 * @returns the account's balance.
 */
function auditCash(
  ledger: Ledger,
  account: string,
  open: readonly Order[],
  mayLack: boolean,
  isReset: boolean,
): bigint {
  const { balance, held, available } = ledger.cash(account)
  const parts = open.reduce((sum, { orderID }) => sum + ledger.holdOf(orderID), 0n)
  must(
    available >= 0n || (mayLack && (!isReset || balance >= held || balance < 0n)),
    `${account} has ${available} kobo available`,
  )
  must(held === parts, `${account} holds ${held}, its orders ${parts}`)
  return balance
}

/** @returns what the account owns. */
function auditShares(
  ledger: Ledger,
  account: string,
  securityID: string,
  {
    open,
    mostLeft,
    mayLack,
  }: {
    readonly open: readonly Order[]
    readonly mostLeft: (order: Order) => number
    /** Whether it may have sold shares that it does not have. */
    readonly mayLack: boolean
  },
): bigint {
  const { settled, unsettledIn, unsettledOut, held, available, cost } = ledger.position(account, securityID)
  const sales = open.filter((order) => order.securityID === securityID && order.side === Side.sell)
  const selling = sales.reduce((sum, order) => sum + BigInt(mostLeft(order)), 0n)
  // Shares were taken back, and an exchange on a line has yet to end the sale.
  const isEnding = sales.some(({ ordStatus }) => ordStatus === OrdStatus.pendingCancel)
  must(
    mayLack || ((available >= 0n || isEnding) && settled >= 0n),
    `${account} has ${available} of ${settled} ${securityID} available`,
  )
  must(held === selling, `${account} holds ${held} ${securityID}, its orders ${selling}`)
  must(cost >= 0n, `${account}'s ${securityID} cost ${cost}`)
  return settled + unsettledIn - unsettledOut
}

/**
 * Quantities and values of every order add up with its executions.
 *
 * @param overLine whether an exchange on a line may have traded more than an order was for.
 */
export function auditOrders(record: SimulatedRecord, overLine: boolean): void {
  for (const { order } of record.orders.lines.values()) {
    const { orderID, ordStatus, orderQty, cumQty, leavesQty, filledValue } = order
    const { quantity, value } = record.orders.filled.get(orderID) ?? { quantity: 0, value: 0n }
    must(cumQty === quantity && filledValue === value, `order ${orderID} and its executions differ`)
    if (isFinal(ordStatus))
      must(
        leavesQty === 0 && (overLine || cumQty <= orderQty),
        `order ${orderID} ended with ${leavesQty} left`,
      )
    else
      must(
        (overLine && cumQty >= orderQty) || orderQty === cumQty + leavesQty,
        `order ${orderID}: ${orderQty} is not ${cumQty} + ${leavesQty}`,
      )
  }
}

/**
 * The parts of a bulk order never have more than it traded, and exactly that, to the share and the kobo, once both are
 * over. While it works, and until its day is over, what it has traded may wait to be allocated.
 */
export function auditBulkOrders({ orders, marketDate }: SimulatedRecord): void {
  const bulkOrders = orders.bulkOrders()
  const partsOf = Map.groupBy(bulkOrders.filter(isPart), ({ bulkOrderID }) => bulkOrderID)
  for (const bulkOrder of bulkOrders.filter(isBulkOrder)) {
    const { orderID, ordStatus, cumQty, filledValue, tradeDate } = bulkOrder
    const parts = partsOf.get(orderID) ?? []
    const quantity = parts.reduce<number>((sum, part) => sum + part.cumQty, 0)
    const value = parts.reduce<bigint>((sum, part) => sum + part.filledValue, 0n)
    must(quantity <= cumQty, `bulk order ${orderID} traded ${cumQty}, its parts have ${quantity}`)
    const isOver =
      isFinal(ordStatus) && (parts.every((part) => isFinal(part.ordStatus)) || tradeDate < marketDate)
    must(
      !isOver || (quantity === cumQty && value === filledValue),
      `bulk order ${orderID} traded ${cumQty} worth ${filledValue}, its parts have ${quantity} worth ${value}`,
    )
  }
}

const mustBeNothing = (amounts: object, what: string): void =>
  must(
    Object.values(amounts).every((amount) => amount === 0n),
    `${what} is ${canonical(amounts)}`,
  )

/** A desk rebuilt from the record agrees with it, and the postings of the record with its balances. */
export function auditRecord(record: SimulatedRecord, { firms }: Desk): void {
  for (const { orderID, tenantId } of record.orders.open()) {
    const [kept, hold] = [record.orders.lines.get(orderID)?.hold, firms.get(tenantId)?.ledger.holdOf(orderID)]
    must(kept === hold, `order ${orderID} is kept with a hold of ${kept}, and holds ${hold}`)
  }
  const isClosed = (tenantId: string | number) => record.closedFirms.has(Number(tenantId))
  for (const [asset, sum] of record.ledger.cleared.sums) {
    const due = record.orders.fromCrowd.of(asset)
    must(sum === -due, `firms owe the market ${sum} ${asset}, the crowd gave ${due}`)
  }
  for (const [key, sum] of record.ledger.posted.sums) {
    const [tenantId, ledgerAccount = '', account = '', asset = ''] = key.split(',')
    if (isClosed(tenantId ?? '')) {
      must(sum === 0n, `the firm of ${key} is closed, and has ${sum}`)
      continue
    }
    const ledger = firms.get(Number(tenantId))?.ledger
    if (!ledger) throw new Error(`there is no firm ${tenantId}`)
    const { settled, unsettledIn, unsettledOut } = ledger.position(account, asset)
    const balances: Readonly<Record<string, bigint>> = {
      customer: ledger.cash(account).balance,
      custody: settled,
      'custody:unsettled': unsettledIn - unsettledOut,
    }
    const balance = balances[ledgerAccount]
    must(balance === sum, `${key} has ${balance}, its postings sum to ${sum}`)
  }
  for (const { tenantId, account, ...kept } of record.ledger.cash.values()) {
    if (isClosed(tenantId)) mustBeNothing(kept, `the kept cash of ${account}, whose firm is closed,`)
    else mustEqual(kept, firms.get(tenantId)?.ledger.cash(account), `the kept cash of ${account}`)
  }
  for (const { tenantId, account, securityID, ...kept } of record.ledger.positions.values()) {
    const what = `the kept ${securityID} of ${account}`
    if (isClosed(tenantId)) mustBeNothing(kept, `${what}, whose firm is closed,`)
    else mustEqual(kept, firms.get(tenantId)?.ledger.position(account, securityID), what)
  }
  for (const [key, cost] of record.ledger.costs) {
    const [tenantId, account = '', securityID = ''] = key.split(',')
    const { ledger } = firms.get(Number(tenantId)) ?? {}
    const kept = isClosed(tenantId ?? '') ? 0n : ledger?.position(account, securityID).cost
    must(kept === cost, `${key} cost ${kept}, its last entry says ${cost}`)
  }
  for (const [securityID, { volume }] of record.days) {
    const traded = record.volumes.get(securityID) ?? 0n
    must(volume === traded, `${securityID}: the day has ${volume}, the trades sum to ${traded}`)
  }
}

const MINUTE_MS = 60_000
const CLOCK_CHECK_MS = 1_000

/** The market is in the phase that is due, and what control halted last is halted. */
export function auditMarket({ market, securityStates, marketDay }: SimulatedRecord, now: number): void {
  const due =
    schedule(lagosDate(now), marketRules, market?.triggers).findLast((change) => change.due <= now)?.phase ??
    FIRST_PHASE
  // After a halt by market control, which no timetable knows, continuous trading begins with an auction.
  const isReopening =
    market?.phase === 'reopening' &&
    due === 'continuous' &&
    now < market.since + marketRules.reopeningMinutes * MINUTE_MS
  must(isReopening || market?.phase === due, `the market is ${market?.phase}, due is ${due}`)
  must(market?.phase === marketDay.phase, `the market is ${market?.phase}, by the journal ${marketDay.phase}`)
  const isHalted = market?.halt != null
  must(isHalted === marketDay.isHalted(null), `the market is halted: ${isHalted}, control ordered otherwise`)
  for (const { securityID, halted, reopeningUntil } of securityStates.values()) {
    const ordered = marketDay.isHalted(securityID)
    must(halted === ordered, `${securityID} is halted: ${halted}, control ordered otherwise`)
    const reopens = reopeningUntil !== null
    must(
      reopens === marketDay.isReopening(securityID),
      `${securityID} reopens: ${reopens}, by the journal ${!reopens}`,
    )
    // A desk that nobody asks anything looks at the clock once a second.
    must(!reopens || reopeningUntil > now - CLOCK_CHECK_MS, `the auction of ${securityID} is overdue`)
  }
}

/** What the audit of a book needs to know of an order. */
export type BookedOrder = Pick<
  Order,
  | 'orderID'
  | 'securityID'
  | 'side'
  | 'ordType'
  | 'price'
  | 'leavesQty'
  | 'shownQty'
  | 'mdEntryID'
  | 'timeInForce'
>

/**
 * The books that a subscriber folds from what was published hold the open orders of clients and of the
 * crowd, and nothing else; clients' orders are in them by price and priority.
 */
export class PublishedBooks {
  readonly #books: readonly OrderBook[]
  /** The epoch in which each security's book was opened last. */
  readonly #opened = new Map<string, number>()

  constructor(securityIDs: readonly string[]) {
    this.#books = securityIDs.map((securityID) => new OrderBook(securityID))
  }

  apply(events: readonly DeskEvent[]): void {
    for (const event of events) {
      if (event.target === 'clearAllOrderBook') {
        const { securityID, epoch } = event.argument
        const before = this.#opened.get(securityID) ?? 0
        must(epoch > before, `the book of ${securityID} is opened again in epoch ${epoch}, after ${before}`)
        this.#opened.set(securityID, epoch)
      }
      switch (event.target) {
        case 'addOrderBook':
        case 'updateOrderBook':
        case 'deleteOrderBook':
        case 'clearAllOrderBook':
          for (const book of this.#books) {
            must(book.apply(event) !== 'gap', `${event.target} ${event.argument.rptSeq} leaves a gap`)
          }
      }
    }
  }

  /** Anyone who subscribes now gets the same books. */
  auditBaseline({ books }: Baseline): void {
    for (const book of this.#books)
      mustEqual(books.get(book.securityID), book.snapshot(), `the baseline's book of ${book.securityID}`)
  }

  /**
   * @param living the open orders of clients, in priority order.
   * @param mayCross whether the orders of a security have been collected, so that they may overlap.
   */
  audit(living: readonly BookedOrder[], crowd: Crowd, mayCross: (securityID: string) => boolean): void {
    for (const book of this.#books) {
      const { securityID } = book
      const crossed =
        (book.bids[0]?.mdEntryPx ?? 0) >= (book.offers[0]?.mdEntryPx ?? Number.POSITIVE_INFINITY)
      must(!crossed || mayCross(securityID), `${securityID} is crossed`)
      for (const [side, entries] of [[Side.buy, book.bids] as const, [Side.sell, book.offers] as const]) {
        const own = living.filter(
          (order) => order.securityID === securityID && order.side === side && isPublic(order),
        )
        for (const order of own) {
          const { orderID, mdEntryID, price } = order
          const entry = entries.find((each) => each.mdEntryID === mdEntryID)
          const shown =
            entry?.mdEntrySize === shownOf(order) && price !== null && entry.mdEntryPx === toNaira(price)
          must(shown, `order ${orderID} is not in the book of ${securityID} as ${mdEntryID}`)
        }
        const better = side === Side.buy ? -1 : 1
        const inPlace = own
          .toSorted((a, b) => better * (Number(a.price) - Number(b.price)))
          .map(({ mdEntryID }) => mdEntryID)
        const places = entries.map(({ mdEntryID }) => mdEntryID).filter((id) => inPlace.includes(id))
        mustEqual(places, inPlace, `the places of clients' orders on the ${side} side of ${securityID}`)
        const clients = own.reduce((sum, order) => sum + BigInt(shownOf(order)), 0n)
        const shown = entries.reduce((sum, { mdEntrySize }) => sum + BigInt(mdEntrySize), 0n)
        const open = clients + crowd.open(securityID, side)
        must(shown === open, `the ${side} side of ${securityID} shows ${shown}, open are ${open}`)
      }
    }
  }
}

/** Orders without a price, and those that wait for the call before the close or at a stop price, are in no public book. */
const isPublic = ({ mdEntryID, ordType, price, timeInForce }: BookedOrder): boolean =>
  mdEntryID !== null || (price !== null && timeInForce !== TimeInForce.goodTillClose && !isStop(ordType))

const shownOf = ({ shownQty, leavesQty }: BookedOrder): number => shownQty ?? leavesQty

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

/** One text for equal values, whatever the order of their fields. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

export function mustEqual(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return
  const [is, shouldBe] = difference(actual, expected)
  throw new Error(`${what}: ${canonical(is)}, expected ${canonical(shouldBe)}`)
}

/** The innermost elements of two lists that differ, or the values themselves. */
function difference(actual: unknown, expected: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(actual) || !Array.isArray(expected) || actual.length !== expected.length)
    return [actual, expected]
  const at = actual.findIndex((each, index) => !isDeepStrictEqual(each, expected[index]))
  return difference(actual[at], expected[at])
}
