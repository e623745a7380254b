import {
  ExecType,
  isFinal,
  isRefusal,
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type Shares,
  settlementDate,
  shares,
} from '@tradebook/contract'
import type { ContractNote, Entry, Ledger } from '@tradebook/ledger'
import {
  applyReport,
  type NewOrder,
  type Order,
  type OrderIdentity,
  type OrderReport,
  pendingOrder,
  rejectedOrder,
} from '@tradebook/orders'

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

export interface CashLine {
  readonly tenantId: number
  readonly account: string
  readonly balance: Kobo
  readonly held: Kobo
  readonly unsettledBuys: Kobo
  readonly unsettledSells: Kobo
  readonly available: Kobo
}

export interface PositionLine {
  readonly tenantId: number
  readonly account: string
  readonly securityID: string
  readonly settled: Shares
  readonly unsettledIn: Shares
  readonly unsettledOut: Shares
  readonly held: Shares
  readonly available: Shares
  readonly cost: Kobo
}

export interface NoteLine {
  readonly tenantId: number
  readonly note: ContractNote
}

/** A deposit or withdrawal of cash, or a transfer of shares, before the market day dates it. */
export type UndatedPosting = {
  readonly account: string
  readonly reference: string
  readonly narration: string
} & (
  | { readonly type: 'deposit' | 'withdrawal'; readonly amount: Kobo }
  | {
      readonly type: 'transferIn' | 'transferOut'
      readonly securityID: string
      readonly quantity: Shares
      readonly unitCost: Kobo
    }
)

export type Posting = UndatedPosting & { readonly date: string }

/**
 * What was taken in, with all that is needed to take it in again: the lines of the journal.
 * Replaying them in order over the same beginning gives the same orders, holds and ledgers.
 */
export type JournalEntry =
  | {
      readonly kind: 'newOrder'
      readonly request: NewOrder
      readonly identity: OrderIdentity
      /** What the hold is calculated at. */
      readonly worstPx: PriceKobo | null
      readonly refusal: Refusal | null
    }
  | {
      readonly kind: 'replaceOrder'
      readonly orderID: string
      readonly clOrdID: string
      readonly price: PriceKobo
      readonly leaves: Quantity
    }
  | { readonly kind: 'cancelOrder'; readonly orderID: string; readonly clOrdID: string }
  | {
      readonly kind: 'report'
      readonly orderID: string
      readonly report: OrderReport
      readonly marketDate: string
    }
  | { readonly kind: 'posting'; readonly posting: Posting }
  | { readonly kind: 'settle'; readonly date: string }
  | { readonly kind: 'news'; readonly item: unknown }

/** Living orders and the firms' ledgers, and every way they change. No checks but the ledger's own. */
export class Books {
  readonly firms: ReadonlyMap<number, Firm>
  readonly orders = new Map<string, Order>()

  /** @param openOrders those whose holds the ledgers already have. */
  constructor(firms: ReadonlyMap<number, Firm>, openOrders: readonly Order[]) {
    this.firms = firms
    for (const order of openOrders) this.orders.set(order.orderID, order)
  }

  /**
   * A new order: pending with its hold, or rejected, by what was found before or for want of money
   * or shares. `worstPx` may be null only when it was refused before.
   */
  enter(request: NewOrder, identity: OrderIdentity, worstPx: PriceKobo | null, found: Refusal | null): Order {
    const pending = pendingOrder(request, identity)
    const refusal = found ?? this.#reserve(pending, worstPx)
    const order = refusal
      ? rejectedOrder(request, identity, { ...refusal, data: { orderID: pending.orderID } })
      : pending
    this.orders.set(order.orderID, order)
    return order
  }

  /** What an order would hold after a replace; refused, nothing changes. The venue's report changes the order. */
  replace(order: Order, price: PriceKobo, leaves: Quantity): Refusal | undefined {
    const { orderID, account, securityID, side, tradeDate } = order
    return this.#ledgerOf(order).amend({
      orderID,
      account,
      securityID,
      side,
      leaves,
      worstPx: price,
      tradeDate,
    })
  }

  /** A report of the venue: the order, and for a trade the ledger, after it. */
  report(
    orderID: string,
    report: OrderReport,
    at: { sequence: number; time: number; marketDate: string },
  ): { order: Order; entry: Entry | undefined } {
    const before = this.orders.get(orderID)
    if (!before) throw new Error(`a report about order ${orderID}, which is not alive`)
    const order = applyReport(before, report, at.sequence, at.time)
    const ledger = this.#ledgerOf(order)
    const entry =
      report.execType === ExecType.trade
        ? ledger.fill({
            orderID,
            execID: String(at.sequence),
            account: order.account,
            securityID: order.securityID,
            side: order.side,
            quantity: report.lastQty,
            price: report.lastPx,
            tradeDate: at.marketDate,
            settlementDate: settlementDate(at.marketDate),
          })
        : undefined
    if (isFinal(order.ordStatus)) ledger.release(orderID)
    this.orders.set(orderID, order)
    return { order, entry }
  }

  /** Money or shares from or to the outside. */
  post(firm: Firm, posting: Posting): Entry | Refusal {
    const { ledger } = firm
    switch (posting.type) {
      case 'deposit':
        return ledger.deposit(posting)
      case 'withdrawal':
        return ledger.withdraw(posting)
      case 'transferIn':
        return ledger.transferIn(posting)
      case 'transferOut':
        return ledger.transferOut(posting)
    }
  }

  /** Balances, positions and notes that changed since this was last asked: only these need keeping. */
  takeTouched(): { cash: CashLine[]; positions: PositionLine[]; notes: NoteLine[] } {
    const touched = [...this.firms.values()].map((firm) => ({ firm, ...firm.ledger.takeTouched() }))
    return {
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
    }
  }

  firm(tenantId: number): Firm {
    const firm = this.firms.get(tenantId)
    if (!firm) throw new Error(`no firm ${tenantId}`)
    return firm
  }

  #reserve(order: Order, worstPx: PriceKobo | null): Refusal | undefined {
    if (worstPx === null) throw new Error(`order ${order.orderID} has no worst price`)
    const { orderID, account, securityID, side, leavesQty: leaves, tradeDate } = order
    return this.#ledgerOf(order).reserve({ orderID, account, securityID, side, leaves, worstPx, tradeDate })
  }

  #ledgerOf = (order: Order): Ledger => this.firm(order.tenantId).ledger
}

/** Take in one line of the journal again. @throws Error when it does not go as it went before. */
export function replay(
  books: Books,
  line: {
    readonly sequence: number
    readonly tenantId: number
    readonly at: number
    readonly entry: JournalEntry
  },
): void {
  const { entry, sequence, tenantId } = line
  switch (entry.kind) {
    case 'newOrder': {
      const order = books.enter(entry.request, entry.identity, entry.worstPx, entry.refusal)
      if ((order.refusal === null) !== (entry.refusal === null))
        throw new Error(`line ${sequence} went another way`)
      return
    }
    case 'replaceOrder': {
      const order = books.orders.get(entry.orderID)
      const refusal = order && books.replace(order, entry.price, entry.leaves)
      if (!order || refusal) throw new Error(`line ${sequence} went another way`)
      return
    }
    case 'report':
      books.report(entry.orderID, entry.report, { sequence, time: line.at, marketDate: entry.marketDate })
      return
    case 'posting':
      if (isRefusal(books.post(books.firm(tenantId), entry.posting))) {
        throw new Error(`line ${sequence} went another way`)
      }
      return
    case 'settle':
      books.firm(tenantId).ledger.settle(entry.date)
      return
    case 'cancelOrder':
    case 'news':
      return
  }
}

/** An entry as the journal's table keeps it: amounts beyond a double's reach as text. */
export const toJournalBody = ({ kind: _, ...body }: JournalEntry): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** An entry from the journal's table. */
export function fromJournalBody(kind: JournalEntry['kind'], body: object): JournalEntry {
  const entry = { kind, ...body } as JournalEntry
  if (entry.kind !== 'posting') return entry
  const { posting } = entry
  return {
    kind: 'posting',
    posting:
      'amount' in posting
        ? { ...posting, amount: kobo(BigInt(posting.amount)) }
        : {
            ...posting,
            quantity: shares(BigInt(posting.quantity)),
            unitCost: kobo(BigInt(posting.unitCost)),
          },
  }
}
