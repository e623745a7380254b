import { refusals } from '@tradebook/contract'
import type { ApiError } from '../../api/api-error.ts'

/** What a failed request to enter, replace or cancel an order means for it. */
export interface RequestFailure {
  /**
   * `refused`: decided against. `notTaken`: turned away before it was decided, so it may be sent
   * again. `unknown`: it may have been done; sent again with its own id it is not done twice.
   */
  readonly standing: 'refused' | 'notTaken' | 'unknown'
  readonly title: string
  readonly details: string
  /** Seconds the server asks to wait before the next try. */
  readonly retryAfterS?: number | undefined
}

/** Gateways that lost the server on the way: nobody knows what it did. */
const LOST_ON_THE_WAY: readonly number[] = [0, 502, 503, 504]
const TOO_MANY_REQUESTS = 429
const TURNED_AWAY: readonly number[] = [refusals.busy.code, refusals.tooManyRequests.code]

/** @param nobodyAnswered the title where the answer has none. */
export function failureOf(
  error: Pick<ApiError, 'status' | 'code' | 'message' | 'details' | 'retryAfterS'>,
  nobodyAnswered: string,
): RequestFailure {
  const { status, code, message, details, retryAfterS } = error
  const said = { title: message || nobodyAnswered, details: details ?? '' }
  if (TURNED_AWAY.includes(code) || status === TOO_MANY_REQUESTS) {
    return { standing: 'notTaken', ...said, retryAfterS }
  }
  const isOpen = LOST_ON_THE_WAY.includes(status) || code === refusals.outcomeUnknown.code
  return { standing: isOpen ? 'unknown' : 'refused', ...said }
}
