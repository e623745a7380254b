import { type Rate, TokenBucket } from './token-bucket.ts'

/*
 * What a client's doings cost, in tokens of its connection's bucket. One token is about what a call
 * that does nothing takes of this thread: some 30 µs. A method's own cost is in its row.
 */

const KIB = 1024

/** Reading one message. */
export const MESSAGE_COST = 1

/** Receiving a frame. An empty one, or a WebSocket's ping, is not for nothing. */
export const costOfReceiving = (bytes: number): number => Math.max(1, bytes / KIB)

/** Encoding and sending an answer: by far the most of what a long one costs. */
export const costOfAnswering = (bytes: number): number => bytes / (2 * KIB)

export interface SpendingLimits {
  /** What one connection may cost. While nothing is left its client is not read. */
  readonly spending: Rate
  /** A client that had spent all at every check for so long is closed. */
  readonly overspentMs: number
}

/** What one client costs, and whether it is too much. */
export class Spending {
  readonly #bucket: TokenBucket
  readonly #overspentMs: number
  /** Whether all was spent at any time since the last check. */
  #hasOverspent = false
  /** Since when every check found that. */
  #overspentSince: number | undefined

  constructor({ spending, overspentMs }: SpendingLimits, now: number) {
    this.#bucket = new TokenBucket(spending, now)
    this.#overspentMs = overspentMs
  }

  /** Whether the client has to wait. */
  get isExhausted(): boolean {
    return this.#bucket.isEmpty
  }

  spend(tokens: number): void {
    this.#bucket.spend(tokens)
    if (this.#bucket.isEmpty) this.#hasOverspent = true
  }

  /** Fill up what time brought. Answers whether the client has overspent for too long. */
  check(now: number): boolean {
    this.#bucket.fill(now)
    this.#overspentSince = this.#hasOverspent ? (this.#overspentSince ?? now) : undefined
    this.#hasOverspent = this.#bucket.isEmpty
    return this.#overspentSince !== undefined && now - this.#overspentSince >= this.#overspentMs
  }
}
