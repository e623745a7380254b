import { durations, type PriceKobo, type Refusal, refuse, Side, toNaira } from '@tradebook/contract'
import type { Mandate, NewOrder, Order } from './order.ts'
import type { Replaced } from './replace-checks.ts'

/** Why an order may not draw on its mandate. @param drawn shares that its other orders have traded or may still trade. */
export function checkMandate(
  order: NewOrder,
  mandate: Mandate,
  drawn: number,
  marketDate: string,
): Refusal | undefined {
  const { account, securityID, side } = mandate
  if (order.account !== account || order.securityID !== securityID || order.side !== side)
    return refuse('mandateDiffers', { account, securityID })
  const left = Math.max(0, mandate.orderQty - drawn)
  if (order.orderQty > left) return refuse('mandateExceeded', { left, orderQty: mandate.orderQty })
  return checkPriceOf(order.price, mandate) ?? checkLastDay(order, mandate, marketDate)
}

/**
 * Why an order under a mandate may not be replaced like this. It is never increased: another order draws on what is
 * left.
 */
export function checkMandateOfReplace(
  order: Order,
  { price, leaves, timeInForce, expireDate }: Replaced,
  marketDate: string,
): Refusal | undefined {
  const { mandate } = order
  if (!mandate || leaves === 0) return undefined
  if (order.cumQty + leaves > order.orderQty) return refuse('mandateNotRaised', { orderQty: order.orderQty })
  return checkPriceOf(price, mandate) ?? checkLastDay({ timeInForce, expireDate }, mandate, marketDate)
}

/** An order without a limit may trade at any price. */
function checkPriceOf(price: PriceKobo | null, mandate: Mandate): Refusal | undefined {
  if (mandate.price === null) return undefined
  const isWithin =
    price !== null && (mandate.side === Side.buy ? price <= mandate.price : price >= mandate.price)
  return isWithin ? undefined : refuse('mandatePrice', { price: toNaira(BigInt(mandate.price) as never) })
}

function checkLastDay(
  { timeInForce, expireDate }: Pick<NewOrder, 'timeInForce' | 'expireDate'>,
  { until }: Mandate,
  marketDate: string,
): Refusal | undefined {
  const { lastDay } = durations[timeInForce]
  const last = lastDay === 'ofEntry' ? marketDate : lastDay === 'named' ? (expireDate ?? marketDate) : null
  return last !== null && last <= until ? undefined : refuse('mandateUntil', { until })
}

/** How much of each instruction its orders have traded or may still trade. It follows from the orders. */
export class DrawnMandates {
  readonly #drawn = new Map<number, number>()

  of(instructionID: number): number {
    return this.#drawn.get(instructionID) ?? 0
  }

  /** Counts an open order. */
  opened(order: Order): void {
    this.#add(order, drawnBy(order))
  }

  /** Counts the outcome of an order. */
  changed(before: Order, after: Order): void {
    this.#add(after, drawnBy(after) - drawnBy(before))
  }

  /** Counts what ended orders have traded. */
  traded(instructionID: number, quantity: number): void {
    this.#drawn.set(instructionID, this.of(instructionID) + quantity)
  }

  #add({ instructionID }: Order, quantity: number): void {
    if (instructionID !== null) this.traded(instructionID, quantity)
  }
}

const drawnBy = ({ cumQty, leavesQty }: Order): number => cumQty + leavesQty
