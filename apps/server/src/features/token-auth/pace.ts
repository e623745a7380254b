/** The longest an attempt is made to wait; one that would wait longer is refused with the time to try again. */
const LONGEST_WAIT_MS = 8_000

/**
 * Attempts at one subject that must keep a distance in time, each given its own moment. What waits
 * is bounded, for an attempt that waits holds its connection open.
 */
export class Pace {
  readonly #nextAt = new Map<string, number>()

  /**
   * How an attempt at `now`, on a clock that never runs backwards, keeps its distance: the milliseconds it waits, or the whole seconds
   * after which it may come again.
   */
  take(subject: string, gapMs: number, now: number): { waitMs: number } | { comeBackSeconds: number } {
    if (gapMs === 0) return { waitMs: 0 }
    for (const [past, nextAt] of this.#nextAt) if (nextAt <= now) this.#nextAt.delete(past)
    // The first waits, too: an attempt alone is not quicker than one of many.
    const at = (this.#nextAt.get(subject) ?? now) + gapMs
    if (at - now > LONGEST_WAIT_MS) return { comeBackSeconds: Math.ceil((at - now) / 1000) }
    this.#nextAt.set(subject, at)
    return { waitMs: at - now }
  }
}
