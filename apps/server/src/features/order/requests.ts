import {
  type CallRequest,
  isRefusal,
  nairaToPrice,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { Mandate } from '@tradebook/orders'
import { type ClientInput, type Fault, originOf } from '../../desk/inputs.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'

/** Requests about orders in the desk's terms. What these cannot carry of a new order is its fault: it is kept, refused. */

type Input<Kind extends ClientInput['kind']> = Extract<ClientInput, { kind: Kind }>

/** @param mandate what the instruction that the order names allows, or why it may not be drawn on. */
export function newOrderOf(
  input: CallRequest<'Order/SendNewOrder'>,
  context: CallContext<Caller>,
  mandate?: Mandate | Refusal,
): Input<'newOrder'> {
  const { clOrdID, account, securityID, side, ordType, timeInForce, expireDate } = input
  const { execInst, displayQty, minQty, text = null } = input
  const [price, stopPx] = [priceOf(input.price), priceOf(input.stopPx)]
  const request = {
    clOrdID,
    account,
    securityID,
    side,
    ordType,
    timeInForce,
    ...(expireDate === undefined ? {} : { expireDate }),
    ...(execInst === undefined ? {} : { execInst }),
    ...(displayQty === undefined ? {} : { displayQty: displayQty as Quantity }),
    ...(minQty === undefined ? {} : { minQty: minQty as Quantity }),
    ...(input.instructionID === undefined ? {} : { instructionID: input.instructionID }),
    ...(mandate && !isRefusal(mandate) ? { mandate } : {}),
    orderQty: input.orderQty as Quantity,
    price: price ?? null,
    ...(stopPx == null ? {} : { stopPx }),
    text,
  }
  return {
    kind: 'newOrder',
    origin: originOf(context),
    request,
    ...(isRefusal(mandate) ? { fault: mandate } : faultOf(price, stopPx)),
  }
}

export function crossOrderOf(
  input: CallRequest<'Order/sendCrossDealOrder'>,
  context: CallContext<Caller>,
): Input<'crossOrder'> {
  const { crossID, securityID, buyAccount, sellAccount, text = null } = input
  const price = priceOf(input.price)
  const request = {
    crossID,
    securityID,
    price: price ?? null,
    orderQty: input.orderQty as Quantity,
    buyAccount,
    sellAccount,
    text,
  }
  return { kind: 'crossOrder', origin: originOf(context), request, ...faultOf(price) }
}

/** @returns a refusal for what no order can have: nothing is kept of a refused replace. */
export function replaceOrderOf(
  input: CallRequest<'Order/SendOrderReplaceRequest'>,
  context: CallContext<Caller>,
): Input<'replaceOrder'> | Refusal {
  const [price, stopPx] = [priceOf(input.price), priceOf(input.stopPx)]
  if (price === undefined || stopPx === undefined) return refuse('priceNotKobo')
  const { clOrdID, orderID, timeInForce, expireDate, version } = input
  const orderQty = input.orderQty as Quantity | undefined
  const change = {
    orderQty,
    price: price ?? undefined,
    stopPx: stopPx ?? undefined,
    timeInForce,
    expireDate,
    version,
  }
  return { kind: 'replaceOrder', origin: originOf(context), clOrdID, orderID, change }
}

/** `null` for no price at all, `undefined` for a number no price can be. */
const priceOf = (naira: number | undefined): PriceKobo | null | undefined =>
  naira === undefined ? null : nairaToPrice(naira)

const faultOf = (...prices: readonly (PriceKobo | null | undefined)[]): { fault?: Fault } =>
  prices.includes(undefined) ? { fault: refuse('priceNotKobo') } : {}
