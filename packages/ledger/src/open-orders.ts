import {
  consideration,
  type FeeLine,
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type Shares,
  Side,
  shares,
} from '@tradebook/contract'
import { type Account, shownAvailable } from './account.ts'
import { compare } from './accounts.ts'
import type { OpenOrder } from './balances.ts'
import type { Fill } from './entries.ts'
import type { Note } from './note.ts'
import type { Notes } from './notes.ts'
import type { Position } from './position.ts'
import { feesNotCovered, insufficientFunds, insufficientShares } from './refused.ts'
import type { Touched } from './touched.ts'

/** An open order and where it belongs. */
interface Reservation {
  order: OpenOrder
  readonly account: Account
  readonly position: Position
  /** The contract note of the market day it may trade in: its hold is part of that note's. */
  readonly note: Note
  /** Its part of the hold as it was stated last; undefined while it has never been the oldest of its note. */
  stated?: Kobo
}

/** What an order would hold, and what its account has for it. */
export interface Preview {
  /** The cash that it adds to what the account holds, in kobo; below zero never except for rounding. */
  readonly hold: Kobo
  /** Cash that it may use, in kobo. */
  readonly available: Kobo
  /** Shares of its security that the account may sell. */
  readonly sellable: Shares
  /** What its note is charged more when all of it trades at its worst price in one trade, line by line. */
  readonly charges: readonly FeeLine[]
  readonly refusal: Refusal | undefined
}

/** Cash in kobo, and shares of the same security, that an account has no longer for an order. */
interface Used {
  readonly cash: bigint
  readonly shares: bigint
}

/** Orders that are looked at as if they were sent together. */
export interface OrdersTogether {
  /** What an order would hold after those that were admitted. */
  readonly preview: (order: OpenOrder) => Preview
  /** Those that follow are looked at as if this one were open. */
  readonly admit: (order: OpenOrder) => void
}

/** The firm's open orders and what they hold: cash on the note of each, shares on the position. */
export class OpenOrders {
  readonly #reservations = new Map<string, Reservation>()
  readonly #accountOf: (account: string) => Account
  readonly #notes: Notes
  readonly #touched: Touched
  /** The notes whose open orders changed since the last `takeRestated`, and the oldest order of each before. */
  readonly #changed = new Set<Note>()
  readonly #oldestBefore = new WeakMap<Note, string>()

  constructor(accountOf: (account: string) => Account, notes: Notes, touched: Touched) {
    this.#accountOf = accountOf
    this.#notes = notes
    this.#touched = touched
  }

  has(orderID: string): boolean {
    return this.#reservations.has(orderID)
  }

  /** Sorted by their id. */
  rows(): OpenOrder[] {
    return [...this.#reservations.values()]
      .map(({ order }) => order)
      .sort((a, b) => compare(a.orderID, b.orderID))
  }

  /** The cash held for an order, its part of the note's charges included; 0 when it is not open. */
  holdOf(orderID: string): Kobo {
    const reservation = this.#reservations.get(orderID)
    if (!reservation) return kobo(0n)
    return reservation.note.holdOf(orderID)
  }

  /** The open orders whose part of a hold another order of their note may have changed since the last call. */
  takeRestated(): string[] {
    const restated: string[] = []
    for (const note of this.#changed) {
      const { oldest } = note
      for (const orderID of new Set([oldest, this.#oldestBefore.get(note)])) {
        const reservation = orderID === undefined ? undefined : this.#reservations.get(orderID)
        if (!reservation || reservation.note !== note) continue
        const hold = note.holdOf(reservation.order.orderID)
        if (hold === reservation.stated) continue
        reservation.stated = hold
        restated.push(reservation.order.orderID)
      }
      if (oldest === undefined) this.#oldestBefore.delete(note)
      else this.#oldestBefore.set(note, oldest)
    }
    this.#changed.clear()
    return restated
  }

  /** @param ending orders of its account that are about to end. */
  isUncovered(orderID: string, ending: readonly string[]): boolean {
    const { order, account, note, position } = this.#reservation(orderID)
    const cash = ending.reduce((sum, other) => sum + this.holdOf(other), account.covered)
    if (cash < 0n && note.hold > 0n) return true
    if (order.side !== Side.sell) return false
    const freed = ending
      .map((other) => this.#reservation(other).order)
      .filter(({ side, securityID }) => side === Side.sell && securityID === order.securityID)
    return freed.reduce((sum, { leaves }) => sum + BigInt(leaves), BigInt(position.covered)) < 0n
  }

  /**
   * Opens the order when cash and shares suffice.
   *
   * @param freed what the order held until now, in kobo: it may hold as much again, whatever is available.
   */
  admit(order: OpenOrder, freed = 0n): Refusal | undefined {
    const account = this.#accountOf(order.account)
    const position = account.position(order.securityID)
    const uncovered = lackOfShares(order, position.available)
    if (uncovered) return uncovered
    const available = account.available
    const required = this.open(order)
    const refusal = lackOfCash(order, required, available, freed)
    if (refusal) this.close(order.orderID)
    return refusal
  }

  /**
   * What the order would hold and whether cash and shares suffice for it, if it were admitted now; nothing
   * changes. An order that is open already is looked at as if it were not.
   *
   * @param sooner what orders that are looked at before it would use of the account.
   */
  preview(order: OpenOrder, sooner: Used = { cash: 0n, shares: 0n }): Preview {
    const account = this.#accountOf(order.account)
    const before = this.#reservations.get(order.orderID)
    const note = this.#notes.of(account, order)
    const held = note.hold
    if (before) before.note.close(before.order.worstPx, before.order.leaves)
    const without = note.hold
    note.open(order.worstPx, order.leaves)
    const required = note.hold - without
    note.close(order.worstPx, order.leaves)
    const charges = note.chargesOf({
      consideration: consideration(order.leaves, order.worstPx),
      quantity: shares(order.leaves),
      trades: 1,
    })
    if (before) before.note.open(before.order.worstPx, before.order.leaves)
    if (note.isEmpty) this.#notes.delete(note)

    const ownShares = before?.order.side === Side.sell ? BigInt(before.order.leaves) : 0n
    const available = account.available + held - without - sooner.cash
    const owned = account.positions.get(order.securityID)?.available ?? 0n
    const sellable = owned + ownShares - sooner.shares
    const refusal = lackOfShares(order, sellable) ?? lackOfCash(order, required, available, held - without)
    return {
      hold: kobo(required),
      available: kobo(shownAvailable(available)),
      sellable: shares(sellable),
      charges,
      refusal,
    }
  }

  /** Looks at orders that are sent together, one after the other; nothing changes once it has. */
  together<Answer>(look: (orders: OrdersTogether) => Answer): Answer {
    const opened: { readonly note: Note; readonly order: OpenOrder }[] = []
    const cash = new Map<string, bigint>()
    const sold = new Map<string, bigint>()
    const positionOf = ({ account, securityID }: OpenOrder) => `${account} ${securityID}`
    const preview = (order: OpenOrder) =>
      this.preview(order, {
        cash: cash.get(order.account) ?? 0n,
        shares: sold.get(positionOf(order)) ?? 0n,
      })
    const admit = (order: OpenOrder) => {
      const { hold } = preview(order)
      const note = this.#notes.of(this.#accountOf(order.account), order)
      note.open(order.worstPx, order.leaves)
      opened.push({ note, order })
      cash.set(order.account, (cash.get(order.account) ?? 0n) + hold)
      if (order.side !== Side.sell) return
      const position = positionOf(order)
      sold.set(position, (sold.get(position) ?? 0n) + BigInt(order.leaves))
    }
    try {
      return look({ preview, admit })
    } finally {
      for (const { note, order } of opened) {
        note.close(order.worstPx, order.leaves)
        if (note.isEmpty) this.#notes.delete(note)
      }
    }
  }

  /** Changes what an order may still trade: to less hold always. After a refusal it holds what it held before. */
  amend(orderID: string, { leaves, worstPx }: Pick<OpenOrder, 'leaves' | 'worstPx'>): Refusal | undefined {
    const { order } = this.#reservation(orderID)
    const freed = this.close(orderID)
    const refusal = this.admit({ ...order, leaves, worstPx }, freed)
    if (refusal) this.open(order)
    return refusal
  }

  /** Gives an order back what it might still trade before an amend, whether or not cash and shares suffice. */
  revert(orderID: string, { leaves, worstPx }: Pick<OpenOrder, 'leaves' | 'worstPx'>): void {
    const { order } = this.#reservation(orderID)
    this.close(orderID)
    this.open({ ...order, leaves, worstPx })
  }

  /** Opens the order, whether or not cash and shares suffice. @returns the cash it holds, in kobo. */
  open(order: OpenOrder): bigint {
    if (order.leaves < 1) throw new RangeError(`order ${order.orderID} has nothing left to trade`)
    const account = this.#accountOf(order.account)
    const position = account.position(order.securityID)
    const note = this.#notes.of(account, order)
    note.open(order.worstPx, order.leaves)
    note.sharesOf(order.orderID, order.worstPx, order.leaves)
    this.#changed.add(note)
    if (order.side === Side.sell) position.hold(BigInt(order.leaves))
    this.#reservations.set(order.orderID, { order, account, position, note })
    account.openOrders.add(order.orderID)
    this.#touched.position(order.account, order.securityID)
    return account.updateSums(note)
  }

  /** Ends the hold of an order. @returns the cash it held, in kobo. */
  close(orderID: string): bigint {
    const { order, account, position, note } = this.#reservation(orderID)
    note.close(order.worstPx, order.leaves)
    note.sharesOf(order.orderID, order.worstPx, 0)
    this.#changed.add(note)
    if (order.side === Side.sell) position.hold(-BigInt(order.leaves))
    this.#reservations.delete(orderID)
    account.openOrders.delete(orderID)
    const freed = -account.updateSums(note)
    if (note.isEmpty) this.#notes.delete(note)
    this.#touched.position(order.account, order.securityID)
    return freed
  }

  /** What a note holds for its orders may have changed because its trades have. */
  noteChanged(note: Note): void {
    this.#changed.add(note)
    this.#accountOf(note.key.account).updateSums(note)
  }

  /** Recalculates every hold after what it depends on has changed. */
  recalculateHolds(): void {
    for (const note of this.#notes) {
      note.forgetHold()
      this.noteChanged(note)
    }
  }

  /** Moves every order of an earlier day to the notes of this one. @returns their ids. */
  carry(tradeDate: string): string[] {
    const earlier = [...this.#reservations.values()].filter(({ order }) => order.tradeDate < tradeDate)
    return earlier.map(({ order }) => {
      this.#move(order, tradeDate)
      return order.orderID
    })
  }

  /**
   * The order that a fill is of, on the note of the fill's day.
   *
   * @throws Error unless the fill is one that its order allows.
   */
  tradable(fill: Fill): Reservation {
    const { order } = this.#reservation(fill.orderID)
    mustMatch(fill, order)
    if (order.tradeDate < fill.tradeDate) this.#move(order, fill.tradeDate)
    return this.#reservation(fill.orderID)
  }

  /** Lets an order hold what a fill takes, were it over or for less, whether or not cash and shares suffice. */
  makeRoom({ orderID, account, securityID, side, quantity, price, tradeDate }: Fill): void {
    const { order } = this.#reservations.get(orderID) ?? {}
    if (!order) {
      this.open({ orderID, account, securityID, side, leaves: quantity, worstPx: price, tradeDate })
      return
    }
    const worse = side === Side.buy ? Math.max(order.worstPx, price) : Math.min(order.worstPx, price)
    const leaves = Math.max(order.leaves, quantity) as Quantity
    if (worse === order.worstPx && leaves === order.leaves) return
    this.close(orderID)
    this.open({ ...order, leaves, worstPx: worse as PriceKobo })
  }

  /** @throws Error when the order is not open. */
  worstPxOf(orderID: string): PriceKobo {
    return this.#reservation(orderID).order.worstPx
  }

  /** Takes what traded from what the order may still trade. The shares sold are no longer held. */
  filled(reservation: Reservation, quantity: Quantity): void {
    const { order, account, note } = reservation
    const leaves = (order.leaves - quantity) as Quantity
    note.sharesOf(order.orderID, order.worstPx, leaves)
    this.#changed.add(note)
    if (leaves === 0) {
      this.#reservations.delete(order.orderID)
      account.openOrders.delete(order.orderID)
    } else reservation.order = { ...order, leaves }
  }

  #move(order: OpenOrder, tradeDate: string): void {
    this.close(order.orderID)
    this.open({ ...order, tradeDate })
  }

  #reservation(orderID: string): Reservation {
    const found = this.#reservations.get(orderID)
    if (!found) throw new Error(`order ${orderID} is not open`)
    return found
  }
}

const lackOfShares = ({ side, leaves, securityID }: OpenOrder, sellable: bigint): Refusal | undefined =>
  side === Side.sell && BigInt(leaves) > sellable
    ? insufficientShares(leaves, securityID, sellable)
    : undefined

function lackOfCash(
  { side }: OpenOrder,
  required: bigint,
  available: bigint,
  freed: bigint,
): Refusal | undefined {
  if (required <= freed || required <= available) return undefined
  const shown = shownAvailable(available)
  return side === Side.sell ? feesNotCovered(required, shown) : insufficientFunds(required, shown)
}

/** @throws Error unless the fill is one its order allows. */
function mustMatch(fill: Fill, order: OpenOrder): void {
  for (const same of ['account', 'securityID', 'side'] as const) {
    if (fill[same] !== order[same]) {
      throw new Error(`execution ${fill.execID} has ${same} ${fill[same]}, its order ${order[same]}`)
    }
  }
  if (fill.tradeDate < order.tradeDate) {
    throw new Error(
      `execution ${fill.execID} is of ${fill.tradeDate}, its order trades on ${order.tradeDate}`,
    )
  }
  if (fill.quantity < 1 || fill.quantity > order.leaves) {
    throw new Error(`execution ${fill.execID} fills ${fill.quantity} of ${order.leaves} left`)
  }
  const worse = fill.side === Side.buy ? fill.price > order.worstPx : fill.price < order.worstPx
  if (worse) throw new Error(`execution ${fill.execID} at ${fill.price} is worse than ${order.worstPx}`)
}
