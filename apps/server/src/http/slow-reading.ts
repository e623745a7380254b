/** A connection that can be read later. */
export interface Readable {
  pause(): unknown
  resume(): unknown
}

export interface SlowReadingTime {
  /** Milliseconds, never running backwards. */
  readonly now: () => number
  readonly later: (task: () => void, ms: number) => unknown
}

/** So much later is read who was refused, for each refusal: the time of one order at 50 a second. */
export const REFUSAL_MS = 20
/** But not later than this: a cancel may come next on the same connection. */
export const LONGEST_MS = 2_000

/**
 * Who is told to come back later and goes on asking is read later: refusing costs the server time,
 * too, and many refusals at once would make everybody else wait. A user's refusals add up on all
 * its connections; only those that were refused are read later.
 */
export class SlowReading {
  readonly #time: SlowReadingTime
  /** Until when a user's refusals last. */
  readonly #lastUntil = new Map<string, number>()
  /** Until when a connection is not read. */
  readonly #pausedUntil = new WeakMap<Readable, number>()

  constructor(time: SlowReadingTime) {
    this.#time = time
  }

  /** A request of the user's on this connection was refused because of too many. */
  refused(user: string, connection: Readable): void {
    const now = this.#time.now()
    const until = Math.min(Math.max(now, this.#lastUntil.get(user) ?? 0) + REFUSAL_MS, now + LONGEST_MS)
    this.#lastUntil.set(user, until)
    const isPaused = this.#pausedUntil.has(connection)
    this.#pausedUntil.set(connection, until)
    // Reading the body of another request may have resumed it.
    connection.pause()
    if (!isPaused) this.#resumeIn(until - now, user, connection)
  }

  #resumeIn(ms: number, user: string, connection: Readable): void {
    this.#time.later(() => {
      const now = this.#time.now()
      const leftMs = (this.#pausedUntil.get(connection) ?? 0) - now
      if (leftMs > 0) {
        this.#resumeIn(leftMs, user, connection)
        return
      }
      this.#pausedUntil.delete(connection)
      if ((this.#lastUntil.get(user) ?? 0) <= now) this.#lastUntil.delete(user)
      connection.resume()
    }, ms)
  }
}
