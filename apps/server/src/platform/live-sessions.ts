import type { Caller } from './caller.ts'

/** A session in memory. */
export interface LiveSession {
  /** The spelling it was last shown by. */
  readonly token: string
  readonly caller: Caller
  readonly expiresAt: number
  /** When this was last written down. */
  seenAt: number
}

/** More than people at work at once; who is beyond it is looked up again. */
const MOST_IN_MEMORY = 50_000

/** The sessions in use, found by their token and by their id: a request need not verify again what was verified. */
export class LiveSessions {
  readonly #bySession = new Map<string, LiveSession>()
  readonly #sessionOf = new Map<string, string>()

  /** The session of a token. */
  withToken(token: string): LiveSession | undefined {
    return this.#bySession.get(this.#sessionOf.get(token) ?? '')
  }

  withId(sessionId: string): LiveSession | undefined {
    return this.#bySession.get(sessionId)
  }

  all(): Iterable<LiveSession> {
    return this.#bySession.values()
  }

  /** Adds a session, instead of the same one; beyond the most the oldest goes. */
  keep(session: LiveSession): void {
    const same = this.withId(session.caller.sessionId)
    const oldest = this.#bySession.size < MOST_IN_MEMORY ? undefined : this.#bySession.values().next().value
    for (const gone of [same, oldest]) if (gone) this.drop(gone)
    this.#sessionOf.set(session.token, session.caller.sessionId)
    this.#bySession.set(session.caller.sessionId, session)
  }

  drop({ token, caller }: LiveSession): void {
    this.#sessionOf.delete(token)
    this.#bySession.delete(caller.sessionId)
  }
}
