import type { Quantity } from '@tradebook/contract'

/** What an order asks for besides its price, quantity and duration. */
export interface Instructions {
  /** DisplayQty (1138): the book shows at most so much of the order at a time; `null` shows all of it. */
  readonly displayQty: Quantity | null
  /**
   * MinQty (110): at least so much trades at entry, or the order is cancelled; all-or-none is the
   * whole quantity. `null` for none.
   */
  readonly minQty: Quantity | null
  /**
   * ExecInst (18) `i`: the order offsets the imbalance of an auction. It trades after all other orders
   * of its side, and expires with the uncross.
   */
  readonly imbalanceOnly: boolean
  /** The order waits outside the book until the call before the close. */
  readonly atClose: boolean
  /** The uncross with which what is left of the order expires; `null` for none. */
  readonly ends: 'opening' | 'closing' | null
}

/** An order that asks for nothing of the kind. */
export const NO_INSTRUCTIONS: Instructions = {
  displayQty: null,
  minQty: null,
  imbalanceOnly: false,
  atClose: false,
  ends: null,
}
