import type { RefusalName } from '@tradebook/contract'
import { SILENT } from '../../store/connection.ts'
import { leapInWords } from '../decisions/market-clock.ts'

/** A database that has not answered for this long is considered unavailable, although its statement may still end. */
const SILENT_MS = 3_000

/** Why requests are not accepted: the refusal for callers, and the reason for operators. */
export interface Unavailability {
  readonly refusal: Extract<RefusalName, 'unavailable' | 'tradingPaused'>
  readonly reason: string
}

/** The parts of a desk that can prevent it from accepting requests. */
export interface Condition {
  readonly isEnding: boolean
  /** Why the desk is cut off from its record; undefined while it is not. */
  readonly away: string | undefined
  /** For how many milliseconds an answer of the database has been awaited. */
  readonly silentForMs: number
  readonly isRebuilding: boolean
  /** By how many milliseconds the wall clock has jumped, while it is not known whether it is right. */
  readonly leap: number | undefined
}

/** What prevents accepting requests, the most serious first; `undefined` if nothing does. */
export function unavailabilityOf({
  isEnding,
  away,
  silentForMs,
  isRebuilding,
  leap,
}: Condition): Unavailability | undefined {
  if (isEnding) return { refusal: 'unavailable', reason: 'The server is stopping.' }
  if (away !== undefined) return { refusal: 'unavailable', reason: away }
  if (silentForMs > SILENT_MS)
    return { refusal: 'unavailable', reason: isRebuilding ? 'The market is being rebuilt.' : SILENT }
  return leap === undefined ? undefined : { refusal: 'tradingPaused', reason: leapInWords(leap) }
}
