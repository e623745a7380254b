import { useEffect, useState } from 'react'
import { liveMarket } from '../../../live/live-market.ts'
import { marketNow } from '../../../market-clock.ts'

/** The indicative price of an auction from a moment on, until the next one. */
export interface IndicativePrice {
  /** Milliseconds since 1970, in market time. */
  readonly at: number
  /** Naira. */
  readonly price: number
}

/** Four a second for ten minutes; what is older is left out. */
const MOST_PRICES = 2_400

/** The prices with one more, unless it is the price that stands already. */
export function withPrice(
  prices: readonly IndicativePrice[],
  { at, price }: { readonly at: number; readonly price: number | null | undefined },
): readonly IndicativePrice[] {
  if (price === null || price === undefined || prices.at(-1)?.price === price) return prices
  return [...prices.slice(1 - MOST_PRICES), { at, price }]
}

/** The indicative prices of a security since the component is mounted, oldest first. */
export function useIndicativePrices(securityID: string): readonly IndicativePrice[] {
  const [prices, setPrices] = useState<readonly IndicativePrice[]>([])
  useEffect(() => {
    const row = liveMarket.store.statistics.row(securityID)
    const take = () => {
      const at = marketNow()
      if (at === undefined) return
      const price = row.get()?.indicativePx
      setPrices((before) => withPrice(before, { at, price }))
    }
    setPrices([])
    take()
    return row.subscribe(take)
  }, [securityID])
  return prices
}

/** A place in a picture, in its units, from the top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

interface Picture {
  readonly width: number
  readonly height: number
  /** The times at its left and right edge, in milliseconds. */
  readonly from: number
  readonly until: number
  readonly now: number
}

/** The prices as a line of steps that ends now: each stands until the next. One price is drawn at half height. */
export function stepsOf(
  prices: readonly IndicativePrice[],
  { width, height, from, until, now }: Picture,
): readonly Point[] {
  const low = Math.min(...prices.map(({ price }) => price))
  const span = Math.max(...prices.map(({ price }) => price)) - low
  const x = (at: number) => (width * (Math.min(Math.max(at, from), until) - from)) / Math.max(1, until - from)
  const y = (price: number) => (span === 0 ? height / 2 : height * (1 - (price - low) / span))
  return prices.flatMap(({ at, price }, index) => [
    { x: x(at), y: y(price) },
    { x: x(prices[index + 1]?.at ?? now), y: y(price) },
  ])
}
