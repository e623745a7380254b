import { divideHalfAway, type Kobo, shares } from '@tradebook/contract'
import type { PositionBalance } from './balances.ts'

/** One account's shares of one security. */
export class Position {
  settled = 0n
  unsettledIn = 0n
  unsettledOut = 0n
  held = 0n
  cost = 0n

  get owned(): bigint {
    return this.settled + this.unsettledIn - this.unsettledOut
  }

  get available(): bigint {
    return this.settled - this.unsettledOut - this.held
  }

  /**
   * Average cost: shares that leave take their part of the cost with them, to the nearest kobo,
   * half away from zero; the last share takes all that is left. Call before the shares are gone.
   */
  takeCost(count: bigint): void {
    this.cost -= divideHalfAway(this.cost * count, this.owned)
  }

  balance(): PositionBalance {
    return {
      settled: shares(this.settled),
      unsettledIn: shares(this.unsettledIn),
      unsettledOut: shares(this.unsettledOut),
      held: shares(this.held),
      available: shares(this.available),
      cost: this.cost as Kobo,
    }
  }
}
