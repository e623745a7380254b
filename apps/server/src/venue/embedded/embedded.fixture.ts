import {
  type MarketRules,
  type Phase,
  type PriceKobo,
  type Quantity,
  Side,
  shares,
} from '@tradebook/contract'
import { NO_INSTRUCTIONS } from '@tradebook/exchange'
import { listing } from '../listing.ts'
import { EmbeddedVenue } from './embedded.ts'

export const NOW = Date.parse('2026-11-20T10:00:00Z')
/** Few, for tests open many venues. */
export const RESERVED_ORDERS = 64

/** Group B: tick 0.05, so 52.60 to 64.20 today. */
const GTCO = listing({
  securityID: 'GTCO',
  name: 'Guaranty Trust',
  isin: null,
  sector: 'Financial Services',
  board: null,
  securityType: 'CS',
  priceGroup: 'B',
  sharesOutstanding: shares(29_000_000_000n),
  referencePx: 58_40 as PriceKobo,
  monthlyCloses: [],
  high52Px: 60_00 as PriceKobo,
  low52Px: 40_00 as PriceKobo,
  averageVolume: null,
  today: null,
})

/** A venue with one security, with what it published when it opened. */
export function open(phase: Phase = 'continuous', rules?: MarketRules, speed = 1) {
  let number = 100
  const options = { epoch: 3, nextTradeNumber: () => ++number, now: NOW, phase, speed }
  const venue = new EmbeddedVenue([GTCO], rules ? { ...options, rules } : options, RESERVED_ORDERS)
  const initial = venue.takeOutput(NOW)
  return { venue, initial }
}

/** An order that the crowd enters. */
export const offer = (ref: number, price: number, quantity = 500) => ({
  kind: 'enter' as const,
  ref,
  security: 0,
  side: Side.sell,
  price: price as PriceKobo,
  quantity: quantity as Quantity,
})

/** An order that a client enters. */
export const buy = (
  orderID: string,
  price: number,
  quantity: number,
  duration: 'rest' | 'immediate' = 'rest',
) => ({
  orderID,
  participant: 1,
  securityID: 'GTCO',
  side: Side.buy,
  price: price as PriceKobo,
  quantity: quantity as Quantity,
  duration,
  ...NO_INSTRUCTIONS,
})

/** An order that rested. */
export const rested = (orderID: string, price: number, quantity: number) => {
  const { duration: _, minQty: __, ...order } = buy(orderID, price, quantity)
  return { ...order, shownQty: null }
}
