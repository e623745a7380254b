import type { IncomingMessage } from 'node:http'
import { type EventFor, type HubEvent, isFor } from '@tradebook/contract'
import { Hub, type HubCall } from '@tradebook/signalr'
import type {
  Baseline,
  DeskEvent,
  EventBatch,
  EventFeed,
  FirmEvent,
  OrderEvent,
} from '../desk/publishing/desk-events.ts'
import { MarketPicture } from '../desk/publishing/market-picture.ts'
import { seesAllOrders } from '../platform/account-access.ts'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { catchUpEvents } from './catch-up.ts'
import type { SharedHubOptions } from './common-hub.ts'
import { methodsOf } from './methods.ts'
import { NewestOnly } from './newest-only.ts'
import { OrderSubscribers } from './order-subscribers.ts'
import { type OverlayEvent, OwnersOverlay } from './owners-overlay.ts'
import type { Client, SignedInClients } from './signed-in-clients.ts'
import { StatisticsConflation } from './statistics-conflation.ts'
import { allOf, subscribersTo, type Topic, topicOf } from './topics.ts'

export interface TradebookHubParts {
  readonly feed: EventFeed
  readonly clients: SignedInClients
  readonly options: SharedHubOptions
  readonly clock: Pick<Clock, 'now'>
}

/** Changes of one security's statistics are sent at most this often. */
const STATISTICS_EVERY_MS = 100
/** The market's summary is sent at most this often. */
const SUMMARY_EVERY_MS = 1_000

/**
 * The realtime hub: sends each client what was published and it may see, and snapshots in order with
 * it. A client that never subscribes receives every book; its first subscription narrows that.
 */
export class TradebookHub {
  readonly hub: Hub<Caller>
  readonly #clients: SignedInClients
  readonly #picture: MarketPicture
  readonly #statistics: StatisticsConflation
  readonly #summary: NewestOnly<EventFor<'all'>>
  readonly #subscribers = new OrderSubscribers<Client>()
  readonly #owners: OwnersOverlay<Client>
  readonly #endings: (() => void)[]

  constructor({ feed, clients, options, clock }: TradebookHubParts) {
    this.#clients = clients
    this.#picture = new MarketPicture(feed.baseline())
    this.#owners = new OwnersOverlay(this.#picture, this.#subscribers)
    this.hub = new Hub<Caller>({
      ...options,
      methods: methodsOf<Caller>(this.#picture, clock.now, (client, securityID) =>
        this.#sendOwners(this.#owners.ofBook(client, securityID)),
      ),
      connected: (client, request) => this.#connected(client, request),
      disconnected: (client) => this.#disconnected(client),
      refresh: (state, client) =>
        catchUpEvents(state, client, this.#picture, (id) => this.#owners.ofBook(client, id)).map(callOf),
    })
    this.#statistics = new StatisticsConflation(STATISTICS_EVERY_MS, (change) =>
      this.#sendToTopic('statistics', { target: 'updateMarketStatsSession', argument: change }),
    )
    this.#summary = new NewestOnly(SUMMARY_EVERY_MS, (event) => this.hub.send('everyone', callOf(event)))
    this.#endings = [
      feed.subscribe(
        (batch) => this.#publish(batch),
        () => this.#replace(feed.baseline()),
      ),
      () => this.#statistics.stop(),
      () => this.#summary.stop(),
    ]
  }

  /** Unsubscribes from what is published. */
  stop(): void {
    for (const end of this.#endings) end()
  }

  /** What clients missed is more than the market: they come back, and read everything again. */
  #replace(baseline: Baseline): void {
    this.#picture.load(baseline)
    for (const client of [...this.hub.connections]) client.close({ allowReconnect: true })
  }

  #publish(batch: EventBatch): void {
    const newOwners = this.#picture.apply(batch)
    for (const event of batch.events) this.#send(event)
    this.#sendOwners(this.#owners.ofEntries(newOwners))
    this.#statistics.flush()
  }

  #send(event: DeskEvent): void {
    if (isFor('order', event)) this.#sendOrderEvent(event)
    else if (isFor('firm', event)) this.#sendToFirm(event)
    else if (isFor('book', event)) this.#sendToTopic('book', event)
    else if (isFor('statistics', event)) this.#sendStatistics(event)
    else this.#sendToAll(event)
  }

  #sendToAll(event: EventFor<'all'>): void {
    if (event.target === 'marketSummary') this.#summary.add(event)
    else this.hub.send('everyone', callOf(event))
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
    this.hub.send(subscribersTo(topic, securityID), callOf(event), { state: topicOf(topic, securityID) })
  }

  #sendOrderEvent(event: OrderEvent): void {
    // Most events are of orders: while nobody is connected, nobody is looked for.
    if (this.hub.connections.size === 0) return
    const call = callOf(event)
    this.hub.send([ordersOf(event.order.tenantId)], call)
    this.hub.sendTo(this.#subscribers.ownersOf(event.order), call)
  }

  #sendToFirm(event: FirmEvent): void {
    this.hub.send(event.tenantId === EVERYBODY ? 'everyone' : [peopleOf(event.tenantId)], callOf(event))
  }

  #sendOwners(overlay: readonly OverlayEvent<Client>[]): void {
    for (const { to, event } of overlay)
      this.hub.sendTo(to, callOf(event), { state: topicOf('book', event.argument.securityID) })
  }

  async #connected(client: Client, request: IncomingMessage): Promise<void> {
    if (!(await this.#clients.add(client, request, (caller) => this.#admit(client, caller)))) return
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
    client.join(peopleOf(caller.tenantId))
    const orders = ordersOf(caller.tenantId)
    if (seesAllOrders(caller)) client.join(orders)
    else client.leave(orders)
  }

  #disconnected(client: Client): void {
    this.#subscribers.dismiss(client)
    this.#clients.remove(client)
  }
}

/** The firm of an event that everybody receives. */
const EVERYBODY = 0

/** The group of the people of a firm. */
const peopleOf = (tenantId: number): string => `people of ${tenantId}`

/** The group of those who see all orders of a firm. */
const ordersOf = (tenantId: number): string => `orders of ${tenantId}`

const callOf = (event: HubEvent): HubCall => ({ target: event.target, arguments: [event.argument] })
