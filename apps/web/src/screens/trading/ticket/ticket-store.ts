import { OrdType, type PriceKobo, Side, TimeInForce, toNaira } from '@tradebook/contract'
import { create } from 'zustand'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { word } from '../../../words.ts'
import type { Draft, ReadyOrder } from './draft.ts'
import { answered, failed, IDLE, intentOf, isUnderway, newOrderOf, type Sending, SLOW_MS } from './sending.ts'

interface Ticket {
  readonly draft: Draft
  /** On a small screen the ticket is a sheet. */
  readonly isOpen: boolean
  /** Raised when something outside wants the person to go on in the ticket. */
  readonly summons: number
  /** The order stands for review; nothing was sent yet. */
  readonly isReviewing: boolean
  readonly sending: Sending
}

const blank: Draft = {
  side: Side.buy,
  ordType: OrdType.limit,
  timeInForce: TimeInForce.day,
  quantityText: '',
  priceText: '',
}

export const useTicket = create<Ticket>(() => ({
  draft: blank,
  isOpen: false,
  summons: 0,
  isReviewing: false,
  sending: IDLE,
}))

const { getState, setState } = useTicket

export const pricePlain = (price: PriceKobo): string => toNaira(price).toFixed(2)

/** Change the draft: what was reviewed is no longer what would be sent. */
export const edit = (change: Partial<Draft>): void =>
  setState(({ draft }) => ({ draft: { ...draft, ...change }, isReviewing: false }))

interface TicketRequest {
  readonly side: Side
  /** Naira, from the book. */
  readonly price?: number
}

/** Bring the ticket up for a side, at a price where one was pointed at. */
export function openTicket({ side, price }: TicketRequest): void {
  edit({ side, ...(price !== undefined && { priceText: price.toFixed(2), ordType: OrdType.limit }) })
  setState(({ summons }) => ({ isOpen: true, summons: summons + 1 }))
}

export const closeTicket = (): void => setState({ isOpen: false, isReviewing: false })

/** Another security: prices and quantities of the one before mean nothing here. */
export const startAfresh = (): void =>
  setState(({ draft, sending }) => ({
    draft: { ...draft, priceText: '', quantityText: '' },
    isReviewing: false,
    sending: isUnderway(sending) ? sending : IDLE,
  }))

export const review = (isReviewing: boolean): void => setState({ isReviewing })

/** Send an order once: while it is underway, asking again does nothing. */
export async function send(order: ReadyOrder): Promise<void> {
  const { sending } = getState()
  if (isUnderway(sending)) return
  const intent = intentOf(order, sending, () => crypto.randomUUID())
  setState({ sending: { phase: 'sending', intent }, isReviewing: false })
  const slow = setTimeout(() => setState({ sending: { phase: 'slow', intent } }), SLOW_MS)
  try {
    const kept = await call('Order/SendNewOrder', newOrderOf(intent))
    liveMarket.store.orders.take(kept)
    setState(({ draft }) => ({ sending: answered(kept), draft: { ...draft, quantityText: '' } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    setState({ sending: failed(intent, error, word('UnknownError')) })
  } finally {
    clearTimeout(slow)
  }
}
