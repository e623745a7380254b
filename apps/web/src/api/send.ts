import { t } from 'i18next'
import { ApiError } from './api-error.ts'
import { failureOf, type RequestFailure } from './request-failure.ts'

/** After this long without an answer the person reads that it takes longer than usual. */
export const SLOW_MS = 2_000

/** What became of one request to change something, as a value: a refusal is an answer. */
export type SendOutcome<Output> =
  | { readonly status: 'done'; readonly output: Output }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

/**
 * Awaits a request that changes something. The one place that decides when it counts as slow and
 * what its failure means; `useSend` is its form for components.
 *
 * @param work makes the call or calls of one change.
 * @param onSlow runs once when there is no answer after `SLOW_MS`.
 * @throws whatever `work` throws that is no `ApiError`: a fault of the page.
 */
export async function send<Output>(
  work: () => Promise<Output>,
  onSlow: () => void = () => undefined,
): Promise<SendOutcome<Output>> {
  const slow = setTimeout(onSlow, SLOW_MS)
  try {
    return { status: 'done', output: await work() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: 'failed', failure: failureOf(error, t('UnknownError')) }
  } finally {
    clearTimeout(slow)
  }
}
