import type { IncomingMessage } from 'node:http'
import type { FeatureName } from '@tradebook/contract'
import type { Connection, HubLog } from '@tradebook/signalr'
import type { Caller } from '../platform/caller.ts'
import { isMember } from '../platform/member.ts'
import type { Sessions } from '../platform/sessions.ts'
import type { Tenants } from '../platform/tenants.ts'
import { type Credential, credentialOf } from './credential.ts'

/** A firm without it has no realtime connections: its pages ask for what is new. */
const REALTIME: FeatureName = 'SignalR'

/** One person's realtime connection. */
export type Client = Connection<Caller>

export interface SignedInClientsParts {
  readonly sessions: Pick<Sessions, 'authenticate' | 'authenticateEncrypted' | 'onEnded' | 'onInvalidated'>
  /** Which firms have realtime connections at all: `featureValues` of each. */
  readonly tenants: Pick<Tenants, 'featuresOf'>
  readonly log: HubLog
  /** How soon a connection notices that its token is over or its rights changed. */
  readonly recheckMs?: number
}

/**
 * A change of rights by this server applies to open connections at once; one by other hands within 5 s: this,
 * and a slow answer of the database.
 */
const RECHECK_MS = 2_000
/** So many clients are checked at once: one after the other, a thousand would wait longer than is promised. */
const CHECKED_AT_ONCE = 16

/**
 * The connections of all hubs, with the sessions that they belong to: each is closed when its session ends or
 * its firm has realtime connections no more, and has the rights that its user has now.
 */
export class SignedInClients {
  readonly #parts: SignedInClientsParts
  readonly #clients = new Map<Client, { readonly credential: Credential; admit(caller: Caller): void }>()
  readonly #endings: (() => void)[]
  #isRechecking = false
  /** Rights changed while they were being checked: some clients may have been given the earlier ones. */
  #isStale = false
  /** Whether the last check of rights failed for any connection. */
  #isFailing = false

  constructor(parts: SignedInClientsParts) {
    this.#parts = parts
    const recheck = setInterval(() => void this.#recheck(), parts.recheckMs ?? RECHECK_MS).unref()
    this.#endings = [
      parts.sessions.onEnded((sessionId) => this.#closeSession(sessionId)),
      parts.sessions.onInvalidated(() => {
        this.#isStale = true
        void this.#recheck()
      }),
      () => clearInterval(recheck),
    ]
  }

  /** Who makes this request, if it shows a session that holds, of a member of a firm with realtime connections. */
  authenticate = async (request: IncomingMessage): Promise<Caller | undefined> => {
    const credential = credentialOf(request)
    return credential && (await this.#callerOf(credential))
  }

  /**
   * Adds a client that has connected. It is authenticated again, because its session may have ended
   * since its request was admitted; if so it is closed.
   *
   * @param admit Gives the client the rights of the caller; called again after they may have changed.
   * @returns Whether the client may stay.
   */
  async add(client: Client, request: IncomingMessage, admit: (caller: Caller) => void): Promise<boolean> {
    const credential = credentialOf(request)
    if (credential) this.#clients.set(client, { credential, admit })
    const caller = credential && (await this.#callerOf(credential))
    if (!caller) client.close()
    if (!caller || !this.#clients.has(client)) return false
    admit(caller)
    return true
  }

  remove(client: Client): void {
    this.#clients.delete(client)
  }

  stop(): void {
    for (const end of this.#endings) end()
  }

  #closeSession(sessionId: string): void {
    for (const client of this.#clients.keys()) if (client.user.sessionId === sessionId) client.close()
  }

  /** Closes the clients whose token is over or whose firm has no realtime connections any more, and gives the others the rights they have now. */
  async #recheck(): Promise<void> {
    if (this.#isRechecking) return
    this.#isRechecking = true
    this.#isStale = false
    let failure: { readonly err: unknown } | undefined
    const left = this.#clients.entries()
    const checkOneByOne = async () => {
      for (const [client, { credential, admit }] of left) {
        try {
          const caller = await this.#callerOf(credential)
          if (!this.#clients.has(client)) continue
          if (caller) admit(caller)
          else client.close()
        } catch (err) {
          failure = { err }
        }
      }
    }
    await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, checkOneByOne))
    // Logged once: while the database is away there is nothing new to log.
    if (failure && !this.#isFailing)
      this.#parts.log.error(failure, 'the rights of hub connections could not be checked again')
    this.#isFailing = failure !== undefined
    this.#isRechecking = false
    if (this.#isStale) await this.#recheck()
  }

  async #callerOf({ kind, token }: Credential): Promise<Caller | undefined> {
    const { sessions, tenants } = this.#parts
    const caller =
      kind === 'access' ? await sessions.authenticate(token) : await sessions.authenticateEncrypted(token)
    if (!caller || !isMember(caller) || caller.due) return undefined
    const features = await tenants.featuresOf(caller.tenantId)
    return features[REALTIME] === 'true' ? caller : undefined
  }
}
