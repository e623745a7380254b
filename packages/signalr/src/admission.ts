import { type Rate, TokenBucket } from '@tradebook/scheduling'
import type { HttpResponse } from './http.ts'
import { type NegotiationRequest, negotiate, randomId } from './negotiate.ts'

export interface AdmissionLimits {
  /** How long a negotiated connection waits for its client to connect. */
  readonly connectMs: number
  /** The most negotiated connections that wait at once; beyond it, negotiation is refused. */
  readonly connectsWaiting: number
  /** The most of one user that wait at once; beyond it, the user's oldest is dropped. */
  readonly connectsWaitingOfUser: number
  /** The most connections of one user at once. */
  readonly connectionsOfUser: number
  /** How often one user may negotiate, connect without having negotiated, or replace a connection's transport. */
  readonly connectsOfUser: Rate
}

/** What a connection was given before its client connected. */
export interface Negotiated {
  /** The public id of the connection. */
  readonly id: string
  /** The secret that its client presents. */
  readonly token: string
  /** Whether it may continue on another transport when its own is lost. */
  readonly isStateful: boolean
}

/** Who connects to which hub. */
export interface Applicant {
  readonly userId: string
  readonly path: string
}

/**
 * Limits how often and how many times at once each user may connect, so that no user takes the
 * connections of the others. Keeps what was negotiated until the client connects.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  /** By token, in the order of negotiation. */
  readonly #negotiated = new Map<string, Applicant & Negotiated & { readonly expiresAt: number }>()
  readonly #users = new Map<string, AdmittedUser>()

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /** How many users are kept. */
  get users(): number {
    return this.#users.size
  }

  /** Answers the negotiation of a user. */
  negotiate({ userId, path }: Applicant, request: NegotiationRequest, now: number): HttpResponse {
    const user = this.#userOf(userId, now)
    const refusal = this.#refusalByCount(user) ?? this.#refusalByRate(user)
    if (refusal) return refusal
    const outcome = negotiate(request)
    if ('error' in outcome) return { status: 200, body: outcome }

    const [oldest] = user.waiting
    if (oldest !== undefined && user.waiting.size >= this.#limits.connectsWaitingOfUser) this.#remove(oldest)
    if (this.#negotiated.size >= this.#limits.connectsWaiting) return { status: 503 }
    const { id, token } = outcome
    const { isStateful } = request
    const expiresAt = now + this.#limits.connectMs
    this.#negotiated.set(token, { id, token, isStateful, userId, path, expiresAt })
    user.waiting.add(token)
    return { status: 200, body: outcome.answer }
  }

  /** Returns what a new connection of the user was given, who presents a token if it negotiated, or a refusal. */
  connect({ userId, path }: Applicant, token: string | null, now: number): Negotiated | HttpResponse {
    const user = this.#userOf(userId, now)
    const negotiated = token === null ? undefined : this.#negotiated.get(token)
    if (token !== null && negotiated?.path !== path) return { status: 404, body: NO_CONNECTION }
    if (negotiated && negotiated.userId !== userId) return { status: 403 }
    const refusal = this.#refusalByCount(user) ?? (negotiated ? undefined : this.#refusalByRate(user))
    if (refusal) return refusal

    if (!negotiated) return { id: randomId(), token: randomId(), isStateful: false }
    this.#remove(negotiated.token)
    return negotiated
  }

  /** Refuses a user who replaces transports too often: each is sent again what was not acknowledged. */
  continue(userId: string, now: number): HttpResponse | undefined {
    return this.#refusalByRate(this.#userOf(userId, now))
  }

  /** A connection of the user has opened; it counts until `ended`. */
  opened(userId: string, now: number): void {
    this.#userOf(userId, now).connections += 1
  }

  ended(userId: string): void {
    const user = this.#users.get(userId)
    if (user) user.connections -= 1
  }

  /**
   * A connection of the user was closed for being over its budget. The user may connect again at the
   * sustained rate only: a burst of connections, each with a full budget, would be too much again.
   */
  overBudget(userId: string, now: number): void {
    this.#userOf(userId, now).connects.drain()
  }

  /** Whether a negotiated connection waits for the client with this token. */
  isNegotiated(token: string, path: string): boolean {
    return this.#negotiated.get(token)?.path === path
  }

  /** Drops negotiations that have expired, and users of whom nothing is left to keep. */
  check(now: number): void {
    for (const [token, { expiresAt }] of this.#negotiated) {
      if (expiresAt > now) break
      this.#remove(token)
    }
    for (const [userId, { waiting, connections, connects }] of this.#users) {
      connects.refill(now)
      if (connections === 0 && waiting.size === 0 && connects.isFull) this.#users.delete(userId)
    }
  }

  /** Drops all negotiations. */
  close(): void {
    for (const token of this.#negotiated.keys()) this.#remove(token)
  }

  #refusalByCount({ connections }: AdmittedUser): HttpResponse | undefined {
    const most = this.#limits.connectionsOfUser
    if (connections < most) return undefined
    return { status: 429, body: `A user has at most ${most} connections at once.` }
  }

  #refusalByRate({ connects }: AdmittedUser): HttpResponse | undefined {
    if (connects.tryConsume(1)) return undefined
    const seconds = Math.ceil(1 / this.#limits.connectsOfUser.perSecond)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Connecting too often.' }
  }

  #userOf(userId: string, now: number): AdmittedUser {
    const known = this.#users.get(userId)
    if (known) {
      known.connects.refill(now)
      return known
    }
    const connects = new TokenBucket(this.#limits.connectsOfUser, now)
    const user: AdmittedUser = { connections: 0, waiting: new Set(), connects }
    this.#users.set(userId, user)
    return user
  }

  #remove(token: string): void {
    const negotiated = this.#negotiated.get(token)
    if (!negotiated) return
    this.#negotiated.delete(token)
    this.#users.get(negotiated.userId)?.waiting.delete(token)
  }
}

export const NO_CONNECTION = 'No Connection with that ID'

interface AdmittedUser {
  connections: number
  /** Tokens of negotiated connections that wait for their client, oldest first. */
  readonly waiting: Set<string>
  readonly connects: TokenBucket
}
