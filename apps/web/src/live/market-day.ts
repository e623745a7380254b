/** Lagos keeps UTC+1 all year round. */
const LAGOS_OFFSET_MS = 60 * 60 * 1_000
const DAY_MS = 24 * 60 * 60 * 1_000

/** Midnight in the market's zone before a moment. */
export function startOfMarketDay(moment: Date): Date {
  const local = moment.getTime() + LAGOS_OFFSET_MS
  return new Date(local - (local % DAY_MS) - LAGOS_OFFSET_MS)
}
