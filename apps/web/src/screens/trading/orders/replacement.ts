import {
  acceptance,
  bringsNewRisk,
  type IndicativeAuction,
  improvementFault,
  isFinal,
  isStop,
  nairaToPrice,
  namesLastDay,
  type Phase,
  type PriceKobo,
  type Quantity,
  replaceableTimesInForce,
  type StockOrder,
  type TimeInForce,
  toNaira,
} from '@tradebook/contract'
import { readPrice, readQuantity, wordedOf } from '../../../orders/typed-figures.ts'
import { price as priceText } from '../../../ui/format.ts'
import { expiryObjections, priceObjections, stopObjections } from '../ticket/draft.ts'
import type { PriceRules } from '../ticket/figures.ts'
import type { Objection } from '../ticket/sanity.ts'
import type { Replacement } from './requests.ts'

/** What is in the replace panel, as it was typed. */
export interface Terms {
  readonly quantityText: string
  readonly priceText: string
  /** Of a stop order that waits. */
  readonly stopText: string
  readonly timeInForce: TimeInForce
  /** The last day of an order that is good till a date, 'YYYY-MM-DD'; empty until it is chosen. */
  readonly expireDate: string
}

/** The terms that an order has. */
export const termsOf = ({ orderQty, price, stopPx, timeInForce, expireDate }: StockOrder): Terms => ({
  quantityText: String(orderQty),
  priceText: price?.toFixed(2) ?? '',
  stopText: stopPx?.toFixed(2) ?? '',
  timeInForce,
  expireDate: expireDate ?? '',
})

/** Whether two terms ask for the same, as they are typed. */
export const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.quantityText === b.quantityText &&
  a.priceText === b.priceText &&
  a.stopText === b.stopText &&
  lastsAsLong(a, b)

const lastsAsLong = (a: Pick<Terms, 'timeInForce' | 'expireDate'>, b: typeof a): boolean =>
  a.timeInForce === b.timeInForce && (!namesLastDay(a.timeInForce) || a.expireDate === b.expireDate)

/** What the change is checked against. `undefined`: not known yet, and not held against it. */
export interface ReplaceConditions {
  readonly rules: PriceRules | undefined
  readonly phase: Phase | undefined
  readonly auction: IndicativeAuction | undefined
  readonly marketDate: string | undefined
  readonly latestExpireDate: string | undefined
  readonly lastPx: PriceKobo | undefined
}

interface Read {
  readonly orderQty: Quantity | undefined
  readonly price: PriceKobo | undefined
  readonly stopPx: PriceKobo | undefined
  readonly objection?: Pick<Objection, 'text' | 'values'> | undefined
}

/** The durations that the panel offers, the order's own among them; none where there is no choice. */
export function durationsOffered(order: StockOrder, phase: Phase | undefined): readonly TimeInForce[] {
  const { ordType, timeInForce, execInst } = order
  const offered = phase ? replaceableTimesInForce(phase, { ordType, timeInForce, execInst }) : []
  return offered.length > 1 ? offered : []
}

/** Reads what was typed: the change, and what prevents it. */
export function readReplacement(order: StockOrder, terms: Terms, conditions: ReplaceConditions): Read {
  const typedQuantity = readQuantity(terms.quantityText)
  const typedPrice = order.price === null ? undefined : readPrice(terms.priceText)
  const orderQty = typedQuantity.value
  const price = typedPrice?.value
  const typedStop = isStop(order.ordType) ? readPrice(terms.stopText) : undefined
  const stopPx = typedStop?.value
  const read = { orderQty, price, stopPx }
  const object = (objection: Read['objection']): Read => ({ ...read, objection })
  if (isFinal(order.ordStatus)) return object({ text: 'Trading.Replace.Ended' })
  if (typedQuantity.why) return object(wordedOf(typedQuantity))
  if (endsOrder(order, typedQuantity.value))
    return object(improvementObjection(order, typedQuantity.value, price, conditions))
  const former = termsOf(order)
  const [broken] = [
    ...(typedPrice ? priceObjections(typedPrice, conditions.rules) : []),
    ...(typedStop && terms.stopText !== former.stopText
      ? stopObjections(order.side, typedStop, conditions)
      : []),
    ...(lastsAsLong(terms, former) ? [] : expiryObjections(terms, conditions)),
  ]
  if (broken) return object(broken)
  const isSame =
    orderQty === order.orderQty &&
    (price === undefined || toNaira(price) === order.price) &&
    (stopPx === undefined || toNaira(stopPx) === order.stopPx)
  if (isSame && lastsAsLong(terms, former)) return object({ text: 'Trading.Replace.Same' })
  if (order.isHalted && asksForMore(order, typedQuantity.value, price, terms, conditions))
    return object({ text: 'Trading.Orders.NoMoreHalted' })
  return object(improvementObjection(order, typedQuantity.value, price, conditions))
}

/** Whether nothing is left to trade: the order ends with what is filled, and nothing else of it changes. */
const endsOrder = ({ cumQty }: StockOrder, orderQty: Quantity): boolean => orderQty <= cumQty

/** Whether the change brings new risk, as the desk decides it. */
function asksForMore(
  order: StockOrder,
  orderQty: Quantity,
  price: PriceKobo | undefined,
  terms: Terms,
  { marketDate = '', latestExpireDate }: ReplaceConditions,
): boolean {
  const { side, timeInForce, expireDate, leavesQty, cumQty } = order
  const before = order.price === null ? null : (nairaToPrice(order.price) ?? null)
  const lasts = lastsAsLong(terms, termsOf(order))
    ? { timeInForce, expireDate }
    : {
        timeInForce: terms.timeInForce,
        expireDate: namesLastDay(terms.timeInForce) ? terms.expireDate : (latestExpireDate ?? null),
      }
  return bringsNewRisk(
    // The day of its entry is that of an order for the day alone, and such an order is of today.
    { side, price: before, leavesQty: leavesQty as Quantity, timeInForce, expireDate, tradeDate: marketDate },
    { ...lasts, price: price ?? before, leaves: (orderQty - cumQty) as Quantity },
  )
}

/** What prevents a change in an imbalance session, which takes improvements alone. */
function improvementObjection(
  { side, orderQty, price: naira }: StockOrder,
  changedQty: Quantity,
  changedPrice: PriceKobo | undefined,
  { phase, auction }: ReplaceConditions,
): Read['objection'] {
  if (phase === undefined || auction === undefined || acceptance[phase].mayReplace !== 'improving')
    return undefined
  const price = naira === null ? null : (nairaToPrice(naira) ?? null)
  const order = { side, price, orderQty: orderQty as Quantity }
  const fault = improvementFault(order, { price: changedPrice ?? price, orderQty: changedQty }, auction)
  if (fault === undefined) return undefined
  const indicative = auction.price === null ? '' : priceText(toNaira(auction.price))
  return { text: `Trading.Replace.Fault.${fault}`, values: { price: indicative } }
}

/** The request for what was read. */
export function replacementOf(
  order: StockOrder,
  { orderQty, price, stopPx }: Read,
  terms: Terms,
): Replacement | undefined {
  if (orderQty === undefined) return undefined
  if (endsOrder(order, orderQty)) return { orderQty }
  const { timeInForce, expireDate } = terms
  return {
    orderQty,
    ...(price !== undefined && { price: toNaira(price) }),
    ...(stopPx !== undefined && toNaira(stopPx) !== order.stopPx && { stopPx: toNaira(stopPx) }),
    ...(!lastsAsLong(terms, termsOf(order)) && {
      timeInForce,
      ...(namesLastDay(timeInForce) && { expireDate }),
    }),
  }
}

/** What a replacement does: what is open afterwards, whether the order ends with what is filled, and whether it loses its place. */
export function effectOf(order: StockOrder, orderQty: Quantity, price: PriceKobo | undefined) {
  const former = order.price === null ? undefined : nairaToPrice(order.price)
  const ends = endsOrder(order, orderQty)
  return {
    ends,
    open: Math.max(orderQty - order.cumQty, 0) as Quantity,
    // Less quantity or another duration keeps the place in the book; more, or another price, goes to the back of its price.
    losesPriority:
      !ends &&
      !isStop(order.ordType) &&
      (orderQty > order.orderQty || (price !== undefined && price !== former)),
  }
}
