export interface Rate {
  /** What can be spent at once after a pause. */
  readonly burst: number
  /** What can be spent lastingly. */
  readonly perSecond: number
}

/**
 * A token bucket: full at first, spent by what is done, filled again by time. The last thing that
 * was allowed may cost more than there is: the debt is paid before anything else is allowed.
 */
export class TokenBucket {
  readonly #limits: Rate
  #tokens: number
  #filledAt: number

  constructor(limits: Rate, now: number) {
    this.#limits = limits
    this.#tokens = limits.burst
    this.#filledAt = now
  }

  get isEmpty(): boolean {
    return this.#tokens <= 0
  }

  get isFull(): boolean {
    return this.#tokens >= this.#limits.burst
  }

  has(tokens: number): boolean {
    return this.#tokens >= tokens
  }

  spend(tokens: number): void {
    this.#tokens -= tokens
  }

  /** Take all that is left. */
  empty(): void {
    this.#tokens = Math.min(this.#tokens, 0)
  }

  /** Add what the time since the last filling brings. */
  fill(now: number): void {
    const { burst, perSecond } = this.#limits
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond)
    this.#filledAt = now
  }
}
