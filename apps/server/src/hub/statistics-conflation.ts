import type { StatisticsChange } from '@tradebook/contract'

/**
 * Statistics are a state, not a sequence: changes of a security that come close together are told
 * as one. After a pause a change is told at once; while they keep coming, every so often.
 */
export class StatisticsConflation {
  readonly #everyMs: number
  readonly #tell: (change: StatisticsChange) => void
  readonly #waiting = new Map<string, StatisticsChange>()
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number, tell: (change: StatisticsChange) => void) {
    this.#everyMs = everyMs
    this.#tell = tell
  }

  add(change: StatisticsChange): void {
    const { securityID } = change
    this.#waiting.set(securityID, { ...this.#waiting.get(securityID), ...change })
  }

  /** What was told whole needs no change told. */
  forget(securityID: string): void {
    this.#waiting.delete(securityID)
  }

  /** Tell what waits if it is time, or see to it that it will be told. */
  settle(): void {
    if (this.#timer || this.#waiting.size === 0) return
    const waitMs = this.#toldAt + this.#everyMs - performance.now()
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
    this.#toldAt = performance.now()
    for (const change of this.#waiting.values()) this.#tell(change)
    this.#waiting.clear()
  }
}
