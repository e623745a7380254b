/**
 * The wire's time of an instant: ISO 8601 in UTC. Epoch milliseconds in; no clock is read. The last
 * answer is kept, for everything that happens in one turn has the same time.
 */
export function isoTime(epochMs: number): string {
  if (epochMs !== last.epochMs) {
    last.epochMs = epochMs
    last.text = new Date(epochMs).toISOString()
  }
  return last.text
}

const last = { epochMs: Number.NaN, text: '' }

/** Lagos keeps UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000
const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length

/** The calendar date in the market's zone, `YYYY-MM-DD`. */
export const lagosDate = (epochMs: number): string =>
  isoTime(epochMs + LAGOS_OFFSET_MS).slice(0, ISO_DATE_LENGTH)

/** Minutes since midnight in the market's zone. */
export const lagosMinutes = (epochMs: number): number =>
  Math.floor(((epochMs + LAGOS_OFFSET_MS) % 86_400_000) / 60_000)
