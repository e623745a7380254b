import {
  type Charges,
  type FeeLine,
  feesOf,
  hasAmounts,
  type Kobo,
  kobo,
  mostCharged,
  type NoteSums,
  type PriceKobo,
  type Shares,
  Side,
  shares,
  totalOf,
} from '@tradebook/contract'
import type { LedgerOptions } from './balances.ts'
import type { ContractNote, NoteChange, NoteKey } from './contract-note.ts'
import type { Fill, Traded } from './entries.ts'
import { NoteOrders } from './note-orders.ts'

/** What a note knows of a fill. */
type NoteTrade = Pick<Fill, 'quantity' | 'price' | 'settlementDate' | 'isRest'>

/** What a note counts for in its customer's cash; below zero never. */
interface Weight {
  /** Held for the open orders. */
  readonly hold: bigint
  /** To be paid at settlement, and already taken from the balance. */
  readonly payable: bigint
  /** To be received at settlement, and already in the balance. */
  readonly receivable: bigint
}

/**
 * A contract note in the making, together with the open orders that may still trade into it.
 *
 * The cash it holds follows from these two alone. Charges are due on the whole note and no line
 * shrinks as the note grows, so holding the worst price of all that is open and the charges of the
 * note that it would make is exactly enough, whatever the order of the fills.
 */
export class Note {
  readonly key: NoteKey
  readonly id: string
  readonly #charges: Charges
  readonly #options: LedgerOptions
  #printed: { readonly number: number; readonly settlementDate: string } | undefined
  #quantity = 0n
  #consideration = 0n
  #trades = 0
  #lines: readonly FeeLine[] = []
  #feesTotal = 0n
  #realisedGain = 0n
  #provisional = true
  #settled = false
  #replaces: number | null = null
  readonly #orders: NoteOrders
  #hold: bigint | undefined
  #reported: Weight = WEIGHTLESS

  /** @param charges those of its side and trade date, which it keeps. */
  constructor(key: NoteKey, charges: Charges, options: LedgerOptions) {
    this.key = key
    this.id = Note.idOf(key)
    this.#charges = charges
    this.#options = options
    this.#orders = new NoteOrders(key, charges)
  }

  static idOf({ tradeDate, account, securityID, side }: NoteKey): string {
    return `${tradeDate} ${account} ${securityID} ${side}`
  }

  static restore(row: ContractNote, charges: Charges, options: LedgerOptions): Note {
    const { account, side, securityID, tradeDate, number, settlementDate } = row
    const note = new Note({ account, side, securityID, tradeDate }, charges, options)
    note.#printed = { number, settlementDate }
    note.#quantity = row.quantity
    note.#consideration = row.consideration
    note.#trades = row.trades
    note.#lines = row.lines
    note.#feesTotal = totalOf(row.lines)
    note.#realisedGain = row.realisedGain
    note.#provisional = row.provisional
    note.#settled = row.settled
    note.#replaces = row.replaces
    return note
  }

  /** Whether its trade date is not over. */
  get isProvisional(): boolean {
    return this.#provisional
  }

  get isSettled(): boolean {
    return this.#settled
  }

  get quantity(): Shares {
    return shares(this.#quantity)
  }

  /** Undefined while nothing has traded. */
  get settlementDate(): string | undefined {
    return this.#printed?.settlementDate
  }

  /** Whether it has neither trades nor open orders. */
  get isEmpty(): boolean {
    return this.#printed === undefined && this.#orders.isEmpty
  }

  /** The cash held for its open orders, in kobo. */
  get hold(): bigint {
    if (this.#orders.isEmpty) return 0n
    this.#hold ??= this.key.side === Side.buy ? this.#costOfPurchase() : this.#shortfallOfSale()
    return this.#hold
  }

  /** By how much the note's weight changed since the last call. */
  takeChange(): Weight {
    const before = this.#reported
    const now = this.#weight()
    this.#reported = now
    return {
      hold: now.hold - before.hold,
      payable: now.payable - before.payable,
      receivable: now.receivable - before.receivable,
    }
  }

  /**
   * An order's part of the hold. What is held for the note as a whole (flat charges, roundings, what a sale may
   * lack) is the part of the oldest order, so that a change of one order changes at most the part of one other.
   */
  holdOf(orderID: string): Kobo {
    const own = this.#orders.ownOf(orderID)
    return kobo(orderID === this.oldest ? own + this.hold - this.#orders.ownTotal : own)
  }

  /** The open order that was numbered first; `undefined` when none is open. */
  get oldest(): string | undefined {
    return this.#orders.oldest
  }

  /** What an order may still trade, of which nothing may be left. */
  sharesOf(orderID: string, worstPx: PriceKobo, leaves: number): void {
    this.#orders.sharesOf(orderID, worstPx, leaves)
  }

  /** An order, or more of it, is open. */
  open(worstPx: PriceKobo, count: number): void {
    this.#orders.open(worstPx, count)
    this.#hold = undefined
  }

  /** An order, or part of it, is no longer open. */
  close(worstPx: PriceKobo, count: number): void {
    this.#orders.close(worstPx, count)
    this.#hold = undefined
  }

  /**
   * Adds a trade to the note, which is charged what the whole of it now costs, less what it cost before. Number
   * and settlement date are printed with the first trade and stay: a note settles on one day. The rest of a trade does
   * not count as another trade.
   *
   * @param nextNumber draws the firm's next note number, for the first trade.
   */
  trade({ quantity, price, settlementDate, isRest }: NoteTrade, nextNumber: () => number): NoteChange {
    if (this.#settled) throw new Error(`${this.#name} is settled and accepts no more trades`)
    this.#printed ??= { number: nextNumber(), settlementDate }
    return this.#book(BigInt(quantity), price, isRest ? 0 : 1)
  }

  /** Takes a trade out of the note, or puts the trade back as it is corrected, also where the note has settled. */
  correct(way: 'out' | 'in', { quantity, price }: Traded, isRest = false): NoteChange {
    const trades = isRest ? 0 : 1
    return way === 'in'
      ? this.#book(BigInt(quantity), price, trades)
      : this.#book(-BigInt(quantity), price, trades === 0 ? 0 : -1)
  }

  /** A note that is final is not changed: from now on this is the note that replaces it. @returns the note as it was. */
  succeed(nextNumber: () => number): ContractNote {
    const replaced = this.toRow()
    const { number, settlementDate } = replaced
    this.#printed = { number: nextNumber(), settlementDate }
    this.#replaces = number
    return { ...replaced, replacedBy: this.#printed.number }
  }

  #book(count: bigint, price: PriceKobo, trades: 1 | 0 | -1): NoteChange {
    const cashBefore = this.#cash
    const consideration = kobo(count * BigInt(price))
    this.#quantity += count
    this.#consideration += consideration
    this.#trades += trades
    const before = this.#lines
    this.#lines = this.#feesWith(NOTHING)
    this.#feesTotal = totalOf(this.#lines)
    const fees = growthOf(this.#lines, before)
    this.#hold = undefined
    return { consideration, fees, cash: kobo(this.#cash - cashBefore) }
  }

  /** Forgets the hold, so that it is calculated again. */
  forgetHold(): void {
    this.#hold = undefined
  }

  /** What more trades would add to each line of the charges. */
  chargesOf(more: NoteSums): FeeLine[] {
    return growthOf(this.#feesWith(more), this.#lines)
  }

  /** Adds what a trade of a sale gained over the cost of its shares, in kobo. */
  realise(gain: bigint): void {
    this.#realisedGain += gain
  }

  /** Its trade date is over: what it prints is final. @returns whether it was provisional until now. */
  finish(): boolean {
    const was = this.#provisional
    this.#provisional = false
    return was
  }

  settle(): void {
    if (!this.#orders.isEmpty) throw new Error(`${this.#name} has open orders, which belong to a later day`)
    this.#settled = true
  }

  /** The row that is persisted. @throws Error while nothing has traded. */
  toRow(): ContractNote {
    if (!this.#printed) throw new Error(`${this.#name} has no trades`)
    return {
      ...this.#printed,
      ...this.key,
      quantity: this.quantity,
      consideration: kobo(this.#consideration),
      trades: this.#trades,
      lines: this.#lines,
      realisedGain: kobo(this.#realisedGain),
      provisional: this.#provisional,
      settled: this.#settled,
      replaces: this.#replaces,
      replacedBy: null,
    }
  }

  /** The note as it is with more trades. */
  #sums({ consideration, quantity, trades }: NoteSums): NoteSums {
    return {
      consideration: kobo(this.#consideration + consideration),
      quantity: shares(this.#quantity + quantity),
      trades: this.#trades + trades,
    }
  }

  #feesWith(more: NoteSums): FeeLine[] {
    return feesOf(this.#charges, this.#sums(more))
  }

  #cashAt(consideration: bigint, fees: bigint): bigint {
    return (this.key.side === Side.buy ? -consideration : consideration) - fees
  }

  /** What the note has moved in the customer's cash: below zero what the customer pays. */
  get #cash(): bigint {
    return this.#cashAt(this.#consideration, this.#feesTotal)
  }

  #weight(): Weight {
    if (this.#settled) return WEIGHTLESS
    const cash = this.#cash
    return {
      hold: this.hold,
      payable: cash < 0n ? -cash : 0n,
      receivable: cash > 0n ? cash : 0n,
    }
  }

  /** All that is open trades at its worst price, each share by itself. */
  #costOfPurchase(): bigint {
    const { worst, count } = this.#orders
    const most = { consideration: kobo(worst), quantity: shares(count), trades: count }
    return worst + totalOf(this.#feesWith(most)) - this.#feesTotal
  }

  /**
   * The most a sale may cost the customer, over every way it can trade. The flat charge makes the
   * smallest trade the dearest one: a single share at the lowest price. From there on proceeds
   * outgrow the charges except for their rounding, at most a kobo a line, so that a few kobo further
   * nothing can be worse.
   */
  #shortfallOfSale(): bigint {
    // Proceeds that cannot be spent before settlement are still there to pay this note's charges.
    const spent = this.#options.unsettledProceedsUsable || this.#cash < 0n ? this.#cash : 0n
    const least = BigInt(this.#orders.lowestPx)
    if (this.#charges.some(hasAmounts)) return this.#shortfallByAmounts(spent, least)
    let shortfall = 0n
    const reach = roundingReach(this.#charges)
    for (let proceeds = least; proceeds <= least + reach; proceeds++) {
      const fees = totalOf(this.#feesWith({ consideration: kobo(proceeds), quantity: ONE_SHARE, trades: 1 }))
      const short = spent - this.#cashAt(this.#consideration + proceeds, fees)
      if (short > shortfall) shortfall = short
      if (short < -reach) break
    }
    return shortfall
  }

  /**
   * The same where the note is charged by shares or trades, which may outweigh the price of a share. What is left of the
   * proceeds bends one way only (`mostCharged`) between one share and all of them, each a trade by itself at the lowest
   * price: one of the two ends is the worst. It may be a kobo a line more than the most expensive outcome.
   */
  #shortfallByAmounts(spent: bigint, least: bigint): bigint {
    const { count } = this.#orders
    const shortOf = (sold: number) => {
      const consideration = kobo(least * BigInt(sold))
      const sums = this.#sums({ consideration, quantity: shares(sold), trades: count })
      return spent - this.#cashAt(sums.consideration, mostCharged(this.#charges, sums))
    }
    return [shortOf(1), shortOf(count)].reduce((most, short) => (short > most ? short : most), 0n)
  }

  get #name(): string {
    const { account, side, securityID, tradeDate } = this.key
    return `the ${side === Side.buy ? 'purchase' : 'sale'} note of ${account} in ${securityID} on ${tradeDate}`
  }
}

/** The lines that changed, each with what was added to it. A note without trades has no lines, any other has all. */
const growthOf = (lines: readonly FeeLine[], before: readonly FeeLine[]): FeeLine[] =>
  (lines.length > 0 ? lines : before)
    .map((line, index) => ({
      ...line,
      amount: kobo((lines[index]?.amount ?? 0n) - (before[index]?.amount ?? 0n)),
    }))
    .filter(({ amount }) => amount !== 0n)

const NOTHING: NoteSums = { consideration: kobo(0), quantity: shares(0), trades: 0 }
const ONE_SHARE = shares(1)
const WEIGHTLESS: Weight = { hold: 0n, payable: 0n, receivable: 0n }

/**
 * Kobo by which the rounding of a sale's charges can outrun its proceeds. Each line is rounded by less
 * than one, and charges take less than half of what more proceeds bring (`feeRateLimits`), so twice as
 * many kobo as there are lines outgrow them; one more is for the search to end on.
 */
const roundingReach = (charges: Charges): bigint =>
  BigInt(2 * charges.reduce((lines, { vatPpm }) => lines + (vatPpm > 0 ? 2 : 1), 0) + 1)
