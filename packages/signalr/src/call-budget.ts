import { type Rate, TokenBucket } from '@tradebook/scheduling'

/*
 * What the requests of a client cost, in tokens of its connection's bucket. One token is about the
 * time that an empty call takes on this thread: about 30 µs. A method's own cost is in its row.
 */

const KIB = 1024

/** Reading one message. */
export const MESSAGE_COST = 1

/** Receiving a frame. An empty frame, or a WebSocket ping, costs something, too. */
export const costOfReceiving = (bytes: number): number => Math.max(1, bytes / KIB)

/** Encoding and sending a completion: the largest part of what a long one costs. */
export const costOfCompletion = (bytes: number): number => bytes / (2 * KIB)

export interface CallLimits {
  /** What one connection may cost. While its budget is empty, its client is not read. */
  readonly budget: Rate
  /** A client whose budget was empty at every check for this long is closed. */
  readonly overBudgetMs: number
}

/** What the calls of one client may still cost, and whether it has asked for too much for too long. */
export class CallBudget {
  readonly #bucket: TokenBucket
  readonly #overBudgetMs: number
  /** Whether the bucket was empty at any time since the last check. */
  #wasEmpty = false
  /** Since when every check found that. */
  #overBudgetSince: number | undefined

  constructor({ budget, overBudgetMs }: CallLimits, now: number) {
    this.#bucket = new TokenBucket(budget, now)
    this.#overBudgetMs = overBudgetMs
  }

  get isEmpty(): boolean {
    return this.#bucket.isEmpty
  }

  consume(tokens: number): void {
    this.#bucket.consume(tokens)
    if (this.#bucket.isEmpty) this.#wasEmpty = true
  }

  /** Refills the bucket. Returns whether the client has been over budget for too long. */
  check(now: number): boolean {
    this.#bucket.refill(now)
    this.#overBudgetSince = this.#wasEmpty ? (this.#overBudgetSince ?? now) : undefined
    this.#wasEmpty = this.#bucket.isEmpty
    return this.#overBudgetSince !== undefined && now - this.#overBudgetSince >= this.#overBudgetMs
  }
}
