import { INT32_LIMIT, type PriceKobo, type Quantity } from '@tradebook/contract'
import { BUY, cell, Matching, REST, SELL, type SecurityTerms } from '@tradebook/exchange'

/** A generated file of operations, as columns. An order's number is its row. */
export interface Operations {
  readonly count: number
  readonly securities: number
  readonly security: Int32Array
  /** BUY or SELL. */
  readonly side: Uint8Array
  readonly price: Int32Array
  readonly quantity: Int32Array
  /** The order to cancel; NOT_A_CANCEL when the row enters an order. */
  readonly cancels: Int32Array
}

export const NOT_A_CANCEL = -1

/** What a generated file of operations is about. */
export interface OperationsMix {
  readonly securities: number
  /** How far from the middle limit orders reach, in ticks. */
  readonly reachTicks: number
}

/**
 * 60% limit orders from the middle outwards, 30 % cancels of orders that rest at that
 * moment, 10 % orders priced to trade through several levels, at each of which the middle moves by
 * a tick or none. Thousands of orders come to rest in a book. All from a seed.
 */
export function generateOperations(count: number, { securities, reachTicks }: OperationsMix): Operations {
  const random = randomFrom(SEED)
  const operations: Operations = {
    count,
    securities,
    security: new Int32Array(count),
    side: new Uint8Array(count),
    price: new Int32Array(count),
    quantity: new Int32Array(count),
    cancels: new Int32Array(count).fill(NOT_A_CANCEL),
  }
  const middles = new Int32Array(securities).fill(REFERENCE)
  const resting = new RestingOrders(securities)

  for (let row = 0; row < count; row++) {
    const kind = random()
    const victim = kind < CANCELS ? resting.pick(random()) : undefined
    if (victim !== undefined) {
      operations.cancels[row] = victim
      operations.security[row] = operations.security[victim]!
      resting.cancel(victim)
      continue
    }
    const security = Math.floor(random() * securities)
    const side = random() < 0.5 ? BUY : SELL
    const towardsOwnSide = side === BUY ? -1 : 1
    const trades = kind >= 1 - MARKETABLE
    if (trades) middles[security]! += Math.floor(random() * 3) - 1
    // Squared, so that most of it is near the touch.
    const ticks = trades ? -10 : 1 + Math.floor(random() ** 2 * reachTicks)
    operations.security[row] = security
    operations.side[row] = side
    operations.price[row] = middles[security]! + towardsOwnSide * ticks
    operations.quantity[row] = 1 + Math.floor(random() * 100)
    resting.enter(row, operations)
  }
  return operations
}

const SEED = 20_250_228
const CANCELS = 0.3
const MARKETABLE = 0.1
const REFERENCE = 100_000

/** Terms with a band that the generated prices stay within: the rule is checked, and never refuses. */
export const termsFor = (securities: number): SecurityTerms[] =>
  Array.from({ length: securities }, (_, security) => ({
    securityID: `S${security}`,
    tickKobo: 1,
    referencePx: REFERENCE as PriceKobo,
    limitBps: 1_000,
    minMoveQty: 100 as Quantity,
  }))

/** Which orders rest while the file is generated, so that its cancels find theirs. */
class RestingOrders {
  readonly #market: Matching
  readonly #handles = new Map<number, number>()
  /** The resting orders in no order, and where each stands, to pick one by chance. */
  readonly #rows: number[] = []
  readonly #places = new Map<number, number>()

  constructor(securities: number) {
    this.#market = new Matching(termsFor(securities))
  }

  pick(chance: number): number | undefined {
    return this.#rows[Math.floor(chance * this.#rows.length)]
  }

  cancel(row: number): void {
    this.#market.cancel(this.#handles.get(row)!)
    this.#market.tape.clear()
    this.#gone(row)
  }

  enter(row: number, { security, side, price, quantity }: Operations): void {
    const { tape } = this.#market
    this.#market.enter(row, 0, security[row]!, side[row]!, price[row]!, quantity[row]!, REST, 0)
    for (let at = 0; at < tape.length; at += cell.ROW) {
      const fact = tape.cells[at]
      const tag = tape.cells[at + cell.TAG]!
      if (fact === cell.Fact.traded && tape.cells[at + cell.LEAVES] === 0) this.#gone(tag)
      if (fact === cell.Fact.rested) {
        this.#handles.set(tag, tape.cells[at + cell.HANDLE]!)
        this.#places.set(tag, this.#rows.push(tag) - 1)
      }
    }
    tape.clear()
  }

  #gone(row: number): void {
    const place = this.#places.get(row)!
    const last = this.#rows.pop()!
    if (last !== row) {
      this.#rows[place] = last
      this.#places.set(last, place)
    }
    this.#places.delete(row)
    this.#handles.delete(row)
  }
}

/** Chance from a seed: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / (2 * INT32_LIMIT)
  }
}
