import { isRefusal } from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'
import type { Logger } from 'pino'
import { type Bus, topic } from '../bus/bus.ts'
import { InProcessBus } from '../bus/in-process.ts'
import { runAs } from '../store/connection-shares.ts'
import type { Store, Tx } from '../store/store.ts'
import { cached } from './cached.ts'
import type { Caller } from './caller.ts'
import { type Clock, type Every, systemEvery } from './clock.ts'
import { LiveSessions } from './live-sessions.ts'
import { dueStepOf } from './member.ts'
import type { EndedAtProvider } from './provider-client.ts'
import { findSession, sessionsThatHold } from './session-rows.ts'
import { settingsInForce } from './settings.ts'
import type { Tokens } from './tokens.ts'

/** What a new session is opened with. */
export interface SignedIn {
  readonly tenantId: number
  readonly userId: number
  readonly securityStamp: string
  readonly clientIpAddress: string
  readonly browserInfo: string
  /** For so long it is good. */
  readonly seconds: number
  /** Where it began with an identity provider: who signed in there, and the session there where that has a name. */
  readonly provider?: {
    readonly issuer: string
    readonly subject: string
    readonly session: string | undefined
  }
}

/**
 * Who is signed in. The sessions are rows; those in use are also kept in memory, so that a request
 * costs no question to the database and an ended session is refused on the very next one. What is
 * changed in the tables by other hands is noticed within seconds.
 */
export interface Sessions {
  /** Who bears this access token, or `null` when it is not good or no longer. */
  authenticate(token: string): Caller | null | Promise<Caller | null>
  /** The same for the hub's encrypted token. */
  authenticateEncrypted(encrypted: string): Caller | null | Promise<Caller | null>
  /** Opens a session in the transaction that signs its user in. Answers its id. */
  open(tx: Tx, signedIn: SignedIn): Promise<string>
  /** Ends one session of a user in the transaction of `write`, and everywhere once that is kept. Answers whether there was one. */
  end(session: Pick<Caller, 'userId' | 'sessionId'>, write: Write): Promise<boolean>
  /**
   * Ends a user's sessions, all but one when it is named: in the transaction in which `work` calls
   * `endSessions`, and everywhere once `work` is done. Answers what `work` answered.
   */
  endAllOf<T>(
    user: { readonly tenantId: number; readonly userId: number },
    work: (endSessions: (tx: Tx) => Promise<void>) => Promise<T>,
    exceptSessionId?: string,
  ): Promise<T>
  /** Ends the sessions of a firm that began with this provider, of the subject or of the session there, in the transaction of `write`. Answers how many. */
  endAtProvider(
    tenantId: number,
    ended: { readonly issuer: string } & EndedAtProvider,
    write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ): Promise<number>
  /** Ends the sessions of everybody of a firm: in the transaction in which `work` calls `endSessions`, and everywhere once `work` is done. */
  endAllOfFirm<T>(tenantId: number, work: (endSessions: (tx: Tx) => Promise<void>) => Promise<T>): Promise<T>
  /**
   * Roles, permissions or accounts of a user changed, or of anybody of the firm where no user is named, or of
   * anybody at all where no firm is: the next request sees it, and open hub connections do at once.
   */
  invalidate(tenantId?: number, userId?: number): void
  /** Calls the listener whenever rights may have changed. Returns how to unsubscribe. */
  onInvalidated(listener: () => void): () => void
  /** Calls the listener with the id of every session that ends. Returns how to unsubscribe. */
  onEnded(listener: (sessionId: string) => void): () => void
  /** Ends all look-ups. */
  close(): void
}

/** Runs work in a transaction of the session's firm. */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** `lastSeenAt` is true to the minute. */
const SEEN_EVERY_MS = 60_000
/** A session that an operator revoked in its table is refused within 5 s: this, and a slow answer. */
const COMPARED_EVERY_MS = 2_000
/** So many sessions are compared in one query: none is long, however many are in memory. */
const COMPARED_AT_ONCE = 1_000
/** A token that is not a session's is looked up again after so long. */
const REFUSED_FOR_MS = 5_000
const MOST_REFUSED = 1_000

/** Sessions have ended: their ids. */
const sessionsEnded = topic<readonly string[]>('sessions-ended')
/** Rights may have changed of those whom `invalidate` names. */
const rightsChanged = topic<{ readonly tenantId?: number | undefined; readonly userId?: number | undefined }>(
  'rights-changed',
)

/** How the sessions in memory follow their rows. */
export interface SessionsOptions {
  /** Repeats the comparison; the system's timer unless set. */
  readonly every?: Every
  /** Sessions in one query. */
  readonly atOnce?: number
  /** By which the processes of the installation tell each other; unset: there is only this one. */
  readonly bus?: Bus
}

export function openSessions(
  store: Store,
  tokens: Tokens,
  clock: Clock,
  log: Logger,
  { every = systemEvery, atOnce = COMPARED_AT_ONCE, bus = new InProcessBus() }: SessionsOptions = {},
): Sessions {
  const live = new LiveSessions()
  const listeners = new Set<(sessionId: string) => void>()
  const rightsListeners = new Set<() => void>()
  // Grows whenever something known may have become untrue: what was read before it does not count.
  let generation = 0

  const authenticate = (token: string): Caller | null | Promise<Caller | null> => {
    const session = live.withToken(token)
    if (!session) return lookUps.of(token)
    const now = clock.now()
    if (now >= session.expiresAt) {
      live.drop(session)
      return null
    }
    if (now - session.seenAt >= SEEN_EVERY_MS) {
      session.seenAt = now
      void writeSeen(session.caller, now)
    }
    return session.caller
  }

  /** One question in flight for a token; a token that is not good is not asked for again at once. */
  const lookUps = cached((token: string) => lookUp(token), {
    most: MOST_REFUSED,
    forMs: REFUSED_FOR_MS,
    now: clock.now,
    keeps: (caller) => caller === null,
  })

  const lookUp = async (token: string): Promise<Caller | null> => {
    const claims = await tokens.verify(token)
    if (!claims) return null
    for (;;) {
      const before = generation
      const now = clock.now()
      const requester = { key: `session ${claims.tenantId}:${claims.userId}` }
      const found = await runAs(requester, async () => {
        const session = await store.forTenant(claims.tenantId).read((tx) => findSession(tx, claims, now))
        if (!session) return undefined
        const { caller, done, expiresAt } = session
        const { secondFactor } = await settingsInForce(store, claims.tenantId, null)
        return { caller: { ...caller, due: dueStepOf({ ...caller, ...done }, secondFactor) }, expiresAt }
      })
      if (before !== generation) continue
      if (found) live.keep({ token, seenAt: now, ...found })
      return found?.caller ?? null
    }
  }

  const writeSeen = async ({ tenantId, sessionId }: Caller, now: number): Promise<void> => {
    try {
      await store.forTenant(tenantId).write((tx) =>
        tx
          .updateTable('sessions')
          .set({ last_seen_at: new Date(now) })
          .where('id', '=', sessionId)
          .execute(),
      )
    } catch (error) {
      log.warn({ err: error }, 'when a session was last seen could not be written')
    }
  }

  const ended = (sessionIds: readonly string[]) => {
    // A look-up under way may have read a row while it still held.
    generation++
    lookUps.clear()
    for (const sessionId of sessionIds) {
      const session = live.withId(sessionId)
      if (session) live.drop(session)
      for (const listener of listeners) listener(sessionId)
    }
  }

  const rightsMayDiffer = (tenantId?: number, userId?: number) => {
    generation++
    lookUps.clear()
    for (const session of live.all()) {
      const { caller } = session
      const isOfFirm = tenantId === undefined || caller.tenantId === tenantId
      if (isOfFirm && (userId === undefined || caller.userId === userId)) live.drop(session)
    }
    for (const listener of rightsListeners) listener()
  }

  const endings = [
    bus.listen(sessionsEnded, ended),
    bus.listen(rightsChanged, ({ tenantId, userId }) => rightsMayDiffer(tenantId, userId)),
    bus.onGap(() => {
      rightsMayDiffer()
      void compareAgain()
    }),
  ]

  const revoke = async <T>(
    narrow: (query: Revocation) => Revocation,
    work: (endSessions: (tx: Tx) => Promise<void>) => Promise<T>,
  ): Promise<{ readonly result: T; readonly count: number }> => {
    let revoked: readonly { readonly id: string }[] = []
    const result = await work(async (tx) => {
      const holding = updateSessions(tx)
        .set({ revoked_at: new Date(clock.now()) })
        .where('revoked_at', 'is', null)
      revoked = await narrow(holding).returning('id').execute()
    })
    // What is refused was rolled back.
    if (isRefusal(result)) return { result, count: 0 }
    bus.announce(
      sessionsEnded,
      revoked.map(({ id }) => id),
    )
    return { result, count: revoked.length }
  }

  /** Ends the sessions in memory whose rows differ, are over or are gone. */
  const compare = async (): Promise<void> => {
    for (const [tenantId, ofFirm] of Map.groupBy(live.all(), ({ caller }) => caller.tenantId)) {
      const ids = ofFirm.map(({ caller }) => caller.sessionId)
      for (let from = 0; from < ids.length; from += atOnce)
        await compareThese(tenantId, ids.slice(from, from + atOnce))
    }
  }

  const compareThese = async (tenantId: number, ids: readonly string[]): Promise<void> => {
    const rows = await store
      .forTenant(tenantId)
      .read((tx) =>
        sessionsThatHold(tx, clock.now())
          .select('sessions.id')
          .where(sql<SqlBool>`sessions.id = any(${ids}::uuid[])`)
          .execute(),
      )
    const holding = new Set(rows.map(({ id }) => id))
    const over = ids.filter((id) => !holding.has(id))
    if (over.length > 0) ended(over)
  }

  let comparing = false
  let failing = false
  const compareAgain = async (): Promise<void> => {
    if (comparing) return
    comparing = true
    try {
      await compare()
      failing = false
    } catch (error) {
      // Logged once: while the database is away there is nothing new to log.
      if (!failing) log.warn({ err: error }, 'the sessions could not be compared with their rows')
      failing = true
    } finally {
      comparing = false
    }
  }
  endings.push(
    every(COMPARED_EVERY_MS, () => {
      // While other processes are not reached, nobody says whose rights have changed.
      if (!bus.health.ok) rightsMayDiffer()
      return compareAgain()
    }),
  )

  return {
    authenticate,
    authenticateEncrypted(encrypted) {
      const token = tokens.decrypt(encrypted)
      return token === null ? null : authenticate(token)
    },
    async open(tx, { tenantId, userId, securityStamp, clientIpAddress, browserInfo, seconds, provider }) {
      const now = clock.now()
      const id = clock.newId()
      await tx
        .insertInto('sessions')
        .values({
          tenant_id: tenantId,
          id,
          user_id: userId,
          security_stamp: securityStamp,
          signed_in_at: new Date(now),
          last_seen_at: new Date(now),
          expires_at: new Date(now + seconds * 1000),
          client_ip_address: clientIpAddress,
          browser_info: browserInfo,
          provider_issuer: provider?.issuer ?? null,
          provider_subject: provider?.subject ?? null,
          provider_session: provider?.session ?? null,
        })
        .execute()
      lookUps.clear()
      return id
    },
    end: async ({ userId, sessionId }, write) => {
      const ofUser = (query: Revocation) => query.where('user_id', '=', userId).where('id', '=', sessionId)
      return (await revoke(ofUser, write)).count > 0
    },
    endAllOf: async ({ tenantId, userId }, work, exceptSessionId) => {
      const ofUser = (query: Revocation) => {
        const all = query.where('tenant_id', '=', tenantId).where('user_id', '=', userId)
        return exceptSessionId ? all.where('id', '!=', exceptSessionId) : all
      }
      return (await revoke(ofUser, work)).result
    },
    endAtProvider: async (tenantId, { issuer, subject, session }, write) => {
      const ofProvider = (query: Revocation) => {
        const all = query.where('tenant_id', '=', tenantId).where('provider_issuer', '=', issuer)
        const ofSubject = subject === undefined ? all : all.where('provider_subject', '=', subject)
        if (session === undefined) return ofSubject
        // An ID token may have had no sid: then the subject alone says whose session it is.
        return ofSubject.where((eb) =>
          eb.or([
            eb('provider_session', '=', session),
            ...(subject === undefined ? [] : [eb('provider_session', 'is', null)]),
          ]),
        )
      }
      return (await revoke(ofProvider, write)).count
    },
    endAllOfFirm: async (tenantId, work) => {
      // Named besides row security: in a transaction that is of another firm none ends, instead of the other firm's.
      const { result } = await revoke((query) => query.where('tenant_id', '=', tenantId), work)
      // What a look-up or a sign-in under way put into memory meanwhile is asked for again.
      bus.announce(rightsChanged, { tenantId })
      return result
    },
    invalidate: (tenantId, userId) => bus.announce(rightsChanged, { tenantId, userId }),
    onInvalidated(listener) {
      rightsListeners.add(listener)
      return () => rightsListeners.delete(listener)
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const end of endings) end()
    },
  }
}

const updateSessions = (tx: Tx) => tx.updateTable('sessions')
type Revocation = ReturnType<ReturnType<typeof updateSessions>['where']>
