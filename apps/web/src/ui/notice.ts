import type { WordKey } from '@tradebook/contract'

/** What the catalogue needs to know of a failed call. */
interface FailedCall {
  readonly message: string
  readonly details: string | null
}

export interface Notice {
  readonly title: string
  readonly description: string
}

/**
 * The error catalogue (specification §8): message and details are title and description; a message
 * alone is a description; without even that nobody answered.
 */
export function noticeOf({ message, details }: FailedCall, word: (key: WordKey) => string): Notice {
  if (message && details) return { title: message, description: details }
  return { title: word('Error.Occurred'), description: message || word('UnknownError') }
}
