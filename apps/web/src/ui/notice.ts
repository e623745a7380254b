import type { TFunction } from 'i18next'

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
export function noticeOf({ message, details }: FailedCall, t: TFunction): Notice {
  if (message && details) return { title: message, description: details }
  return { title: t('Error.Occurred'), description: message || t('UnknownError') }
}
