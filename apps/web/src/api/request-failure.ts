import { refusals } from '@tradebook/contract'
import type { ApiError, ValidationError } from './api-error.ts'

/** What a call that should have changed something, and failed, means for the change. */
export interface RequestFailure {
  /**
   * `refused`: decided against. `notTaken`: turned away before it was decided, so it may be sent
   * again. `unknown`: it may have been done.
   */
  readonly standing: 'refused' | 'notTaken' | 'unknown'
  /** The code of the refusal; 0 where the answer has none. */
  readonly code?: number
  readonly title: string
  readonly details: string
  /** What the refusal has for a program. */
  readonly data?: Readonly<Record<string, unknown>>
  /** What is wrong with single fields. */
  readonly validationErrors?: readonly ValidationError[]
  /** Seconds the server asks to wait before the next try. */
  readonly retryAfterS?: number | undefined
}

/** Answers of gateways that lost the server on the way, and no answer at all: the outcome is unknown. */
const LOST_ON_THE_WAY: readonly number[] = [0, 502, 503, 504]
const TOO_MANY_REQUESTS = 429
const TURNED_AWAY: readonly number[] = [refusals.busy.code, refusals.tooManyRequests.code]

/** @param nobodyAnswered the title where the answer has none. */
export function failureOf(
  error: Pick<
    ApiError,
    'status' | 'code' | 'message' | 'details' | 'data' | 'validationErrors' | 'retryAfterS'
  >,
  nobodyAnswered: string,
): RequestFailure {
  const { status, code, message, details, data, validationErrors, retryAfterS } = error
  const words = { code, title: message || nobodyAnswered, details: details ?? '', data, validationErrors }
  if (TURNED_AWAY.includes(code) || status === TOO_MANY_REQUESTS) {
    return { standing: 'notTaken', ...words, retryAfterS }
  }
  const isOpen = LOST_ON_THE_WAY.includes(status) || code === refusals.outcomeUnknown.code
  return { standing: isOpen ? 'unknown' : 'refused', ...words }
}
