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
 *
 * Every `now` is in milliseconds. A clock that is set back adds no tokens and takes none.
 */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #refilledAt: number

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

  /** How long it takes until the bucket is no longer empty; 0 when it is not. */
  get msUntilRefilled(): number {
    return this.isEmpty ? Math.floor((-this.#tokens / this.#rate.perSecond) * 1000) + 1 : 0
  }

  consume(tokens: number): void {
    this.#tokens -= tokens
  }

  /** Consumes so many tokens if there are as many. */
  tryConsume(tokens: number): boolean {
    if (this.#tokens < tokens) return false
    this.#tokens -= tokens
    return true
  }

  /** Consumes all that is left. */
  drain(): void {
    this.#tokens = Math.min(this.#tokens, 0)
  }

  /** Adds the tokens of the time since the last refill. */
  refill(now: number): void {
    const { burst, perSecond } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#refilledAt) / 1000) * perSecond)
    this.#refilledAt = now
  }
}

/** With more buckets than this, full ones are dropped: a new one would be the same. */
const SWEEP_ABOVE = 1_000

/** A token bucket for each key. The memory is bounded by the keys that consumed something lately. */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #buckets = new Map<string, TokenBucket>()
  #sweepAbove = SWEEP_ABOVE

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** How many keys have a bucket. */
  get size(): number {
    return this.#buckets.size
  }

  /** Consumes a token of the key's, unless there is none left. */
  tryConsume(key: string, now: number): boolean {
    const known = this.#buckets.get(key)
    known?.refill(now)
    return (known ?? this.#add(key, now)).tryConsume(1)
  }

  #add(key: string, now: number): TokenBucket {
    if (this.#buckets.size >= this.#sweepAbove) this.#sweep(now)
    const bucket = new TokenBucket(this.#rate, now)
    this.#buckets.set(key, bucket)
    return bucket
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      bucket.refill(now)
      if (bucket.isFull) this.#buckets.delete(key)
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#buckets.size * 2)
  }
}
