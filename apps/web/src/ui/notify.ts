import type { WordKey } from '@tradebook/contract'
import { notification } from 'antd'

/** Seconds an error notification stays (specification §8). */
export const NOTIFICATION_S = 3.5

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

/** Show an error. The same error twice is shown once: one lost connection fails many calls. */
export const notifyError = ({ title, description }: Notice): void =>
  notification.error({
    key: `${title}\n${description}`,
    title,
    description,
    duration: NOTIFICATION_S,
    placement: 'topRight',
    role: 'alert',
  })
