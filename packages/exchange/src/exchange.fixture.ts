import { priceKobo, quantity, Side } from '@tradebook/contract'
import { beforeEach } from 'vitest'
import { copiedEvent } from '../oracle/copied-event.ts'
import type { BookChange, ExchangeEvent } from './events.ts'
import { type EnterOrder, Exchange } from './exchange.ts'
import type { MarketOptions } from './market.ts'
import type { SecurityTerms } from './rules.ts'

/** Reference 10.00 naira, tick 5 kobo, limits 9.00 and 11.00; 100 shares move the published price. */
export const ABC: SecurityTerms = {
  securityID: 'ABC',
  tickKobo: 5,
  referencePx: priceKobo(1_000),
  limitBps: 1_000,
  minMoveQty: quantity(100),
}
export const XYZ: SecurityTerms = { ...ABC, securityID: 'XYZ' }

export let exchange: Exchange
let now: number

/** Opens an exchange instead of the one before; its time starts at 0. */
export function open(listings: SecurityTerms[] = [ABC, XYZ], state?: MarketOptions): void {
  exchange = new Exchange(listings, { reservedOrders: 64, ...state })
  now = 0
}

/** Gives each test of a file an exchange of its own, with two securities. */
export function openForEachTest(): void {
  beforeEach(() => open())
}

/** Each order at a second of its own: the n-th call happens at n. */
export function enter(
  tag: number,
  side: Side,
  count: number,
  price: number | null,
  more: Partial<EnterOrder> = {},
) {
  const order = {
    tag,
    participant: 0,
    security: 0,
    side,
    price: price === null ? null : priceKobo(price),
    quantity: count as EnterOrder['quantity'],
    timeInForce: 'rest',
  } as const
  exchange.enter({ ...order, ...more }, ++now)
}
export const buy = (tag: number, count: number, price: number | null, more?: Partial<EnterOrder>) =>
  enter(tag, Side.buy, count, price, more)
export const sell = (tag: number, count: number, price: number | null, more?: Partial<EnterOrder>) =>
  enter(tag, Side.sell, count, price, more)
export function replace(handle: number, price: number | null, leaves: number) {
  const change = { price: price === null ? null : priceKobo(price), leaves: leaves as EnterOrder['quantity'] }
  return exchange.replace(handle, change, ++now)
}

/** What happened since the last look. */
export const happened = () => Array.from(exchange.takeEvents(), copiedEvent)
/** The book as 'side count@price#tag', best first. */
export const book = (security = 0) =>
  [...exchange.entries(security)].map(
    ({ side, size, price, tag }) => `${side === Side.buy ? 'buy' : 'sell'} ${size}@${price}#${tag}`,
  )

/** A book event of security 0. */
export const bookEvent = (
  kind: BookChange['kind'],
  rptSeq: number,
  side: Side,
  entryNumber: number,
  size: number,
  price: number,
  time: number,
): BookChange => ({
  kind,
  security: 0,
  side,
  entryNumber,
  price: priceKobo(price),
  size: quantity(size),
  time,
  rptSeq,
})

export const all = (...events: ExchangeEvent[]) => events
