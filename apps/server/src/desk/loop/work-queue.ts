import type { MarketWork } from '../../venue/market-operation.ts'

/** So many pieces of work wait at most. */
const WAITING = 4
/** How long no work is taken after what could not be recorded: twice as long each time. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Work of the market's own that waits for the desk. The books are rebuilt after work that cannot be recorded,
 * and its sender sends it again at once: so none is taken for a while then.
 */
export class WorkQueue {
  readonly #now: () => number
  #waiting: MarketWork[] = []
  #pauseMs = 0
  #pausedUntil = 0

  /** @param now milliseconds, never running backwards. */
  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#waiting.length
  }

  /** Lets work wait; false when too much does, or none is taken. */
  enter(work: MarketWork): boolean {
    if (this.#waiting.length >= WAITING || this.#now() < this.#pausedUntil) return false
    this.#waiting.push(work)
    return true
  }

  takeAll(): readonly MarketWork[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }

  /** What was taken is persisted. */
  wasRecorded(): void {
    this.#pauseMs = 0
  }

  /** What was taken cannot be persisted. */
  wasUnrecordable(): void {
    this.#pauseMs = Math.min(this.#pauseMs * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
    this.#pausedUntil = this.#now() + this.#pauseMs
  }
}
