import type { Every } from './clock.ts'

/**
 * Does work now and again every so many milliseconds, never twice at once. Answers how to end it: that waits for what
 * is under way.
 *
 * @param onFailure is given what a pass failed with; the next one tries again.
 */
export function repeatFromNow(
  every: Every,
  ms: number,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let pass: Promise<void> | undefined
  const begin = () => {
    pass ??= work()
      .catch(onFailure)
      .finally(() => {
        pass = undefined
      })
  }
  const stop = every(ms, begin)
  begin()
  return async () => {
    stop()
    await pass
  }
}
