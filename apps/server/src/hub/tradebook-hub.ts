import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type EventFor, HUB_PATH, type HubEvent, isFor, unstorableMembers } from '@tradebook/contract'
import {
  type Connection,
  Hub,
  type HubCall,
  type HubLimits,
  type HubLog,
  HubServer,
  type HubServerLimits,
  type HubStats,
} from '@tradebook/signalr'
import { MarketPicture } from '../desk/market-picture.ts'
import type { Published, PublishedBatch, PublishedFeed } from '../desk/published.ts'
import type { Caller } from '../http/handlers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sessions } from '../platform/sessions.ts'
import { userKey } from '../platform/user-key.ts'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import { type Credential, credentialOf } from './credential.ts'
import { bookOf, methodsOf, statisticsOf } from './methods.ts'
import { NewestOnly } from './newest-only.ts'
import { OrderSubscribers, seesWholeFirm } from './order-subscribers.ts'
import { type OverlayEvent, OwnersOverlay } from './owners-overlay.ts'
import { snapshotEvents } from './snapshot-events.ts'
import { StatisticsConflation } from './statistics-conflation.ts'
import { allOf, readTopic, receives, subscribersTo, type Topic, topicOf } from './topics.ts'

export interface TradebookHubParts {
  readonly feed: PublishedFeed
  readonly sessions: Pick<Sessions, 'authenticate' | 'authenticateEncrypted' | 'onEnded'>
  /** Whether a page of the request's `Origin` may connect. */
  readonly allowsOrigin: (request: IncomingMessage) => boolean
  readonly clock: Pick<Clock, 'now'>
  readonly log: HubLog
  /** Sent with every HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HubLimits & HubServerLimits>
  /** How soon a connection notices that its token is over or its rights changed. */
  readonly recheckMs?: number
}

/** One person's realtime connection. */
type Client = Connection<Caller>

/** Changes of one security's statistics are sent at most this often. */
const STATISTICS_EVERY_MS = 100
/** The market's summary is sent at most this often. */
const SUMMARY_EVERY_MS = 1_000
/** A client that asks for it keeps its connection when its network is gone for seconds, and misses nothing. */
const STATEFUL = { reattachMs: 15_000, unacknowledgedBytes: 2 * 1024 * 1024 }
/** A change of rights applies to open connections within 5 s: this, and a slow answer of the database. */
const RECHECK_MS = 2_000

/**
 * The realtime hub: sends each client what was published and it may see, and snapshots in order with
 * it. A client that never subscribes receives every book; its first subscription narrows that.
 */
export class TradebookHub {
  readonly path = HUB_PATH
  readonly #picture: MarketPicture
  readonly #parts: TradebookHubParts
  readonly #hub: Hub<Caller>
  readonly #server: HubServer
  readonly #statistics: StatisticsConflation
  readonly #summary: NewestOnly<EventFor<'all'>>
  readonly #subscribers = new OrderSubscribers<Client>()
  readonly #owners: OwnersOverlay<Client>
  readonly #credentials = new Map<Client, Credential>()
  readonly #endings: (() => void)[]
  #isRechecking = false
  /** Whether the last check of rights failed for any connection. */
  #isFailing = false

  constructor(parts: TradebookHubParts) {
    this.#parts = parts
    this.#picture = new MarketPicture(parts.feed.baseline())
    this.#owners = new OwnersOverlay(this.#picture, this.#subscribers)
    this.#hub = new Hub<Caller>({
      authenticate: async (request) => (await this.#callerOf(credentialOf(request))) ?? undefined,
      isUnavailable: (error) => error instanceof DatabaseUnavailable,
      userIdOf: userKey,
      allowsOrigin: parts.allowsOrigin,
      methods: methodsOf<Caller>(this.#picture, parts.clock.now, (client, securityID) =>
        this.#sendOwners(this.#owners.ofBook(client, securityID)),
      ),
      connected: (client, request) => this.#connected(client, request),
      disconnected: (client) => this.#disconnected(client),
      refresh: (state, client) => this.#refresh(state, client),
      unusableTexts: unstorableMembers,
      log: parts.log,
      limits: { ...STATEFUL, ...parts.limits },
    })
    this.#server = new HubServer({
      hubs: [{ path: HUB_PATH, hub: this.#hub }],
      ...(parts.headers ? { headers: parts.headers } : {}),
      ...(parts.limits ? { limits: parts.limits } : {}),
    })
    this.#statistics = new StatisticsConflation(STATISTICS_EVERY_MS, (change) =>
      this.#sendToTopic('statistics', { target: 'updateMarketStatsSession', argument: change }),
    )
    this.#summary = new NewestOnly(SUMMARY_EVERY_MS, (event) => this.#hub.send('everyone', callOf(event)))
    const recheck = setInterval(() => void this.#recheck(), parts.recheckMs ?? RECHECK_MS).unref()
    this.#endings = [
      parts.feed.subscribe((batch) => this.#publish(batch)),
      parts.sessions.onEnded((sessionId) => this.closeSession(sessionId)),
      () => clearInterval(recheck),
      () => this.#statistics.stop(),
      () => this.#summary.stop(),
    ]
  }

  /** What the hub has done so far. */
  get stats(): HubStats {
    return this.#hub.stats
  }

  /** How many are connected. */
  get connections(): number {
    return this.#hub.connections.size
  }

  /** Handles the upgrades at the hub's path. */
  attach(server: Server): void {
    this.#server.attach(server)
  }

  /** Answers an HTTP request at the hub's path or below it. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#server.handle(request, response)
  }

  /** A session ended: its connections end, and do not come back. */
  closeSession(sessionId: string): void {
    for (const client of this.#hub.connections) if (client.user.sessionId === sessionId) client.close()
  }

  /** Unsubscribes and closes every connection, to come back later. */
  async close(): Promise<void> {
    for (const end of this.#endings) end()
    await this.#server.close()
  }

  #publish(batch: PublishedBatch): void {
    const newOwners = this.#picture.apply(batch)
    for (const event of batch.events) this.#send(event)
    this.#sendOwners(this.#owners.ofEntries(newOwners))
    this.#statistics.flush()
  }

  #send(event: Published): void {
    if (isFor('order', event)) this.#sendOrderEvent(event)
    else if (isFor('book', event)) this.#sendToTopic('book', event)
    else if (isFor('statistics', event)) this.#sendStatistics(event)
    else this.#sendToAll(event)
  }

  #sendToAll(event: EventFor<'all'>): void {
    if (event.target === 'marketSummary') this.#summary.add(event)
    else this.#hub.send('everyone', callOf(event))
  }

  #sendStatistics(event: EventFor<'statistics'>): void {
    if (event.target === 'updateMarketStatsSession') {
      this.#statistics.add(event.argument)
    } else {
      this.#statistics.drop(event.argument.securityID)
      this.#sendToTopic('statistics', event)
    }
  }

  #sendToTopic(topic: Topic, event: EventFor<'book' | 'statistics'>): void {
    const { securityID } = event.argument
    this.#hub.send(subscribersTo(topic, securityID), callOf(event), { state: topicOf(topic, securityID) })
  }

  #sendOrderEvent(event: Published): void {
    if (!event.order) throw new Error(`${event.target} was published without its audience`)
    this.#hub.send([ordersOf(event.order.tenantId)], callOf(event))
    this.#hub.sendTo(this.#subscribers.ownersOf(event.order), callOf(event))
  }

  #sendOwners(overlay: readonly OverlayEvent<Client>[]): void {
    for (const { to, event } of overlay)
      this.#hub.sendTo(to, callOf(event), { state: topicOf('book', event.argument.securityID) })
  }

  /** For a client that fell behind: what it missed, as it is now. */
  #refresh(state: string, client: Client): HubCall[] {
    const { topic, securityID } = readTopic(state)
    if (!receives(client, topic, securityID)) return []
    if (topic === 'book') {
      const book = snapshotEvents(securityID, bookOf(this.#picture, securityID))
      const owners = this.#owners.ofBook(client, securityID).map(({ event }) => event)
      return [...book, ...owners].map(callOf)
    }
    return [callOf({ target: 'updateMarketStatsSession', argument: statisticsOf(this.#picture, securityID) })]
  }

  /** Asked again who it is: a session may have ended since the connection was let in. */
  async #connected(client: Client, request: IncomingMessage): Promise<void> {
    const credential = credentialOf(request)
    const caller = credential && (await this.#callerOf(credential))
    if (!caller) {
      client.close()
      return
    }
    this.#credentials.set(client, credential)
    this.#admit(client, caller)
    client.join(allOf('book'))
    client.join(allOf('statistics'))
    const venue = this.#picture.venue()
    if (venue) client.send('onNseConnection', venue)
    const summary = this.#picture.summary()
    if (summary) client.send('marketSummary', summary)
  }

  #admit(client: Client, caller: Caller): void {
    const watchedBefore = this.#subscribers.firmWatchedBy(client)
    this.#subscribers.admit(client, caller)
    if (this.#subscribers.firmWatchedBy(client) !== watchedBefore)
      this.#sendOwners(this.#owners.ofAllBooks(client))
    const orders = ordersOf(caller.tenantId)
    if (seesWholeFirm(caller)) client.join(orders)
    else client.leave(orders)
  }

  #disconnected(client: Client): void {
    this.#subscribers.dismiss(client)
    this.#credentials.delete(client)
  }

  /** Ends connections whose token is over and gives the others the rights they have now. */
  async #recheck(): Promise<void> {
    if (this.#isRechecking) return
    this.#isRechecking = true
    let failure: { readonly err: unknown } | undefined
    for (const [client, credential] of this.#credentials) {
      try {
        const caller = await this.#callerOf(credential)
        if (!this.#credentials.has(client)) continue
        if (caller) this.#admit(client, caller)
        else client.close()
      } catch (err) {
        failure = { err }
      }
    }
    // Logged once: while the database is away there is nothing new to log.
    if (failure && !this.#isFailing)
      this.#parts.log.error(failure, 'the rights of hub connections could not be checked again')
    this.#isFailing = failure !== undefined
    this.#isRechecking = false
  }

  async #callerOf(credential: Credential | undefined): Promise<Caller | null> {
    const { sessions } = this.#parts
    if (!credential) return null
    return credential.kind === 'access'
      ? sessions.authenticate(credential.token)
      : sessions.authenticateEncrypted(credential.token)
  }
}

/** The group of those who see all orders of a firm. */
const ordersOf = (tenantId: number): string => `orders of ${tenantId}`

const callOf = (event: HubEvent): HubCall => ({ target: event.target, arguments: [event.argument] })
