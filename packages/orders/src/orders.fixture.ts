import {
  ExecInst,
  INT32_LIMIT,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
  type VenueCapabilities,
} from '@tradebook/contract'
import type { MarketConditions } from './checks.ts'
import { type NewOrder, type Order, pendingOrder } from './order.ts'

/** A venue that takes everything. */
export const ableVenue: VenueCapabilities = {
  ordTypes: [OrdType.market, OrdType.limit],
  timeInForce: Object.values(TimeInForce),
  execInst: Object.values(ExecInst),
  crosses: true,
  icebergs: true,
  minQty: true,
  withdraws: true,
  replacesToFilled: false,
  replaceKeepsOrderID: true,
  massCancel: true,
  cancelsOnDisconnect: false,
  priceStepKobo: 1,
  mostQty: INT32_LIMIT - 1,
  longestClOrdID: 64,
}

/** Group B: tick 0.05; yesterday's close 58.40, so the day's limits are 52.60 and 64.20. */
export const conditions: MarketConditions = {
  phase: 'continuous',
  opensAt: null,
  marketDate: '2026-11-20',
  latestExpireDate: '2027-01-19',
  securityID: 'GTCO',
  tickKobo: 5,
  lowLimitPx: 52_60 as PriceKobo,
  highLimitPx: 64_20 as PriceKobo,
  halted: false,
  lastPx: () => 58_40 as PriceKobo,
  auction: () => ({ price: null, imbalanceSide: null }),
  venue: ableVenue,
}

/** Closed until 10:00 in Lagos on 23 November 2026. */
export const closed = { phase: 'closed', opensAt: 1_795_424_400_000 } as const

/** A day order for 1,000 GTCO at 58.40. */
export const limitBuy: NewOrder = {
  clOrdID: 'c1',
  account: 'M1001',
  securityID: 'GTCO',
  side: Side.buy,
  ordType: OrdType.limit,
  price: 58_40 as PriceKobo,
  orderQty: 1_000 as Quantity,
  timeInForce: TimeInForce.day,
  text: null,
}

/** What the desk adds to an order at its entry. */
export const identity = {
  orderID: '7',
  tenantId: 1,
  cscsAccount: '0000000001',
  customerName: 'Ada',
  userId: 2,
  userName: 'broker',
  tradeDate: '2026-11-20',
  priority: 7,
  time: 1_000,
}

/** The order, resting, of which 400 are filled. */
export const resting = (fields: Partial<Order> = {}): Order => ({
  ...pendingOrder(limitBuy, identity),
  ordStatus: OrdStatus.partiallyFilled,
  pendingSince: null,
  cumQty: 400 as Quantity,
  leavesQty: 600 as Quantity,
  ...fields,
})

export const unpriced = { ordType: OrdType.market, price: null }

/** What the uncross of an imbalance session would trade at, and the side it would leave over. */
export const imbalanceSession = (price: number | null, imbalanceSide: Side | null) => ({
  ...conditions,
  phase: 'preOpenImbalance' as const,
  auction: () => ({ price: price as PriceKobo | null, imbalanceSide }),
})
export const tooManyOffers = imbalanceSession(58_40, Side.sell)
