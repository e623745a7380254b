import type { Answer } from './http.ts'
import { negotiate, randomId } from './negotiate.ts'
import { type Rate, TokenBucket } from './token-bucket.ts'

export interface AdmissionLimits {
  /** How long a negotiated connection waits for its client. */
  readonly connectMs: number
  /** Negotiated connections waiting; with more negotiation is refused. */
  readonly connectsWaiting: number
  /** The same of one user; with more its oldest is given up. */
  readonly connectsWaitingOfUser: number
  /** Connections of one user at once. */
  readonly connectionsOfUser: number
  /** How often one user may begin to connect. */
  readonly connectsOfUser: Rate
}

/** The ids of a connection: what others may know it by, and what its client presents. */
export interface ConnectionIds {
  readonly id: string
  readonly token: string
}

/**
 * Who may connect, how often and how many times at once, so that no user takes the places of the
 * others. Keeps what was negotiated until its client comes.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  /** By token, in the order in which they were made. */
  readonly #negotiated = new Map<string, { id: string; userId: string; expiresAt: number }>()
  readonly #users = new Map<string, AdmittedUser>()

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /** How many users are remembered. */
  get users(): number {
    return this.#users.size
  }

  /** Answer a user's negotiation; `version` is the one it asks for. */
  negotiate(userId: string, version: string | null, now: number): Answer {
    const user = this.#userOf(userId, now)
    const refusal = this.#refuses(user) ?? this.#begins(user)
    if (refusal) return refusal
    const outcome = negotiate(version)
    if ('error' in outcome) return { status: 200, body: outcome }

    const [oldest] = user.waiting
    if (oldest !== undefined && user.waiting.size >= this.#limits.connectsWaitingOfUser) this.#forget(oldest)
    if (this.#negotiated.size >= this.#limits.connectsWaiting) return { status: 503 }
    const { connectionId: id, connectionToken: token } = outcome
    this.#negotiated.set(token, { id, userId, expiresAt: now + this.#limits.connectMs })
    user.waiting.add(token)
    return { status: 200, body: outcome.answer }
  }

  /** Whether a user's client may connect, with its token if it negotiated: the ids it then has. */
  connect(userId: string, token: string | null, now: number): ConnectionIds | Answer {
    const user = this.#userOf(userId, now)
    const negotiated = token === null ? undefined : this.#negotiated.get(token)
    if (token !== null && !negotiated) return { status: 404, body: NO_CONNECTION }
    if (negotiated && negotiated.userId !== userId) return { status: 403 }
    const refusal = this.#refuses(user) ?? (negotiated ? undefined : this.#begins(user))
    if (refusal) return refusal

    if (token === null || !negotiated) return { id: randomId(), token: randomId() }
    this.#forget(token)
    return { id: negotiated.id, token }
  }

  /** A connection of the user's has opened; it counts until `ended`. */
  opened(userId: string, now: number): void {
    this.#userOf(userId, now).connections += 1
  }

  ended(userId: string): void {
    const user = this.#users.get(userId)
    if (user) user.connections -= 1
  }

  /**
   * A connection of the user's is closed because it asked for too much. Its next ones begin at the
   * lasting rate: many at once, each with all it may spend at once, would be too much again.
   */
  overspent(userId: string, now: number): void {
    this.#userOf(userId, now).begins.empty()
  }

  /** Whether a negotiated connection waits for the client with this token. */
  awaits(token: string): boolean {
    return this.#negotiated.has(token)
  }

  /** Forget who did not come in time, and users of whom nothing is left to remember. */
  check(now: number): void {
    for (const [token, { expiresAt }] of this.#negotiated) {
      if (expiresAt > now) break
      this.#forget(token)
    }
    for (const [userId, { waiting, connections, begins }] of this.#users) {
      begins.fill(now)
      if (connections === 0 && waiting.size === 0 && begins.isFull) this.#users.delete(userId)
    }
  }

  /** Nobody is awaited any more. */
  close(): void {
    for (const token of this.#negotiated.keys()) this.#forget(token)
  }

  #refuses({ connections }: AdmittedUser): Answer | undefined {
    const most = this.#limits.connectionsOfUser
    if (connections < most) return undefined
    return { status: 429, body: `A user has at most ${most} connections at once.` }
  }

  #begins({ begins }: AdmittedUser): Answer | undefined {
    if (begins.has(1)) {
      begins.spend(1)
      return undefined
    }
    const seconds = Math.ceil(1 / this.#limits.connectsOfUser.perSecond)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Connecting too often.' }
  }

  #userOf(userId: string, now: number): AdmittedUser {
    const known = this.#users.get(userId)
    if (known) {
      known.begins.fill(now)
      return known
    }
    const begins = new TokenBucket(this.#limits.connectsOfUser, now)
    const user: AdmittedUser = { connections: 0, waiting: new Set(), begins }
    this.#users.set(userId, user)
    return user
  }

  #forget(token: string): void {
    const negotiated = this.#negotiated.get(token)
    if (!negotiated) return
    this.#negotiated.delete(token)
    this.#users.get(negotiated.userId)?.waiting.delete(token)
  }
}

export const NO_CONNECTION = 'No Connection with that ID'

interface AdmittedUser {
  connections: number
  /** Tokens of what it negotiated and has not connected, the oldest first. */
  readonly waiting: Set<string>
  readonly begins: TokenBucket
}
