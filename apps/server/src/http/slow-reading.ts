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

/** What a user has been refused lately. */
interface Debt {
  /** Until when the refusals last. */
  until: number
  /** When the next of its connections may be read again. */
  turnAt: number
}

/**
 * Who is told to come back later and goes on asking is read later: refusing costs the server time,
 * too, and many refusals at once would make everybody else wait. A user's refusals add up on all
 * its connections; only those that were refused are read later. They are read again one after the
 * other: what has piled up on all of them at once would make everybody wait as well.
 */
export class SlowReading {
  readonly #time: SlowReadingTime
  readonly #debts = new Map<string, Debt>()
  /** Until when a connection is not read. */
  readonly #pausedUntil = new WeakMap<Readable, number>()

  constructor(time: SlowReadingTime) {
    this.#time = time
  }

  /** A request of the user's on this connection was refused because of too many. */
  refused(user: string, connection: Readable): void {
    const now = this.#time.now()
    const debt = this.#debts.get(user) ?? { until: now, turnAt: now }
    this.#debts.set(user, debt)
    debt.until = Math.min(Math.max(now, debt.until) + REFUSAL_MS, now + LONGEST_MS)
    const isPaused = this.#pausedUntil.has(connection)
    this.#pausedUntil.set(connection, debt.until)
    // Reading the body of another request may have resumed it.
    connection.pause()
    if (!isPaused) this.#waitFor(debt.until, user, debt, connection)
  }

  #waitFor(moment: number, user: string, debt: Debt, connection: Readable): void {
    this.#time.later(() => {
      if (!this.#waitsLonger(user, debt, connection)) this.#takeTurn(user, debt, connection)
    }, moment - this.#time.now())
  }

  #takeTurn(user: string, debt: Debt, connection: Readable): void {
    const now = this.#time.now()
    const turnAt = Math.max(now, debt.turnAt)
    debt.turnAt = turnAt + REFUSAL_MS
    this.#time.later(() => {
      if (this.#waitsLonger(user, debt, connection)) return
      this.#pausedUntil.delete(connection)
      // Of the last one's turn nothing is left to know.
      if (debt.until <= turnAt && debt.turnAt === turnAt + REFUSAL_MS) this.#debts.delete(user)
      connection.resume()
    }, turnAt - now)
  }

  /** Whether it was refused again while it waited. */
  #waitsLonger(user: string, debt: Debt, connection: Readable): boolean {
    const until = this.#pausedUntil.get(connection) ?? 0
    const isLonger = until > this.#time.now()
    if (isLonger) this.#waitFor(until, user, debt, connection)
    return isLonger
  }
}
