import { kobo, type OrderLimits, type Quantity } from '@tradebook/contract'

/** Limits as a row of `order_limits` stores them. */
export const limitsOf = (row: {
  order_value: string | bigint | null
  order_qty: number | null
  volume_share_bps: number | null
  collar_bps: number | null
  orders_per_second: number | null
  duplicate_seconds: number | null
  daily_turnover: string | bigint | null
}): OrderLimits => ({
  orderValue: row.order_value === null ? null : kobo(BigInt(row.order_value)),
  orderQty: row.order_qty as Quantity | null,
  volumeShareBps: row.volume_share_bps,
  collarBps: row.collar_bps,
  ordersPerSecond: row.orders_per_second,
  duplicateSeconds: row.duplicate_seconds,
  dailyTurnover: row.daily_turnover === null ? null : kobo(BigInt(row.daily_turnover)),
})
