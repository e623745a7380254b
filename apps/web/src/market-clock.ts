/**
 * The market's time, as the server has it: a demo's day is not the world's, and a browser's clock may be
 * wrong. Between two answers of the server it goes on by the browser's steady clock, which nobody sets.
 */

interface Known {
  /** Milliseconds since 1970, in market time. */
  readonly marketMs: number
  /** When that was received, in milliseconds of the steady clock. */
  readonly receivedMs: number
  /** How many seconds of market time pass in one. */
  readonly speed: number
}

let known: Known | undefined

/** Sets the market's time to what the server has just answered. */
export function setMarketTime(marketTime: string, speed: number): void {
  known = { marketMs: Date.parse(marketTime), receivedMs: performance.now(), speed }
}

/**
 * The market's time at a moment of this browser's clock, such as that of a lost connection: what is shown next to the
 * market's clock is of that clock. `undefined` until the server has said the time.
 */
export const marketTimeAt = (browserMs: number): number | undefined => {
  const now = marketNow()
  return known && now !== undefined ? now - (Date.now() - browserMs) * known.speed : undefined
}

/** The market's time now in milliseconds since 1970; `undefined` until the server has said it. */
export const marketNow = (): number | undefined =>
  known && known.marketMs + (performance.now() - known.receivedMs) * known.speed
