import type { PriceKobo, Quantity } from '@tradebook/contract'
import type { ReadyOrder } from './draft.ts'

/** A checked order of the ticket: a thousand shares of GTCO at 58.40. */
export const order: ReadyOrder = {
  account: '1001',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  timeInForce: '0',
  orderQty: 1_000 as Quantity,
  price: 5_840 as PriceKobo,
}
