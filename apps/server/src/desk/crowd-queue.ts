import type { CrowdCommand } from './crowd-port.ts'

/** So many batches of the crowd wait at most. */
const WAITING = 4
/** How long nothing of the crowd is taken after what could not be recorded: twice as long each time. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Batches of the crowd's commands that wait for the desk. The books are rebuilt after commands that
 * cannot be recorded, and the crowd quotes again at once: so nothing of it is taken for a while then.
 */
export class CrowdQueue {
  readonly #now: () => number
  #waiting: (readonly CrowdCommand[])[] = []
  #pauseMs = 0
  #pausedUntil = 0

  /** @param now milliseconds, never running backwards. */
  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#waiting.length
  }

  /** Lets a batch wait; false when too many do, or nothing of the crowd is taken. */
  enter(commands: readonly CrowdCommand[]): boolean {
    if (this.#waiting.length >= WAITING || this.#now() < this.#pausedUntil) return false
    this.#waiting.push(commands)
    return true
  }

  takeAll(): readonly (readonly CrowdCommand[])[] {
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
