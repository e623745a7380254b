import { runForAll } from '../store/connection-shares.ts'

/** Work whose duration must not show in the answer to the request that asked for it. */
export interface AfterAnswers {
  /** Does the work once the answer is sent, after what waits already. Answers false where too much waits: it is not done. */
  add(work: () => Promise<void>): boolean
  /** Resolves when all that was added is done. */
  idle(): Promise<void>
}

/** So long after it was added a work begins: answers of requests that came at once are sent. */
const PAUSE_MS = 100
/** More than people who ask within seconds. */
const MOST_WAITING = 1_000

/**
 * One work at a time, so that many that are asked for at once take little from anyone who is answered meanwhile.
 *
 * @param onFailure is given what a work failed with; nobody waits for it any more.
 */
export function openAfterAnswers(
  wait: (ms: number) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): AfterAnswers {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    add(work) {
      if (waiting >= MOST_WAITING) return false
      waiting++
      last = Promise.all([last, wait(PAUSE_MS)])
        .then(() => runForAll(work))
        .catch(onFailure)
        .finally(() => {
          waiting--
        })
      return true
    },
    idle: () => last,
  }
}
