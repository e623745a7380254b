/** A connection that can be paused. */
export interface Pausable {
  pause(): unknown
  resume(): unknown
}

export interface ThrottleTime {
  /** Milliseconds, never running backwards. */
  readonly now: () => number
  readonly later: (task: () => void, ms: number) => unknown
}

/** How long each refusal pauses its connection: the time of one order at 50 a second. */
export const REFUSAL_MS = 20
/** The longest pause: the next request on the same connection may be a cancel. */
export const LONGEST_MS = 2_000

/** The recent refusals of a user. */
interface Penalty {
  /** When the pauses of its refusals, one after the other, are over. */
  until: number
  /** When the next of the user's connections may resume. */
  resumeAt: number
}

/**
 * Pauses reading from connections whose requests were refused as too many or as unreadable. A refusal
 * costs the server time, too, and many at once would make everybody else wait. The refusals of a user add up over all
 * its connections, and only connections with a refusal are paused. They resume one after the other:
 * everything that has accumulated on them, read at once, would make everybody wait as well.
 */
export class ReadThrottle {
  readonly #time: ThrottleTime
  readonly #penalties = new Map<string, Penalty>()
  /** When the pause of a connection is over. */
  readonly #pausedUntil = new WeakMap<Pausable, number>()

  constructor(time: ThrottleTime) {
    this.#time = time
  }

  /** A request of the user on this connection was refused. */
  refused(user: string, connection: Pausable): void {
    const now = this.#time.now()
    const penalty = this.#penalties.get(user) ?? { until: now, resumeAt: now }
    this.#penalties.set(user, penalty)
    penalty.until = Math.min(Math.max(now, penalty.until) + REFUSAL_MS, now + LONGEST_MS)
    const isPaused = this.#pausedUntil.has(connection)
    this.#pausedUntil.set(connection, penalty.until)
    // Fastify may have resumed it to read the body of another request.
    connection.pause()
    if (!isPaused) this.#waitFor(penalty.until, user, penalty, connection)
  }

  #waitFor(moment: number, user: string, penalty: Penalty, connection: Pausable): void {
    this.#time.later(
      () => {
        if (!this.#waitsLonger(user, penalty, connection)) this.#resume(user, penalty, connection)
      },
      Math.max(0, moment - this.#time.now()),
    )
  }

  #resume(user: string, penalty: Penalty, connection: Pausable): void {
    const now = this.#time.now()
    const resumeAt = Math.max(now, penalty.resumeAt)
    penalty.resumeAt = resumeAt + REFUSAL_MS
    this.#time.later(() => {
      if (this.#waitsLonger(user, penalty, connection)) return
      this.#pausedUntil.delete(connection)
      // After the last connection nothing is left to keep.
      if (penalty.until <= resumeAt && penalty.resumeAt === resumeAt + REFUSAL_MS)
        this.#penalties.delete(user)
      connection.resume()
    }, resumeAt - now)
  }

  /** Whether it was refused again meanwhile, in which case it waits again. */
  #waitsLonger(user: string, penalty: Penalty, connection: Pausable): boolean {
    const until = this.#pausedUntil.get(connection) ?? 0
    const isLonger = until > this.#time.now()
    if (isLonger) this.#waitFor(until, user, penalty, connection)
    return isLonger
  }
}
