export interface Rate {
  /** How many tokens can be consumed at once after a pause. */
  readonly burst: number
  /** How many tokens can be consumed a second in the long run. */
  readonly perSecond: number
}

/**
 * A token bucket: full at first, emptied by what is consumed, refilled by time. It may go below
 * zero: the last thing that was allowed may cost more than there is, and the debt is paid before
 * anything else is allowed.
 */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #refilledAt: number

  /** @param now milliseconds, never running backwards; so is every `now` of `refill`. */
  constructor(rate: Rate, now: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#refilledAt = now
  }

  get isEmpty(): boolean {
    return this.#tokens <= 0
  }

  get isFull(): boolean {
    return this.#tokens >= this.#rate.burst
  }

  has(tokens: number): boolean {
    return this.#tokens >= tokens
  }

  consume(tokens: number): void {
    this.#tokens -= tokens
  }

  /** Consumes all that is left. */
  drain(): void {
    this.#tokens = Math.min(this.#tokens, 0)
  }

  /** Adds the tokens of the time since the last refill. */
  refill(now: number): void {
    const { burst, perSecond } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) / 1000) * perSecond)
    this.#refilledAt = now
  }
}
