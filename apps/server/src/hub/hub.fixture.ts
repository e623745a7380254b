import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  type BookEntry,
  type BookEvent,
  type BookSnapshot,
  HUB_PATH,
  OrderBook,
  type Permission,
  type Statistics,
} from '@tradebook/contract'
import type { HubLimits, HubServerLimits } from '@tradebook/signalr'
import type { DeskEvent } from '../desk/publishing/desk-events.ts'
import { Publisher } from '../desk/publishing/publisher.ts'
import type { Caller } from '../platform/caller.ts'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import { Hubs, type HubsParts } from './hubs.ts'

/** A hub on a market that the test publishes. Tokens are user names; `sealed:` ones are encrypted. */
export class HubOnAPracticeMarket {
  readonly #publisher = new Publisher((error) => {
    throw error
  })
  readonly picture = this.#publisher.picture
  readonly people = new Map<string, Caller>()
  readonly failures: object[] = []
  isDatabaseAway = false
  /** The server's ends of all connections. */
  readonly sockets = new Set<Socket>()
  readonly #server = createServer((request, response) => void this.hubs.handle(request, response))
  readonly hubs: Hubs
  #ended: ((sessionId: string) => void) | undefined

  /** @param sessions those of a server, where tokens are not names of `people` */
  constructor(
    limits: Partial<HubLimits & HubServerLimits> = {},
    recheckMs?: number,
    sessions?: HubsParts['sessions'],
  ) {
    const authenticate = async (token: string) => {
      if (this.isDatabaseAway) throw new DatabaseUnavailable('The database cannot be reached.')
      return this.people.get(token) ?? null
    }
    this.hubs = new Hubs({
      feed: this.#publisher,
      sessions: sessions ?? {
        authenticate,
        authenticateEncrypted: (token) => (token.startsWith('sealed:') ? authenticate(token.slice(7)) : null),
        onEnded: (listener) => {
          this.#ended = listener
          return () => {}
        },
        onInvalidated: () => () => {},
      },
      tenants: { featuresOf: async () => ({ SignalR: 'true' }) },
      allowsOrigin: () => true,
      clock: { now: () => Date.UTC(2026, 2, 2, 9, 30) },
      log: { info: () => {}, error: (facts) => this.failures.push(facts) },
      limits,
      ...(recheckMs === undefined ? {} : { recheckMs }),
    })
    this.hubs.attach(this.#server)
    this.#server.on('connection', (socket) => this.sockets.add(socket))
  }

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening))
  }

  async stop(): Promise<void> {
    await this.hubs.close()
    await new Promise((closed) => this.#server.close(closed))
  }

  url(protocol: 'http' | 'ws' = 'http', path: string = HUB_PATH): string {
    return `${protocol}://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  publish(...events: DeskEvent[]): void {
    this.#publisher.publish(events)
  }

  /** Publishes the first batch of an epoch. */
  open(epoch: number, ...events: DeskEvent[]): void {
    this.#publisher.open(epoch, events)
  }

  endSession(userName: string): void {
    const { sessionId } = this.people.get(userName)!
    this.people.delete(userName)
    this.#ended?.(sessionId)
  }

  person(
    userName: string,
    tenantId: number,
    rights: { all?: boolean; owners?: boolean; accounts?: string[] } = {},
  ): Caller {
    const caller: Caller = {
      userId: this.people.size + 1,
      userName,
      sessionId: `session of ${userName}`,
      tenantId,
      roles: ['BROKER'],
      permissions: new Set<Permission>([
        ...(rights.all ? (['VIEW_ALL_ORDERS'] as const) : []),
        ...(rights.owners ? (['VIEW_USERID_MARKET_WATCH'] as const) : []),
      ]),
      accounts: rights.accounts ?? [],
      due: null,
      language: null,
    }
    this.people.set(userName, caller)
    return caller
  }
}

/** A book that the test changes, with the events of its changes. */
export class PracticeBook {
  readonly securityID: string
  readonly #epoch: number
  #rptSeq = 0
  #made = 0
  readonly #resting: BookEntry[] = []

  constructor(securityID: string, epoch = 1) {
    this.securityID = securityID
    this.#epoch = epoch
  }

  opens(): DeskEvent[] {
    const { securityID } = this
    return [
      { target: 'addMarketStatistics', argument: statisticsOf(securityID) },
      { target: 'clearAllOrderBook', argument: { securityID, rptSeq: this.#rptSeq, epoch: this.#epoch } },
    ]
  }

  /** The next of an endless, lively sequence of changes: it depends on nothing but how many came before. */
  changes(): DeskEvent {
    const n = ++this.#rptSeq
    const turn = n % 5
    if (this.#resting.length > 20 || (turn === 3 && this.#resting.length > 8)) {
      const [{ mdEntryID }] = this.#resting.splice((n * 7) % this.#resting.length, 1) as [BookEntry]
      const { securityID } = this
      return { target: 'deleteOrderBook', argument: { mdEntryID, securityID, rptSeq: n, epoch: this.#epoch } }
    }
    if (turn === 4 && this.#resting.length > 2) {
      const at = (n * 3) % this.#resting.length
      const smaller = { ...this.#resting[at]!, mdEntrySize: n, rptSeq: n }
      this.#resting[at] = smaller
      return { target: 'updateOrderBook', argument: smaller }
    }
    const isBid = n % 2 === 0
    const entry: BookEntry = {
      mdEntryID: `${this.securityID}-${++this.#made}`,
      securityID: this.securityID,
      mdEntryType: isBid ? '0' : '1',
      mdEntryPx: isBid ? 40 - ((n * 7) % 11) / 10 : 41 + ((n * 5) % 13) / 10,
      mdEntrySize: 100 + n,
      mdEntryTime: new Date(Date.UTC(2026, 2, 2, 9, 30) + n).toISOString(),
      rptSeq: n,
      epoch: this.#epoch,
    }
    this.#resting.push(entry)
    return { target: 'addOrderBook', argument: entry }
  }

  changesTimes(count: number): DeskEvent[] {
    return Array.from({ length: count }, () => this.changes())
  }
}

export const statisticsOf = (securityID: string): Statistics =>
  ({ securityID, symbol: securityID, lastPx: null, tradeVolume: 0 }) as Statistics

/** A book folded from a snapshot and events; fails on a hole. */
export function folded(
  securityID: string,
  snapshot: BookSnapshot | undefined,
  events: BookEvent[],
): BookSnapshot {
  const book = new OrderBook(securityID)
  if (snapshot) book.load(snapshot)
  for (const event of events) {
    if (book.apply(event) === 'gap') throw new Error(`a hole before ${JSON.stringify(event)}`)
  }
  return book.snapshot()
}
