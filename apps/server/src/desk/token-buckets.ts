/** How many a user may send: so many a second, and so many at once after a while of silence. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

interface Bucket {
  tokens: number
  /** When the tokens were last counted, milliseconds. */
  at: number
}

/** With more buckets than this, those that are full again are forgotten: they are as good as none. */
const SWEEP_ABOVE = 1_000

/** A token bucket for each user. */
export class TokenBuckets {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()
  #sweepAbove = SWEEP_ABOVE

  /** @param now milliseconds, never running backwards. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** Take a token; false when there is none left. */
  take(user: string): boolean {
    const bucket = this.#bucketOf(user)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }

  /** How many users are remembered. */
  get size(): number {
    return this.#buckets.size
  }

  #bucketOf(user: string): Bucket {
    const known = this.#buckets.get(user)
    if (known) return this.#refill(known)
    if (this.#buckets.size >= this.#sweepAbove) this.#sweep()
    const bucket = { tokens: this.#rate.burst, at: this.#now() }
    this.#buckets.set(user, bucket)
    return bucket
  }

  #refill(bucket: Bucket): Bucket {
    const now = this.#now()
    const earned = ((now - bucket.at) * this.#rate.perSecond) / 1_000
    bucket.tokens = Math.min(this.#rate.burst, bucket.tokens + earned)
    bucket.at = now
    return bucket
  }

  #sweep(): void {
    for (const [user, bucket] of this.#buckets) {
      if (this.#refill(bucket).tokens >= this.#rate.burst) this.#buckets.delete(user)
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#buckets.size * 2)
  }
}
