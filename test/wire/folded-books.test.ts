import { setTimeout as sleep } from 'node:timers/promises'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  type BookEvent,
  type BookEventName,
  type BookSnapshot,
  HUB_PATH,
  type HubEventName,
  hubEvents,
  type MarketTrade,
  OrderBook,
} from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'

/** `npm run faults` listens for a minute; else so many book events must do. */
const SECONDS = Number(process.env.TRADEBOOK_TEST_SECONDS ?? 0)
const BOOK_EVENTS = 5_000

const bookEvents: readonly BookEventName[] = [
  'addOrderBook',
  'updateOrderBook',
  'deleteOrderBook',
  'clearAllOrderBook',
]

let server: DemoServer

beforeAll(async () => {
  server = await openDemo({ TRADEBOOK_CROWD: 'agents', TRADEBOOK_CROWD_RATE: '500' })
})

afterAll(async () => {
  await server?.close()
})

test(
  'the official client folds every event in sequence into the books the server has',
  async () => {
    const person = await signIn(server, 'Meridian', 'broker')
    const subscriber = await listen(person)
    const { items: securities } = await person.get('MarketData/getSecurityLists', {})
    expect(securities).toHaveLength(150)

    const first = await snapshots(person, securities)
    await subscriber.received(BOOK_EVENTS)
    await sleep(SECONDS * 1_000)

    // The books move on while they are asked for: each is folded up to where its snapshot stands.
    const last = await snapshots(person, securities)
    await subscriber.caughtUp(first, last)
    for (const [securityID, snapshot] of last) {
      const book = new OrderBook(securityID)
      book.load(first.get(securityID) ?? snapshot)
      const events = subscriber.of(securityID).filter(({ argument }) => isWithin(argument, snapshot))
      expect({ securityID, gaps: events.filter((event) => book.apply(event) === 'gap') }).toEqual({
        securityID,
        gaps: [],
      })
      expect({ securityID, ...shown(book.snapshot()) }).toEqual({ securityID, ...shown(snapshot) })
    }

    expect(subscriber.outOfSequence()).toEqual([])
    const trades = subscriber.trades.map(({ mdEntryID }) => mdEntryID)
    expect(new Set(trades).size).toBe(trades.length)
    for (const name of ['addOrderBook', 'updateOrderBook', 'deleteOrderBook', 'onMarketTrade'] as const) {
      expect({ name, received: (subscriber.counts.get(name) ?? 0) > 0 }).toEqual({ name, received: true })
    }
    // Events about a firm's own orders are not sent to those who have none.
    for (const [name, audience] of Object.entries(hubEvents)) {
      if (audience === 'order') expect(subscriber.counts.get(name as HubEventName)).toBeUndefined()
    }
    const counted = [...subscriber.counts].map(([name, count]) => `${count} ${name}`)
    console.log(`${last.size} books equal after ${counted.join(', ')}`)
    await subscriber.connection.stop()
  },
  120_000 + SECONDS * 1_000,
)

type Snapshots = ReadonlyMap<string, BookSnapshot>

/** Everything that a client receives, kept. */
async function listen(person: Person) {
  const connection: HubConnection = new HubConnectionBuilder()
    .withUrl(`${server.url}${HUB_PATH}`, { accessTokenFactory: () => person.token })
    .configureLogging(LogLevel.Error)
    .build()
  const received = new Map<string, BookEvent[]>()
  const counts = new Map<HubEventName, number>()
  const trades: MarketTrade[] = []
  const waiting = new Set<{ enough: () => boolean; resolve: () => void }>()
  const of = (securityID: string): BookEvent[] => received.get(securityID) ?? []
  const until = (enough: () => boolean) =>
    new Promise<void>((resolve) => {
      if (enough()) resolve()
      else waiting.add({ enough, resolve })
    })

  for (const name of Object.keys(hubEvents) as HubEventName[]) {
    connection.on(name, () => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      for (const waiter of waiting) {
        if (!waiter.enough()) continue
        waiting.delete(waiter)
        waiter.resolve()
      }
    })
  }
  for (const target of bookEvents) {
    connection.on(target, (argument: BookEvent['argument']) => {
      const events = of(argument.securityID)
      events.push({ target, argument } as BookEvent)
      received.set(argument.securityID, events)
    })
  }
  connection.on('onMarketTrade', (trade: MarketTrade) => void trades.push(trade))
  await connection.start()

  return {
    connection,
    counts,
    trades,
    of,
    received: (count: number) =>
      until(() => bookEvents.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0) >= count),
    /** Resolves when everything between the snapshots was received. */
    caughtUp: (first: Snapshots, last: Snapshots) =>
      until(() =>
        [...last].every(([securityID, { rptSeq, epoch }]) => {
          const reached = of(securityID).at(-1)?.argument ?? first.get(securityID)
          return reached && (reached.epoch > epoch || (reached.epoch === epoch && reached.rptSeq >= rptSeq))
        }),
      ),
    /** Where a security's `rptSeq` did not go up by one. */
    outOfSequence: () =>
      [...received].flatMap(([securityID, events]) =>
        events.flatMap(({ argument: { rptSeq, epoch } }, at) => {
          const before = events[at - 1]?.argument
          const follows =
            !before || (before.epoch === epoch ? before.rptSeq + 1 === rptSeq : before.epoch < epoch)
          return follows ? [] : [{ securityID, after: before?.rptSeq, came: rptSeq }]
        }),
      ),
  }
}

async function snapshots(person: Person, securities: readonly { securityID: string }[]): Promise<Snapshots> {
  const books = new Map<string, BookSnapshot>()
  for (const { securityID } of securities) {
    books.set(securityID, await person.get('MarketData/getMarketOrders', { security: securityID }))
  }
  return books
}

/** Whether a snapshot already holds the event. */
const isWithin = (event: { rptSeq: number; epoch: number }, snapshot: BookSnapshot) =>
  event.epoch < snapshot.epoch || (event.epoch === snapshot.epoch && event.rptSeq <= snapshot.rptSeq)

const shown = ({ items, rptSeq, epoch }: BookSnapshot) => ({
  rptSeq,
  epoch,
  items: items.map(({ mdEntryID, mdEntryType, mdEntryPx, mdEntrySize, mdEntryTime }) =>
    [mdEntryID, mdEntryType, mdEntryPx, mdEntrySize, mdEntryTime].join(' '),
  ),
})
