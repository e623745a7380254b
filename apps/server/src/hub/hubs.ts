import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  COMMON_HUB_PATH,
  HUB_PATH,
  type NotificationsChange,
  type UserNotification,
  unstorableMembers,
} from '@tradebook/contract'
import {
  closeReasons,
  type HubLimits,
  HubServer,
  type HubServerLimits,
  type HubStats,
} from '@tradebook/signalr'
import type { EventFeed } from '../desk/publishing/desk-events.ts'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { userKey } from '../platform/user-key.ts'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import { commonHub, type SharedHubOptions } from './common-hub.ts'
import { SignedInClients, type SignedInClientsParts } from './signed-in-clients.ts'
import { TradebookHub } from './tradebook-hub.ts'

export interface HubsParts extends SignedInClientsParts {
  readonly feed: EventFeed
  /** Whether a page of the request's `Origin` may connect. */
  readonly allowsOrigin: (request: IncomingMessage) => boolean
  readonly clock: Pick<Clock, 'now'>
  /** Sent with every HTTP answer. */
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HubLimits & HubServerLimits>
}

/** A client that asks for it keeps its connection when its network is gone for seconds, and misses nothing. */
const STATEFUL = { reattachMs: 15_000, unacknowledgedBytes: 2 * 1024 * 1024 }

/** The product's hubs on one server: that of the market, and ABP's common one. Both send people their notifications. */
export class Hubs {
  readonly paths = [HUB_PATH, COMMON_HUB_PATH] as const
  readonly #clients: SignedInClients
  readonly #market: TradebookHub
  readonly #hubs: readonly TradebookHub['hub'][]
  readonly #server: HubServer
  readonly #unsubscribe: () => void

  constructor(parts: HubsParts) {
    this.#clients = new SignedInClients(parts)
    const options: SharedHubOptions = {
      authenticate: this.#clients.authenticate,
      isUnavailable: (error) => error instanceof DatabaseUnavailable,
      userIdOf: userKey,
      sessionIdOf: ({ sessionId }) => sessionId,
      allowsOrigin: parts.allowsOrigin,
      unusableTexts: unstorableMembers,
      log: parts.log,
      limits: { ...STATEFUL, ...parts.limits },
    }
    this.#market = new TradebookHub({ ...parts, clients: this.#clients, options })
    const common = commonHub(this.#clients, options)
    this.#hubs = [this.#market.hub, common]
    const comeBack = () => {
      for (const client of [...common.connections]) client.close({ allowReconnect: true })
    }
    this.#unsubscribe = parts.feed.subscribe(() => {}, comeBack)
    this.#server = new HubServer({
      hubs: [
        { path: HUB_PATH, hub: this.#market.hub },
        { path: COMMON_HUB_PATH, hub: common },
      ],
      log: parts.log,
      ...(parts.headers ? { headers: parts.headers } : {}),
      ...(parts.limits ? { limits: parts.limits } : {}),
    })
  }

  /** What the hubs have done so far, together. */
  get stats(): HubStats {
    const all = this.#hubs.map(({ stats }) => stats)
    const sum = (of: (stats: HubStats) => number) => all.reduce((total, stats) => total + of(stats), 0)
    const closed = closeReasons.map((reason) => [reason, sum((stats) => stats.closed[reason])])
    return {
      connections: sum(({ connections }) => connections),
      messages: sum(({ messages }) => messages),
      coalesced: sum(({ coalesced }) => coalesced),
      conflated: sum(({ conflated }) => conflated),
      closed: Object.fromEntries(closed) as HubStats['closed'],
    }
  }

  /** Handles the upgrades at the hubs' paths. */
  attach(server: Server): void {
    this.#server.attach(server)
  }

  /** Answers an HTTP request at the path of a hub or below it. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#server.handle(request, response)
  }

  /** Sends all pages of a user that notifications were marked or removed; ABP's clients do not know this event. */
  notificationsChanged(user: Pick<Caller, 'tenantId' | 'userId'>, change: NotificationsChange): void {
    this.#market.hub.sendToUser(userKey(user), { target: 'notificationsChanged', arguments: [change] })
  }

  /** Sends a notification to all connections of its user, and to nobody else. */
  notify(tenantId: number, notification: UserNotification): void {
    const user = userKey({ tenantId, userId: notification.userId })
    for (const hub of this.#hubs)
      hub.sendToUser(user, { target: 'getNotification', arguments: [notification] })
  }

  /** Unsubscribes and closes every connection, to come back later. */
  async close(): Promise<void> {
    this.#market.stop()
    this.#unsubscribe()
    this.#clients.stop()
    await this.#server.close()
  }
}
