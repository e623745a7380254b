import {
  acceptance,
  addDays,
  ExecType,
  type Lifetime,
  lastDayOf,
  type Phase,
  type StoredText,
} from '@tradebook/contract'
import { checkPrice, type PriceRules } from './checks.ts'
import type { OrderEnd } from './reports.ts'

/**
 * The expiry of an open order when the market enters `phase` on `date` ('YYYY-MM-DD'); `undefined`
 * when the order stays. An order expires at the close of its last day. One without a price never
 * outlives the day of its entry, for the worst price it may trade at is a limit of that day.
 *
 * Source: FIX TimeInForce (59), ExpireDate (432), ExecType (150) = C.
 */
export function expiryOf(order: Lifetime, phase: Phase, date: string): OrderEnd | undefined {
  const last = lastDayOf(order)
  const isOver = last !== null && (date > last || (date === last && acceptance[phase].endsDay))
  return isOver ? { execType: ExecType.expired, text: null } : undefined
}

/** Instead of price rules: the day is the ex-day of the security, on which no order of before goes on. */
export const exDay = Symbol('ex-day')

/**
 * What ends an open order before market day `date` begins: its expiry by the close of the day before, the
 * ex-day of its security, or because its price breaks the rules of the new day. `undefined` when it goes on.
 */
export function endBefore(
  date: string,
  order: Lifetime,
  rules: PriceRules | typeof exDay,
): OrderEnd | undefined {
  const expiry = expiryOf(order, 'closed', addDays(date, -1))
  if (rules === exDay) {
    return expiry ?? canceledFor('Trading.Order.CanceledExDay')
  }
  const refusal = expiry || order.price === null ? undefined : checkPrice(order.price, rules)
  if (!refusal) return expiry
  return { execType: ExecType.expired, text: 'Trading.Order.ExpiredForNewDay', refusal }
}

/** The expiry of an order that the account's cash no longer covers on the new market day. */
export const uncovered = (): OrderEnd => ({
  execType: ExecType.expired,
  text: 'Trading.Order.ExpiredUncovered',
})

/** The cancellation of an open order for a reason that is not a request. */
export const canceledFor = (text: StoredText): OrderEnd => ({
  execType: ExecType.canceled,
  clOrdID: null,
  text,
})

/** The cancellation of an open order whose security is no longer listed. */
export const delisted = (): OrderEnd => canceledFor('Trading.Order.CanceledDelisted')
