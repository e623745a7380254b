/**
 * Of values that replace each other the newest is sent, at most once in so many milliseconds. After a
 * pause a value is sent at once; while values keep coming, at a fixed interval.
 */
export class NewestOnly<T> {
  readonly #everyMs: number
  readonly #send: (value: T) => void
  #waiting: { readonly value: T } | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(everyMs: number, send: (value: T) => void) {
    this.#everyMs = everyMs
    this.#send = send
  }

  add(value: T): void {
    this.#waiting = { value }
    if (this.#timer) return
    const waitMs = this.#sentAt + this.#everyMs - performance.now()
    if (waitMs <= 0) this.#sendNewest()
    else this.#timer = setTimeout(() => this.#sendNewest(), waitMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = undefined
  }

  #sendNewest(): void {
    const waiting = this.#waiting
    this.#timer = undefined
    this.#waiting = undefined
    this.#sentAt = performance.now()
    if (waiting) this.#send(waiting.value)
  }
}
