import { isDeepStrictEqual } from 'node:util'
import { isFinal, OrderBook, Side, toNaira } from '@tradebook/contract'
import type { Ledger } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'
import type { Firm } from '../../apps/server/src/desk/books.ts'
import type { Published } from '../../apps/server/src/desk/published.ts'
import type { CrowdAccount } from './crowd-account.ts'
import type { SimulatedRecord } from './record.ts'
import type { Tally } from './tally.ts'

/** What must always be true of a desk, whatever it was asked. Each throws with what is wrong. */

interface Desk {
  readonly firms: ReadonlyMap<number, Firm>
  readonly orders: ReadonlyMap<string, Order>
}

/** Nothing is overdrawn, nothing is held but for open orders, and no cash or share came or went. */
export function auditBalances(
  { firms, orders }: Desk,
  world: {
    readonly securityIDs: readonly string[]
    /** What came into the firms from outside, less what left them. */
    readonly brought: Tally
    /** Charges of notes that are settled. */
    readonly collected: Tally
    readonly crowd: CrowdAccount
  },
): void {
  const living = [...orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
  const owned = new Map<string, bigint>()
  const own = (asset: string, amount: bigint) => owned.set(asset, (owned.get(asset) ?? 0n) + amount)

  for (const { tenantId, accounts, ledger } of firms.values()) {
    for (const note of ledger.notes()) {
      for (const charged of Object.values(note.fees)) own('NGN', charged)
    }
    for (const account of accounts.keys()) {
      const open = living.filter((order) => order.tenantId === tenantId && order.account === account)
      own('NGN', auditCash(ledger, account, open))
      for (const securityID of world.securityIDs)
        own(securityID, auditShares(ledger, account, securityID, open))
    }
  }
  own('NGN', world.collected.of('NGN'))
  for (const asset of ['NGN', ...world.securityIDs]) {
    const here = (owned.get(asset) ?? 0n) + world.crowd.holdings.of(asset)
    must(
      here === world.brought.of(asset),
      `${asset}: ${here} is here, ${world.brought.of(asset)} was brought in`,
    )
  }
}

/** @returns the account's balance. */
function auditCash(ledger: Ledger, account: string, open: readonly Order[]): bigint {
  const { balance, held, available } = ledger.cash(account)
  const parts = open.reduce((sum, { orderID }) => sum + ledger.holdOf(orderID), 0n)
  must(available >= 0n, `${account} has ${available} kobo available`)
  // Each order's part of a note's charges is rounded down for showing.
  must(held >= parts && held - parts <= BigInt(open.length), `${account} holds ${held}, its orders ${parts}`)
  return balance
}

/** @returns what the account owns. */
function auditShares(ledger: Ledger, account: string, securityID: string, open: readonly Order[]): bigint {
  const { settled, unsettledIn, unsettledOut, held, available, cost } = ledger.position(account, securityID)
  const selling = open
    .filter((order) => order.securityID === securityID && order.side === Side.sell)
    .reduce((sum, { leavesQty }) => sum + BigInt(leavesQty), 0n)
  must(available >= 0n && settled >= 0n, `${account} has ${available} of ${settled} ${securityID} available`)
  must(held === selling, `${account} holds ${held} ${securityID}, its orders ${selling}`)
  must(cost >= 0n, `${account}'s ${securityID} cost ${cost}`)
  return settled + unsettledIn - unsettledOut
}

/** Quantities and values of every order add up with its executions. */
export function auditOrders(record: SimulatedRecord): void {
  const filled = new Map<string, { quantity: number; value: bigint }>()
  for (const { order, lastPx, lastQty } of record.executions) {
    if (lastPx === null || lastQty === null) continue
    const sum = filled.get(order.orderID) ?? { quantity: 0, value: 0n }
    sum.quantity += lastQty
    sum.value += BigInt(lastQty) * BigInt(lastPx)
    filled.set(order.orderID, sum)
  }
  for (const { orderID, ordStatus, orderQty, cumQty, leavesQty, filledValue } of record.orders.values()) {
    const { quantity, value } = filled.get(orderID) ?? { quantity: 0, value: 0n }
    must(cumQty === quantity && filledValue === value, `order ${orderID} and its executions differ`)
    if (isFinal(ordStatus))
      must(leavesQty === 0 && cumQty <= orderQty, `order ${orderID} ended with ${leavesQty} left`)
    else
      must(orderQty === cumQty + leavesQty, `order ${orderID}: ${orderQty} is not ${cumQty} + ${leavesQty}`)
  }
}

/** The record says what the desk says, and its postings what its balances say. */
export function auditRecord(record: SimulatedRecord, { firms, orders }: Desk, crowd: CrowdAccount): void {
  const clearing = new Map<string, bigint>()
  for (const { entry } of record.entries) {
    const sums = new Map<string, bigint>()
    for (const { ledgerAccount, asset, amount } of entry.postings) {
      sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      if (entry.kind === 'trade' && ledgerAccount === 'clearing') {
        clearing.set(asset, (clearing.get(asset) ?? 0n) + amount)
      }
    }
    for (const [asset, sum] of sums)
      must(sum === 0n, `${entry.kind} ${entry.reference} is off by ${sum} ${asset}`)
  }
  for (const [asset, sum] of clearing) {
    const has = crowd.holdings.of(asset)
    must(sum === has, `firms owe the market ${sum} ${asset}, the crowd is due ${has}`)
  }
  for (const { tenantId, ledger } of firms.values()) {
    const posted = new Map<string, bigint>()
    for (const { ledgerAccount, account, asset, amount } of record.postings(tenantId)) {
      if (account === null) continue
      const key = [ledgerAccount, account, asset].join()
      posted.set(key, (posted.get(key) ?? 0n) + amount)
    }
    for (const [key, sum] of posted) {
      const [ledgerAccount, account = '', asset = ''] = key.split(',')
      const { settled, unsettledIn, unsettledOut } = ledger.position(account, asset)
      const balances: Readonly<Record<string, bigint>> = {
        customer: ledger.cash(account).balance,
        custody: settled,
        'custody:unsettled': unsettledIn - unsettledOut,
      }
      const balance = balances[ledgerAccount ?? '']
      must(balance === sum, `${key} has ${balance}, postings say ${sum}`)
    }
  }
  for (const { tenantId, account, ...kept } of record.cash.values()) {
    mustEqual(kept, firms.get(tenantId)?.ledger.cash(account), `the kept cash of ${account}`)
  }
  for (const { tenantId, account, securityID, ...kept } of record.positions.values()) {
    mustEqual(
      kept,
      firms.get(tenantId)?.ledger.position(account, securityID),
      `the kept ${securityID} of ${account}`,
    )
  }
  mustEqual(record.openOrders(), byPriority(orders.values()), 'the kept open orders')
  for (const [securityID, { volume }] of record.days) {
    const traded = record.volumes.get(securityID) ?? 0n
    must(volume === traded, `${securityID}: the day says ${volume}, the trades ${traded}`)
  }
}

/** The books a listener folds from what was published hold clients' and the crowd's open orders, and nothing else. */
export class PublishedBooks {
  readonly #books: readonly OrderBook[]
  /** The epoch in which each security's book was opened last. */
  readonly #opened = new Map<string, number>()

  constructor(securityIDs: readonly string[]) {
    this.#books = securityIDs.map((securityID) => new OrderBook(securityID))
  }

  hear(events: readonly Published[]): void {
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

  /** Clients' orders as they stand in the books, security by security, best and oldest first. */
  places({ orders }: Desk): string[] {
    const shown = new Map([...orders.values()].map(({ mdEntryID, orderID }) => [mdEntryID, orderID]))
    return this.#books.flatMap(({ bids, offers }) =>
      [...bids, ...offers].flatMap(({ mdEntryID }) => shown.get(mdEntryID) ?? []),
    )
  }

  audit({ orders }: Desk, crowd: CrowdAccount): void {
    const living = [...orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus))
    for (const book of this.#books) {
      const { securityID } = book
      const crossed =
        (book.bids[0]?.mdEntryPx ?? 0) >= (book.offers[0]?.mdEntryPx ?? Number.POSITIVE_INFINITY)
      must(!crossed, `${securityID} is crossed`)
      for (const [side, entries] of [[Side.buy, book.bids] as const, [Side.sell, book.offers] as const]) {
        const own = living.filter((order) => order.securityID === securityID && order.side === side)
        for (const { orderID, mdEntryID, price, leavesQty } of own) {
          const entry = entries.find((each) => each.mdEntryID === mdEntryID)
          const shown =
            entry?.mdEntrySize === leavesQty && price !== null && entry.mdEntryPx === toNaira(price)
          must(shown, `order ${orderID} is not in the book of ${securityID} as ${mdEntryID}`)
        }
        const clients = own.reduce((sum, { leavesQty }) => sum + BigInt(leavesQty), 0n)
        const shown = entries.reduce((sum, { mdEntrySize }) => sum + BigInt(mdEntrySize), 0n)
        const open = clients + crowd.open(securityID, side)
        must(shown === open, `the ${side} side of ${securityID} shows ${shown}, open are ${open}`)
      }
    }
  }
}

export const byPriority = (orders: Iterable<Order>): Order[] =>
  [...orders].filter(({ ordStatus }) => !isFinal(ordStatus)).sort((a, b) => a.priority - b.priority)

function must(holds: boolean, otherwise: string): asserts holds {
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
  throw new Error(`${what}: ${canonical(actual)}, expected ${canonical(expected)}`)
}
