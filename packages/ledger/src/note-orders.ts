import { type Charge, type Charges, type PriceKobo, Side } from '@tradebook/contract'
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
  /** Shares at any price. */
  count = 0
  /** Undefined until asked for. */
  #lowestPx: PriceKobo | undefined
  /** Of the charges with their VAT; undefined until asked for. */
  #proportional: Proportional | undefined
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
    this.count += count
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
    this.count -= count
  }

  /** What an order may still trade, of which nothing may be left. */
  sharesOf(orderID: string, worstPx: PriceKobo, leaves: number): void {
    this.ownTotal -= this.ownOf(orderID)
    if (leaves === 0) {
      this.#own.delete(orderID)
      return
    }
    const own = this.#ownHold(BigInt(worstPx) * BigInt(leaves), BigInt(leaves))
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

  #ownHold(worst: bigint, leaves: bigint): bigint {
    if (this.#key.side === Side.sell) return 0n
    this.#proportional ??= proportional(this.#charges)
    const { rate, perShare } = this.#proportional
    return worst + (worst * rate + leaves * perShare) / RATE_UNIT
  }
}

/** Parts of a kobo that a rate with its VAT is counted in. */
const RATE_UNIT = 1_000_000_000_000n
const PPM = 1_000_000n

/** What an order is charged in proportion to its consideration, and in proportion to its shares, in parts of a kobo. */
interface Proportional {
  readonly rate: bigint
  readonly perShare: bigint
}

/** Nothing where a minimum may outweigh it. What is charged by trades is of the note as a whole. */
function proportional(charges: Charges): Proportional {
  const by = (base: (charge: Charge) => bigint): bigint =>
    charges.reduce((sum, charge) => sum + base(charge) * (PPM + BigInt(charge.vatPpm)), 0n)
  const mayBeMinimum = charges.some(
    ({ ratePpm, perShare, minimum }) => minimum > 0n && (ratePpm > 0 || perShare !== undefined),
  )
  if (mayBeMinimum) return { rate: 0n, perShare: 0n }
  return { rate: by(({ ratePpm }) => BigInt(ratePpm)), perShare: by(({ perShare = 0n }) => perShare * PPM) }
}
