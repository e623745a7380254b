import { divideHalfAway, type Kobo, type Shares, Side, shares } from '@tradebook/contract'
import type { PositionBalance } from './balances.ts'

/** One account's shares of one security. */
export class Position {
  #settled = 0n
  #unsettledIn = 0n
  #unsettledOut = 0n
  #held = 0n
  #underLien = 0n
  #cost = 0n

  static restore(row: { settled: Shares; cost: Kobo }): Position {
    const position = new Position()
    position.#settled = row.settled
    position.#cost = row.cost
    return position
  }

  /** What covers the open sales. Below zero where more is held than is there: after a trade was corrected. */
  get covered(): bigint {
    return this.#settled - this.#unsettledOut - this.#held
  }

  /**
   * What can be sold or transferred: settled, neither sold nor held, and under no lien, as far as it is there. A lien
   * leaves open sales as they are.
   */
  get available(): bigint {
    const { covered } = this
    if (covered <= 0n) return covered
    return covered > this.#underLien ? covered - this.#underLien : 0n
  }

  /** What the account owns, settled or not. */
  get owned(): bigint {
    return this.#settled + this.#unsettledIn - this.#unsettledOut
  }

  /** What the shares owned cost, in kobo, charges of their purchase included. */
  get cost(): bigint {
    return this.#cost
  }

  get balance(): PositionBalance {
    return {
      settled: shares(this.#settled),
      unsettledIn: shares(this.#unsettledIn),
      unsettledOut: shares(this.#unsettledOut),
      held: shares(this.#held),
      available: shares(this.available),
      cost: this.#cost as Kobo,
    }
  }

  /** Holds shares for an open sale; a count below zero ends so much of the hold. */
  hold(count: bigint): void {
    this.#held += count
  }

  /** Keeps shares for a reversal that waits; a count below zero ends so much of it. */
  keep(count: bigint): void {
    this.#underLien += count
  }

  transferIn(count: bigint, cost: bigint): void {
    this.#settled += count
    this.#cost += cost
  }

  /** Takes shares back that came in by mistake, with what they brought into the cost: at most all of it, and all of it with the last share. */
  takeBack(count: bigint, cost: bigint): void {
    this.#settled -= count
    this.#cost = this.owned === 0n || cost > this.#cost ? 0n : this.#cost - cost
  }

  transferOut(count: bigint): void {
    this.#takeCost(count)
    this.#settled -= count
  }

  /**
   * Adds shares that a bonus or a split gives, or takes those that a split leaves over. The cost is that of
   * all shares as before; it is lost with the last of them.
   */
  diluted(count: bigint): void {
    this.#settled += count
    if (this.owned === 0n) this.#cost = 0n
  }

  /**
   * @param count 0 of a trade that was cancelled, of which a part of the note's charges can be left.
   * @param cost charges included; below zero where charges come back.
   * @returns the part of it that is not in the cost of what is owned, in kobo: it covers shares which were sold and are
   * not there, after a correction, or is more than the shares cost that are left. 0 of any other purchase.
   */
  bought(count: bigint, cost: bigint): bigint {
    const lacking = this.owned < 0n ? -this.owned : 0n
    const covering = lacking < count ? lacking : count
    const kept = cost - (covering === 0n ? 0n : divideHalfAway(cost * covering, count))
    const added = kept < -this.#cost ? -this.#cost : kept
    this.#unsettledIn += count
    this.#cost += added
    return cost - added
  }

  /** Takes shares that were held and are sold. @returns what they had cost, in kobo. */
  sold(count: bigint): bigint {
    const cost = this.#takeCost(count)
    this.#unsettledOut += count
    this.#held -= count
    return cost
  }

  /** Trades that were restored from their note: their cost is in the position already. */
  unsettled(side: Side, count: bigint): void {
    if (side === Side.buy) this.#unsettledIn += count
    else this.#unsettledOut += count
  }

  settle(side: Side, count: bigint): void {
    this.unsettled(side, -count)
    this.#deliver(side, count)
  }

  /**
   * A trade is corrected: so many more shares, below zero fewer, were bought or sold than before. What the account owns
   * may become negative, when it has sold what it never bought.
   *
   * @param added what the shares owned cost more from now on, in kobo; below zero less.
   * @returns the part of it that is not in their cost, because it would be less than nothing. 0 or below zero, in kobo.
   */
  correct(side: Side, count: bigint, isSettled: boolean, added: bigint): bigint {
    if (isSettled) this.#deliver(side, count)
    else this.unsettled(side, count)
    const taken = added < -this.#cost ? -this.#cost : added
    this.#cost += taken
    return added - taken
  }

  #deliver(side: Side, count: bigint): void {
    this.#settled += side === Side.buy ? count : -count
  }

  /**
   * Average cost: shares that leave take their part of the cost with them, to the nearest kobo,
   * half away from zero; the last share takes all that is left. @returns that part.
   */
  #takeCost(count: bigint): bigint {
    const part = count >= this.owned ? this.#cost : divideHalfAway(this.#cost * count, this.owned)
    this.#cost -= part
    return part
  }
}
