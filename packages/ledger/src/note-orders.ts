import { type Charges, type PriceKobo, Side } from '@tradebook/contract'
import type { NoteKey } from './contract-note.ts'
import { OrdersByAge } from './orders-by-age.ts'

/** The open orders that may still trade into a contract note: what they may cost at the worst, and which part each holds. */
export class NoteOrders {
  readonly #key: NoteKey
  readonly #charges: Charges
  /** Shares at each worst price. */
  readonly #open = new Map<PriceKobo, number>()
  /** Σ worst price × shares, in kobo. */
  worst = 0n
  /** Undefined until asked for. */
  #lowestPx: PriceKobo | undefined
  /** Of the charges with their VAT; undefined until asked for. */
  #proportionalRate: bigint | undefined
  /** What each holds by itself. */
  readonly #own = new Map<string, bigint>()
  /** The sum of what each holds by itself, in kobo. */
  ownTotal = 0n
  readonly #byAge = new OrdersByAge(this.#own)

  /** @param charges those of the note. */
  constructor(key: NoteKey, charges: Charges) {
    this.#key = key
    this.#charges = charges
  }

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** The lowest of the worst prices. Asked only while orders are open. */
  get lowestPx(): PriceKobo {
    this.#lowestPx ??= Math.min(...this.#open.keys()) as PriceKobo
    return this.#lowestPx
  }

  /** The open order that was numbered first; `undefined` when none is open. */
  get oldest(): string | undefined {
    return this.#byAge.oldest
  }

  /** An order, or more of it, is open. */
  open(worstPx: PriceKobo, count: number): void {
    this.#open.set(worstPx, (this.#open.get(worstPx) ?? 0) + count)
    this.worst += BigInt(worstPx) * BigInt(count)
    if (this.#lowestPx !== undefined && worstPx < this.#lowestPx) this.#lowestPx = worstPx
  }

  /** An order, or part of it, is no longer open. */
  close(worstPx: PriceKobo, count: number): void {
    const left = (this.#open.get(worstPx) ?? 0) - count
    if (left < 0) throw new Error(`more closed than open at ${worstPx} on the note of ${this.#key.account}`)
    if (left > 0) {
      this.#open.set(worstPx, left)
    } else {
      this.#open.delete(worstPx)
      if (worstPx === this.#lowestPx) this.#lowestPx = undefined
    }
    this.worst -= BigInt(worstPx) * BigInt(count)
  }

  /** What an order may still trade, of which nothing may be left. */
  sharesOf(orderID: string, worstPx: PriceKobo, leaves: number): void {
    this.ownTotal -= this.ownOf(orderID)
    if (leaves === 0) {
      this.#own.delete(orderID)
      return
    }
    const own = this.#ownHold(BigInt(worstPx) * BigInt(leaves))
    this.#own.set(orderID, own)
    this.ownTotal += own
    this.#byAge.add(orderID)
  }

  /**
   * What an order holds by itself, in kobo: a purchase its worst consideration with the charges that are parts
   * of it, rounded down; a sale nothing.
   */
  ownOf(orderID: string): bigint {
    return this.#own.get(orderID) ?? 0n
  }

  #ownHold(worst: bigint): bigint {
    if (this.#key.side === Side.sell) return 0n
    this.#proportionalRate ??= proportionalRate(this.#charges)
    return worst + (worst * this.#proportionalRate) / RATE_UNIT
  }
}

/** Parts of a consideration that a rate with its VAT is counted in. */
const RATE_UNIT = 1_000_000_000_000n

/** What an order is charged in proportion to its consideration; nothing where a minimum may outweigh its rate. */
function proportionalRate(charges: Charges): bigint {
  if (charges.some(({ ratePpm, minimum }) => ratePpm > 0 && minimum > 0n)) return 0n
  return charges.reduce((sum, { ratePpm, vatPpm }) => sum + BigInt(ratePpm) * BigInt(1_000_000 + vatPpm), 0n)
}
