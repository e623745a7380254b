import type { StatisticsChange } from '@tradebook/contract'

/**
 * Statistics are a state, not a sequence: changes of a security that come close together are sent
 * as one. After a pause a change is sent at once; while changes keep coming, at a fixed interval.
 */
export class StatisticsConflation {
  readonly #everyMs: number
  readonly #send: (change: StatisticsChange) => void
  readonly #waiting = new Map<string, StatisticsChange>()
  #sentAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number, send: (change: StatisticsChange) => void) {
    this.#everyMs = everyMs
    this.#send = send
  }

  add(change: StatisticsChange): void {
    const { securityID } = change
    this.#waiting.set(securityID, { ...this.#waiting.get(securityID), ...change })
  }

  /** Drops the change of a security whose statistics were sent whole. */
  drop(securityID: string): void {
    this.#waiting.delete(securityID)
  }

  /** Sends the waiting changes at once if the interval is over, and otherwise when it is. */
  flush(): void {
    if (this.#timer || this.#waiting.size === 0) return
    const waitMs = this.#sentAt + this.#everyMs - performance.now()
    if (waitMs <= 0) this.#sendAll()
    else this.#timer = setTimeout(() => this.#sendAll(), waitMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting.clear()
  }

  #sendAll(): void {
    this.#timer = undefined
    this.#sentAt = performance.now()
    for (const change of this.#waiting.values()) this.#send(change)
    this.#waiting.clear()
  }
}
