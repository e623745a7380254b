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

const shower = () => import(/* webpackChunkName: "notification" */ './notification.ts')

/** Fetch what shows notifications while the line still works: no answer at all is one of the errors. */
export const prepareNotifications = async (): Promise<void> => {
  await shower().catch(() => undefined)
}

/** Show an error. The same error twice is shown once: one lost connection fails many calls. */
export const notifyError = async (notice: Notice): Promise<void> => (await shower()).show(notice)
