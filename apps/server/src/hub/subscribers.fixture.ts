import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  type BookEvent,
  type Execution,
  type HubEvent,
  hubEvents,
  type MarketTrade,
  type StockOrder,
} from '@tradebook/contract'
import { afterEach } from 'vitest'
import type { DeskEvent, OrderAudience } from '../desk/publishing/desk-events.ts'
import { HubOnAPracticeMarket, PracticeBook } from './hub.fixture.ts'

export const MERIDIAN = 1
export const ZENITH = 2

export let market: HubOnAPracticeMarket
export let gtco: PracticeBook
export let mtnn: PracticeBook
const subscribers: Subscriber[] = []

/** Opens a market with two books, and people of two firms who may sign in to its hub. */
export async function openMarket(limits = {}, recheckMs?: number): Promise<void> {
  market = new HubOnAPracticeMarket(limits, recheckMs)
  await market.start()
  gtco = new PracticeBook('GTCO')
  mtnn = new PracticeBook('MTNN')
  market.publish(...gtco.opens(), ...mtnn.opens())
  market.person('broker', MERIDIAN, { all: true })
  market.person('customer', MERIDIAN, { accounts: ['M001'] })
  market.person('stranger', MERIDIAN, { accounts: ['M002'] })
  market.person('rival', ZENITH, { all: true, accounts: ['M001'] })
}

/** Stops the market that `open` starts in each test of a file, and its subscribers. */
export function closeAfterEachTest(): void {
  afterEach(async () => {
    await Promise.all(subscribers.splice(0).map(({ connection }) => connection.stop()))
    await market.stop()
  })
}

/** An official client that keeps what it receives, in order. */
export class Subscriber {
  readonly connection: HubConnection
  readonly received: HubEvent[] = []

  /** @param path of the hub; it is that of the market unless given. */
  static async open(userName: string, path?: string): Promise<Subscriber> {
    const connection = new HubConnectionBuilder()
      .withUrl(market.url('http', path), {
        transport: HttpTransportType.WebSockets,
        accessTokenFactory: () => userName,
      })
      .configureLogging(LogLevel.None)
      .build()
    const subscriber = new Subscriber(connection)
    subscribers.push(subscriber)
    await connection.start()
    return path === undefined ? subscriber.caughtUp() : subscriber
  }

  constructor(connection: HubConnection) {
    this.connection = connection
    for (const target of Object.keys(hubEvents)) {
      connection.on(target, (argument) => this.received.push({ target, argument } as HubEvent))
    }
  }

  /** Resolves when everything published before has been received: answers are in order with events. */
  async caughtUp(): Promise<this> {
    await this.connection.invoke('ping')
    return this
  }

  /** What was received since the last call, as the test shows it. */
  async since<Shown>(show: (event: HubEvent) => Shown): Promise<Shown[]> {
    await this.caughtUp()
    return this.received.splice(0).map(show)
  }

  bookEvents(securityID: string): BookEvent[] {
    return this.received.filter(
      (event): event is BookEvent =>
        hubEvents[event.target] === 'book' && (event as BookEvent).argument.securityID === securityID,
    )
  }
}

export const seq = (event: HubEvent) =>
  'rptSeq' in event.argument && 'securityID' in event.argument
    ? `${event.argument.securityID} ${event.argument.rptSeq}`
    : event.target
export const execution = (execID: string, order: OrderAudience): DeskEvent => ({
  target: 'onExecutionReport',
  argument: { execID } as Execution,
  order,
})
export const orderEvent = (
  target: 'addStockOrder' | 'updateStockOrder' | 'replaceStockOrder',
  order: OrderAudience,
) => ({ target, argument: { id: '1' } as StockOrder, order }) satisfies DeskEvent
export const trade = (mdEntryID: string): DeskEvent => ({
  target: 'onMarketTrade',
  argument: { mdEntryID, securityID: 'GTCO' } as MarketTrade,
})
/** An order of a firm's user as it is published, at an entry of a book or in none. */
export const orderAt = (
  tenantId: number,
  userName: string,
  mdEntryID: string | null,
  securityID = 'GTCO',
): DeskEvent => ({
  target: 'updateStockOrder',
  argument: {
    orderID: `of ${userName} of ${tenantId} in ${securityID}`,
    securityID,
    mdEntryID,
    userName,
  } as StockOrder,
  order: { tenantId, userId: 0, account: '' },
})
